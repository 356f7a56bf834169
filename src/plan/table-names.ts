import { nameTables } from "@colonnade/runtime/protocol";
import { memoizeLast } from "../cache.ts";
import type { Table } from "../model/index.ts";
import type { Overrides } from "./overrides.ts";

/** A table with its names in the API and in types and functions. */
export interface NamedTable {
  readonly table: Table;
  readonly apiName: string;
  readonly typeName: string;
}

/** Names the tables of a keyspace: API names that conflict are decided together. */
export function nameTypes(tables: readonly Table[], overrides: Overrides): readonly NamedTable[] {
  const apiNames = nameEvery(tables.map((table) => table.name));
  return tables.map((table) => {
    const apiName = apiNames.get(table.name)?.type ?? "";
    return { table, apiName, typeName: overrides.table(table.name).name ?? apiName };
  });
}

const nameEvery = memoizeLast<string, ReturnType<typeof nameTables>>(nameTables);
