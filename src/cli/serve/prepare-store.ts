import { printCqlType, printTableDefinition } from "../../model/index.ts";
import type { Keyspace, Table, UserType } from "../../model/index.ts";
import { orderUserTypes } from "../../model/order-user-types.ts";
import type { Store } from "../../store/index.ts";

/**
 * Creates the defined keyspaces, user types and tables that do not exist; existing ones stay unchanged.
 *
 * @param keyspace also created if missing
 * @returns a line for each created object, and for each type and table that differs from its definition
 * @throws {StoreError} `invalid` if a new table needs a type that exists with different fields
 */
export async function prepareStore(store: Store, defined: readonly Keyspace[], keyspace?: string): Promise<string[]> {
  const lines: string[] = [];
  const names = new Set([...defined.map(({ name }) => name), ...(keyspace === undefined ? [] : [keyspace])]);
  for (const name of names) {
    if (await store.createKeyspace(name)) lines.push(`created the keyspace ${name}`);
  }
  for (const { name, tables, userTypes } of defined) {
    for (const type of orderUserTypes(userTypes)) {
      if (await store.createUserType(name, type)) {
        lines.push(`created the user type ${name}.${type.name}`);
        continue;
      }
      const stored = (await store.keyspace(name))?.userTypes.find((candidate) => candidate.name === type.name);
      const [found, wanted] = [stored && fieldsOf(stored), fieldsOf(type)];
      if (found !== undefined && found !== wanted) {
        const rule = "a definition cannot change an existing type";
        lines.push(`${name}.${type.name} stays unchanged: its fields are ${found}, not ${wanted}; ${rule}`);
      }
    }
    for (const table of tables) {
      if (await store.createTable(name, table)) {
        lines.push(`created the table ${name}.${table.name}`);
        continue;
      }
      const stored = (await store.keyspace(name))?.tables.find((candidate) => candidate.name === table.name);
      const difference = stored && differenceOf(coreOf(stored), coreOf(table));
      if (difference !== undefined) {
        const rule = "a definition cannot change an existing table";
        lines.push(`${name}.${table.name} stays unchanged: ${difference}; ${rule}`);
      }
    }
  }
  return lines;
}

/**
 * Chooses the keyspace of `/api/graphql`: the named one, or the only one.
 *
 * @returns `others`: the candidates, if the choice is ambiguous
 */
export function chooseKeyspace(
  names: readonly string[],
  named?: string,
): { readonly keyspace?: string; readonly others: readonly string[] } {
  const keyspace = named ?? (names.length === 1 ? names[0] : undefined);
  return keyspace === undefined ? { others: names } : { keyspace, others: [] };
}

function fieldsOf({ fields }: UserType): string {
  return fields.map((field) => `${field.name} ${printCqlType(field.type)}`).join(", ");
}

/** What the data depends on, without descriptions and the order of columns. */
interface Core {
  /** By name: `"set<text> static"`. */
  readonly columns: ReadonlyMap<string, string>;
  readonly primaryKey: string;
  readonly options: string;
  readonly indexes: string;
}

function coreOf(table: Table): Core {
  const { columnDefinitions, primaryKey, tableOptions, indexes } = printTableDefinition(table);
  return {
    columns: new Map(
      columnDefinitions.map((column) => [column.name, `${column.typeDefinition}${column.static ? " static" : ""}`]),
    ),
    primaryKey: JSON.stringify(primaryKey),
    options: JSON.stringify(tableOptions),
    indexes: JSON.stringify((indexes ?? []).map((index) => JSON.stringify(index)).sort()),
  };
}

/** Describes how a table differs from its definition; undefined if it does not. */
function differenceOf(stored: Core, defined: Core): string | undefined {
  const differences: string[] = [];
  for (const [name, type] of defined.columns) {
    const found = stored.columns.get(name);
    if (found === undefined) differences.push(`its definition has the column ${name}, but the table does not`);
    else if (found !== type)
      differences.push(`the column ${name} is ${found} in the table, but ${type} in its definition`);
  }
  for (const name of stored.columns.keys()) {
    if (!defined.columns.has(name)) differences.push(`the table has the column ${name}, but its definition does not`);
  }
  if (stored.primaryKey !== defined.primaryKey) differences.push("its primary key differs from its definition");
  if (stored.options !== defined.options) differences.push("its options differ from its definition");
  if (stored.indexes !== defined.indexes) differences.push("its indexes differ from its definition");
  return differences.length > 0 ? differences.join(", ") : undefined;
}
