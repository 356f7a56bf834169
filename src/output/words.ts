/** What a formatter adds and takes away: white space, quotes, separators, brackets that change nothing, a byte order mark. */
const layout = " \t\r\n;,()|'\"`";

const isLayout = new Uint8Array(0x80);
for (const sign of layout) isLayout[sign.charCodeAt(0)] = 1;

const byteOrderMark = 0xfeff;

/** Comments that speak to linters and formatters, and change nothing else. One for the compiler is not among them. */
const listeners =
  "eslint-|biome-ignore|oxlint-|tslint:|deno-lint-ignore|deno-fmt-ignore|prettier-ignore|dprint-ignore|(?:c8|v8|istanbul) ignore|cspell:";
const directive = new RegExp(`^(?:${listeners})`);
const directives = new RegExp(`(?:/\\*\\s*|//[ \\t]*)(?:${listeners})(?:[^*\\n]|\\*(?!/))*(?:\\*/)?`, "g");

/**
 * A sum of what a text says, whatever its layout: `const a = "b";` and `const a='b'` have the same.
 *
 * For the question whether somebody edited a file that we wrote, when the text that we wrote is not at hand any more. Less
 * than a token decides nothing here; `declarations.ts` compares two texts exactly. (FNV-1a, 32 bits: a chance of one in four
 * billions to take an edit for a reformatting.)
 */
export function wordsOf(text: string): string {
  const said = text.replace(directives, "");
  // Bytes are quicker to look at than characters, and nearly every text has as many of both.
  const { read, written } = encoder.encodeInto(said, room);
  return (read === said.length && written === read ? sumOfBytes(written) : sumOfUnits(said))
    .toString(16)
    .padStart(8, "0");
}

const encoder = new TextEncoder();
const room = new Uint8Array(1 << 16);

/** Of the bytes in the room, all of them ASCII. */
function sumOfBytes(length: number): number {
  let sum = 0x811c9dc5;
  for (let index = 0; index < length; index++) {
    const byte = room[index] ?? 0;
    if (isLayout[byte] === 0) sum = Math.imul(sum ^ byte, 0x01000193);
  }
  return sum >>> 0;
}

function sumOfUnits(said: string): number {
  let sum = 0x811c9dc5;
  for (let index = 0; index < said.length; index++) {
    const unit = said.charCodeAt(index);
    if (unit < 0x80 ? isLayout[unit] === 1 : unit === byteOrderMark) continue;
    sum = Math.imul(sum ^ unit, 0x01000193);
  }
  return sum >>> 0;
}

/** What a comment says: without its marks, the stars of its lines and its layout; empty for one that speaks to a linter. */
export function sayingOf(comment: string): string {
  const inner = comment.startsWith("/*") ? comment.slice(2, -2) : comment.slice(2);
  const said = inner
    .replace(/^[ \t]*\*+|\*+[ \t]*$/gm, " ")
    .replace(/\s+/g, " ")
    .trim();
  return directive.test(said) && !said.includes("@ts-") ? "" : said;
}
