/**
 * Values of cassandra-driver and of the engine in one table: what an app writes with the driver itself, in the driver's own
 * types, the engine reads, and the reverse; for each type in each position.
 */
import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseDecimal, parseDuration, parseInet, parseTime, daysFromDate } from "@colonnade/runtime/protocol";
import type { NativeName } from "@colonnade/runtime/protocol";
import { planPush } from "../../src/cli/database/plan-push.ts";
import { printStep } from "../../src/cli/database/step.ts";
import { nativeTypes } from "../../src/model/index.ts";
import type { CqlType, Table } from "../../src/model/index.ts";
import { cassandraRows, openCassandraClient, storedValue } from "../../src/store/index.ts";
import type { OpenClient, Rows, Value } from "../../src/store/index.ts";
import { extremes } from "../support/extremes.ts";
import { tableOf, userTypesOf } from "../support/keyspaces.ts";
import { arbitraryValue } from "../support/values.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

/** The driver's own types. */
interface DriverTypes {
  readonly BigDecimal: new (unscaled: unknown, scale: number) => unknown;
  readonly Duration: new (months: number, days: number, nanoseconds: unknown) => unknown;
  readonly InetAddress: new (bytes: Buffer) => unknown;
  readonly Integer: { fromString(text: string): unknown };
  readonly LocalDate: new (days: number) => unknown;
  readonly LocalTime: new (nanoseconds: unknown) => unknown;
  readonly Long: { fromString(text: string): unknown };
  readonly TimeUuid: { fromString(text: string): unknown };
  readonly Tuple: { fromArray(items: unknown[]): { readonly elements: readonly unknown[] } };
  readonly Uuid: { fromString(text: string): unknown };
  readonly Vector: new (items: unknown[]) => unknown;
}
const driver = createRequire(import.meta.url)("cassandra-driver") as {
  readonly types: DriverTypes;
  readonly Client: new (options: object) => OpenClient["client"];
};
const { types } = driver;

const long = (value: unknown): unknown => types.Long.fromString(String(value));
const same = (value: unknown): unknown => value;

/** A value as an app passes it to the driver, without losing anything of it. */
const natives: Readonly<Record<NativeName, (value: never) => unknown>> = {
  ascii: same,
  text: same,
  varchar: same,
  boolean: same,
  tinyint: same,
  smallint: same,
  int: same,
  float: same,
  double: same,
  timestamp: same,
  bigint: long,
  counter: long,
  varint: (value: bigint) => types.Integer.fromString(String(value)),
  blob: (value: Uint8Array) => Buffer.from(value),
  uuid: (value: string) => types.Uuid.fromString(value),
  timeuuid: (value: string) => types.TimeUuid.fromString(value),
  inet: (value: string) => new types.InetAddress(Buffer.from(parseInet(value) as Uint8Array)),
  date: (value: string) => new types.LocalDate(daysFromDate(value) as number),
  time: (value: string) => new types.LocalTime(long(parseTime(value))),
  decimal: (value: string) => {
    const { unscaled, scale } = parseDecimal(value) as { readonly unscaled: bigint; readonly scale: number };
    return new types.BigDecimal(types.Integer.fromString(String(unscaled)), scale);
  },
  duration: (value: string) => {
    const { negative, months, days, nanoseconds } = parseDuration(value) as NonNullable<
      ReturnType<typeof parseDuration>
    >;
    const sign = negative ? -1n : 1n;
    return new types.Duration(Number(sign * months), Number(sign * days), long(sign * nanoseconds));
  },
};

