/**
 * Compiles GROUP BY: which values distinguish groups of rows. Rows arrive in key order, so a group ends when a row has other
 * values.
 */
import { compileSelector, columnIn } from "../values/index.ts";
import type { Inputs, CompileContext, CompiledSelector, ResultRow } from "../values/index.ts";
import { primaryKey } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import { printTerm } from "../grammar/index.ts";
import type { Select, Term } from "../grammar/tree.ts";
import type { RestrictedColumns } from "./restrictions.ts";

export interface Groups {
  /** The columns that it reads. */
  readonly reads: readonly string[];
  /** How many of the first values of a key are those of the partition. */
  readonly partitionLength: number;
  /** The partition key and the values that are grouped by. */
  keyOf(row: ResultRow, inputs: Inputs): GroupKey;
}

export type GroupKey = readonly (Uint8Array | null)[];

/** @returns undefined without GROUP BY. @throws {CqlError} `invalid` */
export function compileGroups(
  { groupBy, distinct }: Pick<Select, "groupBy" | "distinct">,
  restricted: RestrictedColumns,
  context: CompileContext,
): Groups | undefined {
  if (groupBy.length === 0) return undefined;
  const { table } = context.scope;
  const { partitionKey } = table;
  const key = primaryKey(table);
  const selectors: CompiledSelector[] = [];
  let place = 0;
  let isCalled = false;
  for (const term of groupBy) {
    const { name, selector } = compileGroup(term, isCalled, context);
    isCalled = term.kind !== "column";
    const position = key.indexOf(name);
    while (place < position && restricted.kindOf(key[place] as string) === "eq") place++;
    if (place !== position) {
      throw invalid(
        "Group by currently only support groups of columns following their declared order in the PRIMARY KEY",
      );
    }
    place++;
    selectors.push(selector);
  }
  if (place < partitionKey.length) throw invalid("Group by is not supported on only a part of the partition key");
  if (place > partitionKey.length && distinct) {
    throw invalid("Grouping on clustering columns is not allowed for SELECT DISTINCT queries");
  }
  return {
    reads: [...new Set([...partitionKey, ...selectors.flatMap(({ columns }) => columns)])],
    partitionLength: partitionKey.length,
    keyOf: (row, inputs) => [
      ...partitionKey.map((name) => row.bytes(name)),
      ...selectors.map((selector) => selector.evaluate(row, inputs)),
    ],
  };
}

/** One element of GROUP BY with the column of the key that it stands for. */
function compileGroup(
  term: Term,
  isAfterCall: boolean,
  context: CompileContext,
): { readonly name: string; readonly selector: CompiledSelector } {
  const selector = compileSelector({ term }, context);
  const { columns, isAggregate } = selector;
  if (isAggregate) {
    throw invalid(`Aggregate functions are not supported within the GROUP BY clause, got: ${functionOf(term)}`);
  }
  const [name = ""] = columns;
  if (term.kind === "column") {
    const { kind } = columnIn(context.scope, name);
    if (kind !== "partition" && kind !== "clustering") {
      throw invalid(`Group by is currently only supported on the columns of the PRIMARY KEY, got ${name}`);
    }
    if (isAfterCall) throw invalid("Functions are only supported on the last element of the GROUP BY clause");
    return { name, selector };
  }
  if (columns.length === 0) throw invalid("GROUP BY functions must have one clustering column name as parameter");
  if (columns.length > 1) {
    throw invalid(`GROUP BY functions accept only one clustering column as parameter, got: ${columns.join(",")}`);
  }
  if (columnIn(context.scope, name).kind !== "clustering") {
    throw invalid(`Group by functions are only supported on clustering columns, got ${name}`);
  }
  if (term.kind !== "call" || term.name !== "floor") {
    throw invalid(`Only monotonic functions are supported in the GROUP BY clause. Got: ${functionOf(term)} `);
  }
  return { name, selector };
}

function functionOf(term: Term): string {
  return term.kind === "call" ? `${term.keyspace ?? "system"}.${term.name}` : printTerm(term);
}

/** Whether two keys have the same first values, as many as `length`. */
export function isSameUpTo(length: number, one: GroupKey, other: GroupKey): boolean {
  // The last values differ first.
  for (let place = length - 1; place >= 0; place--) {
    const [left = null, right = null] = [one[place], other[place]];
    if (left === null || right === null ? left !== right : Buffer.compare(left, right) !== 0) return false;
  }
  return true;
}
