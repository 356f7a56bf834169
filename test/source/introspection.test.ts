/** What the introspection of a service's GraphQL tells of a keyspace, without a service. */
import { buildSchema, introspectionFromSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { parseDescription } from "../../src/source/graphql/conventions.ts";
import { parseIntrospection } from "../../src/source/graphql/parse-introspection.ts";

/** As Stargate has it, where a row's type names its table and user types have an ending of their own. */
const stargate = `
  scalar Uuid
  type Query { homes: homesResult }
  type Mutation { inserthomes(value: homesInput): homes, updatehomes(value: homesInput): homes }
  input homesInput { id: Uuid, home: homeUdtInput }
  input homeUdtInput { street: streetUdtInput }
  input streetUdtInput { name: String }
  type homesResult { values: [homes!] }
  """
  The type used to represent results of a query for the table 'homes'.
  """
  type homes { id: Uuid, home: homeUdt, earlier: [homeUdt] }
  type homeUdt { street: streetUdt }
  type streetUdt { name: String }
`;

describe("an introspection of Stargate", () => {
  const parse = (schema: string): ReturnType<typeof parseIntrospection> =>
    parseIntrospection(introspectionFromSchema(buildSchema(schema)) as object as Record<string, unknown>, "shop");

  it("tells of the user types that tables have, those within others too, each once", () => {
    const { keyspace } = parse(stargate) ?? {};
    expect(keyspace?.userTypes?.map(({ name, fields }) => `${name}: ${fields.map((one) => one.name).join()}`)).toEqual([
      "home: street",
      "street: name",
    ]);
    // Those that no table has, and tables that GraphQL cannot show, may be there besides.
    expect(keyspace).toMatchObject({ partialTypes: true, partial: true });
  });

  it("is of the type that it names as its query", () => {
    const renamed = `schema { query: Reading, mutation: Mutation } ${stargate.replace("type Query", "type Reading")}`;
    expect(parse(renamed)?.keyspace.tables.map(({ name }) => name)).toEqual(["homes"]);
  });
});

describe("what our service says of a column", () => {
  const uuid = { words: ["uuid"] };

  it.each([
    ["CQL `uuid`, partition key.", { type: uuid, kind: "partition" }],
    ["CQL `uuid`, static.", { type: uuid, kind: "static" }],
    ["Who wrote it.\n\nCQL `uuid`.", { description: "Who wrote it.", type: uuid, kind: "regular" }],
    ["Who wrote it.", {}],
    ["Who wrote it.\n\nCQL `list<`.", {}],
  ])("%j", (text, told) => {
    expect(parseDescription(text)).toStrictEqual(told);
  });
});
