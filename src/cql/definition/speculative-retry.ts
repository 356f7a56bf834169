import { configError } from "./context.ts";
import { printDouble } from "./properties.ts";

/** `99p`, `10ms`, `ALWAYS`, `MIN(99p,50ms)`: when other replicas are asked too. The messages name one option for both. */
export function readSpeculativeRetry(given: string): string {
  const simple = readSimple(given.trim());
  if (simple !== undefined) return simple;
  const [, word = "", one = "", other = ""] =
    /^\s*(min|max)\s*\(\s*([^,]+?)\s*,\s*([^,]+?)\s*\)\s*$/i.exec(given) ?? [];
  const parts = [readSimple(one), readSimple(other)];
  // One is a share, the other a time.
  const kinds = new Set(parts.map((part) => part?.at(-1)));
  if (word === "" || kinds.size !== 2 || kinds.has(undefined)) throw invalidValue(given);
  return `${word.toUpperCase()}(${parts.join(",")})`;
}

function readSimple(text: string): string | undefined {
  const upper = text.toUpperCase();
  if (upper === "ALWAYS" || upper === "NEVER") return upper;
  if (upper === "NONE") return "NEVER";
  const [, share] = /^(\d+(?:\.\d+)?)(?:p|percentile)$/i.exec(text) ?? [];
  if (share !== undefined) {
    const percent = Number(share);
    if (percent > 0 && percent < 100) return `${printDouble(percent).replace(/\.0$/, "")}p`;
    throw configError(
      `Invalid value ${text} for PERCENTILE option 'speculative_retry': must be between (0.0 and 100.0)`,
    );
  }
  const [, time] = /^(\d+(?:\.\d+)?)ms$/i.exec(text) ?? [];
  return time === undefined ? undefined : `${Math.trunc(Number(time))}ms`;
}

function invalidValue(given: string): Error {
  return configError(`Invalid value ${given} for option 'speculative_retry'`);
}
