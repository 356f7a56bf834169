import { describe, expect, it } from "vitest";
import { createThrottle } from "../../../src/cli/serve/log.ts";

describe("a throttle", () => {
  it("lets a number of calls pass in each period, and says which is the last", () => {
    let now = 1000;
    const passes = createThrottle(2, 60_000, () => now);
    expect([passes(), passes(), passes(), passes()]).toEqual(["passes", "is last", "is held back", "is held back"]);
    now += 59_999;
    expect(passes()).toBe("is held back");
    now += 1;
    expect([passes(), passes(), passes()]).toEqual(["passes", "is last", "is held back"]);
  });

  it("is not stopped by a clock that is set back", () => {
    let now = 3_600_000;
    const passes = createThrottle(1, 60_000, () => now);
    passes();
    now = 0;
    expect(passes()).toBe("is last");
  });
});
