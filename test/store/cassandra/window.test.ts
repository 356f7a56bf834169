import { describe, expect, it } from "vitest";
import { Window } from "../../../src/store/cassandra/window.ts";

describe("a window of two", () => {
  it("has two requests in flight at most, and starts them in their order", async () => {
    const window = new Window(() => 2);
    const ends: (() => void)[] = [];
    const started: number[] = [];
    const sent = Array.from({ length: 5 }, (_, index) =>
      window.send(() => {
        started.push(index);
        return new Promise<void>((end) => ends.push(end));
      }),
    );
    for (const count of [2, 3, 4, 5, 5]) {
      await Promise.resolve();
      expect(started).toHaveLength(count);
      ends.shift()?.();
      await new Promise((turn) => setImmediate(turn));
    }
    await Promise.all(sent);
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  it("gives the place of a request that fails to the next one", async () => {
    const window = new Window(() => 1);
    const fails = window.send(() => Promise.reject(new Error("broken")));
    const follows = window.send(() => Promise.resolve("done"));
    await expect(fails).rejects.toThrow("broken");
    expect(await follows).toBe("done");
    expect(await window.send(() => Promise.resolve("and more"))).toBe("and more");
  });
});
