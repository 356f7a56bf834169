import { byCodeUnits } from "../../model/index.ts";
import { textIn } from "./system-rows.ts";
import type { SystemRow } from "./system-rows.ts";

/** A dropped column. A column of a different type must not reuse its name: old values would be read as the new type. */
export interface DroppedColumn {
  readonly table: string;
  readonly column: string;
  /** As CQL prints it; a user type is a tuple of its fields here. */
  readonly type: string;
  readonly static: boolean;
  readonly droppedAt?: Date;
}

/** Parses the rows of `system_schema.dropped_columns`, sorted by table and column. */
export function parseDroppedRows(rows: readonly SystemRow[]): readonly DroppedColumn[] {
  return rows
    .map((row): DroppedColumn => {
      const { dropped_time: droppedAt } = row;
      return {
        table: textIn(row, "table_name") ?? "",
        column: textIn(row, "column_name") ?? "",
        type: textIn(row, "type") ?? "",
        static: textIn(row, "kind") === "static",
        ...(droppedAt instanceof Date && { droppedAt }),
      };
    })
    .sort((one, other) => byCodeUnits(one.table, other.table) || byCodeUnits(one.column, other.column));
}
