/**
 * The characters that a formatter adds or removes: white space, quotes, separators, redundant brackets, a byte order
 * mark.
 */
const layout = " \t\r\n;,()|'\"`";

const isLayout = new Uint8Array(0x80);
for (const sign of layout) isLayout[sign.charCodeAt(0)] = 1;

const byteOrderMark = 0xfeff;

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
 */
export function wordsOf(text: string): string {
  const said = text.replace(directives, "");
  let sum = 0x811c9dc5;
  for (let index = 0; index < said.length; index++) {
    const unit = said.charCodeAt(index);
    if (unit < 0x80 ? isLayout[unit] === 1 : unit === byteOrderMark) continue;
    sum = Math.imul(sum ^ unit, 0x01000193);
  }
  return (sum >>> 0).toString(16).padStart(8, "0");
}

/** The text of a comment without its delimiters, line stars and layout; empty for a comment for linters. */
export function sayingOf(comment: string): string {
  const inner = comment.startsWith("/*") ? comment.slice(2, -2) : comment.slice(2);
  const said = inner
    .replace(/^[ \t]*\*+|\*+[ \t]*$/gm, " ")
    .replace(/\s+/g, " ")
    .trim();
  return directive.test(said) && !said.includes("@ts-") ? "" : said;
}
