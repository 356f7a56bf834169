/** Creates indexes by the definition endpoint of a service: its REST creates them only together with their table. */
import type { Answer, Session } from "@colonnade/runtime";
import type { Column } from "../../model/index.ts";
import { definitionPath } from "../../source/graphql/definition-path.ts";
import { objectOf, objectsOf, stringOf } from "../../source/read-json.ts";
import type { Members } from "../../source/read-json.ts";
import type { Step } from "../database/step.ts";

type IndexStep = Extract<Step, { readonly kind: "index" }>;

const mutation =
  "mutation ($keyspace: String!, $table: String!, $column: String!, $name: String, $type: String, $kind: IndexKind) " +
  "{ createIndex(keyspaceName: $keyspace, tableName: $table, columnName: $column, indexName: $name, indexType: $type, " +
  "indexKind: $kind, ifNotExists: true) }";

export function printIndexMutation(session: Session, { keyspace, table, index }: IndexStep) {
  const column = table.columns.find(({ name }) => name === index.column);
  const variables = {
    ...{ keyspace, table: table.name, column: index.column },
    ...(index.name !== undefined && { name: index.name }),
    ...(index.using === "sai" && { type: "StorageAttachedIndex" }),
    ...(column && isCollection(column) && { kind: index.kind.toUpperCase() }),
  };
  return {
    method: "POST",
    path: definitionPath(session, keyspace),
    body: { query: mutation, variables },
  } as const;
}

/** Whether the service has the mutation. @throws {ServiceError} if it does not respond */
export async function knowsIndexes(session: Session, keyspace: string): Promise<boolean> {
  const query = '{ __type(name: "Mutation") { fields { name } } }';
  const path = definitionPath(session, keyspace);
  try {
    const { json } = await session.send({ operation: `push ${keyspace}`, method: "POST", path, body: { query } });
    const type = objectOf(dataOf(json)?.["__type"]);
    return objectsOf(type?.["fields"])?.some(({ name }) => name === "createIndex") ?? false;
  } catch (error) {
    const status = error instanceof Error && "status" in error ? error.status : undefined;
    if (status === 404 || status === 405 || status === 400) return false;
    throw error;
  }
}

/** @throws {Error} with the reason, if the result has an error */
export function requireCreated({ json }: Answer): void {
  const [problem] = objectsOf(objectOf(json)?.["errors"]) ?? [];
  if (problem) throw new Error(stringOf(problem["message"]) ?? "the service does not say why");
}

function dataOf(json: unknown): Members | undefined {
  return objectOf(objectOf(json)?.["data"]);
}

function isCollection({ type: { kind } }: Column): boolean {
  return kind === "list" || kind === "set" || kind === "map";
}
