/**
 * A table of the live cluster behind the calls of a store: each is one prepared statement.
 *
 * Values go to the cluster and come back as bytes: what the driver makes of a value it may change without a word.
 */
import { createRequire } from "node:module";
import { printIdentifier } from "../../src/model/index.ts";
import type { Column, CqlType, Table } from "../../src/model/index.ts";
import type { Client, ExecuteOptions, ResultSet } from "../../src/source/cql/driver.ts";
import { joinParts } from "../../src/store/values/parts.ts";
import { deserializeValue, serializeValue } from "../../src/store/values/value-bytes.ts";
import { StoreError } from "../../src/store/index.ts";
import type { Condition, Filter, Outcome, Page, Selection, Value, Values } from "../../src/store/index.ts";
import type { Call, Write } from "../store/random-statements.ts";

type Parameter = Buffer | null;

interface Statement {
  readonly cql: string;
  readonly parameters: readonly Parameter[];
}

const signs = { eq: "=", notEq: "!=", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** A call as CQL has it, with the bytes of its values. */
export function printCall(keyspace: string, table: Table, call: Call): Statement {
  const parameters: Parameter[] = [];
  const bind = (type: CqlType | undefined, value: unknown): string => {
    // Without a type the statement is refused before anybody looks at the bytes.
    parameters.push(
      value === null || value === undefined ? null : type ? serializeValue(type, value as Value) : Buffer.of(),
    );
    return "?";
  };
  const bindList = (item: CqlType, values: readonly (Value | null)[]): string => {
    const parts = values.map((value) => (value === null ? null : serializeValue(item, value)));
    parameters.push(joinParts({ kind: "list", item, frozen: true }, parts));
    return "?";
  };
  const bindInt = (value: number): string => bind({ kind: "native", name: "int" }, value);
  const columnOf = (name: string): Column => table.columns.find((column) => column.name === name) as Column;
  const name = `${printIdentifier(keyspace)}.${printIdentifier(table.name)}`;
  const quoted = (names: Iterable<string>): string => Array.from(names, printIdentifier).join(", ");
  const inKey = ([column]: readonly [string, unknown]): boolean =>
    ["partition", "clustering"].includes(columnOf(column).kind);

  const relation = ({ column, operator, value }: Filter | Condition): string => {
    const { type } = columnOf(column);
    const left = printIdentifier(column);
    const [item, key] =
      type.kind === "map" ? [type.value, type.key] : ["item" in type ? type.item : undefined, undefined];
    switch (operator) {
      case "in":
        // With markers of its own, a list of one would count as an equality.
        if (call.kind === "select") return `${left} IN ${bindList(type, value as readonly (Value | null)[])}`;
        return `${left} IN (${(value as readonly unknown[]).map((one) => bind(type, one)).join(", ")})`;
      case "contains":
        return `${left} CONTAINS ${bind(item, value)}`;
      case "containsKey":
        return `${left} CONTAINS KEY ${bind(key, value)}`;
      case "containsEntry": {
        const entry = value as { readonly key?: unknown; readonly value?: unknown };
        return `${left}[${bind(key, entry.key)}] = ${bind(item, entry.value)}`;
      }
      default:
        return `${left} ${signs[operator]} ${bind(type, value)}`;
    }
  };
  const where = (relations: readonly string[]): string =>
    relations.length > 0 ? ` WHERE ${relations.join(" AND ")}` : "";
  const equal = (entries: readonly (readonly [string, Value | null])[]): string[] =>
    entries.map(([column, value]) => `${printIdentifier(column)} = ${bind(columnOf(column).type, value)}`);
  const guard = ({
    ifExists,
    conditions = [],
  }: {
    ifExists?: boolean | undefined;
    conditions?: readonly Condition[] | undefined;
  }): string => {
    const parts = [...(ifExists ? ["EXISTS"] : []), ...conditions.map(relation)];
    return parts.length > 0 ? ` IF ${parts.join(" AND ")}` : "";
  };
  const timeToLive = (seconds: number | undefined): string =>
    seconds === undefined ? "" : ` USING TTL ${bindInt(seconds)}`;

  const print = (): string => {
    switch (call.kind) {
      case "insert": {
        const { values, ifNotExists, ttlSeconds } = call.write;
        const bound = Array.from(values, ([column, value]) => bind(columnOf(column).type, value)).join(", ");
        const unless = ifNotExists ? " IF NOT EXISTS" : "";
        return `INSERT INTO ${name} (${quoted(values.keys())}) VALUES (${bound})${unless}${timeToLive(ttlSeconds)}`;
      }
      case "update": {
        const { values, ttlSeconds } = call.write;
        const using = timeToLive(ttlSeconds);
        const cells = [...values]
          .filter((entry) => !inKey(entry))
          .map(([column, value]) => {
            const { type } = columnOf(column);
            const left = printIdentifier(column);
            const counts = type.kind === "native" && type.name === "counter";
            return `${left} = ${counts ? `${left} + ` : ""}${bind(type, value)}`;
          });
        const key = where(equal([...values].filter(inKey)));
        return `UPDATE ${name}${using} SET ${cells.join(", ")}${key}${guard(call.write)}`;
      }
      case "delete":
        return `DELETE FROM ${name}${where(equal([...call.write.key]))}${guard(call.write)}`;
      case "select": {
        const { filters, orderBy = [], limit } = call.selection;
        const order = orderBy.map(({ column, order }) => `${printIdentifier(column)} ${order}`).join(", ");
        return (
          `SELECT ${quoted(table.columns.map((column) => column.name))} FROM ${name}${where(filters.map(relation))}` +
          (order === "" ? "" : ` ORDER BY ${order}`) +
          (limit === undefined ? "" : ` LIMIT ${bindInt(limit)}`)
        );
      }
    }
  };
  return { cql: print(), parameters };
}

/** Codes of the native protocol for what is wrong with a statement; others say that something is wrong with the cluster. */
const refusals: ReadonlySet<unknown> = new Set([0x2000, 0x2200]);
/** That of a read that failed within the server. */
const readFailure = 0x1300;

interface Encoder {
  decode: (bytes: Buffer | null, type: unknown) => unknown;
}
const encoder = (createRequire(import.meta.url)("cassandra-driver/lib/encoder.js") as { prototype: Encoder }).prototype;

export interface CqlTable {
  readonly client: Client;
  readonly keyspace: string;
  readonly table: Table;
}

/** @throws {StoreError} `invalid` when the cluster refuses the statement, `unavailable` when a read fails within it */
async function execute(
  { client, keyspace, table }: CqlTable,
  call: Call,
  paging: { readonly fetchSize?: number; readonly pageState?: string } = {},
): Promise<ResultSet> {
  const { cql, parameters } = printCall(keyspace, table, call);
  const { decode } = encoder;
  encoder.decode = (bytes) => bytes;
  try {
    const options: ExecuteOptions & { prepare: true } = { prepare: true, ...paging };
    return await client.execute(cql, parameters, options);
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message: string };
    if (refusals.has(code)) throw new StoreError("invalid", message);
    if (code === readFailure) throw new StoreError("unavailable", `${cql}: ${message}`);
    throw new Error(`${cql}: ${message}`, { cause: error });
  } finally {
    encoder.decode = decode;
  }
}