function driverValue(type: CqlType, value: Value | null): unknown {
  if (value === null) return null;
  switch (type.kind) {
    case "native":
      return natives[type.name](value as never);
    case "list":
    case "set":
      return (value as readonly Value[]).map((item) => driverValue(type.item, item));
    case "vector":
      return new types.Vector((value as readonly Value[]).map((item) => driverValue(type.item, item)));
    case "map": {
      const entries = [...(value as ReadonlyMap<Value, Value>)];
      return new Map(entries.map(([key, held]) => [driverValue(type.key, key), driverValue(type.value, held)]));
    }
    case "tuple": {
      const list = value as readonly (Value | null)[];
      return types.Tuple.fromArray(type.items.map((item, index) => driverValue(item, list[index] ?? null)));
    }
    case "user": {
      const record = value as Readonly<Record<string, Value | null>>;
      return Object.fromEntries(
        type.type.fields.map((field) => [field.name, driverValue(field.type, record[field.name] ?? null)]),
      );
    }
    case "custom":
      throw new Error("no such type here");
  }
}

/** Whether two values of the driver are equal; its own types say so themselves. */
function areEqual(one: unknown, other: unknown): boolean {
  if (one instanceof Map && other instanceof Map) return areEqual([...one], [...other]);
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => areEqual(item, other[index]));
  }
  if (typeof one !== "object" || one === null) return isDeepStrictEqual(one, other);
  const { elements, equals } = one as { readonly elements?: unknown; readonly equals?: (other: unknown) => boolean };
  if (elements !== undefined) return areEqual(elements, (other as { readonly elements?: unknown }).elements);
  if (typeof equals === "function") return equals.call(one, other);
  if (Object.getPrototypeOf(one) !== Object.prototype) return isDeepStrictEqual(one, other);
  return Object.keys(one).every((name) => areEqual(one[name as never], (other as object | null)?.[name as never]));
}

/** The driver writes an empty collection as null, and within a collection as bytes that the cluster refuses. */
function driverCanWrite(value: Value | null): boolean {
  if (value instanceof Map) return value.size > 0 && [...value].flat().every((one) => driverCanWrite(one as Value));
  if (Array.isArray(value)) return value.length > 0 && value.every((one) => driverCanWrite(one as Value | null));
  return true;
}

const keyspace = "driver_values";
const plain = nativeTypes.filter((type) => type !== "counter");
const ordered = plain.filter((type) => type !== "duration");
const userTypes = userTypesOf([{ name: "every", fields: plain.map((type) => ({ name: type, typeDefinition: type })) }]);
const column = (name: string, typeDefinition: string) => ({ name, typeDefinition });

const tables: readonly Table[] = [
  tableOf(
    {
      name: "positions",
      columnDefinitions: [
        column("id", "int"),
        ...plain.flatMap((type) => [
          column(`regular_${type}`, type),
          column(`list_${type}`, `list<${type}>`),
          column(`frozen_${type}`, `frozen<list<${type}>>`),
          column(`held_${type}`, `map<int, ${type}>`),
          column(`vector_${type}`, `vector<${type}, 2>`),
        ]),
        ...ordered.flatMap((type) => [
          column(`set_${type}`, `set<${type}>`),
          column(`key_${type}`, `map<${type}, frozen<set<${type}>>>`),
        ]),
        column("tuple", `tuple<${plain.join(", ")}>`),
        column("user", "every"),
        column("frozen_user", "frozen<every>"),
        column("users", "list<frozen<every>>"),
      ],
      primaryKey: { partitionKey: ["id"] },
    },
    { userTypes },
  ),
  tableOf({
    name: "keys",
    columnDefinitions: [
      ...ordered.map((type) => column(`p_${type}`, type)),
      ...ordered.map((type) => column(`c_${type}`, type)),
    ],
    primaryKey: {
      partitionKey: ordered.map((type) => `p_${type}`),
      clusteringKey: ordered.map((type) => `c_${type}`),
    },
  }),
];

type Row = ReadonlyMap<string, Value | null>;

/** Each row has another value in each column: extremes first, then any. */
function rowsOf({ name, columns }: Table, count: number): readonly Row[] {
  const lists = columns.map(({ name, type }, place) => {
    const ends = type.kind === "native" ? ((extremes as Record<string, readonly Value[]>)[type.name] ?? []) : [];
    const some = fc.sample(arbitraryValue(type), { numRuns: count, seed: 7 + place });
    return [name, type, [...ends, ...some]] as const;
  });
  return Array.from({ length: count }, (_, index) => {
    const cells = lists.map(([column, type, list]) => [column, storedValue(type, list[index] as Value)] as const);
    return new Map<string, Value | null>(name === "positions" ? [...cells, ["id", index]] : cells);
  });
}

