import { describe, expect, it } from "vitest";
import { RecentMap } from "../../src/service/recent-map.ts";

describe("a map of the recent entries", () => {
  it("drops the entry that was not used for the longest time", () => {
    const map = new RecentMap<string, number>(2);
    map.set("a", 1);
    map.set("b", 2);
    expect(map.get("a")).toBe(1);
    map.set("c", 3);
    expect([map.peek("a"), map.peek("b"), map.peek("c")]).toEqual([1, undefined, 3]);
  });

  it("does not count a peek as a use", () => {
    const map = new RecentMap<string, number>(2);
    map.set("a", 1);
    map.set("b", 2);
    expect(map.peek("a")).toBe(1);
    map.set("c", 3);
    expect(map.peek("a")).toBeUndefined();
  });
});
