/** INSERT, UPDATE and DELETE, once compiled, and what each execution gives them. */
import type { Column } from "../../model/index.ts";
import { Encoded } from "../../store/index.ts";
import type { Operand, Write } from "../../store/index.ts";
import { unset } from "../protocol/message.ts";
import type { BoundValue } from "../protocol/message.ts";
import type { Expression, Inputs, TableScope } from "../values/index.ts";

/** An INSERT, UPDATE or DELETE with everything done that does not depend on values. */
export interface CompiledWrite {
  readonly scope: TableScope;
  /** The partition key's markers, in key order; empty if one is missing. */
  readonly keyIndexes: readonly number[];
  readonly isCounter: boolean;
  /** It has its own timestamp. */
  readonly hasTimestamp: boolean;
  readonly guard: WrittenGuard;
  /** Several for `IN`; none if all values that it would set are unset. */
  writes(input: WriteInput): readonly Write[];
}

/** The kind of IF, which decides what a failed condition returns: whole rows, or the columns of the conditions. */
export type WrittenGuard =
  | { readonly kind: "none" | "absent" | "present" }
  | { readonly kind: "conditions"; readonly columns: readonly Column[] };

export interface WriteInput extends Inputs {
  /** The timestamp of the client or of the batch, in microseconds since 1970. */
  readonly timestamp: bigint | undefined;
}

/** A statement with the writes that it is for one set of values. */
export interface BoundWrite {
  readonly compiled: CompiledWrite;
  readonly writes: readonly Write[];
}

/** The store's operand; undefined for an unset value. */
export function operandOf(column: Pick<Column, "type">, bytes: BoundValue): Encoded | null | undefined {
  if (bytes === unset) return undefined;
  return bytes === null ? null : Encoded.ofBytes(column.type, bytes);
}

/** A text that identifies the values of a key. */
export function keyText(values: Iterable<Operand | null | undefined>): string {
  return Array.from(values, (value) =>
    value instanceof Encoded ? Buffer.from(value.bytes).toString("base64") : "",
  ).join();
}

/** The store's operand for the value of a term; undefined for an unset value. */
export function evaluateOperand(term: Expression, inputs: Inputs): Encoded | null | undefined {
  return operandOf(term, term.evaluate(inputs));
}
