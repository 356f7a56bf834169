import { isMultiCell } from "../../model/index.ts";
import type { CqlType } from "../../model/index.ts";
import type { Term } from "../grammar/tree.ts";
import { castName } from "./functions/casts.ts";
import { negationName, operatorNames } from "./functions/operations.ts";
import type { Operator } from "./functions/operations.ts";
import type { CompileContext } from "./expression.ts";
import { namedType } from "./receiver.ts";
import { nativeType } from "./types.ts";

/** A call of a function: operators, negations and casts are calls too. */
export interface Call {
  /** The keyspace written before it. */
  readonly keyspace?: string | undefined;
  readonly name: string;
  readonly arguments: readonly Term[];
  readonly operator?: Operator | undefined;
  readonly isNegation?: boolean | undefined;
  /** The type of a cast. */
  readonly cast?: CqlType | undefined;
}

export type CallTerm = Extract<Term, { readonly kind: "call" | "operation" | "negation" | "cast" }>;

export function isCallTerm(term: Term): term is CallTerm {
  return term.kind === "call" || term.kind === "operation" || term.kind === "negation" || term.kind === "cast";
}

export function callOf(term: CallTerm, { scope }: CompileContext): Call {
  switch (term.kind) {
    case "call":
      return term;
    case "operation":
      return { name: operatorNames[term.operator], arguments: [term.left, term.right], operator: term.operator };
    case "negation":
      return { name: negationName, arguments: [term.of], isNegation: true };
    case "cast": {
      const cast = namedType(term.type, scope);
      return { name: castName(cast), arguments: [term.of], cast };
    }
  }
}

/** The name of a call in messages. */
export function callName({ keyspace, name, operator, isNegation, cast }: Call): string {
  const isSystem = operator !== undefined || isNegation || cast !== undefined;
  return isSystem ? `system.${name}` : `${keyspace === undefined ? "" : `${keyspace}.`}${name}`;
}

const functions: ReadonlyMap<string, CqlType> = new Map([
  ["writetime", nativeType("bigint")],
  ["maxwritetime", nativeType("bigint")],
  ["ttl", nativeType("int")],
]);

export function isCellTimes({ keyspace, name }: Call): boolean {
  return keyspace === undefined && functions.has(name);
}

/** A column in several cells has a list of times. */
export function cellTimesType(name: string, of: CqlType | undefined): CqlType {
  const item = functions.get(name) ?? nativeType("bigint");
  return of && isMultiCell(of) && name !== "maxwritetime" ? { kind: "list", item, frozen: true } : item;
}
