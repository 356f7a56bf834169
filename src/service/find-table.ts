/** Finds the keyspaces and tables that requests name, or refuses the request as real servers do. */
import type { Keyspace, Table } from "../model/index.ts";
import type { Store } from "../store/index.ts";
import { param } from "./endpoint.ts";
import type { RoutedRequest } from "./endpoint.ts";
import { badRequest, notFound } from "./http-refusal.ts";

/** A table with its keyspace. */
export interface TableInKeyspace {
  readonly keyspace: Keyspace;
  readonly table: Table;
}

/** The keyspace that a path names. @throws {HttpRefusal} 404 */
export async function findKeyspace(request: RoutedRequest, store: Store): Promise<Keyspace> {
  const name = param(request, 0);
  const keyspace = await store.keyspace(name);
  if (!keyspace) throw notFound(`keyspace '${name}' not found`);
  return keyspace;
}

/** The table that a path names. @throws {HttpRefusal} 404 */
export async function findTable(request: RoutedRequest, store: Store): Promise<TableInKeyspace> {
  const keyspace = await findKeyspace(request, store);
  const name = param(request, 1);
  const table = keyspace.tables.find((candidate) => candidate.name === name);
  if (!table) throw notFound(`table '${name}' not found`);
  return { keyspace, table };
}

/** The keyspace of a change, for which real servers answer 400, not 404, when there is none. @param refuse makes the error */
export async function findKeyspaceToChange(
  store: Store,
  name: string,
  refuse: (message: string) => Error = badRequest,
): Promise<Keyspace> {
  const keyspace = await store.keyspace(name);
  if (!keyspace) throw refuse(`Unknown keyspace ${name}`);
  return keyspace;
}

/** The same for a table. */
export async function findTableToChange(
  store: Store,
  name: string,
  tableName: string,
  refuse: (message: string) => Error = badRequest,
): Promise<TableInKeyspace> {
  const keyspace = await findKeyspaceToChange(store, name, refuse);
  const table = keyspace.tables.find((candidate) => candidate.name === tableName);
  if (!table) throw refuse(`Unknown table ${name}.${tableName} `);
  return { keyspace, table };
}
