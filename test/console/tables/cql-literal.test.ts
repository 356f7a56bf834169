import { expect, test } from "vitest";
import { printCqlLiteral } from "../../../src/console/tables/cql-literal.ts";
import { parseText } from "../../../src/console/tables/value-text.ts";
import { parseCqlType } from "../../../src/model/index.ts";
import type { CqlType } from "../../../src/model/index.ts";
import { userTypesOf } from "../../support/keyspaces.ts";

const userTypes = userTypesOf([
  {
    name: "address",
    fields: [
      { name: "street", typeDefinition: "text" },
      { name: "Zip", typeDefinition: "int" },
    ],
  },
]);

test.each([
  ["text", "O'Hara", "'O''Hara'"],
  ["int", "12", "12"],
  ["bigint", "9007199254740993", "9007199254740993"],
  ["uuid", "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10", "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10"],
  ["timestamp", "2026-11-23T12:30:00Z", "'2026-11-23T12:30:00.000Z'"],
  ["blob", "AAEC", "0x000102"],
  ["duration", "12m30s", "12m30s"],
  ["inet", "10.0.0.1", "'10.0.0.1'"],
  ["boolean", "true", "true"],
  ["list<text>", '["a", "b"]', "['a', 'b']"],
  ["set<int>", "[1, 2]", "{1, 2}"],
  ["map<text, bigint>", '{"a": "1"}', "{'a': 1}"],
  ["map<frozen<tuple<int>>, text>", '[{"key": [1], "value": "a"}]', "{(1): 'a'}"],
  ["tuple<int, text>", "[1, null]", "(1, null)"],
  ["vector<float, 2>", "[0.5, 1]", "[0.5, 1]"],
  ["address", '{"street": "Mill Lane", "Zip": 7}', "{street: 'Mill Lane', \"Zip\": 7}"],
])("%s %s is %s in CQL", (definition, text, cql) => {
  const parsed = parseCqlType(definition, { userTypes });
  const { type } = parsed as { readonly type: CqlType };
  const { value } = parseText(type, text) as { readonly value: unknown };
  expect(printCqlLiteral(type, value)).toBe(cql);
});
