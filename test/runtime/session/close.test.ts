/** What becomes of calls when their session is closed. */
import { describe, expect, it } from "vitest";
import { TransportFailure, insert, scan } from "@colonnade/runtime";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { notes, openWith } from "../notes-table.ts";
import { openLedger } from "../open-ledger.ts";
import { answering, caught, reply } from "../replies.ts";

describe("close()", () => {
  it("ends writes that wait for their turn", async () => {
    const clock = new VirtualClock();
    const { session } = openLedger({ delay: () => clock.wait(20_000) }, { clock });
    await session.connect();
    void Promise.all(Array.from({ length: 200 }, (_, id) => caught(insert(session, notes, { id }))));
    let settled: unknown = "pending";
    void caught(insert(session, notes, { id: 200 })).then((error) => (settled = error));
    await clock.advance(5);
    await session.close();
    await clock.advance(5);
    expect(settled).toMatchObject({ code: "closed" });
  });

  it("ends a call that waits to go again", async () => {
    const clock = new VirtualClock();
    const session = openWith(
      { transport: answering(async () => reply("{}", 429, { "retry-after": "20" })) },
      { clock },
    );
    let settled: unknown = "pending";
    void caught(scan(session, notes).toArray()).then((error) => (settled = error));
    await clock.advance(5);
    await session.close();
    await clock.advance(5);
    expect(settled).toMatchObject({ code: "closed" });
  });

  it("a call that fails since the session was closed says so", async () => {
    const clock = new VirtualClock();
    const transport = answering(async () => {
      await clock.wait(10);
      throw new TransportFailure("unknown", "ECONNRESET");
    });
    const session = openWith({ transport }, { clock, deadlineMs: 5 });
    const read = caught(session.send({ operation: "x", method: "GET", path: "/x" }));
    await clock.advance(3);
    void session.close();
    await clock.advance(100);
    expect(await read).toMatchObject({ code: "closed" });
  });
});
