import { ColonnadeError, didYouMean } from "../../errors.ts";
import { breakages } from "../../model/index.ts";
import type { Flags } from "../arguments/command.ts";
import type { LocatedChange } from "./keyspace-diff.ts";

const words: readonly string[] = ["any", "none", ...breakages];

/**
 * Decides which changes make the command exit with 1: those that break a class of `--fail-on`, or any, unless they are
 * accepted.
 *
 * @throws {ColonnadeError} `usage`
 */
export function parseFailOn(flags: Flags): (change: LocatedChange) => boolean {
  const chosen = new Set(flags.list("fail-on"));
  const unknown = [...chosen].find((word) => !words.includes(word));
  if (unknown !== undefined) {
    const meant = didYouMean(unknown, words);
    throw new ColonnadeError("usage", `--fail-on does not know ${JSON.stringify(unknown)}`, {
      next: meant === undefined ? `use any, none, or a list of ${breakages.join(",")}` : `did you mean ${meant}?`,
    });
  }
  if (chosen.size > 1 && (chosen.has("any") || chosen.has("none"))) {
    throw new ColonnadeError("usage", "--fail-on any and --fail-on none cannot be combined with others");
  }
  return ({ breaks, accepted }) => !accepted && (chosen.has("any") || breaks.some((breakage) => chosen.has(breakage)));
}