export async function writeCql(place: CqlTable, call: Write): Promise<Outcome> {
  const [row] = (await execute(place, call)).rows ?? [];
  const { "[applied]": applied, ...current } = (row ?? {}) as Readonly<Record<string, Buffer | null>>;
  if (!row || applied?.[0] === 1) return { applied: true };
  return { applied: false, current: Object.keys(current).length > 0 ? valuesOf(place.table, current) : undefined };
}

export async function selectCql(place: CqlTable, selection: Selection): Promise<Page> {
  const inPartition = (name: string): boolean => place.table.partitionKey.includes(name);
  const { pageSize, pageState, filters, orderBy = [], limit } = selection;
  // Rows of several partitions are sorted only where they are not paged.
  const across = orderBy.length > 0 && filters.some(({ column, operator }) => operator === "in" && inPartition(column));
  const isOnePage = across && limit !== undefined && limit <= pageSize;
  const paging = { fetchSize: isOnePage ? 0 : pageSize, ...(pageState !== undefined && { pageState }) };
  const found = await execute(place, { kind: "select", selection }, paging);
  const rows = found.rows.map((row) => valuesOf(place.table, row as Readonly<Record<string, Buffer | null>>));
  return { rows, ...(found.pageState !== null && { pageState: found.pageState }) };
}

function valuesOf(table: Table, row: Readonly<Record<string, Buffer | null>>): Values {
  return new Map(
    table.columns.flatMap(({ name, type }): [string, Value | null][] => {
      const bytes = row[name];
      return bytes === undefined ? [] : [[name, bytes && deserializeValue(type, bytes)]];
    }),
  );
}
