import type { Term } from "../grammar/tree.ts";
import type { CqlType } from "../../model/index.ts";
import type { Cell } from "../../store/index.ts";
import type { BoundValue } from "../protocol/message.ts";
import type { Receiver, TableScope } from "./receiver.ts";
import type { Bound, Variables } from "./variables.ts";

/** A row of the store, as selectors read it. */
export interface ResultRow {
  bytes(column: string): Uint8Array | null;
  cells(column: string): readonly Cell[];
  /** Of a selection by nearness. */
  readonly similarity?: number | undefined;
}

/** What an expression is evaluated with. */
export interface Inputs {
  readonly bound: Bound;
  readonly nowMs: number;
  /** Of selectors. */
  readonly row?: ResultRow | undefined;
  /** Of the aggregates within a selector, in their order, once all rows have been added. */
  readonly totals?: readonly (Buffer | null)[] | undefined;
}

/** A term or selector that has been understood: its type, and how its bytes are found. */
export interface Expression {
  readonly type: CqlType;
  /** What the database calls the column of a result that has it. */
  readonly name: string;
  /** Is the same for all inputs. */
  readonly isConstant?: boolean | undefined;
  /** Needs more than one row. */
  readonly isAggregate?: boolean | undefined;
  /** The client sends it, or a part of it. */
  readonly hasMarkers?: boolean | undefined;
  evaluate(inputs: Inputs): BoundValue;
}

/** For expressions that are the same for all. */
export const noInputs: Inputs = { bound: () => null, nowMs: 0 };

/** Adds values row by row. */
export interface Aggregation<Added = ResultRow> {
  add(added: Added): void;
  result(): Buffer | null;
}

/** What expressions of one statement are compiled in. */
export interface Setting {
  readonly scope: TableScope;
  readonly variables: Variables;
  /** Only in selectors, which may read columns. */
  readonly selection?: Selecting | undefined;
}

/** What a selector needs of a row, collected while it is compiled. */
export interface Selecting {
  readonly columns: Set<string>;
  readonly cellColumns: Set<string>;
  readonly aggregates: (() => Aggregation<Inputs>)[];
}

/** Files of compilers do not import each other in a circle: one is given what it calls of another. */
export type CompileExpression = (term: Term, receiver: Receiver, setting: Setting) => Expression;
export type CompileSelectable = (term: Term, expected: CqlType | undefined, setting: Setting) => Expression;
