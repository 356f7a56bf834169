import type { Term } from "../grammar/tree.ts";
import { invalid } from "../cql-error.ts";
import { unset } from "../protocol/message.ts";
import { callName, callOf } from "./call.ts";
import type { Call, CallTerm } from "./call.ts";
import type { CompileTerm, Expression, Inputs, CompileContext } from "./expression.ts";
import { fitResult } from "./fit.ts";
import type { Bytes, NativeFunction } from "./functions/native-function.ts";
import type { Receiver } from "./receiver.ts";
import { findFunction } from "./term-typing.ts";
import { typeText } from "./types.ts";

/**
 * A call in a term, whose result is for a receiver.
 *
 * @param compileTerm understands its arguments
 */
export function compileCall(
  term: CallTerm,
  receiver: Receiver,
  context: CompileContext,
  compileTerm: CompileTerm,
): Expression {
  const call = callOf(term, context);
  const found = findFunction(call, receiver.type, context);
  if (!found) throw invalid(`Unknown function ${callName(call)} called`);
  if (found.begin) throw invalid("Aggregation function are not supported in the where clause");
  checkResult(call, found, receiver);
  const values = found.arguments.map((type, index) => {
    const receiver = { name: `arg${index}(system.${found.name})`, type };
    return compileTerm(call.arguments[index] as Term, receiver, context);
  });
  return callExpression(found, values);
}

function checkResult(call: Call, found: NativeFunction, { name, type }: Receiver): void {
  if (fitResult(found.returns, type) !== "none") return;
  const what = call.operator ? `operation ${call.operator}` : `function system.${found.name}`;
  throw invalid(
    `Type error: cannot assign result of ${what} (type ${typeText(found.returns)}) to ${name} (type ${typeText(type)})`,
  );
}

/** The call of a function that is not an aggregate. */
export function callExpression(found: NativeFunction, values: readonly Expression[]): Expression {
  return {
    type: found.returns,
    name: titleOf(found, values),
    hasMarkers: values.some((value) => value.hasMarkers),
    isAggregate: values.some((value) => value.isAggregate),
    evaluate: (inputs) => found.run?.(evaluateArguments(found, values, inputs), inputs) ?? null,
  };
}

export function titleOf({ name, title }: NativeFunction, values: readonly Expression[]): string {
  const names = values.map((value) => value.name);
  return title ? title(names) : `system.${name}(${names.join(", ")})`;
}

export function evaluateArguments(
  { name }: NativeFunction,
  values: readonly Expression[],
  inputs: Inputs,
): readonly Bytes[] {
  return values.map((value) => {
    const bytes = value.evaluate(inputs);
    if (bytes === unset) throw invalid(`Invalid unset value for argument in call to function ${name}`);
    return bytes;
  });
}
