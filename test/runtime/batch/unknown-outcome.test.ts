/** Writes whose response is lost: what is known of them, and which of them go again. */
import { describe, expect, it } from "vitest";
import { TransportFailure, increment, insert, remove, serviceProfile } from "@colonnade/runtime";
import { bulk } from "@colonnade/runtime/bulk";
import { settle, VirtualClock } from "../../support/virtual-clock.ts";
import { notes, openWith, shortLived, views } from "../notes-table.ts";
import { faults, openLedger } from "../open-ledger.ts";
import { answering, caught, reply } from "../replies.ts";

describe("the outcome of a write that may have been done", () => {
  it.each([
    ["the service is gone when it goes again", ["drop-after", "refuse-connection", "refuse-connection"]],
    ["an operation timed out before", ["field-timeout", "refuse-connection", "refuse-connection"]],
  ] as const)("is unknown, though %s", async (_, list) => {
    const { service, session } = openLedger(faults(...list));
    const error = await caught(insert(session, notes, { id: 1 }));
    expect(service.done).toHaveLength(1);
    expect(error).toMatchObject({ outcome: "unknown" });
  });

  it("is unknown in a load too, which does not count it among those that were not written", async () => {
    const { service, session } = openLedger(faults("drop-after", "refuse-connection", "refuse-connection"));
    const result = await bulk([{ id: 1 }], (note) => insert(session, notes, note));
    expect(service.done).toHaveLength(1);
    expect(result).toMatchObject({ failed: [], unknown: [{ index: 0 }] });
  });

  it("is unknown when its second attempt is refused", async () => {
    let documents = 0;
    const session = openWith({
      transport: answering(async () => {
        documents += 1;
        if (documents === 1) throw new TransportFailure("unknown", "ECONNRESET");
        return reply({ description: "no" }, 403);
      }),
    });
    expect(await caught(insert(session, notes, { id: 1 }))).toMatchObject({ code: "forbidden", outcome: "unknown" });
  });

  it("is unknown when the session is closed while it is under way", async () => {
    const clock = new VirtualClock();
    const { service, session } = openLedger({ ...faults("drop-after"), delay: () => clock.wait(10) }, { clock });
    const counted = caught(increment(session, views, { id: 1 }, { views: 1n }));
    await clock.advance(5);
    void session.close();
    await clock.advance(10);
    expect(service.done).toHaveLength(1);
    expect(await counted).toMatchObject({ outcome: "unknown" });
  });

  it("is unknown when the session is closed before it goes again", async () => {
    const clock = new VirtualClock();
    const { service, session } = openLedger(faults("drop-after"), { clock, random: () => 0.9 });
    const written = caught(insert(session, notes, { id: 1 }));
    await settle();
    void session.close();
    await clock.advance(1_000);
    expect(service.done).toHaveLength(1);
    expect(await written).toMatchObject({ outcome: "unknown" });
  });

  it("is unknown when no token is to be had before it goes again", async () => {
    let documents = 0;
    let tokens = 0;
    const session = openWith({
      transport: async (call) => {
        if (call.url.endsWith("/auth")) return tokens++ === 0 ? reply({ authToken: "T" }, 201) : reply({}, 400);
        documents += 1;
        if (documents === 1) throw new TransportFailure("unknown", "ECONNRESET");
        return reply({}, 401);
      },
    });
    expect(await caught(insert(session, notes, { id: 1 }))).toMatchObject({ outcome: "unknown" });
  });

  it("is unknown when the service's list of errors holds null", async () => {
    const session = openWith({ transport: answering(async () => reply({ data: { result: null }, errors: [null] })) });
    expect(await caught(increment(session, views, { id: 1 }, { views: 1n }))).toMatchObject({ outcome: "unknown" });
  });

  it("is unknown when a transport throws what it should not", async () => {
    const session = openWith({
      transport: answering(async () => {
        throw new TypeError("fetch failed");
      }),
    });
    const result = await bulk([1], (id) => increment(session, views, { id }, { views: 1n }));
    expect(result).toMatchObject({ failed: [], unknown: [{ index: 0 }] });
  });

  it("is found out by a second attempt when the response's body is cut off at its first character", async () => {
    let documents = 0;
    const session = openWith({
      transport: answering(async () => reply(++documents === 1 ? "" : { data: { result: { applied: true } } })),
    });
    expect(await caught(insert(session, notes, { id: 1 }))).toEqual({ applied: true });
  });
});

it("a status that says that nothing was done says so of a document of one operation alone", async () => {
  const profile = { ...serviceProfile, preExecutionStatuses: [429] };
  const two = openLedger(faults("busy"), { profile });
  const count = (id: number) => increment(two.session, views, { id }, { views: 1n });
  const both = await Promise.all([caught(count(1)), caught(count(2))]);
  expect(both).toMatchObject([{ code: "outcome-unknown" }, { code: "outcome-unknown" }]);
  const one = openLedger(faults("busy"), { profile });
  expect(await increment(one.session, views, { id: 1 }, { views: 1n })).toEqual({ applied: true });
});

describe("a table whose rows vanish soon", () => {
  it("is not written to twice", async () => {
    const { session } = openLedger(faults("drop-after"));
    expect(await caught(insert(session, shortLived, { id: 1 }))).toMatchObject({ code: "outcome-unknown" });
  });

  it("is deleted from twice, and written to twice with a time to live of its own", async () => {
    const { service, session } = openLedger(faults("drop-after", "fine", "drop-after"));
    await remove(session, shortLived, { id: 1 });
    await insert(session, shortLived, { id: 1 }, { ttl: 0 });
    expect(service.done).toHaveLength(4);
  });
});
