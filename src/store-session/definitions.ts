/** Finds keyspaces in a store and creates tables in it, with the errors that the service has for both. */
import { httpError } from "@colonnade/runtime/operations";
import type { OperationAbout, Session, TableDefinition } from "@colonnade/runtime/operations";
import { parseTableDefinition } from "../model/index.ts";
import type { Keyspace } from "../model/index.ts";
import type { DefinitionStore, RowStore } from "../store/index.ts";
import { requestFailureOf } from "./failures.ts";

/** @throws {NotFoundError} when there is no such keyspace */
export async function requireKeyspace(asked: Promise<Keyspace | undefined>, about: OperationAbout): Promise<Keyspace> {
  const found = await asked.catch((error: unknown) => {
    throw requestFailureOf(error, about);
  });
  if (found) return found;
  throw httpError(404, `Unknown keyspace '${about.keyspace}'`, about);
}

export function createDefine(
  store: RowStore & Pick<DefinitionStore, "createTable">,
  requireOpen: (about: OperationAbout, signal: AbortSignal | undefined) => void,
): NonNullable<Session["define"]> {
  return async ({ about, json, signal }: TableDefinition) => {
    requireOpen(about, signal);
    try {
      const keyspace = await store.keyspace(about.keyspace ?? "");
      if (!keyspace) throw httpError(400, `Unknown keyspace '${about.keyspace}'`, about);
      const userTypes = new Map(keyspace.userTypes.map((type) => [type.name, type]));
      const { table, problems } = parseTableDefinition(json, { unknownMembers: "ignore", userTypes });
      if (!table) throw httpError(400, problems.map(({ message }) => message).join("; "), about);
      const isCreated = await store.createTable(keyspace.name, table);
      if (isCreated || ("ifNotExists" in json && json.ifNotExists === true)) return;
      throw httpError(400, `A table named ${table.name} already exists`, about);
    } catch (error) {
      throw requestFailureOf(error, about);
    }
  };
}
