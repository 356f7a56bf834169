/** Bindings that are newer than the database: what a refused document says of it, by the words of each server. */
import { describe, expect, it, test } from "vitest";
import {
  createSession,
  get,
  insert,
  int,
  remove,
  scan,
  serviceTransport,
  text,
  update,
  uuid,
} from "@colonnade/runtime";
import { batchWrites } from "@colonnade/runtime/batch";
import { dataApisProfile, stargateProfile } from "@colonnade/runtime/profiles";
import type { OpenSession, Profile, ServiceError, Table, Transport } from "@colonnade/runtime";
import { unknownNamesIn } from "../../../src/runtime/graphql/problems.ts";
import { unknownNamesByWords } from "../../../src/runtime/profile/by-words.ts";
import { openFixture, products as productsDefinition, user } from "../../service/service-fixture.ts";
import { openWith } from "../notes-table.ts";

interface Row {
  readonly id: string;
  readonly name: string | null;
  readonly inStock: number | null;
}
interface Types {
  row: Row;
  key: { id: string };
  where: { id: string };
  if: object;
  insert: { id: string; name?: string | null; inStock?: number | null };
  update: { id: string; name?: string | null; inStock?: number | null };
}

/** Has a column that the database lacks. */
const products: Table<Types> = {
  keyspace: "shop",
  name: "products",
  apiName: "Products",
  columns: { id: uuid, name: text, inStock: int },
  partitionKey: ["id"],
  cqlNames: { inStock: "in_stock" },
};
/** Is not in the database. */
const things: Table<Types> = { ...products, name: "things", apiName: "Things" };

const id = "00000000-0000-4000-8000-000000000001";
const calls = (table: Table<Types>): Readonly<Record<string, (session: OpenSession) => Promise<unknown>>> => ({
  insert: (session) => insert(session, table, { id, name: 'x\nIn field "name": Unknown field.', inStock: 1 }),
  "insert under a condition": (session) => insert(session, table, { id, inStock: 1 }, { ifNotExists: true }),
  update: (session) => update(session, table, { id, inStock: 1 }),
  "update under a condition": (session) => update(session, table, { id, name: "a" }, { if: { inStock: { eq: 1 } } }),
  get: (session) => get(session, table, { id }),
  scan: (session) => scan(session, table).toArray(),
});

async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  return call.then(
    () => expect.fail("the call did not fail"),
    (error: unknown) => error as ServiceError,
  );
}

