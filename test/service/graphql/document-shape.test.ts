import fc from "fast-check";
import { Lexer, Source, TokenKind } from "graphql";
import { describe, expect, it } from "vitest";
import { shapeOf } from "../../../src/service/graphql/document-shape.ts";
import type { DocumentShape } from "../../../src/service/graphql/document-shape.ts";

const piece = fc.oneof(
  fc.constantFrom("{", "}", "(", ")", "[", "]", ":", "$", "!", "...", "=", "@", "|", "&"),
  fc.constantFrom("a", "w0", "_x", "null", "true", "fragment", "e1"),
  fc.constantFrom("0", "-1", "10", "1.5", "1e3", "-0.5E-7", "01", "1.", "-"),
  fc.string({ unit: "binary", maxLength: 6 }).map((value) => JSON.stringify(value)),
  fc.string({ maxLength: 6 }).map((value) => `"""${value}"""`),
  fc.string({ maxLength: 6 }).map((value) => `# ${value}\n`),
  fc.constantFrom("\u0001", "\u0003", "?", "\ufeff"),
);
const texts = fc
  .array(fc.tuple(piece, fc.constantFrom(" ", "", ",", "\n")), { maxLength: 12 })
  .map((pieces) => pieces.flat().join(""));

/** The same by the tokens of graphql-js; undefined for a text that it cannot read. */
function shapeByLexer(text: string): DocumentShape | undefined {
  const marks: Readonly<Record<string, string>> = {
    Int: "\u0001",
    Float: "\u0002",
    String: "\u0003",
    BlockString: "\u0003",
  };
  const lexer = new Lexer(new Source(text));
  const literals: string[] = [];
  let key = "";
  let end = 0;
  try {
    for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
      const mark = marks[token.kind];
      if (mark === undefined) continue;
      key += text.slice(end, token.start) + mark;
      end = token.end;
      literals.push(token.value);
    }
  } catch {
    return undefined;
  }
  return { key: key + text.slice(end), literals };
}

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

  it("is not known of texts that have a wrong value, or are too long to be kept", () => {
    for (const value of ['"', '"\\x"', '"a\nb"', '"\ud800"', '"""a', "01", "1.", "1e", "-", "0x1", "\u0003"]) {
      expect(shapeOf(`{ x(a: ${value}`)).toBeUndefined();
    }
    expect(shapeOf(`{ x(a: "${"a".repeat(64_000)}") }`)).toBeUndefined();
    expect(shapeOf(`{ x(a: ${"1".repeat(5001)}) }`)).toBeUndefined();
    expect(shapeOf(`{ x(a: [${"1 ".repeat(2001)}]) }`)).toBeUndefined();
  });

  it("is what the lexer of graphql-js finds in any text that it can read", () => {
    let read = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const [expected, shape] = [shapeByLexer(text), shapeOf(text)];
        // Numbers that touch are read by nobody but the lexer.
        if (!expected || (!shape && /[0-9]-/.test(text))) return;
        read++;
        expect(shape).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
    expect(read).toBeGreaterThan(100);
  });

  it("is never that of a text that can be read, if the text itself cannot", () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.constantFrom(...'"\\#01.e\u0001\u0003\n a{'), (text, place, character) => {
        if (!shapeByLexer(text) || !shapeOf(text)) return;
        const at = place % (text.length + 1);
        const changed = text.slice(0, at) + character + text.slice(at);
        if (keyOf(changed) === keyOf(text)) expect(shapeByLexer(changed)?.key).toBe(keyOf(text));
      }),
      { numRuns: 1000 },
    );
  });
});
