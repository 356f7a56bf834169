import type { Table } from "./keyspace.ts";

/**
 * The names of a table's indexes, in their order. One without a name has the name that the database would choose:
 * `products_name_idx`.
 */
export function indexNames({ name: table, indexes }: Table): readonly string[] {
  const taken = new Set(indexes.flatMap(({ name }) => name ?? []));
  return indexes.map(({ name, column }) => {
    if (name !== undefined) return name;
    const free = chooseIndexName(table, column, taken);
    taken.add(free);
    return free;
  });
}

/** The name that the database chooses for an index, other than the names that are taken. */
export function chooseIndexName(table: string, column: string, taken: { has(name: string): boolean }): string {
  const chosen = `${table}_${column}_idx`.replace(/\W/g, "");
  let free = chosen;
  for (let number = 1; taken.has(free); number++) free = `${chosen}_${number}`;
  return free;
}
