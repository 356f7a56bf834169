import { encode } from "./artifact.ts";

/** The characters that a formatter adds or removes: white space, quotes, separators, redundant brackets, and the next one. */
const layout = " \t\r\n;,()|'\"`";
const byteOrderMark = 0xfeff;

const seed = 0x811c9dc5;
const prime = 0x01000193;
/** What each byte adds to the sum and multiplies it by: layout leaves it unchanged. Branches would take three times as long. */
const added = new Uint8Array(0x100);
const factors = new Int32Array(0x100).fill(prime);
for (let unit = 0; unit < 0x100; unit++) added[unit] = unit;
for (const sign of layout) {
  added[sign.charCodeAt(0)] = 0;
  factors[sign.charCodeAt(0)] = 1;
}

/** Comments for linters and formatters only. Directives for the compiler are not among them. */
const listeners =
  "eslint-|biome-ignore|oxlint-|tslint:|deno-lint-ignore|deno-fmt-ignore|prettier-ignore|dprint-ignore|(?:c8|v8|istanbul) ignore|cspell:";
const directive = new RegExp(`^(?:${listeners})`);
const directives = new RegExp(`(?:/\\*\\s*|//[ \\t]*)(?:${listeners})(?:[^*\\n]|\\*(?!/))*(?:\\*/)?`, "g");

/**
 * A checksum of a text that ignores its layout: `const a = "b";` and `const a='b'` have the same.
 *
 * Decides whether a generated file was edited when the generated text is no longer available. `declarations.ts`
 * compares two texts exactly. (FNV-1a, 32 bits: the chance to mistake an edit for reformatting is one in four billion.)
 *
 * @param bytes the text as UTF-8
 */
export function wordsOf(text: string, bytes: Uint8Array = encode(text)): string {
  // Bytes are read faster than characters, and are the same in nearly every file.
  const units = bytes.length === text.length ? bytes : Uint16Array.from(text.split(""), (unit) => unit.charCodeAt(0));
  let sum = seed;
  let from = 0;
  // `matchAll` would copy the expression for each text.
  directives.lastIndex = 0;
  for (let found = directives.exec(text); found; found = directives.exec(text)) {
    sum = addUnits(sum, units, from, found.index);
    from = directives.lastIndex;
  }
  sum = addUnits(sum, units, from, text.length);
  return (sum >>> 0).toString(16).padStart(8, "0");
}

function addUnits(before: number, units: Uint8Array | Uint16Array, from: number, to: number): number {
  let sum = before;
  for (let at = from; at < to; at++) {
    const unit = units[at] as number;
    if (unit < 0x100) sum = Math.imul(sum ^ (added[unit] as number), factors[unit] as number);
    else if (unit !== byteOrderMark) sum = Math.imul(sum ^ unit, prime);
  }
  return sum;
}

/** The text of a comment without its delimiters, line stars and layout; empty for a comment for linters. */
export function sayingOf(comment: string): string {
  const inner = comment.startsWith("/*") ? comment.slice(2, -2) : comment.slice(2);
  const text = inner
    .replace(/^[ \t]*\*+|\*+[ \t]*$/gm, " ")
    .replace(/\s+/g, " ")
    .trim();
  return directive.test(text) && !text.includes("@ts-") ? "" : text;
}
