import { primaryKey } from "../../model/index.ts";
import type { Column, Table } from "../../model/index.ts";

/** The columns of a table as the database orders them: the key, then static ones and others by their names. */
export function columnsInOrder(table: Table): readonly Column[] {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const named = (kind: Column["kind"]): string[] =>
    table.columns
      .filter((column) => column.kind === kind)
      .map(({ name }) => name)
      .sort(bySignedBytes);
  const names = [...primaryKey(table), ...named("static"), ...named("regular")];
  return names.map((name) => columns.get(name) as Column);
}

/** As Java compares the bytes of names: what is not ASCII comes first. */
function bySignedBytes(one: string, other: string): number {
  const [left, right] = [new Int8Array(Buffer.from(one)), new Int8Array(Buffer.from(other))];
  const place = left.findIndex((byte, index) => byte !== right[index]);
  if (place < 0) return left.length - right.length;
  return place < right.length ? (left[place] ?? 0) - (right[place] ?? 0) : 1;
}
