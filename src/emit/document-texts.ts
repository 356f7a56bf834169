/** Prints the GraphQL documents of a table: one for each operation, which returns all columns. */
import { namedTypeOf } from "../api/index.ts";
import type { ApiArgument, ApiObject, TableTypes } from "../api/index.ts";
import { canChangeParts, documentsOf } from "../plan/index.ts";
import type { DocumentKind, DocumentPlan, TablePlan } from "../plan/index.ts";

export interface DocumentText {
  readonly plan: DocumentPlan;
  /** The field of the operation: `insertProducts`, `products`. */
  readonly field: string;
  readonly text: string;
}

/** An argument of a document's field, with the variable that it gets. */
interface Given {
  readonly argument: string;
  readonly variable: string;
  readonly type: string;
  /** What the argument holds, if it is more than the variable. */
  readonly value?: string;
}

const given = (argument: string, type: string, variable = argument): Given => ({ argument, variable, type });

/** What the text of a document depends on. */
interface Context {
  readonly plan: DocumentPlan;
  readonly table: TablePlan;
  readonly types: TableTypes;
  /** The name of the table's type. */
  readonly type: string;
}

const applied = ["applied"];
const counted = ["count", "pageState"];
const page = ({ types: { row } }: Context): readonly string[] => pageOf(row);
const pageOf = (row: ApiObject): readonly string[] => [`values {`, ...fieldsOf(row).map(indented), `}`, `pageState`];

/** The field of each document, its arguments, and what it selects of its result. */
const layouts: Readonly<
  Record<
    DocumentKind,
    {
      readonly field: "query" | "insert" | "update" | "delete";
      readonly args: (context: Context) => readonly Given[];
      readonly selects: (context: Context) => readonly string[];
    }
  >
> = {
  insert: {
    field: "insert",
    args: ({ type }) => [record(type), given("ifNotExists", "Boolean"), mutationOptions],
    selects: () => applied,
  },
  update: {
    field: "update",
    args: ({ type, table, types }) => [
      record(type),
      ...(canChangeParts(table) ? (types.mutations.update.args ?? []).filter(isChanges).map(givenAs) : []),
      ...conditions(type),
      mutationOptions,
    ],
    selects: () => applied,
  },
  increment: { field: "update", args: ({ type }) => [record(type), mutationOptions], selects: () => applied },
  delete: {
    field: "delete",
    args: ({ type, table: { counts } }) => [record(type), ...(counts ? [] : conditions(type)), mutationOptions],
    selects: () => applied,
  },
  deleteWhere: { field: "delete", args: ({ type }) => [where(type), mutationOptions], selects: () => applied },
  get: { field: "query", args: ({ type }) => [given("value", `${type}Input!`, "key"), queryOptions], selects: page },
  find: {
    field: "query",
    args: ({ type, table: { clusteringKey } }) => [
      where(type),
      ...(clusteringKey.length > 0 ? [given("orderBy", `[${type}Order]`)] : []),
      queryOptions,
    ],
    selects: page,
  },
  scan: { field: "query", args: () => [queryOptions], selects: page },
  partitions: {
    field: "query",
    args: () => [given("options", "QueryOptions!")],
    selects: ({ types: { row } }) => {
      const fields = row.fields.filter(({ column }) => column?.kind === "partition");
      return pageOf({ ...row, fields });
    },
  },
  count: { field: "query", args: ({ type }) => [where(type), queryOptions], selects: () => counted },
  countAll: { field: "query", args: () => [queryOptions], selects: () => counted },
  findIndexed: { field: "query", args: ({ type }) => [where(type), queryOptions], selects: page },
  nearest: {
    field: "query",
    args: ({ type, plan }) => [
      {
        ...given("nearest", "[Float!]!", "vector"),
        value: plan.kind === "nearest" ? `{ ${plan.neighbor.member.apiName}: $vector }` : "",
      },
      given("filter", `${type}FilterInput`, "where"),
      given("options", "QueryOptions!"),
    ],
    selects: (context) => [...page(context), "similarities"],
  },
};

const record = (type: string): Given => given("value", `${type}Input!`);
const where = (type: string): Given => given("filter", `${type}FilterInput!`, "where");
const conditions = (type: string): readonly Given[] => [
  given("ifExists", "Boolean"),
  given("ifCondition", `${type}FilterInput`),
];
const mutationOptions = given("options", "MutationOptions");
const queryOptions = given("options", "QueryOptions");
/** Its type has a different name if a table has the plain one. */
const isChanges = ({ name }: ApiArgument): boolean => name === "changes";
const givenAs = ({ name, type }: ApiArgument): Given => given(name, namedTypeOf(type).name);

/** The documents of a table, in the order of their declarations. */
export function documentTexts(table: TablePlan, types: TableTypes): readonly DocumentText[] {
  return documentsOf(table).map((plan) => printDocument({ plan, table, types, type: types.api.type }));
}

function printDocument(context: Context): DocumentText {
  const { plan, types } = context;
  const layout = layouts[plan.kind];
  const isRead = layout.field === "query";
  const field = layout.field === "query" ? types.query.name : types.mutations[layout.field].name;
  const args = layout.args(context);
  const lines = [
    `${isRead ? "query" : "mutation"} ${plan.operation}(`,
    ...args.map(({ variable, type }) => `  $${variable}: ${type}`),
    `) {`,
    `  ${field}(${args.map(({ argument, variable, value = `$${variable}` }) => `${argument}: ${value}`).join(", ")}) {`,
    ...layout.selects(context).map(indented).map(indented),
    `  }`,
    `}`,
  ];
  return { plan, field, text: lines.join("\n") };
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
