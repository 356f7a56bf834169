import { describe, expect, it } from "vitest";
import { compileSelector, nativeType, toJson, Variables } from "../../../src/cql/values/index.ts";
import { parseStatement } from "../../../src/cql/grammar/index.ts";
import type { Select } from "../../../src/cql/grammar/index.ts";
import type { NativeType } from "../../../src/model/index.ts";
import { evaluateTerm, nowMs, scopeOf } from "./terms.ts";

/** What a selector makes of rows whose column `c` has values of a type. */
function aggregate(type: string, selector: string, values: readonly string[]): string {
  const scope = scopeOf({ c: type });
  const [parsed] = (parseStatement(`SELECT ${selector} FROM t`) as Select).selectors ?? [];
  if (!parsed) throw new Error("no selector");
  const compiled = compileSelector(parsed, { scope, variables: new Variables(scope) });
  expect(compiled.isAggregate).toBe(true);
  const total = compiled.start({ bound: () => null, nowMs });
  for (const value of values) {
    const bytes = value === "empty" ? Buffer.alloc(0) : (evaluateTerm(type, value) as Buffer | null);
    total.add({ bytes: () => bytes, cells: () => [] });
  }
  return toJson(compiled.type, total.result());
}

describe("aggregates", () => {
  it.each([
    ["int", "count(*)", ["1", "null", "2"], "3"],
    ["int", "count(1)", ["null"], "1"],
    ["int", "count(c)", ["1", "null", "2"], "2"],
    ["list<int>", "count(c)", ["[1]", "null"], "1"],
    ["int", "sum(c)", ["1", "2", "null"], "3"],
    ["int", "sum(c)", [], "0"],
    ["int", "sum(c)", ["2147483647", "1"], "-2147483648"],
    ["tinyint", "sum(c)", ["100", "100"], "-56"],
    ["bigint", "sum(c)", ["9223372036854775807", "1"], "-9223372036854775808"],
    ["varint", "sum(c)", ["9223372036854775807", "1"], "9223372036854775808"],
    ["decimal", "sum(c)", ["1.10", "2.2", "3"], "6.30"],
    ["double", "sum(c)", ["0.1", "0.2", "0.3"], "0.6"],
    ["double", "sum(c)", ["Infinity", "1"], "null"],
    ["float", "sum(c)", ["0.1", "0.2"], "0.3"],
    ["int", "avg(c)", ["1", "2"], "1"],
    ["int", "avg(c)", ["-1", "-2"], "-1"],
    ["int", "avg(c)", [], "0"],
    ["bigint", "avg(c)", ["9223372036854775807", "9223372036854775807"], "9223372036854775807"],
    ["varint", "avg(c)", ["10", "5"], "7"],
    ["decimal", "avg(c)", ["1.10", "2.2", "3.333"], "2.211"],
    ["double", "avg(c)", ["1e308", "1e308"], "1.0E308"],
    ["float", "avg(c)", ["1", "2"], "1.5"],
    ["int", "min(c)", ["3", "-1", "null"], "-1"],
    ["int", "max(c)", ["3", "-1"], "3"],
    ["int", "max(c)", [], "null"],
    ["int", "min(c)", ["3", "empty"], '""'],
    ["text", "max(c)", ["'a'", "'b'", "''"], '"b"'],
    [
      "timeuuid",
      "min(c)",
      ["50554d6e-29bb-11e5-b345-feff819cdc9f", "40554d6e-29bb-11e6-b345-feff819cdc9f"],
      '"50554d6e-29bb-11e5-b345-feff819cdc9f"',
    ],
    ["list<int>", "max(c)", ["[1]", "[1, 2]", "[0, 9]"], "[1, 2]"],
    ["int", "sum(c) + max(c)", ["1", "2"], "5"],
    ["int", "sum(c + 1)", ["1", "2"], "5"],
    ["int", "cast(avg(c) as double)", ["1", "2"], "1.0"],
    ["int", "abs(min(c))", ["-3"], "3"],
  ])("of %s: %s of %j", (type, selector, values, result) => {
    expect(aggregate(type, selector, values)).toBe(result);
  });

  it("may go beside a column, which is that of the first row", () => {
    const scope = scopeOf({ c: "int" });
    const variables = new Variables(scope);
    const [column] = (parseStatement("SELECT c FROM t") as Select).selectors ?? [];
    if (!column) throw new Error("no selector");
    const total = compileSelector(column, { scope, variables }).start({ bound: () => null, nowMs });
    expect(total.result()).toBeNull();
    for (const byte of [1, 2]) total.add({ bytes: () => Buffer.from([0, 0, 0, byte]), cells: () => [] });
    expect(total.result()).toEqual(Buffer.from([0, 0, 0, 1]));
  });

  it.each<NativeType>(["tinyint", "smallint", "int", "bigint", "float", "double", "decimal", "varint"])(
    "of %s have its type",
    (type) => {
      const scope = scopeOf({ c: type });
      for (const name of ["sum", "avg", "min", "max"]) {
        const [selector] = (parseStatement(`SELECT ${name}(c) FROM t`) as Select).selectors ?? [];
        if (!selector) throw new Error("no selector");
        expect(compileSelector(selector, { scope, variables: new Variables(scope) }).type).toEqual(nativeType(type));
      }
    },
  );
});
