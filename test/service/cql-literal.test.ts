import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseLiteral } from "../../src/service/cql-literal.ts";
import type { CqlLiteral } from "../../src/service/cql-literal.ts";

describe("the text of a value that is made of others", () => {
  test.each<[text: string, literal: CqlLiteral]>([
    ["[]", []],
    ["[1, 2 ,3]", ["1", "2", "3"]],
    ["['a','b']", ["a", "b"]],
    ["[a b, c ]", ["a b", "c"]],
    ["['it''s', ' [,] ', '']", ["it's", " [,] ", ""]],
    ["[2020-08-10T18:48:31Z]", ["2020-08-10T18:48:31Z"]],
    ["{}", []],
    ["{3, 1}", ["3", "1"]],
    ["(1, null, 'null')", ["1", null, "null"]],
    ["{'a': 1, b:2}", [{ key: "a", value: "1" }, { key: "b", value: "2" }]], // prettier-ignore
    ["{a: {1, 2}}", [{ key: "a", value: ["1", "2"] }]],
    ["[(1, [2]), {name: 'x'}]", [["1", ["2"]], [{ key: "name", value: "x" }]]],
    ["plain", "plain"],
  ])("%s is parsed", (text, literal) => {
    expect(parseLiteral(text)).toEqual(literal);
  });

  test.each([
    ["", "a value is missing"],
    ["[", "a value is missing"],
    ["[1,]", "a value is missing"],
    ["[1 2", "a comma is missing"],
    ["[1]]", "text after the end"],
    ["[1}", "a comma is missing"],
    ['["a"]', "a value is missing"],
    ["['a]", "a value is missing"],
    ["{1, 2: 3}", "some values have a key, others have none"],
    ["{1: }", "a value is missing"],
    ["[".repeat(33) + "]".repeat(33), "too deep"],
    [`[${"1,".repeat(50_000)}1]`, "too many values"],
  ])("is refused where it is not one, case %#", (text, message) => {
    expect(() => parseLiteral(text)).toThrow(new SyntaxError(message));
  });

  it("keeps any text in quotes, and has no other error than that of syntax", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), (items, any) => {
        const quoted = items.map((item) => `'${item.replaceAll("'", "''")}'`);
        expect(parseLiteral(`[${quoted.join(",")}]`)).toEqual(items);
        try {
          parseLiteral(any);
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }),
    );
  });
});
