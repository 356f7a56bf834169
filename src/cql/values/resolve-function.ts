import { randomUUID } from "node:crypto";
import { nativeTypes } from "../../model/index.ts";
import type { CqlType, Table } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import type { Term } from "../grammar/tree.ts";
import { callName } from "./call.ts";
import type { Call } from "./call.ts";
import { checkBytes } from "./check-bytes.ts";
import { fitType, joinFits, sameType } from "./fit.ts";
import type { Fit } from "./fit.ts";
import { countRows, aggregateFunctions } from "./functions/aggregates.ts";
import { castFunctions } from "./functions/casts.ts";
import { createFunction } from "./functions/factories.ts";
import type { Request } from "./functions/factories.ts";
import { mathFunctions } from "./functions/math.ts";
import { signatureText, scalar } from "./functions/native-function.ts";
import type { NativeFunction } from "./functions/native-function.ts";
import { operationFunctions } from "./functions/operations.ts";
import type { Argument } from "./functions/parameter.ts";
import { timeFunctions } from "./functions/times.ts";
import { typeText, nativeType } from "./types.ts";

/** An argument of a call, with its type if it has one by itself. */
export interface CallArgument extends Argument {
  readonly kind: Term["kind"];
  readonly fit: (type: CqlType) => Fit;
}

/**
 * The function that a call means: among those of its name, the one that fits the arguments best.
 *
 * @param receiver the type expected of the result, if any. @returns undefined if no function has the name
 * @throws {CqlError} `invalid` if none fits, or several do
 */
export function resolveFunction(
  call: Call,
  given: readonly CallArgument[],
  receiver: CqlType | undefined,
  table: Table,
): NativeFunction | undefined {
  if (isCountOfRows(call)) return countRows;
  if (call.keyspace !== undefined && call.keyspace !== "system") return undefined;
  const candidates = candidatesOf({ name: call.name, arguments: given, receiver, table });
  const [first] = candidates;
  if (!first) return undefined;
  if (candidates.length > 1) return pickBest(call, given, candidates, receiver);
  checkArguments(first, given);
  return first;
}

/** `count(*)` and `count(1)`. */
function isCountOfRows({ name, arguments: [first, second] }: Call): boolean {
  return name === "count" && !second && (first?.kind === "star" || first?.kind === "constant");
}

function checkArguments(found: NativeFunction, given: readonly CallArgument[]): void {
  const { name, arguments: types } = found;
  if (given.length !== types.length) {
    throw invalid(
      `Invalid number of arguments in call to function system.${name}: ${types.length} required but ${given.length} provided`,
    );
  }
  given.forEach((argument, index) => {
    const type = types[index] as CqlType;
    if (argument.fit(type) === "none") {
      throw invalid(
        `Type error: ${argument.text} cannot be passed as argument ${index} of function system.${name} of type ${typeText(type)}`,
      );
    }
  });
}

function pickBest(
  call: Call,
  given: readonly CallArgument[],
  candidates: readonly NativeFunction[],
  receiver: CqlType | undefined,
): NativeFunction {
  const compatible: NativeFunction[] = [];
  for (const candidate of candidates) {
    if (receiver && fitType(candidate.returns, receiver) === "none") continue;
    const fit = fitArguments(candidate, given);
    if (fit === "exact") return candidate;
    if (fit === "weak") compatible.push(candidate);
  }
  const [first] = compatible;
  if (!first) throw noMatch(call, given, candidates);
  return compatible.length === 1 ? first : ofReceiver(call, given, compatible, receiver);
}

function fitArguments({ arguments: types }: NativeFunction, given: readonly CallArgument[]): Fit {
  return types.length === given.length ? joinFits(fitEach(given, types)) : "none";
}

/** The first argument that does not fit ends the test: operators have a hundred signatures. */
function* fitEach(given: readonly CallArgument[], types: readonly CqlType[]): Iterable<Fit> {
  for (const [index, argument] of given.entries()) yield argument.fit(types[index] as CqlType);
}

function noMatch(call: Call, given: readonly CallArgument[], candidates: readonly NativeFunction[]): Error {
  const [left, right] = given.map(({ text }) => text);
  if (call.operator) return invalid(`the '${call.operator}' operation is not supported between ${left} and ${right}`);
  const signatures = candidates.map(signatureText).join(", ");
  return invalid(
    `Invalid call to function ${callName(call)}, none of its type signatures match (known type signatures: ${signatures})`,
  );
}

/** Chooses among several operators the one between values of the receiver's type. */
function ofReceiver(
  call: Call,
  given: readonly CallArgument[],
  compatible: readonly NativeFunction[],
  receiver: CqlType | undefined,
): NativeFunction {
  if (call.operator) {
    const found = compatible.find(({ arguments: types }) => receiver && types.every((one) => sameType(one, receiver)));
    if (found && !given.some(({ kind }) => kind === "marker")) return found;
    const [left, right] = given.map(({ text }) => text);
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

/** The functions with a name, and the one that is made for the types of a call. */
function candidatesOf(request: Request): readonly NativeFunction[] {
  const created = createFunction(request);
  const named = functionsByName().get(request.name) ?? [];
  return created ? [...named, created] : named;
}

let byName: ReadonlyMap<string, readonly NativeFunction[]> | undefined;

/** Created with the first statement that calls a function. */
function functionsByName(): ReadonlyMap<string, readonly NativeFunction[]> {
  return (byName ??= groupByName([
    ...operationFunctions(),
    ...castFunctions(),
    ...timeFunctions(),
    ...aggregateFunctions(),
    ...blobFunctions(),
    ...mathFunctions(),
    scalar("uuid", [], "uuid", () => Buffer.from(randomUUID().replaceAll("-", ""), "hex")),
  ]));
}

function groupByName(functions: readonly NativeFunction[]): ReadonlyMap<string, readonly NativeFunction[]> {
  const groups = new Map<string, NativeFunction[]>();
  for (const one of functions) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  return groups;
}

const blob = nativeType("blob");

/** `int_as_blob`, `blob_as_int` and their names before 5.0: the bytes stay as they are. */
function blobFunctions(): readonly NativeFunction[] {
  return nativeTypes
    .filter((name) => name !== "blob")
    .flatMap((name) => {
      const type = nativeType(name);
      const toBlob = [`${name}_as_blob`, `${name}asblob`].map((title): NativeFunction => {
        return { name: title, arguments: [type], returns: blob, run: ([bytes = null]) => bytes };
      });
      const fromBlob = [`blob_as_${name}`, `blobas${name}`].map((title): NativeFunction => {
        return {
          name: title,
          arguments: [blob],
          returns: type,
          run: ([bytes = null]) => {
            if (bytes === null) return null;
            try {
              checkBytes(type, bytes);
            } catch {
              const hex = bytes.toString("hex");
              throw invalid(
                `In call to function system.${title}, value 0x${hex} is not a valid binary representation for type ${name}`,
              );
            }
            return bytes;
          },
        };
      });
      return [...toBlob, ...fromBlob];
    });
}
