/** Writes that nobody waits for any more: because their caller gave up, or because their time is over. */
import { describe, expect, it } from "vitest";
import { TransportFailure, insert } from "@colonnade/runtime";
import { batchWrites } from "@colonnade/runtime/batch";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { LedgerService } from "../ledger-service.ts";
import { notes, openWith } from "../notes-table.ts";
import { faults, openLedger } from "../open-ledger.ts";
import { answering, caught } from "../replies.ts";

describe("a write whose caller gives up", () => {
  it("while the session still waits for its token is not sent", async () => {
    const clock = new VirtualClock();
    const service = new LedgerService();
    const session = openWith(
      {
        transport: async (call) => {
          if (call.url.endsWith("/auth")) await clock.wait(100);
          return service.transport(call);
        },
      },
      { clock },
    );
    const controller = new AbortController();
    const first = caught(insert(session, notes, { id: 1 }, { signal: controller.signal }));
    const second = insert(session, notes, { id: 2 });
    await clock.advance(50);
    controller.abort("never mind");
    await clock.advance(100);
    expect(await first).toBe("never mind");
    await second;
    expect(service.done.map(({ value }) => value["id"])).toEqual([2]);
  });

  it("before it goes again is not sent, when it never was", async () => {
    const clock = new VirtualClock();
    const { service, session } = openLedger(faults("refuse-connection"), { clock, random: () => 0.9 });
    const controller = new AbortController();
    const first = caught(insert(session, notes, { id: 1 }, { signal: controller.signal }));
    const second = insert(session, notes, { id: 2 });
    await clock.advance(10);
    controller.abort("never mind");
    await clock.advance(1_000);
    await Promise.all([first, second]);
    expect(service.done.map(({ value }) => value["id"])).toEqual([2]);
  });
});

describe("the deadline of a write", () => {
  it("ends the search for a write that spoils a document: none goes out after it", async () => {
    const clock = new VirtualClock();
    const sent: number[] = [];
    const service = new LedgerService({ isPoison: ({ value }) => value["id"] === 3 });
    const transport = answering(async (call) => {
      sent.push(clock.monotonic());
      if (call.timeoutMs < 9_000) {
        await clock.wait(call.timeoutMs);
        throw new TransportFailure("timeout", "late", { phase: "response" });
      }
      await clock.wait(9_000);
      return service.transport(call);
    });
    const session = openWith({ transport }, { clock });
    const begun = clock.monotonic();
    const all = Promise.all(Array.from({ length: 50 }, (_, id) => caught(insert(session, notes, { id }))));
    await clock.advance(60_000);
    await all;
    expect(sent.filter((at) => at - begun >= 30_000)).toEqual([]);
  });

  it("holds while it waits for others with lingerMs", async () => {
    const clock = new VirtualClock();
    const { session } = openLedger({}, { clock, deadlineMs: 1_000, batch: batchWrites({ lingerMs: 5_000 }) });
    let settled = false;
    void caught(insert(session, notes, { id: 1 })).then(() => (settled = true));
    await clock.advance(1_500);
    expect(settled).toBe(true);
  });
});
