import { expect, test } from "vitest";
import { formatJson } from "../../../src/console/tables/format-json.ts";

test.each([
  ['{"a":[1,{"b":null}]}', '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ]\n}'],
  [" [ ] ", "[]"],
  ['{"a": {}}', '{\n  "a": {}\n}'],
  ["[9007199254740993.10]", "[\n  9007199254740993.10\n]"],
  ['["a, {\\"b\\": 1}", "\\\\"]', '[\n  "a, {\\"b\\": 1}",\n  "\\\\"\n]'],
  ['{"a":1,"a":2}', '{\n  "a": 1,\n  "a": 2\n}'],
])("%s is formatted without changing a value", (text, formatted) => expect(formatJson(text)).toBe(formatted));

test.each(["", "12", '"a"', "[1", "{a: 1}", "[cellar] door"])("%j is not an object or array", (text) => {
  expect(formatJson(text)).toBeUndefined();
});
