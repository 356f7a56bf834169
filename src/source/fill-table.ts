/**
 * Completes what a source reported about a table with facts from the files. Reported facts win over contradicting ones.
 */
import { primaryKey } from "../model/index.ts";
import type { Keyspace, Table } from "../model/index.ts";
import { deriveKey } from "./derive-key.ts";
import { seenTableOf } from "./seen-keyspace.ts";
import type { SeenColumn, SeenTable, SeenUserType } from "./seen-keyspace.ts";
import { narrowTypes, seenTypeOf } from "./seen-type.ts";
import type { SeenType } from "./seen-type.ts";

/** Adds to a table what only the files contain. */
export function fillTable(told: SeenTable, files: Keyspace | undefined): SeenTable {
  const table = files && tablesByName(files).get(told.name);
  const known = deriveKey(told);
  const keyed = table && isKeyOf(table, known) ? { ...seenKey(table), ...known } : known;
  const file = table && seenTableOf(table);
  const withKey = deriveKey(keyed);
  const order = new Map([...(file?.clusteringOrder ?? []), ...(told.clusteringOrder ?? [])]);
  return {
    ...(file && { defaultTimeToLive: file.defaultTimeToLive ?? 0, indexes: usableIndexes(table, withKey) }),
    ...withKey,
    clusteringOrder: order,
    ...(withKey.columns && { columns: withKey.columns.map((column) => fillColumn(column, file, withKey)) }),
  };
}

const known = new WeakMap<Keyspace, ReadonlyMap<string, Table>>();

/** Created once for the files of a keyspace, which may have a hundred thousand tables. */
function tablesByName(files: Keyspace): ReadonlyMap<string, Table> {
  const found = known.get(files) ?? new Map(files.tables.map((table) => [table.name, table]));
  known.set(files, found);
  return found;
}

function fillColumn(column: SeenColumn, file: SeenTable | undefined, table: SeenTable): SeenColumn {
  const known = file?.columns?.find(({ name }) => name === column.name);
  const inKey = table.primaryKey?.includes(column.name) === true;
  // Types in a key are always frozen.
  const frozen = inKey && column.type.frozen === undefined ? { frozen: true } : {};
  const isValue = known?.kind === "static" || known?.kind === "regular";
  const kind = column.kind ?? (isValue && !inKey ? known.kind : undefined);
  return { ...column, type: fillType({ ...column.type, ...frozen }, known?.type), ...(kind && { kind }) };
}

/** The type in the files counts if it does not contradict what was seen. */
function fillType(seen: SeenType, file: SeenType | undefined): SeenType {
  return (file && narrowTypes(seen, file)) ?? seen;
}

/** A field's type; databases store everything within a user type as one value. */
export function fillField(
  files: Keyspace | undefined,
  { name }: SeenUserType,
  field: SeenUserType["fields"][number],
): SeenType {
  const file = files?.userTypes.find((type) => type.name === name)?.fields.find((other) => other.name === field.name);
  const known = fillType(field.type, file && seenTypeOf(file.type));
  return { ...known, frozen: known.frozen ?? true };
}

/** Whether a table of the files is compatible with the seen parts of the key. */
function isKeyOf(table: Table, seen: SeenTable): boolean {
  const key = primaryKey(table);
  const isSame = (one: readonly string[] | undefined, other: readonly string[]): boolean =>
    !one || JSON.stringify(one) === JSON.stringify(other);
  const clusteringKey = table.clusteringKey.map(({ name }) => name);
  return (
    isSame(seen.primaryKey, key) &&
    isSame(seen.partitionKey, table.partitionKey) &&
    isSame(seen.clusteringKey, clusteringKey) &&
    key.every((name) => seen.columns?.some((column) => column.name === name) ?? true) &&
    (seen.columns ?? []).every(({ name, kind }) => {
      const inKey = key.includes(name);
      if (!kind || kind === "static" || kind === "regular") return !kind || !inKey;
      return kind === "partition" ? table.partitionKey.includes(name) : clusteringKey.includes(name);
    })
  );
}

function seenKey(table: Table): Pick<SeenTable, "partitionKey" | "clusteringKey" | "primaryKey"> {
  const { partitionKey = [], clusteringKey = [] } = seenTableOf(table);
  return { partitionKey, clusteringKey, primaryKey: primaryKey(table) };
}

/** The indexes of the files, except those of removed columns. */
function usableIndexes(table: Table | undefined, { columns }: SeenTable): Table["indexes"] {
  return (table?.indexes ?? []).filter((index) => columns?.some(({ name }) => name === index.column));
}
