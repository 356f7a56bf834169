import { describe, expect, it } from "vitest";
import type { NativeType } from "../../src/model/index.ts";
import { WireTypes } from "../../src/plan/wire-types.ts";

describe("the type in JSON of a column with a type of the app", () => {
  const type = { name: "Level", module: { own: "./levels.js" } };
  const typed = (name: NativeType): unknown =>
    new WireTypes([], []).of(
      { kind: "native", name },
      { kind: "typed", name: `levelOf${name}`, base: { kind: "native", name }, type },
    );

  it("is that type where the value is the same in JSON", () => {
    expect(typed("text")).toEqual({ kind: "imported", ...type });
    expect(typed("int")).toEqual({ kind: "imported", ...type });
  });

  it("is the API's where it is not: a bigint is text in JSON", () => {
    expect(typed("bigint")).toBe("string");
  });
});
