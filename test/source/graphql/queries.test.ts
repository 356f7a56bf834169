/** What servers are asked by GraphQL: nothing that one of them does not know. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema, parse, validate } from "graphql";
import { describe, expect, it, test } from "vitest";
import { definitionQueries } from "../../../src/source/graphql/definition-endpoint.ts";
import { introspectionQuery } from "../../../src/source/graphql/parse-introspection.ts";

const recorded = join(import.meta.dirname, "../../fixtures/introspection");

describe("what is asked for", () => {
  it("is what every server accepts: nothing newer than Stargate", () => {
    const query = parse(introspectionQuery);
    expect(introspectionQuery).not.toMatch(/specifiedBy|isRepeatable|includeDeprecated|inputValueDeprecation/);
    for (const file of ["stargate", "data-apis"]) {
      const text = readFileSync(join(recorded, `${file}.graphql`), "utf8");
      const known = buildSchema(text, { assumeValidSDL: true, assumeValid: true });
      expect(validate(known, query)).toEqual([]);
    }
  });

  test.each([
    [true, "keyspace", "frozen: Boolean", "types: [Type]"],
    [false, "keyspace", "", ""],
  ])("of the definition endpoint is known to a server (user types: %s)", (knowsTypes, _, frozen, types) => {
    const known = buildSchema(`
      type Query { keyspaces: [Keyspace] keyspace(name: String!): Keyspace }
      type Keyspace { name: String! tables: [Table] ${types} }
      type Table { name: String! columns: [Column] }
      type Type { name: String! fields: [Column] }
      type Column { name: String! kind: String type: DataType! }
      type DataType { basic: String! info: DataTypeInfo }
      type DataTypeInfo { name: String ${frozen} subTypes: [DataType] }
    `);
    const accepted = definitionQueries.filter(({ query }) => validate(known, parse(query)).length === 0);
    expect(accepted[0]?.knowsTypes).toBe(knowsTypes);
  });
});
