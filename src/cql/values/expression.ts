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
  /** For a selection by nearness. */
  readonly similarity?: number | undefined;
}

/** The inputs of an expression. */
export interface Inputs {
  readonly bound: Bound;
  readonly nowMs: number;
  /** Only for selectors. */
  readonly row?: ResultRow | undefined;
  /** The results of the aggregates within a selector, in their order, once all rows have been added. */
  readonly totals?: readonly (Buffer | null)[] | undefined;
}

/** A compiled term or selector: its type, and how its bytes are found. */
export interface Expression {
  readonly type: CqlType;
  /** The database's name for the column of a result that shows it. */
  readonly name: string;
  /** Its value is the same for all inputs. */
  readonly isConstant?: boolean | undefined;
  /** It needs more than one row. */
  readonly isAggregate?: boolean | undefined;
  /** The client sends it, or a part of it. */
  readonly hasMarkers?: boolean | undefined;
  evaluate(inputs: Inputs): BoundValue;
}

/** The inputs of constant expressions. */
export const noInputs: Inputs = { bound: () => null, nowMs: 0 };

/** Adds values row by row. */
export interface Aggregation<Added = ResultRow> {
  add(added: Added): void;
  result(): Buffer | null;
}

/** The context in which the expressions of one statement are compiled. */
export interface CompileContext {
  readonly scope: TableScope;
  readonly variables: Variables;
  /** Only in selectors, which may read columns. */
  readonly selection?: Selecting | undefined;
}

/** The columns that a selector needs, collected while it is compiled. */
export interface Selecting {
  readonly columns: Set<string>;
  readonly cellColumns: Set<string>;
  readonly aggregates: (() => Aggregation<Inputs>)[];
}

/** Passed to the compilers that need it, so that their files do not import each other in a circle. */
export type CompileTerm = (term: Term, receiver: Receiver, context: CompileContext) => Expression;
export type CompileSelectable = (term: Term, expected: CqlType | undefined, context: CompileContext) => Expression;

/** Bytes of the store, which mostly are buffers already. */
export function bufferOf<Bytes extends Uint8Array | null>(bytes: Bytes): Buffer | Extract<Bytes, null> {
  if (bytes === null || Buffer.isBuffer(bytes)) return bytes as Buffer | Extract<Bytes, null>;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