describe.each([true, false])("our service (batch: %s)", (batch) => {
  async function run(test: (session: OpenSession) => Promise<void>): Promise<void> {
    const fixture = await openFixture([productsDefinition]);
    const transport = serviceTransport(fixture.service);
    await test(
      createSession({
        url: "http://localhost",
        credentials: user,
        transport,
        batch: batch ? batchWrites() : undefined,
      }),
    ).finally(fixture.close);
  }

  it("lacks a table, and each call says so", () =>
    run(async (session) => {
      for (const call of [...Object.values(calls(things)), () => remove(session, things, { id })]) {
        const error = await failureOf(call(session));
        expect(error).toMatchObject({ name: "DocumentRejectedError", code: "document-rejected", outcome: "refused" });
        expect(error.message).toMatch(
          /^[\w ]+ shop\.things failed: shop\.things is not in the database; run `colonnade diff` to see all differences \(request /,
        );
      }
    }));

  it("lacks a column, and each call says so", () =>
    run(async (session) => {
      for (const call of Object.values(calls(products))) {
        const error = await failureOf(call(session));
        expect(error.message).toMatch(
          /^[\w ]+ shop\.products failed: shop\.products has no column in_stock; run `colonnade diff` to see all differences \(request /,
        );
        expect(error).toMatchObject({
          problems: expect.arrayContaining([expect.stringContaining("inStock")]) as unknown,
          table: "products",
        });
      }
    }));

  it("has the other writes of a document done", () =>
    run(async (session) => {
      const settled = await Promise.allSettled([
        insert(session, products, { id, name: "a" }),
        insert(session, things, { id }),
        insert(session, products, { id: id.replace(/1$/, "2"), inStock: 1 }),
      ]);
      expect(settled.map((one) => (one.status === "fulfilled" ? one.value : (one.reason as Error).message))).toEqual([
        { applied: true },
        expect.stringContaining("shop.things is not in the database") as string,
        expect.stringContaining("shop.products has no column in_stock") as string,
      ]);
    }));
});

/** As the servers say it, recorded, with the names of these tables. */
const inJava = (name: string, type: string, at = name): string =>
  `Validation error of type FieldUndefined: Field '${name}' in type '${type}' is undefined @ '${at}'`;
const said: readonly (readonly [string, string, Profile, string])[] = [
  [
    "the Go server",
    'Cannot query field "insertThings" on type "Mutation". Did you mean "insertProducts"?',
    dataApisProfile(),
    "table",
  ],
  ["the Go server", 'Cannot query field "things" on type "Query".', dataApisProfile(), "table"],
  ["the Go server", 'Cannot query field "inStock" on type "Things".', dataApisProfile(), "column"],
  [
    "the Go server",
    `Argument "value" has invalid value {id: "${id}", name: "${"x".repeat(400)}", inStock: 1}.\nIn field "inStock": Unknown field.`,
    dataApisProfile(),
    "column",
  ],
  ["Stargate", inJava("insertthings", "Mutation"), stargateProfile(), "table"],
  ["Stargate", inJava("things", "Query"), stargateProfile(), "table"],
  ["Stargate", inJava("in_stock", "things", "things/values/in_stock"), stargateProfile(), "column"],
  [
    "Stargate",
    "Validation error of type WrongType: argument 'value' with value 'ObjectValue{objectFields=[ObjectField{name='id', value=StringValue{value='a: b'}}, ObjectField{name='in_stock', value=IntValue{value=1}}]}' contains a field not in 'thingsInput': 'in_stock' @ 'insertthings'",
    stargateProfile(),
    "column",
  ],
  [
    "a later graphql-java",
    "Validation error (FieldUndefined@[things]) : Field 'things' in type 'Query' is undefined",
    stargateProfile(),
    "table",
  ],
];

test.each(said)("%s says %s", async (_, message, profile, lacks) => {
  const transport: Transport = async ({ url }) => {
    const json = url.endsWith("/auth")
      ? { authToken: "a-token" }
      : { data: null, errors: [{ message, locations: [] }] };
    return { status: 200, header: () => null, text: async () => JSON.stringify(json) };
  };
  const expected = lacks === "table" ? "shop.things is not in the database" : "shop.things has no column in_stock";
  for (const batch of [true, false]) {
    const session = openWith({ transport }, { batch: batch ? batchWrites() : undefined, profile });
    for (const call of [() => insert(session, things, { id, inStock: 1 }), () => get(session, things, { id })]) {
      const error = await failureOf(call());
      expect(error.message).toContain(`shop.things failed: ${expected}; run \`colonnade diff\``);
      expect(error.message).not.toContain("xxx");
    }
  }
});

test.each([
  'Argument "value" has invalid value {id: 1, name: "\\nIn field \\"name\\": Unknown field."}.\nIn field "id": Expected type "Uuid", found 1.',
  "Validation error of type WrongType: argument 'value.id' with value 'StringValue{value='contains a field not in 'thingsInput': 'name''}' is not a valid 'Uuid' @ 'insertthings'",
  'Field "things" of type "ThingsResult" must have a sub selection.',
  'invalid UUID "Cannot query field \\"things\\" on type \\"Query\\"."',
])("no name is unknown by %s", (message) => {
  expect([...unknownNamesIn(message), ...unknownNamesByWords(message)]).toEqual([]);
});
