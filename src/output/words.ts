import { encode } from "./artifact.ts";

/**
 * The characters that a formatter adds or removes: white space, quotes, separators, redundant brackets, a byte order
 * mark.
 */
const layout = " \t\r\n;,()|'\"`\ufeff";

/** By the unit of UTF-16. */
const isLayout = new Uint8Array(0x10000);
for (const sign of layout) isLayout[sign.charCodeAt(0)] = 1;

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
  let sum = 0x811c9dc5;
  let from = 0;
  const add = (to: number): void => {
    for (let at = from; at < to; at++) {
      const unit = units[at] as number;
      if (isLayout[unit] === 0) sum = Math.imul(sum ^ unit, 0x01000193);
    }
  };
  for (const { index, 0: directive } of text.matchAll(directives)) {
    add(index);
    from = index + directive.length;
  }
  add(text.length);
  return (sum >>> 0).toString(16).padStart(8, "0");
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
