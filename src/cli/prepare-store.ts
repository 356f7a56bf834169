import { printTableDefinition } from "../model/index.ts";
import type { Keyspace, Table } from "../model/index.ts";
import type { Store } from "../store/index.ts";

/**
 * Creates the keyspaces and tables that are defined and not there yet; what is there stays as it is.
 *
 * @param keyspace created too, when missing
 * @returns a line for each thing that was created or differs from its definition
 */
export async function prepareStore(store: Store, defined: readonly Keyspace[], keyspace?: string): Promise<string[]> {
  const lines: string[] = [];
  const names = new Set([...defined.map(({ name }) => name), ...(keyspace === undefined ? [] : [keyspace])]);
  for (const name of names) {
    if (await store.createKeyspace(name)) lines.push(`created the keyspace ${name}`);
  }
  for (const { name, tables } of defined) {
    for (const table of tables) {
      if (await store.createTable(name, table)) {
        lines.push(`created the table ${name}.${table.name}`);
        continue;
      }
      const stored = (await store.keyspace(name))?.tables.find((candidate) => candidate.name === table.name);
      if (stored && !isSameTable(stored, table))
        lines.push(`${name}.${table.name} stays as it is, unlike its definition`);
    }
  }
  return lines;
}

/** Descriptions aside, which the data does not depend on; the order of columns too. */
function isSameTable(one: Table, other: Table): boolean {
  return coreOf(one) === coreOf(other);
}

function coreOf(table: Table): string {
  const { columnDefinitions, primaryKey, tableOptions } = printTableDefinition(table);
  const columns = columnDefinitions.map(({ name, typeDefinition, static: isStatic }) => [
    name,
    typeDefinition,
    isStatic,
  ]);
  return JSON.stringify([
    columns.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    primaryKey,
    tableOptions,
  ]);
}
