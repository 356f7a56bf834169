/** How a table is shown: hidden columns, widths, sorting. Kept in the browser for each table, and holds no values of rows. */
import { useState } from "preact/hooks";
import { readKept, writeKept } from "../kept-text.ts";
import type { Sort } from "./sort-rows.ts";

export interface TableLook {
  readonly hidden: readonly string[];
  /** Column → pixels; other columns are as wide as their values. */
  readonly widths: Readonly<Record<string, number>>;
  readonly sort: Sort | undefined;
}

export const defaultLook: TableLook = { hidden: [], widths: {}, sort: undefined };

/** @param text as printed by `printLook`; what does not fit, say of another version, is dropped */
export function parseLook(text: string | null): TableLook {
  try {
    const { hidden, widths, sort } = (JSON.parse(text ?? "{}") ?? {}) as Partial<Record<keyof TableLook, unknown>>;
    const { column, descending } = (sort ?? {}) as Partial<Record<keyof Sort, unknown>>;
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((name) => typeof name === "string") : [],
      widths: Object.fromEntries(
        Object.entries((widths ?? {}) as object).filter(([, width]) => Number.isFinite(width)),
      ) as Record<string, number>,
      sort: typeof column === "string" ? { column, descending: descending === true } : undefined,
    };
  } catch {
    return defaultLook;
  }
}

/** @returns undefined for the default look, which need not be kept */
export function printLook(look: TableLook): string | undefined {
  const isDefault = look.hidden.length === 0 && Object.keys(look.widths).length === 0 && !look.sort;
  return isDefault ? undefined : JSON.stringify(look);
}

export function useTableLook(
  keyspace: string,
  table: string,
): readonly [TableLook, (change: Partial<TableLook>) => void] {
  const key = `colonnade ${JSON.stringify([keyspace, table])}`;
  const [look, setLook] = useState(() => parseLook(readKept(key)));
  const change = (changed: Partial<TableLook>): void => {
    const next = { ...look, ...changed };
    setLook(next);
    writeKept(key, printLook(next));
  };
  return [look, change];
}
