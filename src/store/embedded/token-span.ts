import type { Selection } from "../store.ts";
import { endOf, tableKey, tokenKey } from "./key.ts";
import type { Layout } from "./layout.ts";
import { refusal } from "./refusal.ts";

/** Keys from `from` to before `to`. */
export interface KeySpan {
  readonly from: Buffer;
  readonly to: Buffer;
}

const least = -(2n ** 63n);
const greatest = 2n ** 63n - 1n;

/**
 * Where the keys of the tokens are among those of the table: its rows are in the order of their tokens, so a part of them is
 * read without a look at the others.
 */
export function spanOf({ id }: Layout, { after, upTo }: NonNullable<Selection["tokens"]> = {}): KeySpan {
  const beginning = tableKey(id);
  const end = endOf(beginning);
  /** Where the keys after those of a token begin. */
  const behind = (token: bigint): Buffer => (checked(token) === greatest ? end : tokenKey(id, token + 1n));
  return {
    from: after === undefined ? beginning : behind(after),
    // As in the database, nothing ends at the least token, which no partition has.
    to: upTo === undefined || upTo === least ? end : behind(upTo),
  };
}

/** Whether keys that begin so are in the span. */
export function isWithin({ from, to }: KeySpan, key: Buffer): boolean {
  return Buffer.compare(key, from) >= 0 && Buffer.compare(key, to) < 0;
}

function checked(token: bigint): bigint {
  if (token === BigInt.asIntN(64, token)) return token;
  throw refusal(`${token} is not a whole number of 64 bits`);
}
