/**
 * Compares modules by their words and punctuation, for machines without the TypeScript compiler. A small lexer that knows
 * what formatters change. Separators and most round brackets do not count: an edit of these alone needs `declarations.ts`.
 */
import { sayingOf } from "./words.ts";

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
