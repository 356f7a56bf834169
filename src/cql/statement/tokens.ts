/** Compiles relations of tokens, and the range of tokens that they select. */
import type { Column } from "../../model/index.ts";
import type { Selection } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Term } from "../grammar/tree.ts";
import { compileTerm, nativeType } from "../values/index.ts";
import { isOrdering } from "./compiled-relation.ts";
import type { CompiledRelation, RelationPlace, TokenBound } from "./compiled-relation.ts";

/** `token(a, b) > 1` */
export function compileTokens({ relation, columns, operator, context }: RelationPlace): CompiledRelation {
  checkTokenColumns(columns, context.scope.table.partitionKey);
  if (!isOrdering(operator)) throw invalid(`${relation.operator} cannot be used with the token function`);
  const value = compileTerm(relation.value as Term, tokenName, context);
  return {
    kind: "token",
    columns,
    operator,
    addTo: ({ tokens }, inputs) => {
      const bytes = value.evaluate(inputs);
      if (bytes === null) throw invalid("Invalid null token value");
      if (typeof bytes === "symbol") throw invalid(`Invalid unset value for column ${tokenName.name}`);
      tokens.push({ operator, token: bytes.readBigInt64BE() });
    },
  };
}

function checkTokenColumns(columns: readonly Column[], key: readonly string[]): void {
  const names = columns.map(({ name }) => name);
  if (names.length === key.length && names.every((name, place) => name === key[place])) return;
  if (!key.every((name) => names.includes(name))) {
    throw invalid("The token() function must be applied to all partition key components or none of them");
  }
  if (new Set(names).size < names.length) {
    throw invalid("The token() function contains duplicate partition key components");
  }
  if (names.length > key.length) throw invalid("The token() function must contains only partition key components");
  throw invalid(`The token function arguments must be in the partition key order: ${key.join(", ")}`);
}

/** The receiver of a term that a token is compared with. */
const tokenName = { name: "partition key token", type: nativeType("bigint") };

/** The least token stands for both ends of the ring, and no partition has it. */
const least = -(2n ** 63n);
const nothing = { after: 0n, upTo: 0n };

export function tokenRange(bounds: readonly TokenBound[]): Selection["tokens"] {
  if (bounds.length === 0) return undefined;
  let start = least;
  let end = least;
  let [withStart, withEnd] = [true, true];
  for (const { operator, token } of bounds) {
    if (operator === "eq" || operator === "gt" || operator === "gte") {
      [start, withStart] = [token, operator !== "gt"];
    }
    if (operator === "eq" || operator === "lt" || operator === "lte") {
      [end, withEnd] = [token, operator !== "lt"];
    }
  }
  if (end !== least && (start > end || (start === end && !(withStart && withEnd)))) return nothing;
  const after = start === least ? undefined : withStart ? start - 1n : start;
  if (end === least) return { after };
  // No partition has a token below the second least.
  if (!withEnd && end === least + 1n) return nothing;
  return { after, upTo: withEnd ? end : end - 1n };
}
