import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { pause, startTimer, within } from "../../../src/runtime/clock/clock.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";

describe("a timer", () => {
  it.each(["the time is over", "the signal fires"])(
    "runs once when %s, and is then linked to nothing",
    async (first) => {
      const clock = new VirtualClock();
      const controller = new AbortController();
      let runs = 0;
      startTimer(clock, 10, () => (runs += 1), controller.signal);
      if (first === "the time is over") await clock.advance(10);
      else controller.abort();
      expect([runs, clock.timers, getEventListeners(controller.signal, "abort").length]).toEqual([1, 0, 0]);
      controller.abort();
      await clock.advance(10);
      expect(runs).toBe(1);
    },
  );

  it("that is called off never runs", async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();
    let runs = 0;
    startTimer(clock, 10, () => (runs += 1), controller.signal)();
    controller.abort();
    await clock.advance(10);
    expect(runs).toBe(0);
  });
});

describe("a clock that skips time instead of waiting", () => {
  const skipping = {
    ...new VirtualClock(),
    after: (_: number, run: () => void): (() => void) => {
      run();
      return () => undefined;
    },
  };

  it("ends a pause at once, and leaves no listener on its signal", async () => {
    const controller = new AbortController();
    await pause(skipping, 10, controller.signal);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("runs the work of a timer once, whatever its signal does later", () => {
    const controller = new AbortController();
    let runs = 0;
    startTimer(skipping, 10, () => (runs += 1), controller.signal);
    controller.abort();
    expect(runs).toBe(1);
  });
});

describe("a limit", () => {
  it("gives what is promised in time, and no timer is left", async () => {
    const clock = new VirtualClock();
    await expect(within(clock, 10, Promise.resolve(7), () => new Error("late"))).resolves.toBe(7);
    await clock.advance(0);
    expect(clock.timers).toBe(0);
  });

  it("throws what is said of being late, or the signal's own reason", async () => {
    const clock = new VirtualClock();
    const forever = new Promise<never>(() => undefined);
    const late = within(clock, 10, forever, () => new Error("late")).catch((error: Error) => error.message);
    await clock.advance(10);
    expect(await late).toBe("late");
    const controller = new AbortController();
    const given = within(clock, 10, forever, () => new Error("late"), controller.signal);
    controller.abort("never mind");
    await expect(given).rejects.toBe("never mind");
  });

  it("leaves no rejection unhandled when the clock throws", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on("unhandledRejection", note);
    const after = (): never => {
      throw new Error("out of order");
    };
    const broken = { wall: () => 0, monotonic: () => 0, after };
    const work = Promise.reject(new Error("the work failed too"));
    await expect(within(broken, 10, work, () => new Error("late"))).rejects.toThrow("out of order");
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
});
