/** A document is executed on the types of the tables that it names, as it would be on those of the whole keyspace. */
import { getIntrospectionQuery, parse, validate } from "graphql";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createSchemaFor } from "../../../src/service/graphql/keyspace-types.ts";
import { wholeTypesOf } from "../../support/whole-types.ts";
import { keyspaceOf, tableOf } from "../../support/keyspaces.ts";
import { openFixture, orderLines, products } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

const shop = keyspaceOf("shop", [
  orderLines,
  products,
  {
    name: "people",
    columnDefinitions: [
      { name: "id", typeDefinition: "int" },
      { name: "tags", typeDefinition: "map<text, int>" },
    ],
    primaryKey: { partitionKey: ["id"] },
  },
]);
const typesOf = createSchemaFor(shop);

/** A message without what it suggests: suggestions come from the types at hand. */
const plain = (message: string): string => message.replace(/ Did you mean .*$/, "");

describe("the types for a document", () => {
  it("are those of its tables only", () => {
    const types = typesOf(parse(`{ products { values { id } } }`)).getTypeMap();
    expect(Object.keys(types)).toContain("ProductsMutationResult");
    expect(Object.keys(types).filter((name) => /^(?:OrderLines|People)/.test(name))).toEqual([]);
  });

  it("are the same for documents of the same tables", () => {
    const some = typesOf(
      parse("mutation { a: insertProducts(value: {}) { applied } b: deletePeople(value: {}) { applied } }"),
    );
    expect(typesOf(parse("{ people { pageState } ...f } fragment f on Query { products { pageState } }"))).toBe(some);
  });

  it("are all for introspection, wherever it stands", () => {
    for (const text of [
      "{ __schema { types { name } } }",
      '{ products { pageState } ...f } fragment f on Query { __type(name: "People") { name } }',
    ]) {
      expect(typesOf(parse(text)).getType("PeopleInput")).toBeDefined();
    }
  });

  test.each([
    "{ products { values { id name } pageState } people(filter: {id: {eq: 1}}) { values { tags { key value } } } }",
    "query ($v: ProductsInput, $o: [PeopleOrder]) { products(value: $v) { pageState } people(orderBy: $o) { pageState } }",
    "mutation ($v: PeopleInput!) { insertPeople(value: $v, options: {ttl: 1}) { applied value { ...f } } } fragment f on People { id }",
    "subscription { products { pageState } }",
    "{ nothing { values { id } } products { values { none } } }",
    "mutation { insertNothing(value: {}) { applied } }",
    "query ($v: PeopleInput) { products(value: $v) { pageState } }",
    "query ($v: NothingInput) { products(value: $v) { pageState } }",
    "{ products { values { ...f } } } fragment f on People { id }",
    "{ products { values { ...f } } } fragment f on Nothing { id }",
    "{ products(value: {id: 1, none: 2}, orderBy: [none_ASC], more: 1) { values } }",
    "{ __typename @include(if: 1) products @skip { pageState } }",
    "{ a: products { pageState } a: people { pageState } }",
  ])("judge as all types would: %s", (text) => {
    const document = parse(text);
    const messages = (types: ReturnType<typeof wholeTypesOf>): string[] =>
      validate(types, document).map(({ message }) => plain(message));
    expect(messages(typesOf(document))).toEqual(messages(wholeTypesOf(shop)));
  });

  it("let an error suggest tables of other names", () => {
    const messagesOf = (text: string): string[] =>
      validate(typesOf(parse(text)), parse(text)).map(({ message }) => message);
    expect(messagesOf("{ prodcts { pageState } }")[0]).toContain('Did you mean "products"?');
    expect(messagesOf("mutation { insertOrderLine(value: {}) { applied } }")[0]).toContain('"insertOrderLines"');
  });

  it("of a table that stays are executed beside those of one that comes, with the types that they share", () => {
    const [lines, people, sold] = shop.tables as [never, never, never];
    const more = tableOf({
      ...orderLines,
      name: "more",
      columnDefinitions: [...orderLines.columnDefinitions, { name: "t", typeDefinition: "map<text, int>" }],
    });
    const before = typesOf(parse("{ people { pageState } }"));
    const text = parse("{ people { values { tags { key } } } more { values { t { key } } } }");
    const after = createSchemaFor({ ...shop, tables: [lines, more, people, sold] })(text);
    expect(validate(after, text)).toEqual([]);
    expect(after.getType("PeopleInput")).toBe(before.getType("PeopleInput"));
    expect(after.getType("StringIntMapEntry")).toBe(before.getType("StringIntMapEntry"));
  });
});

describe("introspection", () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await openFixture([products]);
  });
  afterAll(() => fixture.close());
  const query = getIntrospectionQuery();
  const names = async (): Promise<string> => JSON.stringify((await fixture.graphql(query)).data);

  it("is the same when asked for again, and has a table as soon as it is there", async () => {
    const first = await names();
    expect(await names()).toBe(first);
    const late = tableOf(orderLines);
    await fixture.store.createTable("shop", late);
    expect(await names()).toContain('"OrderLinesInput"');
    await fixture.store.dropTable("shop", late.name);
    expect(await names()).toBe(first);
  });

  it("depends on variables, on the operation, and on the media type", async () => {
    const text = 'query a($n: String!) { __type(name: $n) { name } } query b { __type(name: "Query") { kind } }';
    const ask = async (body: object, accept = "application/json") => {
      const { json, headers, status } = await fixture.send(
        "POST",
        "/api/graphql",
        { query: text, ...body },
        { accept },
      );
      return { json, status, type: headers.get("content-type") };
    };
    for (let round = 0; round < 2; round++) {
      for (const n of ["Products", "ProductsInput"]) {
        expect((await ask({ operationName: "a", variables: { n } })).json).toEqual({ data: { __type: { name: n } } });
      }
      expect((await ask({ operationName: "b" })).json).toEqual({ data: { __type: { kind: "OBJECT" } } });
      const other = await ask({ operationName: "b" }, "application/graphql-response+json");
      expect(other).toMatchObject({ status: 200, type: "application/graphql-response+json; charset=utf-8" });
      expect((await ask({ operationName: "a" })).json).toMatchObject({ errors: [{}] });
    }
  });

  it("beside rows is not kept with them", async () => {
    const text = '{ __type(name: "Products") { name } products { values { name } } }';
    const rows = async (): Promise<unknown> => (await fixture.graphql(text)).data?.["products"];
    expect(await rows()).toEqual({ values: [] });
    await fixture.graphql(
      'mutation { insertProducts(value: {id: "00000000-0000-4000-8000-000000000001", name: "Leg"}) { applied } }',
    );
    expect(await rows()).toEqual({ values: [{ name: "Leg" }] });
  });

  it("is refused where documents are about one table", async () => {
    await fixture.graphql("{ __schema { queryType { name } } }");
    const path = "/api/rest/v1/keyspaces/shop/tables/products/rows";
    const reply = await fixture.send("POST", path, { query: "{ __schema { queryType { name } } }" });
    expect(reply).toMatchObject({ status: 400 });
  });
});
