import type { ColumnConfig, KeyspaceConfig, ValueConfig } from "./config.ts";

type Rules = Pick<KeyspaceConfig, "types" | "columns">;

/** Rewrites every module, path or package, that the rules of a keyspace name. */
export function mapCodecModules({ types, columns }: Rules, change: (from: string) => string): Rules {
  const changed = (value: ValueConfig): ValueConfig =>
    value === "unknown" ? value : { ...value, from: change(value.from) };
  const changedColumn = (column: ColumnConfig): ColumnConfig =>
    column.value ? { ...column, value: changed(column.value) } : column;
  return {
    ...(types && { types: mapValues(types, changed) }),
    ...(columns && { columns: mapValues(columns, changedColumn) }),
  };
}

function mapValues<Value>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
