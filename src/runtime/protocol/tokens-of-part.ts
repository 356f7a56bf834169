/** Cuts the ring of tokens into parts, so that several readers scan a table together. */

/** The parts into which a scan may be cut. */
export const mostParts = 1_000_000;

/** Tokens greater than `after` and at most `upTo`; a side without a bound is open. */
export interface TokenRange {
  readonly after?: bigint;
  readonly upTo?: bigint;
}

const firstToken = -(2n ** 63n);
const tokens = 2n ** 64n;

/**
 * The tokens of one of `of` parts, from 1 on. Every token from −2^63 to 2^63 − 1 is in exactly one of the parts, whose
 * sizes differ by at most one token.
 *
 * @throws {RangeError} for a part that does not exist
 */
export function tokensOfPart(number: number, of: number): TokenRange {
  if (!isPart(number, of)) {
    throw new RangeError(`there is no part ${number} of ${of}: number parts from 1 to at most ${mostParts}`);
  }
  const lastOf = (part: number): bigint => firstToken + (tokens * BigInt(part)) / BigInt(of) - 1n;
  return {
    ...(number > 1 && { after: lastOf(number - 1) }),
    ...(number < of && { upTo: lastOf(number) }),
  };
}

function isPart(number: number, of: number): boolean {
  return Number.isInteger(number) && Number.isInteger(of) && number >= 1 && number <= of && of <= mostParts;
}
