import type { CompileContext, Aggregation, Inputs, ResultRow, Selecting } from "./expression.ts";
import type { Selector } from "../grammar/tree.ts";
import type { CqlType } from "../../model/index.ts";
import { unset } from "../protocol/message.ts";
import type { BoundValue } from "../protocol/message.ts";
import { compileSelectable } from "./compile-selectable.ts";

/** One column of a result. */
export interface CompiledSelector {
  /** Its alias, or the database's name for it. */
  readonly name: string;
  readonly type: CqlType;
  /** The columns that it reads. */
  readonly columns: readonly string[];
  /** Columns whose cells it reads: `writetime`, `ttl`. */
  readonly cellColumns: readonly string[];
  readonly isAggregate: boolean;
  /** The value for a row; an aggregate's is computed as if the row were the only one. */
  evaluate(row: ResultRow, inputs: Inputs): Buffer | null;
  /** Starts an aggregation. A selector without aggregates gives the value of the first row, or null without rows. */
  start(inputs: Inputs): Aggregation;
}

/** @throws {CqlError} `invalid` for columns that the table lacks, and for unknown functions */
export function compileSelector(selector: Selector, context: CompileContext): CompiledSelector {
  const selection: Selecting = { columns: new Set(), cellColumns: new Set(), aggregates: [] };
  const { type, name, evaluate } = compileSelectable(selector.term, undefined, { ...context, selection });
  const { columns, cellColumns, aggregates } = selection;
  const start = ({ bound, nowMs }: Inputs): Aggregation => {
    const totals = aggregates.map((begin) => begin());
    let first: ResultRow | undefined;
    return {
      add: (row) => {
        first ??= row;
        for (const total of totals) total.add({ bound, nowMs, row });
      },
      result: () => {
        if (!first && totals.length === 0) return null;
        const results = totals.map((total) => total.result());
        return bytesOf(evaluate({ bound, nowMs, row: first ?? emptyRow, totals: results }));
      },
    };
  };
  return {
    name: selector.alias ?? name,
    type,
    columns: [...columns],
    cellColumns: [...cellColumns],
    isAggregate: aggregates.length > 0,
    evaluate: (row, inputs) => {
      if (aggregates.length === 0) return bytesOf(evaluate({ bound: inputs.bound, nowMs: inputs.nowMs, row }));
      const aggregation = start(inputs);
      aggregation.add(row);
      return aggregation.result();
    },
    start,
  };
}

const emptyRow: ResultRow = { bytes: () => null, cells: () => [] };

function bytesOf(value: BoundValue): Buffer | null {
  return value === unset ? null : value;
}
