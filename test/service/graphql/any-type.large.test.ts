import fc from "fast-check";
import { GraphQLSchema, validateSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { selectionOf } from "@colonnade/runtime/protocol";
import type { Codec, Wire } from "@colonnade/runtime/protocol";
import { apiOf } from "../../../src/api/index.ts";
import type { TableApi } from "../../../src/api/index.ts";
import { primaryKey } from "../../../src/model/index.ts";
import type { Column, Keyspace } from "../../../src/model/index.ts";
import { wholeTypesOf } from "../../support/whole-types.ts";
import { codecOf } from "../../../src/store/index.ts";
import type { Value } from "../../../src/store/index.ts";
import { keyspace } from "../../support/keyspaces.ts";
import { arbitraryValue } from "../../support/values.ts";
import { openFixture } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture([]);
});
afterAll(() => fixture.close());

const tableApisOf = (shop: Keyspace): readonly TableApi[] => shop.tables.map((table) => apiOf(shop).tableApi(table));

type Row = Readonly<Record<string, Value | null>>;
interface Filled {
  readonly shop: Keyspace;
  readonly rows: readonly Row[];
}

/** Tables without counters, a row for each, keyed by API names; as clients have them, with the codecs of the store. */
const filled: fc.Arbitrary<Filled> = keyspace.chain((shop) => {
  const rows = tableApisOf(shop).map(({ columns }) =>
    fc.record(
      Object.fromEntries(
        Array.from(columns, ([field, { type, kind }]) => {
          const value = arbitraryValue(type);
          return [field, kind === "regular" || kind === "static" ? fc.option(value, { freq: 4 }) : value];
        }),
      ),
    ),
  );
  return fc.record({ shop: fc.constant(shop), rows: fc.tuple(...rows) });
});

/** A wire form as it stands in a document. */
function literal(wire: Wire): string {
  if (Array.isArray(wire)) return `[${wire.map(literal).join(", ")}]`;
  if (typeof wire === "object" && wire !== null) {
    return `{${Object.entries(wire).map(([name, value]) => `${name}: ${literal(value as Wire)}`)}}`;
  }
  return Object.is(wire, -0) ? "-0.0" : JSON.stringify(wire);
}

const encode = (codec: Codec<Value>, value: Value | null): Wire => (value === null ? null : codec.encode(value));
const record = ({ columns }: TableApi, row: Row): string =>
  literal(
    Object.fromEntries(Array.from(columns, ([field, { type }]) => [field, encode(codecOf(type), row[field] ?? null)])),
  );
const key = ({ columns }: TableApi, row: Row): string => {
  const inKey = [...columns].filter(([, { kind }]) => kind === "partition" || kind === "clustering");
  return literal(
    Object.fromEntries(inKey.map(([field, { type }]) => [field, encode(codecOf(type), row[field] ?? null)])),
  );
};
const selection = ({ columns }: TableApi): string =>
  Array.from(columns, ([apiName, { type }]) => selectionOf({ apiName, fields: codecOf(type).fields })).join(" ");

const send = (api: TableApi, document: string) => fixture.graphql(document, {}, `/api/graphql/${api.keyspace}`);

async function write(api: TableApi, row: Row): Promise<string | undefined> {
  const document = `mutation { r: insert${api.type}(value: ${record(api, row)}) { value { ${selection(api)} } } }`;
  const { data, errors } = await send(api, document);
  if (errors) return errors.map((error) => error.message).join();
  expect(decoded(api, (data?.["r"] as { value: Record<string, Wire> }).value)).toEqual(row);
  return undefined;
}

async function read(api: TableApi, row: Row): Promise<Row | undefined> {
  const { data, errors } = await send(
    api,
    `{ r: ${api.query}(value: ${key(api, row)}) { values { ${selection(api)} } } }`,
  );
  expect(errors).toBeUndefined();
  const { values } = data?.["r"] as { values: Record<string, Wire>[] };
  expect(values).toHaveLength(1);
  return values[0] && decoded(api, values[0]);
}

const decoded = ({ columns }: TableApi, values: Record<string, Wire>): Row =>
  Object.fromEntries(
    Array.from(columns, ([field, { type }]) => {
      const wire = values[field] ?? null;
      return [field, wire === null ? null : codecOf(type).decode(wire)];
    }),
  );

/** The text of a key's value in a path: what REST shows of it, or the JSON of that. */
const text = (json: unknown): string => encodeURIComponent(typeof json === "string" ? json : printed(json));

const isCounter = ({ type }: Column): boolean => type.kind === "native" && type.name === "counter";

