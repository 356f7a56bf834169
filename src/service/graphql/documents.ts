/** Everything that needs graphql-js, as one module that `operations.ts` imports with the first document. */
import type { DocumentNode } from "graphql";
import { apiOf } from "../../api/index.ts";
import type { Keyspace, Table } from "../../model/index.ts";
import type { Answer } from "../answer.ts";
import type { Call, Parts } from "../endpoint.ts";
import type { JsonObject } from "../json.ts";
import { badRequest } from "../refusal.ts";
import { rootFields } from "./document-fields.ts";
import { respond } from "./respond.ts";
import { keyspaceTypesOf } from "./keyspace-types.ts";
import { parseDocumentBody } from "./read-document.ts";

export { operationsIn } from "./document-fields.ts";
export { definitionMethods, documentMethods } from "./respond.ts";

/** Runs a document whose fields are all of one table. @throws {Refusal} 400 if another one is among them */
export function respondInTable(
  call: Call,
  parts: Parts,
  body: JsonObject,
  keyspace: Keyspace,
  table: Table,
): Promise<Answer> {
  const refuse = (node: DocumentNode): void => refuseOtherTables(node, keyspace, table);
  return respond(call, parts, { request: parseDocumentBody(body), types: keyspaceTypesOf(keyspace), refuse });
}

function refuseOtherTables(node: DocumentNode, keyspace: Keyspace, table: Table): void {
  const api = apiOf(keyspace);
  const isAllowed = (field: string): boolean => field === "__typename" || api.findByOperation(field).includes(table);
  const other = rootFields(node).find((field) => !isAllowed(field.name.value));
  if (other) throw badRequest(`${other.name.value} is no field of the table ${keyspace.name}.${table.name}`);
}

/** The tables that these outermost fields are of, by their CQL names. */
export function tablesOf(operations: readonly string[], keyspace: Keyspace): readonly string[] {
  const api = apiOf(keyspace);
  return operations.flatMap((operation) => api.findByOperation(operation).map(({ name }) => name));
}
