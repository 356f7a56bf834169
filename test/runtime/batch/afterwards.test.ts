/** What a session keeps of writes that are over: nothing. */
import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { insert } from "@colonnade/runtime";
import { settle, VirtualClock } from "../../support/virtual-clock.ts";
import { notes, openWith } from "../notes-table.ts";
import { faults, openLedger } from "../open-ledger.ts";
import { answering, caught, reply } from "../replies.ts";

describe("afterwards", () => {
  it("no timer and no listener is left, however the writes ended", async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const { session } = openLedger(
      { ...faults("busy", "drop-after", "field-timeout", "fine", "refuse-connection"), delay: () => clock.wait(3) },
      { clock },
    );
    const all = Promise.all(
      Array.from({ length: 300 }, (_, id) =>
        caught(insert(session, notes, { id: id % 120 }, { signal: controller.signal })),
      ),
    );
    await clock.advance(40_000);
    await all;
    expect(clock.timers).toBe(0);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });

  it("nothing of what was written is kept", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const session = openWith({
      transport: answering(async () => reply({ data: { result: { applied: true } } })),
    });
    await insert(session, notes, { id: 0, title: "x" });
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let id = 0; id < 200; id++) await insert(session, notes, { id, title: String(id).repeat(20_000) });
    await settle();
    collect();
    expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(5);
  });
});
