/**
 * Compiles INSERT, of values and of JSON.
 *
 * Servers execute prepared INSERTs most often: an execution makes one map of columns, and everything else is done before.
 */
import { columnIn, compileTerm, nativeType, noInputs, readJsonRow } from "../values/index.ts";
import type { CompileContext, Expression, TableScope } from "../values/index.ts";
import { isCounterTable } from "../../model/index.ts";
import type { Column } from "../../model/index.ts";
import type { Encoded, Operands, Write } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Insert, Term } from "../grammar/tree.ts";
import { unset } from "../protocol/message.ts";
import type { BoundValue } from "../protocol/message.ts";
import { operandOf } from "./compiled-write.ts";
import type { CompiledWrite, WriteInput } from "./compiled-write.ts";
import { checkOwnTime } from "./conditions.ts";
import { noKeyValue, checkIndexedSize } from "./operand.ts";
import { compileUsing } from "./using.ts";

export function compileInsert(insert: Insert, context: CompileContext): CompiledWrite {
  const { scope } = context;
  const { keyspace, table } = scope;
  const { ifNotExists } = insert;
  const using = compileUsing(insert.using, context);
  if (isCounterTable(table)) throw invalid("INSERT statements are not allowed on counter tables, use UPDATE instead");
  const { values, keyIndexes } =
    "json" in insert.values ? compileJson(insert.values, context) : compileValues(insert.values, context);
  checkOwnTime(ifNotExists, using.hasTimestamp);
  return {
    scope,
    keyIndexes,
    isCounter: false,
    hasTimestamp: using.hasTimestamp,
    guard: { kind: ifNotExists ? "absent" : "none" },
    writes: (input) => {
      const write: Write = {
        kind: "insert",
        keyspace,
        table: table.name,
        values: values(input),
        ttlSeconds: using.ttlSeconds(input),
        timestamp: ifNotExists ? undefined : using.timestamp(input),
        ifNotExists,
      };
      return [write];
    },
  };
}

interface InsertedValues {
  readonly keyIndexes: readonly number[];
  values(input: WriteInput): Operands;
}

function compileValues(
  { columns: names, terms }: { readonly columns: readonly string[]; readonly terms: readonly Term[] },
  context: CompileContext,
): InsertedValues {
  const { scope } = context;
  if (names.length !== terms.length) throw invalid("Unmatched column names/values");
  if (new Set(names).size < names.length) throw invalid("The column names contains duplicates");
  const columns = names.map((name) => columnIn(scope, name));
  const compiled = terms.map((term, place) => compileSet(term, columns[place] as Column, context));
  checkKey(columns, scope);
  const markers = scope.table.partitionKey.flatMap((name) => {
    const term = terms[names.indexOf(name)];
    return term?.kind === "marker" ? term.index : [];
  });
  return {
    keyIndexes: markers.length === scope.table.partitionKey.length ? markers : [],
    values: (input) => {
      const values = new Map<string, Encoded | null>();
      let place = 0;
      for (const column of columns) enter(values, scope, column, (compiled[place++] as Expression).evaluate(input));
      return values;
    },
  };
}

/** Compiles the value that a whole column is set to. @throws {CqlError} `invalid` for a counter */
export function compileSet(term: Term, column: Column, context: CompileContext): Expression {
  const { name, type } = column;
  const compiled = compileTerm(term, column, context);
  if (type.kind !== "native" || type.name !== "counter") return compiled;
  throw invalid(
    `Cannot set the value of counter column ${name} (counters can only be incremented/decremented, not set)`,
  );
}

/** The store says the same; this says it when the statement is prepared. */
function checkKey(columns: readonly Column[], { table }: TableScope): void {
  const isGiven = (name: string): boolean => columns.some((column) => column.name === name);
  const missing = table.partitionKey.filter((name) => !isGiven(name));
  if (missing.length > 0) throw invalid(`Some partition key parts are missing: ${missing.join(", ")}`);
  const others = columns.filter(({ kind }) => kind === "regular" || kind === "static");
  const onlyStatics = others.length > 0 && others.every(({ kind }) => kind === "static");
  const rest = table.clusteringKey.filter(({ name }) => !isGiven(name)).map(({ name }) => name);
  if (rest.length === 0 || (onlyStatics && rest.length === table.clusteringKey.length)) return;
  throw invalid(`Some clustering keys are missing: ${rest.join(", ")}`);
}

const jsonReceiver = { name: "[json]", type: nativeType("text") };

function compileJson(
  { json, default: missing }: { readonly json: Term; readonly default: "null" | "unset" },
  context: CompileContext,
): InsertedValues {
  const { scope } = context;
  const { columns } = scope.table;
  const { evaluate } = compileTerm(json, jsonReceiver, context);
  const read = (text: BoundValue): ReadonlyMap<string, Buffer | null> => {
    if (text === null || text === unset) throw invalid("Got null for INSERT JSON values");
    return readJsonRow(text.toString(), columns);
  };
  const literal = json.kind === "constant" ? read(evaluate(noInputs)) : undefined;
  return {
    keyIndexes: [],
    values: (input) => {
      const row = literal ?? read(evaluate(input));
      const values = new Map<string, Encoded | null>();
      for (const column of columns) {
        const bytes = row.get(column.name);
        enter(values, scope, column, bytes === undefined ? (missing === "null" ? null : unset) : bytes);
      }
      return values;
    },
  };
}

function enter(values: Map<string, Encoded | null>, scope: TableScope, column: Column, bytes: BoundValue): void {
  const { name, kind } = column;
  const operand = operandOf(column, bytes);
  if (!operand && (kind === "partition" || kind === "clustering")) {
    throw bytes === null ? noKeyValue(name).null() : noKeyValue(name).unset();
  }
  if (operand === undefined) return;
  checkIndexedSize(scope, column, operand);
  values.set(name, operand);
}
