import { describe, expect, it } from "vitest";
import { unset } from "../../../src/cql/protocol/message.ts";
import { bindValues, compileTerm, Variables } from "../../../src/cql/values/index.ts";
import { errorOf, parseTerm, scopeOf, select, typeOf } from "./terms.ts";

const scope = scopeOf({ c: "int", m: "map<text, int>" });

function variablesOf(...terms: readonly (readonly [type: string, text: string])[]): Variables {
  const variables = new Variables(scope);
  for (const [type, text] of terms)
    compileTerm(parseTerm(text), { name: "c", type: typeOf(type) }, { scope, variables });
  return variables;
}

describe("Variables", () => {
  it.each([
    ["int", "?", "c", "int"],
    ["int", ":mine", "mine", "int"],
    ["tuple<int, text>", "(1, ?)", "c[1]", "text"],
    ["address", "{street: ?}", "c.street", "text"],
    ["vector<float, 1>", "[?]", "value(c)", "float"],
    ["int", "(int)?", "c", "int"],
    ["timestamp", "toTimestamp(?)", "?", "?"],
    ["date", "toDate((timestamp)?)", "arg0(system.todate)", "timestamp"],
    ["int", "fromJson(?)", "arg0(system.fromjson)", "text"],
    ["int", "(int)? + 1", "arg0(system._add)", "int"],
  ])("of %s: %s is called %s", (type, text, name, markerType) => {
    if (markerType === "?") {
      expect(errorOf(() => variablesOf([type, text]))).toContain("Ambiguous call to function totimestamp");
      return;
    }
    expect(variablesOf([type, text]).specs).toEqual([{ keyspace: "ks", table: "t", name, type: typeOf(markerType) }]);
  });

  it("binds by place or by name, and checks the bytes", () => {
    const variables = variablesOf(["int", ":one"]);
    const bytes = Buffer.from([0, 0, 0, 1]);
    const marker = { index: 0, name: "one" };
    expect(bindValues(variables, [bytes])(marker)).toBe(bytes);
    expect(bindValues(variables, new Map([["one", bytes]]))(marker)).toBe(bytes);
    expect(bindValues(variables, [unset])(marker)).toBe(unset);
    expect(bindValues(variables, [null])(marker)).toBeNull();
    expect(errorOf(() => bindValues(variables, [Buffer.from([1])]))).toBe("invalid: Expected 4 or 0 byte int (1)");
    const many = "invalid: there were 1 markers(?) in CQL but 2 bound variables";
    expect(errorOf(() => bindValues(variables, [null, null]))).toBe(many);
    expect(errorOf(() => bindValues(variables, new Map()))).toBe("invalid: Invalid amount of bind variables");
  });

  it("gives markers in selectors their place in the collection", () => {
    const m = Buffer.from("00000001000000016100000004000000ff", "hex");
    expect(select({ m: "map<text, int>" }, "m[?]", { m }, [Buffer.from("a")]).value).toEqual(
      Buffer.from([0, 0, 0, 255]),
    );
    const message = "invalid: Invalid null value for element selection on m";
    expect(errorOf(() => select({ m: "map<text, int>" }, "m[?]", { m }, [null]))).toBe(message);
  });
});

it("gives terms the type of their receiver, also where a function returns another one that fits", () => {
  const receiver = { name: "c", type: typeOf("uuid") };
  for (const text of ["now()", "?", "00000000-0000-0000-0000-000000000000", "null"]) {
    expect(compileTerm(parseTerm(text), receiver, { scope, variables: new Variables(scope) }).type).toBe(receiver.type);
  }
});
