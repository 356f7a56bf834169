/** What introspection says of a keyspace: every element has a description, and those of tables say how to use them. */
import { resolve } from "node:path";
import { buildClientSchema, getIntrospectionQuery } from "graphql";
import type { GraphQLSchema, IntrospectionQuery } from "graphql";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { printTableDefinition } from "../../../src/model/index.ts";
import { loadKeyspace } from "../../../src/source/parse-keyspace.ts";
import { openFixture, orderLines, products } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

const notes = {
  name: "notes",
  description: "Notes of a person.",
  columnDefinitions: [
    { name: "person", typeDefinition: "text", description: "Who wrote it." },
    { name: "tags", typeDefinition: "set<text>" },
    { name: "rank", typeDefinition: "int" },
    { name: "street", typeDefinition: "tuple<text, int>" },
    { name: "prices", typeDefinition: "map<text, decimal>" },
  ],
  primaryKey: { partitionKey: ["person"] },
  indexes: [
    { column: "tags", kind: "values" as const },
    { column: "rank", using: "sai" as const },
  ],
};

let fixture: Fixture;
let types: GraphQLSchema;
let definitions: GraphQLSchema;
let described: Map<string, string>;
let introspections: readonly IntrospectionQuery[];

beforeAll(async () => {
  const everyType = await loadKeyspace(resolve("examples/every-type/definitions/every_type"), "shop");
  const userTypes = [
    { name: "address", fields: [{ name: "street", typeDefinition: "text" }] },
    { name: "person", description: "A person.", fields: [{ name: "home", typeDefinition: "frozen<address>" }] },
  ];
  const people = {
    name: "people",
    columnDefinitions: [
      { name: "id", typeDefinition: "uuid" },
      { name: "who", typeDefinition: "frozen<person>" },
    ],
    primaryKey: { partitionKey: ["id"] },
  };
  const tables = [...everyType.tables.map(printTableDefinition), people, notes, orderLines, products];
  fixture = await openFixture(tables, {}, userTypes);
  const introspect = async (path: string): Promise<IntrospectionQuery> => {
    const query = getIntrospectionQuery({ descriptions: true, specifiedByUrl: true, inputValueDeprecation: true });
    return (await fixture.graphql(query, {}, path)).data as unknown as IntrospectionQuery;
  };
  introspections = await Promise.all(["/api/graphql", "/api/graphql-schema"].map(introspect));
  [types, definitions] = introspections.map((one) => buildClientSchema(one)) as [GraphQLSchema, GraphQLSchema];
  described = new Map(introspections.flatMap(elementsOf));
});
afterAll(() => fixture.close());

interface Element {
  readonly name: string;
  readonly description?: string | null;
  readonly [members: string]: unknown;
}

/** Every element of an introspection and its description: `Products`, `Query.products`, `Query.products.filter`. */
function elementsOf({ __schema }: IntrospectionQuery): [path: string, description: string][] {
  const visit = (element: Element, above: string): [string, string][] => {
    const path = above + element.name;
    const parts = ["fields", "inputFields", "enumValues", "args"].flatMap((part) => (element[part] ?? []) as Element[]);
    return [[path, element.description ?? ""], ...parts.flatMap((part) => visit(part, `${path}.`))];
  };
  // The types of introspection itself are graphql's own.
  const types = __schema.types.filter((type) => !type.name.startsWith("__"));
  return [...types, ...__schema.directives].flatMap((one) => visit(one as unknown as Element, ""));
}

