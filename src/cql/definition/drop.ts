/** Drops tables and indexes, and empties tables. */
import { indexNames } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import type { Definition } from "../grammar/tree.ts";
import type { Answer } from "../protocol/message.ts";
import { keyspaceOf } from "../statement/scope.ts";
import { changed, findTable, printReference, requireTable, unchanged } from "./context.ts";
import type { Context } from "./context.ts";

export type Drop = Extract<Definition, { readonly kind: "drop-table" | "drop-type" | "drop-index" | "drop-view" }>;

export async function dropTable({ name: reference, ifExists }: Drop, context: Context): Promise<Answer> {
  const found = await findTable(context, reference);
  if (found && (await context.store.dropTable(found.keyspace.name, found.table.name))) {
    return changed("DROPPED", "TABLE", found.keyspace.name, found.table.name);
  }
  if (ifExists) return unchanged;
  throw invalid(`Table '${printReference(reference, context)}' doesn't exist`);
}

export async function dropIndex({ name: reference, ifExists }: Drop, context: Context): Promise<Answer> {
  const { store, caller } = context;
  const keyspace = await store.keyspace(keyspaceOf(reference, caller));
  const table = keyspace?.tables.find((candidate) => indexNames(candidate).includes(reference.name));
  if (keyspace && table) {
    await store.alterTable(keyspace.name, table.name, { kind: "drop-index", index: reference.name });
    return changed("UPDATED", "TABLE", keyspace.name, table.name);
  }
  if (ifExists) return unchanged;
  // The database ends its message so.
  throw invalid(`Index '${printReference(reference, context)}' doesn't exist'`);
}

/** There are no views. */
export async function dropView({ name: reference, ifExists }: Drop, context: Context): Promise<Answer> {
  if (ifExists) return unchanged;
  throw invalid(`Materialized view '${printReference(reference, context)}' doesn't exist`);
}

export async function truncate(
  { table: reference }: Extract<Definition, { readonly kind: "truncate" }>,
  context: Context,
): Promise<Answer> {
  const { keyspace, table } = await requireTable(reference, context);
  await context.store.truncateTable(keyspace.name, table.name);
  return unchanged;
}
