import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { increment, insert, OutcomeUnknownError, remove, TransportFailure, update } from "@colonnade/runtime";
import { verify } from "@colonnade/runtime/verify";
import type { ServiceError, Transport } from "@colonnade/runtime";
import { runs } from "../../support/long.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { LedgerService } from "../ledger-service.ts";
import type { Entry, Fault } from "../ledger-service.ts";
import { notes, openWith, views } from "../notes-table.ts";
import { answering, caught, reply } from "../replies.ts";

const afterwards: readonly Fault[] = ["drop-after", "error-after", "truncate-after", "field-timeout"];

function open(faults: readonly Fault[], options = {}) {
  const service = new LedgerService({ fault: (document) => faults[document] ?? "fine" });
  return { service, session: openWith(service, options) };
}

describe("a write whose response is lost", () => {
  it.each(afterwards)("is sent again when it leaves the same behind (%s)", async (fault) => {
    const { service, session } = open([fault, fault]);
    await expect(insert(session, notes, { id: 1, title: "a" })).resolves.toEqual({ applied: true });
    await expect(update(session, notes, { id: 1, title: "b" })).resolves.toEqual({ applied: true });
    await expect(remove(session, notes, { id: 1 })).resolves.toEqual({ applied: true });
    expect(service.done.map(({ field }) => field)).toEqual([
      ...["insertNotes", "insertNotes", "insertNotes", "updateNotes", "deleteNotes"],
    ]);
  });

  it.each(afterwards)("is never sent again when it counts or has a condition (%s)", async (fault) => {
    const { service, session } = open([fault, fault, fault, fault]);
    const unsafe = [
      () => increment(session, views, { id: 1 }, { views: 1n }),
      () => insert(session, notes, { id: 1 }, { ifNotExists: true }),
      () => update(session, notes, { id: 1, title: "a" }, { if: { title: { eq: null } } }),
      () => remove(session, notes, { id: 1 }, { ifExists: true }),
    ];
    for (const write of unsafe) {
      await expect(write()).rejects.toMatchObject({ code: "outcome-unknown", outcome: "unknown" });
    }
    expect(service.done).toHaveLength(unsafe.length);
  });

  it.each([
    ["that others write too", { contended: true }],
    ["whose values vanish soon", { ttl: 299 }],
  ])("is not sent again to a row %s", async (_, options) => {
    const { service, session } = open(["drop-after"]);
    await expect(insert(session, notes, { id: 1 }, options)).rejects.toBeInstanceOf(OutcomeUnknownError);
    expect(service.done).toHaveLength(1);
  });

  it("is sent again when its values live much longer than a call takes", async () => {
    const { service, session } = open(["drop-after"]);
    await insert(session, notes, { id: 1 }, { ttl: 300 });
    expect(service.done).toHaveLength(2);
  });

  it("is sent three times at most", async () => {
    const { service, session } = open(["drop-after", "drop-after", "drop-after"]);
    const error = await insert(session, notes, { id: 1 }).catch((error: unknown) => error as ServiceError);
    expect(error).toMatchObject({
      code: "connection-lost",
      attempts: 3,
      retriesExhaustedBy: "attempts",
      keyspace: "shop",
      table: "notes",
    });
    expect((error as ServiceError).message).toMatch(
      /^insert shop.notes failed: the connection to .* broke \(ECONNRESET\) \(attempt 3, request [\w-]+\)$/,
    );
    expect((error as ServiceError).requestIds).toHaveLength(3);
    expect(service.done).toHaveLength(3);
  });
});

it("an increment under a condition is refused", async () => {
  const { service, session } = open([]);
  for (const condition of [{ if: { views: 1n } }, { ifExists: true }, { ifNotExists: true }]) {
    await expect(increment(session, views, { id: 1 }, { views: 1n }, condition as object)).rejects.toThrow(
      "cannot have a condition",
    );
  }
  expect(service.done).toEqual([]);
});

