import fc from "fast-check";
import { execute as runByGraphQL, parse, specifiedRules, validate } from "graphql";
import type { ExecutionResult, GraphQLInputObjectType, GraphQLSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { selectionOf } from "@colonnade/runtime/protocol";
import type { Codec, Wire } from "@colonnade/runtime/protocol";
import { apiOf } from "../../../src/api/index.ts";
import type { TableApi } from "../../../src/api/index.ts";
import { documentsOf, execute } from "../../../src/service/graphql/execute.ts";
import type { ExecuteOptions } from "../../../src/service/graphql/execute.ts";
import type { Execution } from "../../../src/service/graphql/execution.ts";
import { wholeTypesOf } from "../../support/whole-types.ts";
import { printProblem } from "../../../src/service/graphql/problem.ts";
import { printJson } from "../../../src/service/json.ts";
import { limits } from "../../../src/service/limits.ts";
import { isMultiCell } from "../../../src/model/index.ts";
import type { Table } from "../../../src/model/index.ts";
import { createReads, StoreError, codecOf } from "../../../src/store/index.ts";
import type { WriteResult, Page, Store, Value, Values } from "../../../src/store/index.ts";
import { keyspace } from "../../support/keyspaces.ts";
import { runs } from "../../support/long.ts";
import { arbitraryValue } from "../../support/values.ts";

/** What a client sends for a column: mostly a value of its type. */
const wireOf = ({ type }: { readonly type: Parameters<typeof codecOf>[0] }): fc.Arbitrary<Wire> => {
  const codec = codecOf(type) as Codec<Value>;
  return fc.oneof(
    { weight: 12, arbitrary: arbitraryValue(type).map((value) => codec.encode(value)) },
    { weight: 1, arbitrary: fc.constantFrom<Wire>(null, "nonsense", 1.5, 7, true, [], {}, [null], 1e12, { key: "a" }) },
  );
};

type Record = Readonly<{ [field: string]: Wire }>;

/** A record of some of a table's fields. */
const recordOf = ({ columns }: TableApi): fc.Arbitrary<Record> =>
  fc.record(Object.fromEntries(Array.from(columns, ([field, column]) => [field, wireOf(column)])), {
    requiredKeys: [...columns.keys()].slice(0, 2),
  });

interface Sent {
  readonly query: string;
  readonly variables: Record;
}

/** The same document with the values of each of several records: in its text, or as variables. */
const documents = (api: TableApi, types: GraphQLSchema): fc.Arbitrary<readonly Sent[]> =>
  fc
    .record({
      records: fc.array(recordOf(api), { minLength: 2, maxLength: 3 }),
      operation: fc.constantFrom("insert", "update", "change", "delete", "remove", "select", "filter", "count"),
      count: fc.integer({ min: 1, max: 3 }),
      form: fc.constantFrom("text", "variables", "fields"),
      guard: fc.constantFrom("", ", ifNotExists: true", ", ifExists: $flag", ", options: {ttl: 60, timestamp: 5}"),
      options: fc.constantFrom("", "part: {number: 2, of: 3}, distinct: true", "perPartitionLimit: 2", "pageSize: 9"),
      flag: fc.constantFrom<Wire>(true, false, null, "yes"),
      typename: fc.boolean(),
    })
    .map(({ records, operation, count, form, guard, options, flag, typename }) => {
      const [first = {}] = records;
      // Documents of one shape give the same fields.
      const same = records.map((record) =>
        Object.fromEntries(Object.keys(first).map((field) => [field, record[field] ?? null])),
      );
      return same.map((record) =>
        print(api, types, record, { operation, count, form, guard, options, flag, typename }),
      );
    });

interface Form {
  readonly operation: string;
  readonly count: number;
  readonly form: string;
  readonly guard: string;
  readonly options: string;
  readonly flag: Wire;
  readonly typename: boolean;
}

function print(
  api: TableApi,
  types: GraphQLSchema,
  whole: Record,
  { operation, count, form, guard, options, flag, typename }: Form,
): Sent {
  const selection = `${Array.from(api.columns, ([apiName, { type }]) =>
    selectionOf({ apiName, fields: codecOf(type).fields }),
  ).join(" ")}${typename ? " __typename" : ""}`;
  // A column is written whole, or changed.
  const kept = Object.entries(whole).filter(([field]) => operation !== "change" || !hasParts(api, field));
  const record = Object.fromEntries(kept);
  const values = {
    text: literal(record),
    variables: "$record",
    fields: `{${Object.keys(record).map((field, index) => `${field}: $v${index}`)}}`,
  }[form];
  const isRead = operation === "select" || operation === "filter" || operation === "count";
  const filter = `{${Object.entries(record)
    .slice(0, 2)
    .map(([field, value]) => `${field}: {eq: ${literal(value)}}`)}}`;
  const verb = { change: "update", remove: "delete" }[operation] ?? operation;
  const root = isRead ? api.query : `${verb}${api.type}`;
  const [ofFilter, ofValue] = [`filter: ${filter}`, `value: ${values}`];
  const changes = `changes: {${changesOf(api, whole)}}`;
  const argument =
    { filter: ofFilter, count: ofFilter, remove: ofFilter, change: `${ofValue}, ${changes}` }[operation] ?? ofValue;
  const times = [...api.columns.keys()].slice(0, 3).map((field) => JSON.stringify(field));
  const readOptions = `, options: {writeTimes: [${times}]${options && `, ${options}`}}`;
  const applies = operation === "insert" ? !guard.includes("ifExists") : !guard.includes("ifNotExists");
  const fields = Array.from({ length: count }, (_, index) => {
    const result = isRead
      ? `pageState count${operation === "count" ? "" : ` writeTimes values { ${selection} }`}`
      : `applied value { ${selection} }`;
    const rest = isRead ? readOptions : applies ? guard : "";
    return `r${index}: ${root}(${argument}${rest}) { ${result} }`;
  });
  const inputs = (types.getType(`${api.type}Input`) as GraphQLInputObjectType).getFields();
  const declared = Object.keys(record).map((field, index) => `$v${index}: ${String(inputs[field]?.type)}`);
  const variables = [
    ...(guard.includes("$flag") ? ["$flag: Boolean"] : []),
    ...(form === "variables" ? [`$record: ${api.type}Input!`] : form === "fields" ? declared : []),
  ];
  const head = `${isRead ? "query" : "mutation"} Sent${variables.length > 0 ? `(${variables.join(", ")})` : ""}`;
  const each = Object.fromEntries(Object.values(record).map((value, index) => [`v${index}`, value]));
  return { query: `${head} { ${fields.join("\n")} }`, variables: { flag, record, ...each } };
}

/** A change of each column of a record that has parts, in place of its value. */
function changesOf(api: TableApi, record: Record): string {
  const words = { list: "append", set: "add", map: "put", user: "setFields" } as const;
  const changes = Object.entries(record).flatMap(([field, wire]) => {
    if (!hasParts(api, field)) return [];
    return [`${field}: {${words[api.columns.get(field)?.type.kind as keyof typeof words]}: ${literal(wire)}}`];
  });
  return changes.join(", ");
}

function hasParts({ columns }: TableApi, field: string): boolean {
  const type = columns.get(field)?.type;
  return type !== undefined && isMultiCell(type);
}

function literal(wire: Wire): string {
  if (Array.isArray(wire)) return `[${wire.map(literal).join(", ")}]`;
  if (typeof wire === "object" && wire !== null) {
    return `{${Object.entries(wire).map(([name, value]) => `${name}: ${literal(value as Wire)}`)}}`;
  }
  return Object.is(wire, -0) ? "-0.0" : JSON.stringify(wire);
}

/** A store that notes its calls. Reads give the rows that they are told to; every third call fails, another is not applied. */
function recordingStore(row: Values): { readonly store: Store; readonly calls: unknown[] } {
  const calls: unknown[] = [];
  const next = <Result>(name: string, call: unknown, results: readonly (() => Result)[]): Promise<Result> => {
    const result = results[calls.push([name, call]) % results.length] as () => Result;
    return Promise.resolve().then(result);
  };
  const fail = (): never => {
    throw new StoreError("invalid", "the store refuses");
  };
  const outcomes: readonly (() => WriteResult)[] = [
    () => ({ applied: true }),
    () => ({ applied: false, current: row }),
    fail,
    () => ({ applied: true }),
  ];
  const pages: readonly (() => Page)[] = [
    () => ({ rows: [row, new Map()], pageState: "next" }),
    fail,
    () => ({ rows: [] }),
  ];
  const store = {
    insert: (write: unknown) => next("insert", write, outcomes),
    update: (write: unknown) => next("update", write, outcomes),
    delete: (write: unknown) => next("delete", write, outcomes),
    select: (selection: unknown) => next("select", selection, pages),
  };
  return { store: store as unknown as Store, calls };
}

type Context = Omit<ExecuteOptions, "documents" | "refuse">;
const reads = createReads();
const contextFor = (store: Store): Context => ({
  store,
  requestId: "id",
  reads,
  report: () => undefined,
});

describe("a prepared document", () => {
  it("calls the store as graphql-js does, and gives its result, whatever the values", async () => {
    let good = 0;
    let bad = 0;
    await fc.assert(
      fc.asyncProperty(given, async ({ types, sent, row }) => {
        for (const { query, variables } of sent) {
          const ours = recordingStore(row);
          const result = await execute(
            { query, variables, operationName: undefined },
            { documents: types.ofDocument, ...contextFor(ours.store) },
          );
          const theirs = recordingStore(row);
          const expected = await runPlain(types.whole, query, variables, contextFor(theirs.store));
          expect(result.body).toBe(printJson(expected));
          expect(ours.calls).toEqual(theirs.calls);
          if (result.hasData) good++;
          else bad++;
        }
      }),
      runs(60, 3000),
    );
    expect(good).toBeGreaterThan(40);
    expect(bad).toBeGreaterThan(20);
  });
});

/** The types of a keyspace, documents for its first table, and the row that the store finds. */
const given = keyspace.chain((shop) => {
  const types = wholeTypesOf(shop);
  const api = apiOf(shop).tableApi(shop.tables[0] as Table);
  const columns = Array.from(api.columns.values());
  const values = fc.tuple(...columns.map(({ type }) => fc.option(arbitraryValue(type))));
  return fc.record({
    types: fc.constant({ ofDocument: documentsOf(shop), whole: types }),
    sent: documents(api, types),
    row: values.map((list): Values => new Map(list.map((value, index) => [columns[index]?.name ?? "", value]))),
  });
});

async function runPlain(
  schema: GraphQLSchema,
  source: string,
  variableValues: Record,
  context: Context,
): Promise<unknown> {
  const roots = source.split("\n").length;
  const [mostValues, mostBytes] = [limits.values / roots, limits.bytes / roots];
  const contextValue: Execution = { ...context, mostValues, mostBytes, failures: [] };
  const document = parse(source);
  const invalid = validate(schema, document, specifiedRules, { maxErrors: limits.errors });
  const plain =
    invalid.length > 0 ? { errors: invalid } : runByGraphQL({ schema, document, contextValue, variableValues });
  const { data, errors }: ExecutionResult = await plain;
  const problems = errors?.map((error) => printProblem(error, context));
  return { ...(problems && { errors: problems }), ...(data !== undefined && { data }) };
}
