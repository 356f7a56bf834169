/** Creates what a service's REST cannot, over its definition endpoint: keyspaces, user types, fields and indexes. */
import type { Answer, Session } from "@colonnade/runtime";
import { partsOf, printCqlType } from "../../model/index.ts";
import type { Column, CqlType, Field } from "../../model/index.ts";
import type { Replication } from "../../model/print-cql.ts";
import { definitionPath, objectOf, objectsOf, statusOf, stringOf } from "../../source/read-response.ts";
import type { Step } from "../database/step.ts";

type MutationKind = "keyspace" | "user type" | "field" | "index";
type MutationStep = Extract<Step, { readonly kind: MutationKind }>;

interface Mutation {
  readonly name: string;
  readonly query: string;
}

/** The mutation that a service has if it also reports user types. */
export const createsTypes = "createType";
export const createsKeyspaces = "createKeyspace";
/** Other servers of the family create indexes, but without options. */
const createsWithOptions = "createIndex(indexOptions)";

const ofType = "$keyspace: String!, $type: String!, $fields: [ColumnInput!]!";

const mutations: Readonly<Record<MutationKind, Mutation>> = {
  keyspace: {
    name: createsKeyspaces,
    query:
      "mutation ($name: String!, $replicas: Int, $datacenters: [DataCenterInput]) " +
      `{ ${createsKeyspaces}(name: $name, replicas: $replicas, datacenters: $datacenters, ifNotExists: true) }`,
  },
  "user type": {
    name: createsTypes,
    query: `mutation (${ofType}) { ${createsTypes}(keyspaceName: $keyspace, typeName: $type, fields: $fields, ifNotExists: true) }`,
  },
  field: {
    name: "alterTypeAdd",
    query: `mutation (${ofType}) { alterTypeAdd(keyspaceName: $keyspace, typeName: $type, toAdd: $fields) }`,
  },
  index: { name: "createIndex", query: createIndex("", "") },
};

function createIndex(parameter: string, argument: string): string {
  return (
    `mutation ($keyspace: String!, $table: String!, $column: String!, $name: String, $type: String, $kind: IndexKind${parameter}) ` +
    "{ createIndex(keyspaceName: $keyspace, tableName: $table, columnName: $column, indexName: $name, " +
    `indexType: $type, indexKind: $kind${argument}, ifNotExists: true) }`
  );
}

export function isMutation(step: Step): step is MutationStep {
  return step.kind in mutations;
}

/** @param supported the mutations of the service */
export function isSupported(step: MutationStep, supported: ReadonlySet<string>): boolean {
  return supported.has(hasOptions(step) ? createsWithOptions : mutations[step.kind].name);
}

function hasOptions(step: MutationStep): boolean {
  return step.kind === "index" && step.index.options !== undefined;
}

/** @param replication of a new keyspace */
export function printMutation(session: Session, step: MutationStep, replication: Replication) {
  const query = hasOptions(step)
    ? createIndex(", $options: [IndexOptionInput]", ", indexOptions: $options")
    : mutations[step.kind].query;
  return {
    method: "POST",
    path: definitionPath(session, step.keyspace),
    body: { query, variables: variablesOf(step, replication) },
  } as const;
}

/**
 * The service's mutations by name, and with each of their arguments: `createIndex(indexKind)`. Empty without a definition
 * endpoint.
 *
 * @throws {ServiceError} if the service does not respond
 */
export async function findMutations(session: Session, keyspace: string): Promise<ReadonlySet<string>> {
  const query = '{ __type(name: "Mutation") { fields { name args { name } } } }';
  const path = definitionPath(session, keyspace);
  try {
    const { json } = await session.send({ operation: `push ${keyspace}`, method: "POST", path, body: { query } });
    const type = objectOf(objectOf(objectOf(json)?.["data"])?.["__type"]);
    return new Set(
      (objectsOf(type?.["fields"]) ?? []).flatMap((field): readonly string[] => {
        const name = stringOf(field["name"]) ?? "";
        const args = objectsOf(field["args"]) ?? [];
        return [name, ...args.map((argument) => `${name}(${stringOf(argument["name"]) ?? ""})`)];
      }),
    );
  } catch (error) {
    const status = statusOf(error);
    if (status === 404 || status === 405 || status === 400) return new Set();
    throw error;
  }
}

/** @throws {Error} with the reason, if the result has an error */
export function requireCreated({ json }: Answer): void {
  const [problem] = objectsOf(objectOf(json)?.["errors"]) ?? [];
  if (problem) throw new Error(stringOf(problem["message"]) ?? "the service does not say why");
}

function variablesOf(step: MutationStep, replication: Replication): object {
  const { kind, keyspace } = step;
  switch (kind) {
    case "keyspace":
      return typeof replication === "number"
        ? { name: keyspace, replicas: replication }
        : {
            name: keyspace,
            datacenters: Object.entries(replication).map(([name, replicas]) => ({ name, replicas })),
          };
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
        ...(index.options && {
          options: Object.entries(index.options).map(([name, value]) => ({ name, value })),
        }),
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
