import { isAbsolute, relative, sep } from "node:path";
import type { CodecConfig, KeyspaceConfig, ValueConfig } from "../config/index.ts";

type Rules = Pick<KeyspaceConfig, "types" | "columns">;

/**
 * Rules of the config with the modules that they name as the generated files import them: `/app/src/money.ts` is
 * `../money.js` to files in `/app/src/db`.
 */
export function rulesFrom(output: string, { types, columns }: Rules, importExtension: string): Rules {
  const seen = (value: ValueConfig): ValueConfig =>
    value === "unknown" ? value : { ...value, from: importPath(output, value, importExtension) };
  const entries = <Value>(record: Readonly<Record<string, Value>>, change: (value: Value) => Value) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
  return {
    ...(types && { types: entries(types, seen) }),
    ...(columns && {
      columns: entries(columns, (column) => (column.value ? { ...column, value: seen(column.value) } : column)),
    }),
  };
}

function importPath(output: string, { from }: CodecConfig, importExtension: string): string {
  if (!isAbsolute(from)) return from;
  const path = relative(output, from).split(sep).join("/");
  const dotted = path.startsWith(".") ? path : `./${path}`;
  return dotted.replace(/\.([cm]?)ts$/, (_, kind: string) =>
    importExtension === ".js" ? `.${kind}js` : importExtension,
  );
}
