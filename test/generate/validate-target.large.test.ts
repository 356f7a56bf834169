import { describe, expect, test } from "vitest";
import { validateTarget } from "../../src/generate/target.ts";
import type { Target } from "../../src/generate.ts";

const target = { keyspace: "shop", definitions: "definitions/shop", output: "src/db" };

describe("a target", () => {
  test("may have every setting of a keyspace, and undefined ones", () => {
    const settings = { documents: true, naming: undefined, columns: { status: { oneOf: ["new"] } } };
    expect(() => validateTarget({ ...target, ...settings })).not.toThrow();
  });

  test.each([
    [{ validator: false }, "unknown member validator", 'did you mean "validators"?'],
    [{ columns: { status: { oneof: ["new"] } } }, "unknown member columns.status.oneof", 'did you mean "oneOf"?'],
    [{ naming: "snake" }, 'naming must be "camel" or "verbatim", not this string', undefined],
    [{ output: undefined }, "output is missing: the path of a folder", undefined],
  ])("with a mistake is an error that names it: %j", (wrong, message, next) => {
    const mistaken = { ...target, ...wrong } as unknown as Target;
    expect(() => validateTarget(mistaken)).toThrow(
      expect.objectContaining({
        code: "bad-target",
        summary: "the target of the keyspace shop has a mistake",
        problems: [expect.objectContaining({ message, ...(next !== undefined && { next }) })],
      }) as Error,
    );
  });
});