describe("introspection", () => {
  it("has a description of every type, field, argument and enum value", () => {
    expect([...described].filter(([, description]) => description.trim() === "").map(([path]) => path)).toEqual([]);
    // Of each kind of element there are some.
    for (const path of [
      ...["Query", "Query.products", "Query.products.filter", "Mutation.insertProducts.ifNotExists"],
      ...["ProductsOrder.id_ASC", "QueryConsistency.ALL", "ListStringFilterInput.contains", "PersonUdtInput.home"],
      ...["StringIntTuple.item0", "StringDecimalMapEntryInput.key"],
      ...["Keyspace.table.name", "BasicType.UDT"],
    ]) {
      expect(described.has(path), path).toBe(true);
    }
  });

  it("has an empty keyspace described too", async () => {
    const empty = await openFixture([]);
    const { data } = await empty.graphql(getIntrospectionQuery());
    const elements = elementsOf(data as unknown as IntrospectionQuery);
    expect(elements.filter(([, description]) => description === "")).toEqual([]);
    await empty.close();
  });

  it("says where each scalar of ours is specified, by an address that is one", () => {
    const scalars = introspections[0]?.__schema.types.filter((type) => type.kind === "SCALAR") ?? [];
    const builtIn = ["Boolean", "Float", "Int", "String"];
    expect(scalars.map((scalar) => scalar.name).sort()).toEqual(
      [
        ...builtIn,
        ...["Ascii", "BigInt", "Blob", "Counter", "Date", "Decimal", "Duration", "Float32", "Inet", "SmallInt"],
        ...["Time", "TimeUuid", "Timestamp", "TinyInt", "Uuid", "Varint"],
      ].sort(),
    );
    for (const scalar of scalars) {
      if (builtIn.includes(scalar.name)) continue;
      expect(scalar.specifiedByURL, scalar.name).toMatch(/^https:\/\//);
      expect(URL.canParse(scalar.specifiedByURL ?? ""), scalar.name).toBe(true);
    }
  });

  it("is a schema that graphql accepts", async () => {
    const { validateSchema } = await import("graphql");
    expect([...validateSchema(types), ...validateSchema(definitions)]).toEqual([]);
  });
});

describe("a table with a clustering key", () => {
  test.each<[path: string, text: string]>([
    ["Query.orderLines", "Reads rows of `shop.order_lines`"],
    ["Query.orderLines.value", "Needs all of the partition key, `customer`, `day`, and then `lineNo`, `product` in"],
    ["Query.orderLines.filter", "`value` is ignored then"],
    ["Query.orderLines.orderBy", "all as stored (`lineNo` DESC, `product` ASC) or all reversed"],
    ["OrderLinesOrder.lineNo_ASC", "Within a partition."],
    ["OrderLinesOrder.quantity_ASC", "Always rejected"],
    ["OrderLinesFilterInput.customer", "`eq` or `in`"],
    ["OrderLinesFilterInput.product", "a range"],
    ["OrderLinesFilterInput.quantity", "Conditions only: no index."],
    ["Mutation.insertOrderLines.value", "Needs the key: `customer`, `day`, `lineNo`, `product` (for static fields"],
    ["Mutation.updateOrderLines.value", "null deletes the stored value"],
    ["Mutation.deleteOrderLines.value", "needs at least `customer`, `day`."],
    ["OrderLinesInput.customerName", "CQL `text`, static."],
    [
      "Mutation.deleteOrderLines.filter",
      "`eq` or `in` of all of `customer`, `day`, then of `lineNo`, `product` in this order",
    ],
    ["OrderLinesResult.count", "Without `values`, they are counted and not read."],
  ])("%s says: %s", (path, text) => {
    expect(described.get(path)).toContain(text);
  });
});

describe("other tables", () => {
  test.each<[path: string, text: string]>([
    ["Query.products.orderBy", "Must be omitted, null or empty"],
    ["Mutation.deleteProducts.value", "The key of the row: `id`."],
    ["Mutation.insertCounters", "Use `updateCounters`."],
    ["Mutation.updateCounters.value", "the amounts to add"],
    ["CountersFilterInput.views", "cannot be tested"],
    // What the definition says comes first.
    ["Notes", "Notes of a person."],
    ["Query.notes", "Notes of a person.\n\nReads rows of `shop.notes`"],
    ["Mutation.insertNotes", "Notes of a person.\n\nWrites a row"],
    ["NotesInput.person", "Who wrote it.\n\nCQL `text`, partition key."],
    ["Query.notes.value", "or a field with an index: `tags`, `rank`."],
    ["NotesFilterInput.tags", "reads by index: `contains`."],
    ["NotesFilterInput.rank", "reads by index: `eq`, ranges."],
    ["PersonUdt", "A person."],
    ["NotesChangesInput.tags", "CQL `set<text>`."],
    ["Mutation.deleteProducts.filter", "`eq` or `in` of all of `id`. Not with conditions."],
    ["QueryOptions.pageSize", "A page that only counts has up to 10000"],
  ])("%s says: %s", (path, text) => {
    expect(described.get(path)).toContain(text);
  });
});
