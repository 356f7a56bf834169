import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createRounds } from "../../src/generate/rounds.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const times = { foldMs: 4, longestMs: 20, patienceMs: 80 };

/** Rounds whose work fails as often as is asked for, and what became of them. */
function createCounted(failures = 0): { rounds: ReturnType<typeof createRounds>; began: number[]; told: unknown[] } {
  const [began, told]: [number[], unknown[]] = [[], []];
  const work = (): Promise<"done"> => {
    began.push(performance.now());
    return failures-- > 0 ? Promise.reject(new Error(`failure ${began.length}`)) : Promise.resolve("done");
  };
  const rounds = createRounds({ work, onFailure: (error) => told.push((error as Error).message), times });
  return { rounds, began, told };
}

it("does the work at once for the first who asks, and once for all who ask soon after", async () => {
  const { rounds, began } = createCounted();
  rounds.ask();
  expect(began).toHaveLength(1);
  for (let ask = 0; ask < 4; ask++) {
    rounds.ask();
    await vi.advanceTimersByTimeAsync(3);
  }
  await vi.runAllTimersAsync();
  expect(began).toHaveLength(2);
});

it("does not wait forever for those who never stop asking", async () => {
  const { rounds, began } = createCounted();
  for (let ask = 0; ask < 20; ask++) {
    rounds.ask();
    await vi.advanceTimersByTimeAsync(3);
  }
  expect(began.length).toBeGreaterThanOrEqual(2);
});

it("does it again for one who asks while it is under way, and never twice at a time", async () => {
  let [atWork, most, count] = [0, 0, 0];
  const work = async (): Promise<"done"> => {
    most = Math.max(most, ++atWork);
    count++;
    await new Promise((resolve) => setTimeout(resolve, 50));
    atWork--;
    return "done";
  };
  const rounds = createRounds({ work, onFailure: () => undefined, times });
  rounds.ask();
  await vi.advanceTimersByTimeAsync(20);
  rounds.ask();
  await vi.runAllTimersAsync();
  expect({ most, count }).toEqual({ most: 1, count: 2 });
});

it("takes a failure for a file that is half saved, and tells of it when it comes again", async () => {
  const once = createCounted(1);
  once.rounds.ask();
  await vi.runAllTimersAsync();
  expect(once.told).toEqual([]);
  expect(once.began).toHaveLength(2);

  const twice = createCounted(2);
  twice.rounds.ask();
  await vi.runAllTimersAsync();
  expect(twice.told).toEqual(["failure 2"]);
  twice.rounds.ask();
  await vi.runAllTimersAsync();
  expect(twice.began).toHaveLength(3);
});

it("tries again what looked half saved as soon as the rest is saved", async () => {
  const { rounds, began, told } = createCounted(1);
  rounds.ask();
  await vi.advanceTimersByTimeAsync(2);
  rounds.ask();
  await vi.advanceTimersByTimeAsync(times.foldMs);
  expect([began.length, told]).toEqual([2, []]);
});

it("reports no failure while somebody keeps asking", async () => {
  const { rounds, began, told } = createCounted(3);
  for (let ask = 0; ask < 3; ask++) {
    rounds.ask();
    await vi.advanceTimersByTimeAsync(times.patienceMs / 2);
  }
  expect([began.length, told]).toEqual([3, []]);
  await vi.runAllTimersAsync();
  expect([began.length, told]).toEqual([4, []]);
});

it("tries again what asks to wait, and does not let it wait twice", async () => {
  const settled: boolean[] = [];
  const work = (isSettled: boolean): Promise<"done" | "wait"> => {
    settled.push(isSettled);
    return Promise.resolve(isSettled ? "done" : "wait");
  };
  const rounds = createRounds({ work, onFailure: () => undefined, times });
  rounds.ask();
  await vi.runAllTimersAsync();
  expect(settled).toEqual([false, true]);
});

it("ends with the round that is under way", async () => {
  const { rounds, began } = createCounted();
  rounds.ask();
  rounds.ask();
  const stopped = rounds.stop();
  await vi.runAllTimersAsync();
  await stopped;
  rounds.ask();
  await vi.runAllTimersAsync();
  expect(began.length).toBeLessThanOrEqual(1);
});
