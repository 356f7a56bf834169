/**
 * Compares texts by their words, whatever their layout: by a checksum, or by a small lexer on machines without the TypeScript
 * compiler. Separators and most round brackets do not count for the lexer: an edit of these alone needs `declarations.ts`.
 */
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

type Kind = "comment" | "text" | "word" | "sign";

interface Token {
  readonly kind: Kind;
  /** A text without its quotes and escapes of quotes, a comment without its delimiters. */
  readonly says: string;
}

const lexer =
  /(?<comment>\/\*[^]*?\*\/|\/\/[^\n]*)|(?<text>"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`)|(?<word>[\w$\u0080-\ufefe]+)|(?<sign>=>|[^\s\ufeff])/g;

/**
 * Whether two texts are the same module in a different layout: with different white space, quotes, separators and
 * redundant brackets, imports in another order, or comments for linters.
 */
export function hasSameWords(one: string, other: string): boolean {
  return printModule(one) === printModule(other);
}

/** Prints a module without layout. The comments before and between imports come first; imports are sorted, since a formatter may sort them. */
function printModule(text: string): string {
  const tokens = parseTokens(text);
  const comments: string[] = [];
  const imports: string[] = [];
  const rest: string[] = [];
  let depth = 0;
  for (let at = 0; at < tokens.length; at++) {
    const end = depth === 0 ? endOfImport(tokens, at) : undefined;
    if (end !== undefined) {
      // The comments before it are the last of the rest.
      comments.push(...rest.splice(rest.findLastIndex((word) => !word.startsWith("/* ")) + 1));
      imports.push(printImport(tokens.slice(at, end)));
      at = end - 1;
      continue;
    }
    const { kind, says } = tokens[at] as Token;
    if (kind === "sign" && "{([".includes(says)) depth++;
    if (kind === "sign" && "})]".includes(says)) depth--;
    rest.push(...printToken(tokens, at));
  }
  return JSON.stringify([comments, imports.sort(), rest]);
}

function parseTokens(text: string): readonly Token[] {
  return Array.from(text.replaceAll("\r\n", "\n").matchAll(lexer), ({ 0: token, groups = {} }): Token => {
    if (groups["comment"] !== undefined) return { kind: "comment", says: sayingOf(token) };
    if (groups["text"] !== undefined) return { kind: "text", says: token.slice(1, -1).replace(/\\(["'`])/g, "$1") };
    return { kind: groups["word"] === undefined ? "sign" : "word", says: token };
  }).filter(({ kind, says }) => kind !== "comment" || says !== "");
}

/** The end of a statement that only imports from or re-exports another module. */
function endOfImport(tokens: readonly Token[], start: number): number | undefined {
  const says = (at: number): string => (tokens[at]?.kind === "text" ? "" : (tokens[at]?.says ?? ""));
  if (says(start) === "export") {
    const list = says(start + 1) === "type" ? start + 2 : start + 1;
    if (says(list) !== "{" && says(list) !== "*") return undefined;
    const close = says(list) === "*" ? list : tokens.findIndex((_, at) => at > list && says(at) === "}");
    if (!["from", "as"].includes(says(close + 1))) return undefined;
  } else if (says(start) !== "import" || ["(", ".", ":"].includes(says(start + 1))) return undefined;
  const from = tokens.findIndex(({ kind }, at) => at > start && kind === "text");
  return from < 0 ? undefined : from + 1;
}

/** The names between braces are sorted too. */
function printImport(tokens: readonly Token[]): string {
  const says = ({ kind, says }: Token): string => (kind === "text" ? JSON.stringify(says) : says);
  const words = tokens.map(says).join(" ");
  return words.replace(/\{(.*)\}/, (_, names: string) => {
    const sorted = names.split(",").map((name) => name.trim());
    return `{ ${sorted
      .filter((name) => name !== "")
      .sort()
      .join(" , ")} }`;
  });
}

/** Signs before which brackets have a meaning of their own: `(string | null)[]` is not `string | null[]`. */
const afterBrackets: ReadonlySet<string> = new Set(["[", "&", "."]);

/** Empty for a sign that only separates or encloses others. */
function printToken(tokens: readonly Token[], at: number): readonly string[] {
  const { kind, says } = tokens[at] as Token;
  const next = tokens[at + 1];
  if (kind === "comment") return [`/* ${says} */`];
  // A name may be quoted.
  if (kind === "text")
    return [next?.kind === "sign" && (next.says === ":" || next.says === "?") ? says : JSON.stringify(says)];
  if (kind === "word") return [says];
  if (says === ";" || says === "," || says === "(") return [];
  if (says === ")") return next?.kind === "sign" && afterBrackets.has(next.says) ? [")"] : [];
  // Formatters begin a list of types with its sign.
  if ((says === "|" || says === "&") && !endsOperand(tokens[at - 1])) return [];
  return [says];
}

function endsOperand(before: Token | undefined): boolean {
  if (before?.kind === "sign") return ")]}>|&".includes(before.says);
  return before !== undefined && before.kind !== "comment" && before.says !== "extends";
}
