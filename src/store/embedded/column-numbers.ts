import type { DroppedColumn, Table } from "../../model/index.ts";

/** How stored rows name the columns of a table: by numbers that are never used again. */
export interface ColumnNumbers {
  /** At the places of the table's columns. */
  readonly columns: readonly number[];
  /** The number of the next column. */
  readonly next: number;
  /** Rows may still hold their cells, which nobody sees. The last one of a name counts. */
  readonly dropped: readonly NumberedColumn[];
}

export interface NumberedColumn extends Omit<DroppedColumn, "table"> {
  readonly number: number;
}

/** The numbers of a new table; they are those of tables from before the store kept numbers, too. */
export function firstNumbers({ columns }: Table): ColumnNumbers {
  return { columns: columns.map((_, place) => place), next: columns.length, dropped: [] };
}
