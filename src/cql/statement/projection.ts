/**
 * Compiles the selectors of a query: the columns of the result, and the conversion of rows of the store to rows of the result.
 */
import { compileSelector, jsonName, nativeType, toJson } from "../values/index.ts";
import type { Inputs, CompileContext, Aggregation, CompiledSelector, ResultRow, TableScope } from "../values/index.ts";
import type { Column } from "../../model/index.ts";
import type { Select, Selector } from "../grammar/tree.ts";
import type { ColumnSpec } from "../protocol/message.ts";
import { columnsInOrder, specIn } from "./scope.ts";

/** A row of the answer. */
export type AnswerRow = readonly (Uint8Array | null)[];

export interface Projection {
  readonly specs: readonly ColumnSpec[];
  /** The columns of the table that it reads. */
  readonly reads: readonly string[];
  readonly isAggregate: boolean;
  /** Apart from the partition key, it selects only static columns. */
  readonly onlyStatics: boolean;
  row(row: ResultRow, inputs: Inputs): AnswerRow;
  /** Starts an aggregation of rows. */
  start(inputs: Inputs): Total;
}

/** The aggregate of a group's rows. */
export interface Total {
  add(row: ResultRow): void;
  row(): AnswerRow;
}

/** @throws {CqlError} `invalid` */
export function compileProjection(select: Select, context: CompileContext): Projection {
  const { scope } = context;
  const wanted = select.selectors ?? columnsInOrder(scope.table).map(selectorOf);
  const selectors = wanted.map((selector) => compileSelector(selector, context));
  const specOf = (column: Pick<ColumnSpec, "name" | "type">): ColumnSpec => specIn(scope, column);
  const reads = new Set(selectors.flatMap(({ columns, cellColumns }) => [...columns, ...cellColumns]));
  const base = {
    specs: select.json ? [specOf({ name: "[json]", type: nativeType("text") })] : selectors.map(specOf),
    reads: [...reads],
    isAggregate: selectors.some(({ isAggregate }) => isAggregate),
    onlyStatics: select.selectors !== undefined && selectsOnlyStatics(wanted, reads, scope),
  };
  const finish = select.json ? jsonOf(selectors) : asTheyAre;
  const start = (inputs: Inputs): Total => totalOf(selectors, finish, inputs);
  if (!select.json && wanted.every(({ term }) => term.kind === "column")) {
    const names = selectors.flatMap(({ columns }) => columns);
    return { ...base, start, row: (row) => bytesOf(row, names) };
  }
  return {
    ...base,
    start,
    row: (row, inputs) => finish(selectors.map((selector) => selector.evaluate(row, inputs))),
  };
}

function selectorOf({ name }: Column): Selector {
  return { term: { kind: "column", name } };
}

/** Most queries select columns as they are. */
function bytesOf(row: ResultRow, names: readonly string[]): AnswerRow {
  const values: (Uint8Array | null)[] = [];
  for (const name of names) values.push(row.bytes(name));
  return values;
}

function selectsOnlyStatics(wanted: readonly Selector[], reads: ReadonlySet<string>, { columns }: TableScope): boolean {
  const kinds = new Set(Array.from(reads, (name) => columns.get(name)?.kind));
  return (
    kinds.has("static") &&
    !kinds.has("regular") &&
    !kinds.has("clustering") &&
    wanted.every(({ term }) => term.kind === "column")
  );
}

type Finish = (values: readonly (Buffer | null)[]) => AnswerRow;

const asTheyAre: Finish = (values) => values;

/** One text for the whole row. */
function jsonOf(selectors: readonly CompiledSelector[]): Finish {
  const members = selectors.map(({ name, type }) => ({ name: jsonName(name), type }));
  return (values) => {
    const texts = members.map(({ name, type }, place) => `${name}: ${toJson(type, values[place] ?? null)}`);
    return [Buffer.from(`{${texts.join(", ")}}`)];
  };
}

function totalOf(selectors: readonly CompiledSelector[], finish: Finish, inputs: Inputs): Total {
  const running = selectors.map((selector): Aggregation => selector.start(inputs));
  return {
    add: (row) => {
      for (const one of running) one.add(row);
    },
    row: () => finish(running.map((one) => one.result())),
  };
}
