import { primaryKey } from "../../model/index.ts";
import type { Column, Table } from "../../model/index.ts";

/** The columns as the console shows them: the key first, the others as defined. */
export function columnsOf(table: Table): readonly Column[] {
  const key = primaryKey(table);
  const { columns } = table;
  return [
    ...key.flatMap((name) => columns.filter((column) => column.name === name)),
    ...columns.filter(({ name }) => !key.includes(name)),
  ];
}