await describeOnCluster("rows of cassandra-driver and of the engine", (cluster) => {
  let app: OpenClient["client"];
  let own: OpenClient;
  let engines: readonly (readonly [string, Rows])[];

  beforeAll(async () => {
    const { contactPoints, credentials } = cluster();
    own = await openCassandraClient({ contactPoints, credentials });
    app = new driver.Client({ contactPoints, credentials, localDataCenter: "datacenter1", encoding: { map: Map } });
    await app.connect();
    const { steps } = planPush({ name: keyspace, tables, userTypes: [...userTypes.values()] }, undefined);
    for (const step of steps) await app.execute(printStep(step, 1), [], {});
    const table = ({ table }: { readonly table: string }): Table | undefined =>
      tables.find(({ name }) => name === table);
    const found = { table, find: async () => Promise.reject(new Error("there is no such table")) };
    engines = [
      ["a client of its own", cassandraRows({ client: own.client, tables: found })],
      ["the client of an app", cassandraRows({ client: app, tables: found })],
    ];
  }, 300_000);

  afterAll(async () => {
    await app.shutdown();
    await own.close();
  });

  const cases = tables.flatMap((table) => rowsOf(table, 12).map((row, index) => ({ table, row, index })));

  it("are the same when the driver writes and the engine reads", { timeout: 60_000 }, async () => {
    const wrong: string[] = [];
    for (const { table, row: all, index } of cases) {
      const row: Row = new Map(Array.from(all, ([name, value]) => [name, driverCanWrite(value) ? value : null]));
      const names = table.columns.map(({ name }) => name);
      const query = `INSERT INTO ${keyspace}.${table.name} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
      const values = table.columns.map(({ name, type }) => driverValue(type, row.get(name) ?? null));
      await app.execute(query, values, { prepare: true });
      for (const [whose, rows] of engines) {
        const page = await rows.select({ keyspace, table: table.name, filters: keyOf(table, row), pageSize: 2 });
        expect(page.rows, `${table.name}, row ${index}`).toHaveLength(1);
        for (const name of names) {
          if (!isDeepStrictEqual(page.rows[0]?.get(name), row.get(name))) wrong.push(`${whose}: row ${index}, ${name}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("are the same when the engine writes and the driver reads", { timeout: 60_000 }, async () => {
    const wrong: string[] = [];
    for (const { table, row, index } of cases) {
      for (const [whose, rows] of engines) {
        await rows.delete({
          keyspace,
          table: table.name,
          key: new Map(keyOf(table, row).map((one) => [one.column, one.value])),
        });
        await rows.insert({ keyspace, table: table.name, values: row });
        const key = keyOf(table, row);
        const query = `SELECT * FROM ${keyspace}.${table.name} WHERE ${key.map((one) => `${one.column} = ?`).join(" AND ")}`;
        const values = key.map((one) => driverValue(typeOf(table, one.column), one.value));
        const { rows: found = [] } = await app.execute(query, values, { prepare: true });
        expect(found, `${table.name}, row ${index}`).toHaveLength(1);
        for (const { name, type } of table.columns) {
          const wanted = driverValue(type, row.get(name) ?? null);
          if (!areEqual(wanted, found[0]?.[name])) wrong.push(`${whose}: row ${index}, ${name}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

function typeOf(table: Table, name: string): CqlType {
  return (table.columns.find((column) => column.name === name) as Table["columns"][number]).type;
}

function keyOf({ partitionKey, clusteringKey }: Table, row: Row) {
  const names = [...partitionKey, ...clusteringKey.map(({ name }) => name)];
  return names.map((column) => ({ column, operator: "eq" as const, value: row.get(column) as Value }));
}
