/** What a formatter adds and takes away: white space, quotes, separators, brackets that change nothing, a byte order mark. */
const layout = " \t\r\n;,()|'\"`";

const isLayout = new Uint8Array(0x80);
for (const sign of layout) isLayout[sign.charCodeAt(0)] = 1;

const byteOrderMark = 0xfeff;

/**
 * A sum of what a text says, whatever its layout: `const a = "b";` and `const a='b'` have the same.
 *
 * For the question whether somebody edited a file that we wrote, when the text that we wrote is not at hand any more. Less
 * than a token decides nothing here; `declarations.ts` compares two texts exactly. (FNV-1a, 32 bits: a chance of one in four
 * billions to take an edit for a reformatting.)
 */
export function wordsOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80 ? isLayout[unit] === 1 : unit === byteOrderMark) continue;
    sum = Math.imul(sum ^ unit, 0x01000193);
  }
  return (sum >>> 0).toString(16).padStart(8, "0");
}

/** Comments that speak to linters and formatters, and change nothing else. One for the compiler is not among them. */
const directive =
  /^(?:eslint-|biome-ignore|oxlint-|tslint:|deno-lint-ignore|deno-fmt-ignore|prettier-ignore|dprint-ignore|(?:c8|v8|istanbul) ignore|cspell:)/;

const comments = /\/\*[^]*?\*\/|\/\/.*/g;

/** What a comment says: without its marks, the stars of its lines and its layout; empty for one that speaks to a linter. */
export function sayingOf(comment: string): string {
  const inner = comment.startsWith("/*") ? comment.slice(2, -2) : comment.slice(2);
  const said = inner.replace(/^[ \t]*\*+|\*+[ \t]*$/gm, " ").replace(/\s+/g, " ");
  return directive.test(said.trim()) ? "" : said.trim();
}

/** A text without the comments that speak to linters: people's tools add them to whatever is generated. */
export function withoutDirectives(text: string): string {
  return text.replace(comments, (comment) => (sayingOf(comment) === "" ? "" : comment));
}
