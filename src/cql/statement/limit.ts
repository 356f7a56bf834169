import { invalid } from "../cql-error.ts";
import type { Term } from "../grammar/tree.ts";
import { unset } from "../protocol/message.ts";
import { compileTerm, nativeType } from "../values/index.ts";
import type { Bound, TableScope, Variables } from "../values/index.ts";

/** How many rows, once the values are bound; Infinity for an unset one. */
export type Limit = (bound: Bound, nowMs: number) => number;

/** @param name as the database calls its marker. @returns undefined without a limit */
export function compileLimit(
  term: Term | undefined,
  name: string,
  scope: TableScope,
  variables: Variables,
): Limit | undefined {
  if (!term) return undefined;
  const { evaluate } = compileTerm(term, { name, type: nativeType("int") }, scope, variables);
  return (bound, nowMs) => {
    const bytes = evaluate(bound, nowMs);
    if (bytes === null) throw invalid("Invalid null value of limit");
    if (bytes === unset) return Infinity;
    if (bytes.length !== 4) throw invalid("Invalid limit value");
    const limit = bytes.readInt32BE();
    if (limit <= 0) throw invalid("LIMIT must be strictly positive");
    return limit;
  };
}