describe("rows of any types", () => {
  it("are the same by GraphQL and by REST, whichever wrote them", async () => {
    let next = 0;
    let written = 0;
    let found = 0;
    await fc.assert(
      fc.asyncProperty(filled, async ({ shop, rows }) => {
        // One store for all: starting a service takes longer than all that is asked of it here.
        const own = { ...shop, name: `shop_${next++}` };
        await fixture.store.createKeyspace(own.name);
        for (const type of own.userTypes) await fixture.store.createUserType(own.name, type);
        for (const table of own.tables) await fixture.store.createTable(own.name, table);
        for (const [index, api] of tableApisOf(own).entries()) {
          const row = rows[index];
          if (!row || api.table.columns.some(isCounter)) continue;
          const problem = await write(api, row);
          if (problem !== undefined) {
            expect(problem).toMatch(/^Key may not be empty$|INSERT statement modifies only static/);
            continue;
          }
          written++;
          expect(await read(api, row)).toEqual(row);

          const path = `/api/rest/v1/keyspaces/${api.keyspace}/tables/${encodeURIComponent(api.table.name)}/rows`;
          const json = await shownByRest(api, path, row);
          if (json === undefined) continue;
          found++;
          const columns = Object.entries(json).map(([name, value]) => ({ name, value }));
          // What REST shows can be posted again, to the same effect.
          expect(await fixture.send("POST", path, printed({ columns }))).toMatchObject({ status: 201 });
          expect(await read(api, row)).toEqual(row);
        }
        expect(fixture.reported).toEqual([]);
      }),
      { numRuns: 20, seed: 5 },
    );
    expect(written).toBeGreaterThan(20);
    expect(found).toBeGreaterThan(10);
  });

  /** The row as REST shows it; undefined when its key cannot stand in a path. */
  async function shownByRest(api: TableApi, path: string, row: Row): Promise<Record<string, unknown> | undefined> {
    const byName = new Map(Array.from(api.columns, ([field, column]) => [column.name, { field, column }]));
    const texts = primaryKey(api.table).map((name) => {
      const found = byName.get(name);
      return text(found ? restForm(found.column, row[found.field] ?? null) : null);
    });
    if (["", ".", ".."].includes(texts.join(";"))) return undefined;
    const { status, json } = await fixture.send("GET", `${path}/${texts.join(";")}`);
    expect({ status, json }).toMatchObject({ status: 200, json: { count: 1 } });
    const [shown] = (json as { rows: Record<string, unknown>[] }).rows;
    for (const { field, column } of byName.values()) {
      expect(shown?.[column.name]).toEqual(restForm(column, row[field] ?? null));
    }
    return shown;
  }
});

/** A value as REST shows it, from the rules: arrays, maps by the text of their keys, fields by CQL names. */
function restForm({ type }: Pick<Column, "type">, value: Value | null): unknown {
  if (value === null) return null;
  switch (type.kind) {
    case "native":
    case "custom":
      return codecOf(type).encode(value);
    case "list":
    case "set":
    case "vector":
      return (value as readonly Value[]).map((item) => restForm({ type: type.item }, item));
    case "map":
      return Object.fromEntries(
        [...(value as ReadonlyMap<Value, Value>)].map(([one, other]) => {
          const wire = restForm({ type: type.key }, one);
          return [typeof wire === "string" ? wire : printed(wire), restForm({ type: type.value }, other)];
        }),
      );
    case "tuple":
      return type.items.map((item, index) =>
        restForm({ type: item }, (value as readonly (Value | null)[])[index] ?? null),
      );
    case "user":
      return Object.fromEntries(
        type.type.fields.map((field) => [field.name, restForm(field, (value as Row)[field.name] ?? null)]),
      );
  }
}

/** JSON that keeps minus zero. */
function printed(json: unknown): string {
  if (Object.is(json, -0)) return "-0.0";
  if (Array.isArray(json)) return `[${json.map(printed).join()}]`;
  if (typeof json !== "object" || json === null) return JSON.stringify(json);
  return `{${Object.entries(json)
    .map(([name, value]) => `${JSON.stringify(name)}:${printed(value)}`)
    .join()}}`;
}

describe("the GraphQL types of any keyspace", () => {
  it("are valid, each of its own name", () => {
    fc.assert(
      fc.property(keyspace, (shop) => {
        // The service does not check its own names again; two types of one name would not even be made.
        const types = new GraphQLSchema({ ...wholeTypesOf(shop).toConfig(), assumeValid: false });
        expect(validateSchema(types)).toEqual([]);
      }),
      { numRuns: 30, seed: 5 },
    );
  });
});
