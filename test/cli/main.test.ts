import { describe, expect, it, vi } from "vitest";
import { createStopHandler } from "../../src/cli/main.ts";

describe("SIGINT and SIGTERM", () => {
  it("stop cleanly at first, do nothing for 100 ms, and then exit at once", () => {
    let time = 5000;
    const stop = vi.fn();
    const exit = vi.fn();
    const signal = createStopHandler({ stop, exit, now: () => time });
    signal();
    expect([stop.mock.calls.length, exit.mock.calls.length]).toEqual([1, 0]);
    time += 99;
    signal();
    expect([stop.mock.calls.length, exit.mock.calls.length]).toEqual([1, 0]);
    time += 1;
    signal();
    expect([stop.mock.calls.length, exit.mock.calls.length]).toEqual([1, 1]);
  });
});
