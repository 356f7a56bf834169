/** Values as people type them: what a field shows can be saved again, and every other text is refused or means itself. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseText, printValue } from "../../../src/console/tables/value-text.ts";
import { nativeTypes, parseCqlType } from "../../../src/model/index.ts";
import type { CqlType } from "../../../src/model/index.ts";
import { userTypesOf } from "../../support/keyspaces.ts";
import { arbitraryValue } from "../../support/values.ts";

const userTypes = userTypesOf([
  {
    name: "address",
    fields: [
      { name: "postal_code", typeDefinition: "text" },
      { name: "position", typeDefinition: "tuple<double, double>" },
      { name: "__proto__", typeDefinition: "map<int, text>" },
    ],
  },
]);

function typeOf(text: string): CqlType {
  const parsed = parseCqlType(text, { userTypes });
  if ("type" in parsed) return parsed.type;
  throw new Error(parsed.message);
}

describe("a value as text", () => {
  test.each([
    ...nativeTypes,
    ...["list<text>", "set<uuid>", "map<text, int>", "map<bigint, frozen<list<blob>>>", "vector<float, 3>"],
    ...["tuple<int, text>", "address", "list<frozen<address>>", "map<frozen<address>, frozen<tuple<int, address>>>"],
  ])("%s is read back as it was", (text) => {
    const type = typeOf(text);
    fc.assert(
      fc.property(arbitraryValue(type), (value) => {
        const shown = printValue(type, value);
        expect(shown).toBe(printValue(type, valueOf(parseText(type, shown))));
      }),
      { seed: 19 },
    );
  });

  test.each([
    ["int", "1.5", "Must be a whole number from -2147483648 to 2147483647"],
    ["int", "", "Must be a whole number from -2147483648 to 2147483647"],
    ["bigint", "9223372036854775808", "Must be a whole number of 64 bits"],
    ["boolean", "yes", "Must be true or false"],
    ["uuid", "5f3a", "Must be a UUID"],
    ["timestamp", "yesterday", "Must be a time, such as 2026-11-23T12:30:00.000Z"],
    ["blob", "?", "Must be bytes in base64, such as AAEC"],
    ["ascii", "é", "Must be text of ASCII characters"],
    ["list<int>", "1, 2", "Must be an array, each item a whole number from -2147483648 to 2147483647; as JSON"],
    ["list<int>", '["a"]', "Must be an array, each item a whole number from -2147483648 to 2147483647; as JSON"],
    ["map<text, boolean>", '{"a": 1}', "Must be an object, each key text, each value true or false; as JSON"],
    ["tuple<text, text>", '["a", "b", "c"]', "Must be an array of 2: text or null, text or null; as JSON"],
    ["address", '{"postalCode": "1020"}', "Must be an object with postal_code, position, __proto__; as JSON"],
  ])("%s is not %j: %s", (type, text, problem) => {
    expect(parseText(typeOf(type), text)).toEqual({ problem });
  });

  test.each([
    ["map<int, text>", new Map([[1, "a"]]), '{"1":"a"}'],
    ["tuple<int, text>", [1, null], "[1,null]"],
    ["text", "{}", "{}"],
    ["bigint", 9007199254740993n, "9007199254740993"],
  ])("%s is shown short", (type, value, text) => {
    expect(printValue(typeOf(type), value)).toBe(text);
  });
});

function valueOf(parsed: ReturnType<typeof parseText>): unknown {
  if ("value" in parsed) return parsed.value;
  throw new Error(parsed.problem);
}
