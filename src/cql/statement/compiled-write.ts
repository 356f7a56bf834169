import type { Column } from "../../model/index.ts";
import { Encoded } from "../../store/index.ts";
import type { Write } from "../../store/index.ts";
import type { BoundValue } from "../protocol/message.ts";
import { unset } from "../protocol/message.ts";
import type { Bound, TableScope, Variables } from "../values/index.ts";

/** An INSERT, UPDATE or DELETE with everything done that does not depend on values. */
export interface CompiledWrite {
  readonly scope: TableScope;
  readonly variables: Variables;
  /** The markers that are the partition key, in its order; empty if they are not all there. */
  readonly keyIndexes: readonly number[];
  readonly isCounter: boolean;
  /** It has a time of its own. */
  readonly hasTimestamp: boolean;
  readonly guard: WrittenGuard;
  /** Several for `IN`, none when all that it would set has been left out. */
  writes(input: WriteInput): readonly Write[];
}

/** What IF asks for, and thereby what is answered when it does not hold: whole rows, or the columns of the conditions. */
export type WrittenGuard =
  | { readonly kind: "none" | "absent" | "present" }
  | { readonly kind: "conditions"; readonly columns: readonly Column[] };

export interface WriteInput {
  readonly bound: Bound;
  readonly nowMs: number;
  /** Of the client or of the batch, in microseconds since 1970. */
  readonly timestamp: bigint | undefined;
}

/** A statement with the writes that it is for one set of values. */
export interface BoundWrite {
  readonly compiled: CompiledWrite;
  readonly writes: readonly Write[];
}

/** For the store; undefined for what is left out. */
export function operandOf(column: Pick<Column, "type">, bytes: BoundValue): Encoded | null | undefined {
  if (bytes === unset) return undefined;
  return bytes === null ? null : Encoded.ofBytes(column.type, bytes);
}

/** A statement with the writes that it is for one set of values. */
export interface BoundWrite {
  readonly compiled: CompiledWrite;
  readonly writes: readonly Write[];
}
