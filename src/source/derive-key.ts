import type { ColumnKind } from "../model/index.ts";
import type { SeenTable } from "./seen-keyspace.ts";

/**
 * Completes a table with what follows from the known parts of its key: a key of one column is the partition key, known
 * kinds of columns show where the partition key ends, and without a clustering key no column is static.
 */
export function deriveKey(table: SeenTable): SeenTable {
  const { columns = [] } = table;
  const kindOf = new Map(columns.map(({ name, kind }) => [name, kind]));
  const flat = table.primaryKey ?? flatKey(table);
  const partitionKey =
    table.partitionKey ?? (flat ? partOf(flat, "partition", kindOf) : loneColumns(table, "partition"));
  const clusteringKey =
    table.clusteringKey ?? (flat ? partOf(flat, "clustering", kindOf) : loneColumns(table, "clustering"));
  const primaryKey = flat ?? (partitionKey && clusteringKey && [...partitionKey, ...clusteringKey]);
  const derivedKind = (name: string): ColumnKind | undefined => {
    if (partitionKey?.includes(name)) return "partition";
    if (clusteringKey?.includes(name)) return "clustering";
    return clusteringKey?.length === 0 && primaryKey ? "regular" : undefined;
  };
  return {
    ...table,
    ...(table.columns && {
      columns: columns.map((column) => {
        const kind = column.kind ?? derivedKind(column.name);
        return { ...column, ...(kind && { kind }) };
      }),
    }),
    ...(partitionKey && { partitionKey }),
    ...(clusteringKey && { clusteringKey }),
    ...(primaryKey && { primaryKey }),
  };
}

function flatKey({ partitionKey, clusteringKey }: SeenTable): readonly string[] | undefined {
  return partitionKey && clusteringKey && [...partitionKey, ...clusteringKey];
}

/** The columns of one kind in the key, if the kinds of all its columns are known. */
function partOf(
  key: readonly string[],
  kind: "partition" | "clustering",
  kindOf: ReadonlyMap<string, ColumnKind | undefined>,
): readonly string[] | undefined {
  if (key.length === 1) return kind === "partition" ? key : [];
  return key.every((name) => kindOf.get(name)) ? key.filter((name) => kindOf.get(name) === kind) : undefined;
}

/**
 * The columns of one kind, if all kinds are known and the order is unambiguous: some servers list columns in any order.
 */
function loneColumns({ columns }: SeenTable, kind: "partition" | "clustering"): readonly string[] | undefined {
  if (!columns?.every((column) => column.kind)) return undefined;
  const found = columns.filter((column) => column.kind === kind).map(({ name }) => name);
  return found.length < 2 ? found : undefined;
}
