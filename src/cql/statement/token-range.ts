/** The tokens of the partitions that relations with `token()` select, as a range for the store. */
import type { Selection } from "../../store/index.ts";
import { nativeType } from "../values/index.ts";

export interface TokenBound {
  readonly operator: "eq" | "gt" | "gte" | "lt" | "lte";
  readonly token: bigint;
}

/** What a token is compared with. */
export const tokenName = { name: "partition key token", type: nativeType("bigint") };

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
  // Before the token after the least there is none.
  if (!withEnd && end === least + 1n) return nothing;
  return { after, upTo: withEnd ? end : end - 1n };
}
