/**
 * Finds the words and names that may be written at a place of a text: the parser reads the statement up to there, and
 * would accept whatever it asks for then.
 */
import { splitStatements, readStatement } from "./parse-statement.ts";
import type { SplitStatement } from "./parse-statement.ts";
import { CqlSyntaxError } from "./syntax-error.ts";
import { TokenReader } from "./token-reader.ts";
import type { NameKind } from "./expectation.ts";
import type { Token } from "./lexer.ts";
import type { Reference } from "./tree.ts";

export interface Expected {
  /** Where the word before the place begins, or the place itself without such a word. */
  readonly start: number;
  /** In capitals, in the order of the language. They are not narrowed to the word. */
  readonly keywords: readonly string[];
  /** The kinds of names that may follow: `column`, `table`. New names, which the user invents, are omitted. */
  readonly names: readonly ExpectedName[];
  /** The keyspace that stands before the name: `shop.` */
  readonly keyspace?: string;
  /** The tables that the statement names, before and after the place. */
  readonly tables: readonly Reference[];
}

export type ExpectedName = Exclude<NameKind, "new">;

/** Never throws; within texts, names in quotes and comments nothing is expected. */
export function expectedAt(text: string, offset: number): Expected {
  const nothing = { start: offset, keywords: [], names: [], tables: [] };
  const before = text.slice(0, offset);
  const last = splitStatements(before).at(-1);
  if (last?.broken) return nothing;
  const isNew = !last || before.slice(last.end).includes(";");
  const tokens = isNew ? [] : [...last.tokens];
  const word = tokens.at(-1)?.end === offset ? tokens.at(-1) : undefined;
  if (word?.kind === "word") tokens.pop();
  else if (word && word.kind !== "sign") return nothing;
  const start = word?.kind === "word" ? word.start : offset;
  const [name, dot] = tokens.slice(-2);
  const keyspace = dot?.value === "." && dot.kind === "sign" ? name?.value : undefined;
  const tables = isNew ? [] : tablesIn(statementAt(text, last.start)?.tokens ?? []);
  return { start, ...read(text, tokens, start), ...(keyspace !== undefined && { keyspace }), tables };
}

/** Notes what the parser asks for where the tokens end. */
function read(text: string, tokens: readonly Token[], end: number): Pick<Expected, "keywords" | "names"> {
  const [keywords, names] = [new Set<string>(), new Set<ExpectedName>()];
  const listener = {
    onWord: (word: string) => void (/^[a-z]/.test(word) && keywords.add(word.toUpperCase())),
    onName: (kind: NameKind) => void (kind !== "new" && names.add(kind)),
  };
  try {
    readStatement(new TokenReader(text, [...tokens, { kind: "end", value: "", start: end, end }], listener));
  } catch (error) {
    if (!(error instanceof CqlSyntaxError)) throw error;
    // It did not come to the end.
    if (error.start < end) return { keywords: [], names: [] };
  }
  return { keywords: [...keywords], names: [...names] };
}

function statementAt(text: string, start: number): SplitStatement | undefined {
  return splitStatements(text).find((statement) => statement.start === start);
}

/** Words that the name of a table follows. */
const introductions: ReadonlySet<string> = new Set(["from", "into", "update", "table", "columnfamily", "on"]);

function tablesIn(tokens: readonly Token[]): Reference[] {
  const isName = (token: Token | undefined): token is Token => token?.kind === "word" || token?.kind === "name";
  return tokens.flatMap(({ kind, value }, at): Reference[] => {
    const [first, dot, second] = tokens.slice(at + 1, at + 4);
    if (kind !== "word" || !introductions.has(value) || !isName(first)) return [];
    if (dot?.kind !== "sign" || dot.value !== ".") return [{ name: first.value }];
    return isName(second) ? [{ keyspace: first.value, name: second.value }] : [];
  });
}
