import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TimeSlice } from "../../src/store/reads.ts";

let clockMs = 0;
beforeEach(() => {
  clockMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => clockMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A step that works for a while, again and again, and lets others go on before each time. */
async function work(timeSlice: TimeSlice, times: number, stepMs: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const pause = timeSlice.yieldIfOver();
    if (pause) await pause;
    clockMs += stepMs;
  }
}

/** Milliseconds of each turn of the event loop until the work is done. */
async function turnsUntil(done: Promise<unknown>): Promise<readonly number[]> {
  let isDone = false;
  void done.finally(() => (isDone = true));
  const lengths: number[] = [];
  while (!isDone) {
    const startedMs = clockMs;
    await setImmediate();
    lengths.push(clockMs - startedMs);
  }
  return lengths;
}

it("lets short work go on without waiting", () => {
  const timeSlice = new TimeSlice();
  clockMs += 4.9;
  expect(timeSlice.yieldIfOver()).toBeUndefined();
});

it("gives 300 steps of one request as much of a turn as one", async () => {
  const timeSlice = new TimeSlice();
  const lengths = await turnsUntil(Promise.all(Array.from({ length: 300 }, () => work(timeSlice, 10, 1))));
  expect(Math.max(...lengths)).toBeLessThanOrEqual(5);
  expect(clockMs).toBe(3000);
});

it("gives many requests no more of a turn than one, and each its own share", async () => {
  const requests = Array.from({ length: 50 }, () => new TimeSlice());
  clockMs += 10;
  let small = Infinity;
  const heavy = requests.slice(1).flatMap((timeSlice) => Array.from({ length: 20 }, () => work(timeSlice, 10, 1)));
  const begunMs = clockMs;
  const light = work(requests[0] as TimeSlice, 10, 1).then(() => (small = clockMs - begunMs));
  const lengths = await turnsUntil(Promise.all([...heavy, light]));
  expect(Math.max(...lengths)).toBeLessThanOrEqual(5);
  // Two turns of its own, and two of each of the others.
  expect(small).toBeLessThanOrEqual(2 * 50 * 5);
});
