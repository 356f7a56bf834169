import { primaryKey } from "../../model/index.ts";
import type { Column, Table } from "../../model/index.ts";

/** The columns of a table as the database orders them: the key, then static ones and others by their names. */
export function columnsInOrder(table: Table): readonly Column[] {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const named = (kind: Column["kind"]): string[] =>
    table.columns
      .filter((column) => column.kind === kind)
      .map(({ name }) => name)
      .sort(compareColumnNames);
  const names = [...primaryKey(table), ...named("static"), ...named("regular")];
  return names.map((name) => columns.get(name) as Column);
}

/** As the database compares them: the first eight bytes as one number with a sign, so that `Ü` is before `a`; then all bytes. */
export function compareColumnNames(one: string, other: string): number {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  const [prefix, otherPrefix] = [prefixOf(bytes), prefixOf(others)];
  if (prefix !== otherPrefix) return prefix < otherPrefix ? -1 : 1;
  return Buffer.compare(bytes, others);
}

function prefixOf(bytes: Buffer): bigint {
  const prefix = Buffer.alloc(8);
  bytes.copy(prefix);
  return prefix.readBigInt64BE();
}
