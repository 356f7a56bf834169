import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { JsonText } from "../../../src/cli/init/json-places.ts";
import { insertMember } from "../../../src/cli/init/insert-member.ts";
import { isWithin } from "./is-within.ts";

/** Adds `"b": 2` to the object at a path. */
function add(text: string, ...path: string[]): string {
  const container = new JsonText(text).container(...path);
  if (!container) throw new Error("there is no object");
  return insertMember(text, container, { render: () => '"b": 2', alone: "" });
}

describe("a new member", () => {
  test.each([
    ["follows the others on their line", '{ "a": 1 }', '{ "a": 1, "b": 2 }'],
    ["follows a comma that is there", '{ "a": 1, }', '{ "a": 1, "b": 2, }'],
    ["gets a line where they have lines", '{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "b": 2\n}\n'],
    ["ends as they do", '{\n  "a": 1,\n}', '{\n  "a": 1,\n  "b": 2,\n}'],
    ["is indented as they are", '{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"b": 2\n}'],
    ["has their line ends", '{\r\n  "a": 1\r\n}', '{\r\n  "a": 1,\r\n  "b": 2\r\n}'],
    ["leaves a comment with its line", '{\n  "a": 1 // one\n}', '{\n  "a": 1, // one\n  "b": 2\n}'],
    ["leaves a comment behind a comma", '{\n  "a": 1, // one\n}', '{\n  "a": 1, // one\n  "b": 2,\n}'],
    ["leaves the comments that follow", '{\n  "a": 1\n  // last\n}', '{\n  "a": 1,\n  "b": 2\n  // last\n}'],
    ["stands before a bracket on the same line", '{\n  "a": 1 }', '{\n  "a": 1,\n  "b": 2 }'],
    ["is the first on a line", "{}", '{ "b": 2 }'],
    ["is the first on lines", "{\n}\n", '{\n  "b": 2\n}\n'],
    ["is the first before a comment", "{ // none yet\n}", '{\n  "b": 2 // none yet\n}'],
  ])("%s", (_, text, expected) => {
    expect(add(text)).toBe(expected);
  });

  it("opens an object that stands on one line among lines", () => {
    expect(add('{\n    "x": {}\n}', "x")).toBe('{\n    "x": {\n        "b": 2\n    }\n}');
  });

  it("goes where it belongs, whatever the text looks like, and no byte is lost", () => {
    const blanks = fc.constantFrom("", " ", "\n", "\r\n\t", " /* { */ ", " // }\n");
    const member = fc.tuple(blanks, fc.constantFrom('"x":1', '"y" : { "z": [] }', '"//": "}"'), blanks);
    const object = fc
      .tuple(fc.array(member, { maxLength: 4 }), blanks, fc.constantFrom("", ","))
      .map(([members, inner, comma]) => {
        const body = members.map((parts) => parts.join("")).join(",");
        return members.length === 0 ? `{${inner}}` : `{${body}${comma}${inner}}`;
      });
    fc.assert(
      fc.property(object, blanks, (text, before) => {
        const whole = before + text;
        const result = add(whole);
        const json = new JsonText(result);
        expect(json.namesAt()).toEqual([...new JsonText(whole).namesAt(), "b"]);
        expect(isWithin(whole, result)).toBe(true);
        expect(result.length - whole.length).toBeLessThan(30);
      }),
      { seed: 5, numRuns: 1000 },
    );
  });
});
