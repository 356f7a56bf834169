import { describe, expect, it } from "vitest";
import { RecentMap } from "../../src/service/recent-map.ts";

describe("a map of the recent entries", () => {
  it("drops the entry that was not used for the longest time", () => {
    const map = new RecentMap<string, number>(2);
    map.set("a", 1);
    map.set("b", 2);
    expect(map.get("a")).toBe(1);
    map.set("c", 3);
    expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([1, undefined, 3]);
  });

  it("counts setting and reading an entry as a use, also after it was deleted", () => {
    const map = new RecentMap<string, number>(2);
    map.set("a", 1);
    map.delete("a");
    map.set("b", 2);
    map.set("a", 3);
    map.set("b", 4);
    map.set("c", 5);
    expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([undefined, 4, 5]);
  });
});
