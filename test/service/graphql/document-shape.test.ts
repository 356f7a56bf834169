import { describe, expect, it } from "vitest";
import { shapeOf } from "../../../src/service/graphql/document-shape.ts";

const keyOf = (text: string): string | undefined => shapeOf(text)?.key;

describe("the shape of a document", () => {
  it("is its text without values", () => {
    const shape = shapeOf('{ products(value: {id: "a", price: 1.5}, options: {pageSize: 10}) { values { id } } }');
    expect(shape?.literals).toEqual(["a", "1.5", "10"]);
    expect(shape?.key).toBe(
      keyOf('{ products(value: {id: "bc", price: 22.75}, options: {pageSize: 7}) { values { id } } }'),
    );
  });

  it("is the text itself if that holds none", () => {
    const text = "query ($id: Uuid) { products(value: {id: $id}) { values { id } } }";
    expect(shapeOf(text)).toEqual({ key: text, literals: [] });
  });

  it.each([
    ["a name", "{ a1: x }", "{ a2: x }"],
    ["an enum", "{ x(a: ASC) }", "{ x(a: DESC) }"],
    ["true, false and null", "{ x(a: true) }", "{ x(a: null) }"],
    ["the kind of a value", '{ x(a: "1") }', "{ x(a: 1) }"],
    ["a whole number and another", "{ x(a: 1) }", "{ x(a: 1.0) }"],
    ["how many values there are", '{ x(a: ["1"]) }', '{ x(a: ["1", "2"]) }'],
  ])("differs by %s", (_, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });

  it("has the values that GraphQL would read: escapes, block strings, none in comments", () => {
    expect(shapeOf('{ x(a: "\\u0041\\n\\"", b: """\n  two\n  lines""") # "no value" 7\n}')?.literals).toEqual([
      'A\n"',
      "two\nlines",
    ]);
  });

  it("is not known of texts that do not parse, or are too long to be kept", () => {
    expect(shapeOf('{ x(a: "')).toBeUndefined();
    expect(shapeOf(`{ x(a: "${"a".repeat(64_000)}") }`)).toBeUndefined();
    expect(shapeOf("{ x(a: [".concat("1 ".repeat(15_001)))).toBeUndefined();
  });
});
