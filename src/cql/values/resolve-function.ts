import type { Term } from "../grammar/tree.ts";
import type { CqlType } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import { callName } from "./call.ts";
import type { Call } from "./call.ts";
import type { Setting } from "./expression.ts";
import { fitType, joinFits, sameType } from "./fit.ts";
import type { Fit } from "./fit.ts";
import { fitTerm } from "./fit-term.ts";
import { countRows } from "./functions/aggregates.ts";
import { signatureText } from "./functions/native-function.ts";
import type { NativeFunction } from "./functions/native-function.ts";
import { candidatesOf } from "./functions/native-functions.ts";
import { termText } from "./term-text.ts";
import { compatibleType } from "./term-type.ts";
import { typeText } from "./type-text.ts";

/**
 * The function that a call means, of several with its name the one that its arguments fit best.
 *
 * @param receiver the type that the result is for, if there is one. @returns undefined if no function has the name
 * @throws {CqlError} `invalid` if none fits, or several do
 */
export function resolveFunction(
  call: Call,
  receiver: CqlType | undefined,
  setting: Setting,
): NativeFunction | undefined {
  if (isCountOfRows(call)) return countRows;
  if (call.keyspace !== undefined && call.keyspace !== "system") return undefined;
  const candidates = candidatesOf({
    name: call.name,
    arguments: call.arguments.map((term) => ({
      text: termText(term),
      type: () => compatibleType(term, setting),
      arraySize: term.kind === "list" && setting.selection ? term.items.length : undefined,
    })),
    receiver,
    table: setting.scope.table,
  });
  const [first] = candidates;
  if (!first) return undefined;
  if (candidates.length > 1) return pickBest(call, candidates, receiver, setting);
  checkArguments(first, call.arguments, setting);
  return first;
}

/** `count(*)` and `count(1)`. */
function isCountOfRows({ name, arguments: [first, second] }: Call): boolean {
  return name === "count" && !second && (first?.kind === "star" || first?.kind === "constant");
}

function checkArguments(found: NativeFunction, terms: readonly Term[], setting: Setting): void {
  const { name, arguments: types } = found;
  if (terms.length !== types.length) {
    throw invalid(
      `Invalid number of arguments in call to function system.${name}: ${types.length} required but ${terms.length} provided`,
    );
  }
  terms.forEach((term, index) => {
    const type = types[index] as CqlType;
    if (fitTerm(term, type, setting) === "none") {
      throw invalid(
        `Type error: ${termText(term)} cannot be passed as argument ${index} of function system.${name} of type ${typeText(type)}`,
      );
    }
  });
}

function pickBest(
  call: Call,
  candidates: readonly NativeFunction[],
  receiver: CqlType | undefined,
  setting: Setting,
): NativeFunction {
  const compatible: NativeFunction[] = [];
  for (const candidate of candidates) {
    if (receiver && fitType(candidate.returns, receiver) === "none") continue;
    const fit = fitArguments(candidate, call.arguments, setting);
    if (fit === "exact") return candidate;
    if (fit === "weak") compatible.push(candidate);
  }
  const [first] = compatible;
  if (!first) throw noMatch(call, candidates);
  return compatible.length === 1 ? first : ofReceiver(call, compatible, receiver);
}

function fitArguments({ arguments: types }: NativeFunction, terms: readonly Term[], setting: Setting): Fit {
  if (types.length !== terms.length) return "none";
  return joinFits(lazily(terms, (term, index) => fitTerm(term, types[index] as CqlType, setting)));
}

/** The first argument that does not fit ends the test: operators have a hundred signatures. */
function* lazily(terms: readonly Term[], fit: (term: Term, index: number) => Fit): Iterable<Fit> {
  for (const [index, term] of terms.entries()) yield fit(term, index);
}

function noMatch(call: Call, candidates: readonly NativeFunction[]): Error {
  const [left, right] = call.arguments.map(termText);
  if (call.operator) return invalid(`the '${call.operator}' operation is not supported between ${left} and ${right}`);
  const signatures = candidates.map(signatureText).join(", ");
  return invalid(
    `Invalid call to function ${callName(call)}, none of its type signatures match (known type signatures: ${signatures})`,
  );
}

/** Of several operators the one between values of the receiver's type. */
function ofReceiver(call: Call, compatible: readonly NativeFunction[], receiver: CqlType | undefined): NativeFunction {
  if (call.operator) {
    const found = compatible.find(({ arguments: types }) => receiver && types.every((one) => sameType(one, receiver)));
    if (found && !call.arguments.some((term) => term.kind === "marker")) return found;
    const [left, right] = call.arguments.map(termText);
    throw invalid(
      `Ambiguous '${call.operator}' operation with args ${left} and ${right}: use type hint to disambiguate, example '(int) ?'`,
    );
  }
  if (call.isNegation) throw invalid("Ambiguous negation: use type casts to disambiguate");
  const signatures = compatible.map(signatureText).join(", ");
  throw invalid(
    `Ambiguous call to function ${callName(call)} (can be matched by following signatures: ${signatures}): use type casts to disambiguate`,
  );
}
