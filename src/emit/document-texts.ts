/** Prints the GraphQL documents of a table: one for each operation, which returns all columns. */
import { namedTypeOf } from "../api/index.ts";
import type { ApiObject, TableTypes } from "../api/index.ts";
import { documentKinds, documentNames } from "../plan/index.ts";
import type { DocumentKind, TablePlan } from "../plan/index.ts";

export interface DocumentText {
  readonly kind: DocumentKind;
  /** The field of the operation: `insertProducts`, `products`. */
  readonly field: string;
  readonly text: string;
}

/** An argument of a document's field, with the variable that it gets. */
interface Given {
  readonly argument: string;
  readonly variable: string;
  readonly type: string;
}

const given = (argument: string, type: string, variable = argument): Given => ({ argument, variable, type });

/** The arguments of each document's field, by the name of the table's type. */
const argumentsOf: Readonly<Record<DocumentKind, (type: string, table: TablePlan) => readonly Given[]>> = {
  insert: (type) => [record(type), given("ifNotExists", "Boolean"), mutationOptions],
  update: (type) => [record(type), ...conditions(type), mutationOptions],
  increment: (type) => [record(type), mutationOptions],
  delete: (type, { counts }) => [record(type), ...(counts ? [] : conditions(type)), mutationOptions],
  get: (type) => [given("value", `${type}Input!`, "key"), queryOptions],
  find: (type, { clusteringKey }) => [
    given("filter", `${type}FilterInput!`, "where"),
    ...(clusteringKey.length > 0 ? [given("orderBy", `[${type}Order]`)] : []),
    queryOptions,
  ],
};

const record = (type: string): Given => given("value", `${type}Input!`);
const conditions = (type: string): readonly Given[] => [
  given("ifExists", "Boolean"),
  given("ifCondition", `${type}FilterInput`),
];
const mutationOptions = given("options", "MutationOptions");
const queryOptions = given("options", "QueryOptions");

/** The documents of a table, in the order of their declarations. */
export function documentTexts(table: TablePlan, types: TableTypes): readonly DocumentText[] {
  return documentKinds(table).map((kind) => printDocument(kind, table, types));
}

function printDocument(kind: DocumentKind, table: TablePlan, { api, row, query, mutations }: TableTypes): DocumentText {
  const isRead = kind === "get" || kind === "find";
  const field = isRead ? query.name : mutations[kind === "increment" ? "update" : kind].name;
  const args = argumentsOf[kind](api.type, table);
  const name = documentNames(table, kind).operation;
  const selected = isRead ? [`values {`, ...fieldsOf(row).map(indented), `}`, `pageState`] : [`applied`];
  const lines = [
    `${isRead ? "query" : "mutation"} ${name}(`,
    ...args.map(({ variable, type }) => `  $${variable}: ${type}`),
    `) {`,
    `  ${field}(${args.map(({ argument, variable }) => `${argument}: $${variable}`).join(", ")}) {`,
    ...selected.map(indented).map(indented),
    `  }`,
    `}`,
  ];
  return { kind, field, text: lines.join("\n") };
}

function indented(line: string): string {
  return `  ${line}`;
}

/** The fields of an object type, on one line each unless they have fields themselves. */
function fieldsOf({ fields }: ApiObject): readonly string[] {
  return fields.flatMap(({ name, type }) => {
    const named = namedTypeOf(type);
    return named.kind === "object" ? [`${name} {`, ...fieldsOf(named).map(indented), `}`] : [name];
  });
}
