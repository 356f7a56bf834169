/**
 * The columns of a write in binary form, by their roles.
 *
 * Takes the values of a statement, and returns the keys of its partition and its row, and the cells that it sets.
 */
import type { Operands } from "../store.ts";
import { checkClustering, partitionKey, rowKey } from "./key.ts";
import { columnOf, encodeCell, encodeValue } from "./layout.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import { nullInCondition, refusal } from "./refusal.ts";

export interface PlannedCell {
  readonly column: LayoutColumn;
  readonly bytes: Buffer | null;
}

export interface PlannedRow {
  readonly key: Buffer;
  readonly clustering: readonly Buffer[];
}

/** Key columns stand at their places, and leave those empty that are not given. */
export interface EncodedColumns {
  readonly partition: readonly (Buffer | undefined)[];
  readonly clustering: readonly (Buffer | undefined)[];
  readonly cells: readonly PlannedCell[];
}

export function encodeColumns(layout: Layout, values: Operands): EncodedColumns {
  const partition: (Buffer | undefined)[] = [];
  const clustering: (Buffer | undefined)[] = [];
  const cells: PlannedCell[] = [];
  for (const [name, value] of values) {
    const column = columnOf(layout, name);
    const { kind, place } = column;
    const key = kind === "partition" ? partition : kind === "clustering" ? clustering : undefined;
    if (!key) cells.push({ column, bytes: encodeCell(column, value) });
    else if (value === null) throw nullInCondition(name);
    else key[place] = encodeValue(column, value);
  }
  return { partition, clustering, cells };
}

export function planPartition(layout: Layout, { partition }: EncodedColumns): Buffer {
  return partitionKey(layout, complete(layout.partitionKey, partition, "partition key parts"));
}

export function planRow(layout: Layout, partition: Buffer, given: EncodedColumns["clustering"]): PlannedRow {
  const clustering = complete(layout.clusteringKey, given, "clustering keys");
  checkClustering(clustering);
  return { key: rowKey(layout, partition, clustering), clustering };
}

export function complete(
  columns: readonly LayoutColumn[],
  values: readonly (Buffer | undefined)[],
  what: string,
): readonly Buffer[] {
  const missing = columns.filter(({ place }) => values[place] === undefined);
  if (missing.length > 0) throw refusal(`Some ${what} are missing: ${names(missing)}`);
  return values as readonly Buffer[];
}

export function names(columns: readonly LayoutColumn[]): string {
  return columns.map(({ name }) => name).join(", ");
}
