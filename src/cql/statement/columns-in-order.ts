import { byCodeUnits, primaryKey } from "../../model/index.ts";
import type { Column, Table } from "../../model/index.ts";

/** The columns of a table as the database orders them: the key, then static ones and others by their names. */
export function columnsInOrder(table: Table): readonly Column[] {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const named = (kind: Column["kind"]): string[] =>
    table.columns
      .filter((column) => column.kind === kind)
      .map(({ name }) => name)
      .sort(byCodeUnits);
  const names = [...primaryKey(table), ...named("static"), ...named("regular")];
  return names.map((name) => columns.get(name) as Column);
}