it("a write that is not sent again has no reason of the one that is", async () => {
  let documents = 0;
  const transport = answering(async () => {
    documents += 1;
    if (documents > 1) return reply({ data: { result: { applied: true } } });
    const failed = (path: string, extensions: object) => ({ message: "no", path: [path], extensions });
    const errors = [failed("w0", { code: "unavailable", applied: "no" }), failed("w1", { code: "timeout" })];
    return reply({ data: { w0: null, w1: null }, errors });
  });
  const session = openWith({ transport });
  const count = (id: number) => caught(increment(session, views, { id }, { views: 1n }));
  const [again, lost] = await Promise.all([count(1), count(2)]);
  expect(again).toEqual({ applied: true });
  expect(lost).toMatchObject({ code: "outcome-unknown", retriesExhaustedBy: undefined });
  expect(documents).toBe(2);
});

it("a write whose response is lost is in doubt, also when the document is refused the second time", async () => {
  let sent = 0;
  const transport: Transport = async ({ url }) => {
    if (url.endsWith("/auth")) return { status: 200, header: () => null, text: async () => '{"authToken":"T"}' };
    if (sent++ === 0) throw new TransportFailure("unknown", "ECONNRESET");
    return { status: 200, header: () => null, text: async () => '{"errors":[{"message":"no such table"}]}' };
  };
  const session = openWith({ transport });
  const writes = [insert(session, notes, { id: 1 }), insert(session, notes, { id: 2 })];
  for (const write of writes) {
    await expect(write).rejects.toMatchObject({ code: "document-rejected", outcome: "unknown", attempts: 2 });
  }
  expect(sent).toBe(2);
});

describe("a write whose response is lost in one way after the other", () => {
  it.each([
    [["field-timeout", "field-timeout", "field-timeout", "field-timeout"]],
    [["drop-after", "field-timeout", "error-after", "drop-after"]],
    [["field-timeout", "drop-after", "drop-after", "drop-after"]],
  ] as const)("is sent three times in all (%j)", async (faults) => {
    const { service, session } = open(faults);
    await expect(insert(session, notes, { id: 1 })).rejects.toMatchObject({ attempts: 3, outcome: "unknown" });
    expect(service.done).toHaveLength(3);
  });

  it("takes one retry out of the budget for all that go again together", async () => {
    const { session } = open(["field-timeout", "field-timeout"]);
    const ids = Array.from({ length: 50 }, (_, id) => id);
    await expect(Promise.all(ids.map((id) => insert(session, notes, { id })))).resolves.toHaveLength(50);
  });
});

describe("a write that was certainly not done", () => {
  it.each(["refuse-connection"] as const)("is sent again whatever it is (%s)", async (fault) => {
    const { service, session } = open([fault, fault]);
    await increment(session, views, { id: 1 }, { views: 1n });
    expect(service.done).toHaveLength(1);
    expect(service.documents).toHaveLength(3);
  });
});

describe("verify()", () => {
  const lose = async (rows: readonly object[], write: (session: ReturnType<typeof openWith>) => Promise<unknown>) => {
    const { service, session } = open(["drop-after"]);
    service.rows = rows as typeof service.rows;
    const error = await write(session).catch((error: unknown) => error as OutcomeUnknownError);
    return verify(error as OutcomeUnknownError);
  };

  it("says maybe-self when the row holds what was written", async () => {
    const row = { id: 1, title: "a", size: "5" };
    const current = { id: 1, title: "a", size: 5n };
    const options = { ifNotExists: true } as const;
    expect(await lose([row], (session) => insert(session, notes, { id: 1, title: "a" }, options))).toEqual({
      applied: "maybe-self",
      current,
    });
    expect(await lose([], (session) => remove(session, notes, { id: 1 }, { ifExists: true }))).toEqual({
      applied: "maybe-self",
      current: undefined,
    });
  });

  it("says false when it holds something else, or is not there", async () => {
    const row = { id: 1, title: "b", size: null };
    const options = { ifNotExists: true } as const;
    const insertA = (session: ReturnType<typeof openWith>) => insert(session, notes, { id: 1, title: "a" }, options);
    expect(await lose([row], insertA)).toMatchObject({ applied: false, current: { title: "b" } });
    expect(await lose([], insertA)).toEqual({ applied: false, current: undefined });
    expect(await lose([row], (session) => remove(session, notes, { id: 1 }, { ifExists: true }))).toMatchObject({
      applied: false,
    });
  });

  it("cannot say of a counter, and shows it", async () => {
    const verified = await lose([{ id: 1, views: "7" }], (session) =>
      increment(session, views, { id: 1 }, { views: 1n }),
    );
    expect(verified).toEqual({ applied: undefined, current: { id: 1, views: 7n } });
  });
});

