/** Creates by the definition endpoint of a service what its REST does not: user types, their fields, and indexes. */
import type { Answer, Session } from "@colonnade/runtime";
import { partsOf, printCqlType } from "../../model/index.ts";
import type { Column, CqlType, Field } from "../../model/index.ts";
import { definitionPath } from "../../source/graphql/definition-path.ts";
import { objectOf, objectsOf, stringOf } from "../../source/read-json.ts";
import type { Step } from "../database/step.ts";

type MutationKind = "user type" | "field" | "index";
type MutationStep = Extract<Step, { readonly kind: MutationKind }>;

interface Mutation {
  readonly name: string;
  readonly query: string;
}

/** The mutation that a service has if it also reports user types. */
export const createsTypes = "createType";

const ofType = "$keyspace: String!, $type: String!, $fields: [ColumnInput!]!";

const mutations: Readonly<Record<MutationKind, Mutation>> = {
  "user type": {
    name: createsTypes,
    query: `mutation (${ofType}) { ${createsTypes}(keyspaceName: $keyspace, typeName: $type, fields: $fields, ifNotExists: true) }`,
  },
  field: {
    name: "alterTypeAdd",
    query: `mutation (${ofType}) { alterTypeAdd(keyspaceName: $keyspace, typeName: $type, toAdd: $fields) }`,
  },
  index: {
    name: "createIndex",
    query:
      "mutation ($keyspace: String!, $table: String!, $column: String!, $name: String, $type: String, $kind: IndexKind) " +
      "{ createIndex(keyspaceName: $keyspace, tableName: $table, columnName: $column, indexName: $name, " +
      "indexType: $type, indexKind: $kind, ifNotExists: true) }",
  },
};

export function isMutation(step: Step): step is MutationStep {
  return step.kind in mutations;
}

/** @param known the mutations of the service */
export function isKnown({ kind }: MutationStep, known: ReadonlySet<string>): boolean {
  return known.has(mutations[kind].name);
}

export function printMutation(session: Session, step: MutationStep) {
  return {
    method: "POST",
    path: definitionPath(session, step.keyspace),
    body: { query: mutations[step.kind].query, variables: variablesOf(step) },
  } as const;
}

/** The names of the service's mutations; none if it has no definition endpoint. @throws {ServiceError} if it does not respond */
export async function findMutations(session: Session, keyspace: string): Promise<ReadonlySet<string>> {
  const query = '{ __type(name: "Mutation") { fields { name } } }';
  const path = definitionPath(session, keyspace);
  try {
    const { json } = await session.send({ operation: `push ${keyspace}`, method: "POST", path, body: { query } });
    const type = objectOf(objectOf(objectOf(json)?.["data"])?.["__type"]);
    return new Set((objectsOf(type?.["fields"]) ?? []).flatMap(({ name }) => stringOf(name) ?? []));
  } catch (error) {
    const status = error instanceof Error && "status" in error ? error.status : undefined;
    if (status === 404 || status === 405 || status === 400) return new Set();
    throw error;
  }
}

/** @throws {Error} with the reason, if the result has an error */
export function requireCreated({ json }: Answer): void {
  const [problem] = objectsOf(objectOf(json)?.["errors"]) ?? [];
  if (problem) throw new Error(stringOf(problem["message"]) ?? "the service does not say why");
}

function variablesOf(step: MutationStep): object {
  const { kind, keyspace } = step;
  switch (kind) {
    case "user type":
      return { keyspace, type: step.type.name, fields: step.type.fields.map(inputOf) };
    case "field":
      return { keyspace, type: step.type.name, fields: [inputOf(step.field)] };
    case "index": {
      const { table, index } = step;
      const column = table.columns.find(({ name }) => name === index.column);
      return {
        ...{ keyspace, table: table.name, column: index.column },
        ...(index.name !== undefined && { name: index.name }),
        ...(index.using === "sai" && { type: "StorageAttachedIndex" }),
        ...(column && isCollection(column) && { kind: index.kind.toUpperCase() }),
      };
    }
  }
}

function inputOf({ name, type }: Field): object {
  return { name, type: typeInputOf(type) };
}

/** `list<int>` is `{ basic: "LIST", info: { subTypes: [{ basic: "INT" }], frozen: false } }`. */
function typeInputOf(type: CqlType): object {
  switch (type.kind) {
    case "native":
      return { basic: type.name.toUpperCase() };
    case "user":
      return { basic: "UDT", info: { name: type.type.name, frozen: type.frozen } };
    case "vector":
    case "custom":
      return { basic: "CUSTOM", info: { name: printCqlType(type) } };
    default: {
      const frozen = "frozen" in type ? { frozen: type.frozen } : {};
      return { basic: type.kind.toUpperCase(), info: { subTypes: partsOf(type).map(typeInputOf), ...frozen } };
    }
  }
}

function isCollection({ type: { kind } }: Column): boolean {
  return kind === "list" || kind === "set" || kind === "map";
}
