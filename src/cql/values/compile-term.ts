import type { Term } from "../grammar/tree.ts";
import type { CqlType } from "../../model/index.ts";
import type { BoundValue } from "../protocol/message.ts";
import { compileExpression } from "./compile-expression.ts";
import type { Receiver, TableScope } from "./receiver.ts";
import type { Bound, Variables } from "./variables.ts";

/** A term that gives the bytes of a value of its receiver's type. */
export interface CompiledTerm {
  readonly type: CqlType;
  evaluate(bound: Bound, nowMs: number): BoundValue;
}

/**
 * Understands a term by what it is for. Its markers are added to the variables.
 *
 * @throws {CqlError} `invalid` when the receiver cannot have such a value
 */
export function compileTerm(term: Term, receiver: Receiver, scope: TableScope, variables: Variables): CompiledTerm {
  const expression = compileExpression(term, receiver, { scope, variables });
  return { type: receiver.type, evaluate: (bound, nowMs) => expression.evaluate({ bound, nowMs }) };
}