describe("any writes under any faults", () => {
  const fault = fc.constantFrom<Fault>(
    ...([
      "refuse-connection",
      "drop-before",
      "drop-after",
      "error-after",
      "truncate-after",
      "overload-halfway",
      "field-timeout",
      "busy",
    ] as const),
    ...(["fine", "fine", "fine", "fine"] as const),
  );
  const kind = fc.constantFrom("insert", "increment", "conditional", "contended");

  it("no unsafe write is done twice, every safe one that says so is done, and every one settles", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fault, { maxLength: 12 }),
        fc.array(kind, { minLength: 1, maxLength: 80 }),
        fc.integer({ min: 1, max: 60 }),
        async (faults, kinds, keys) => {
          const clock = new VirtualClock();
          const service = new LedgerService({
            fault: (document) => faults[document] ?? "fine",
            delay: () => clock.wait(1),
          });
          const session = openWith(service, { clock, random: Math.random });
          const outcomes = Promise.all(
            kinds.map(async (kind, index) => {
              const id = index % keys;
              // The title tells one write from the others in the ledger.
              const value = { id, title: `${index}` };
              try {
                if (kind === "increment") await increment(session, views, { id }, { views: BigInt(index) });
                else if (kind === "conditional") await insert(session, notes, value, { ifNotExists: true });
                else await insert(session, notes, value, { contended: kind === "contended" });
                return "applied";
              } catch (error) {
                return (error as ServiceError).outcome ?? String(error);
              }
            }),
          );
          await clock.advance(60_000);
          const settled = await Promise.race([outcomes, Promise.resolve("pending")]);
          if (typeof settled === "string") throw new Error("a write did not settle");
          const count = (index: number, kind: string): number =>
            service.done.filter((entry) => isOf(entry, kind, index)).length;
          for (const [index, kind] of kinds.entries()) {
            const times = count(index, kind);
            const outcome = settled[index];
            if (kind !== "insert" && times > 1) throw new Error(`${kind} ${index} was done ${times} times`);
            if (outcome === "applied" && times === 0) throw new Error(`${kind} ${index} was not done`);
            if ((outcome === "refused" || outcome === "not-sent") && times > 0) {
              throw new Error(`${kind} ${index} was done, and said to be ${outcome}`);
            }
          }
          // Of one key, what was done last is what was asked for last, of those that say that they were done.
          for (let id = 0; id < keys; id++) {
            const last = kinds.findLastIndex(
              (kind, index) => index % keys === id && kind !== "increment" && settled[index] === "applied",
            );
            const done = service.done
              .filter(({ field, value }) => field === "insertNotes" && value["id"] === id)
              .map(({ value }) => Number(value["title"]));
            if (last >= 0 && Math.max(...done) === last && done.at(-1) !== last)
              throw new Error(`writes of ${id} changed their order: ${done.join()}`);
          }
        },
      ),
      runs(60, 3_000),
    );
  });
});

function isOf({ field, value }: Entry, kind: string, index: number): boolean {
  if (kind === "increment") return field === "updateViews" && value["views"] === `${index}`;
  return field === "insertNotes" && value["title"] === `${index}`;
}
