/** Recognizes the beginning of terms and of type hints. */
import { reservedWords } from "./keywords.ts";
import type { TokenReader } from "./token-reader.ts";
import type { ConstantType } from "./tree.ts";

/** Where a term stands: in a `value` a name without parentheses means nothing. */
export type TermContext = "value" | "selection";

const constants: ReadonlySet<string> = new Set<ConstantType>([
  "text",
  "integer",
  "float",
  "boolean",
  "uuid",
  "blob",
  "duration",
]);

export function isConstant(kind: string): kind is ConstantType {
  return constants.has(kind);
}

/** Whether a token may begin a term that has no sign before it. */
export function beginsTerm(reader: TokenReader, context: TermContext, ahead: number): boolean {
  const { kind, value } = reader.peek(ahead);
  if (isConstant(kind) || kind === "name") return true;
  if (kind === "sign") return ["(", "[", "{", "?", ":"].includes(value);
  if (kind !== "word") return false;
  if (["null", "token", "cast"].includes(value)) return true;
  return context === "selection"
    ? !reservedWords.has(value)
    : reader.sees("(", ahead + 1) || reader.sees(".", ahead + 1);
}

/**
 * Whether parentheses have a type in them that says of what type the next term is: `(list<int>) [1]`.
 *
 * Looks as far as the type is long; within it nothing else has parentheses.
 */
export function seesTypeHint(reader: TokenReader, context: TermContext): boolean {
  if (reader.seesKind("integer", 1)) return false;
  let depth = 0;
  let ahead = 1;
  for (; !reader.sees(")", ahead); ahead += 1) {
    if (reader.sees("<", ahead)) depth += 1;
    else if (reader.sees(">", ahead)) depth -= 1;
    else if (!isPart(reader, ahead, depth)) return false;
  }
  return ahead > 1 && depth === 0 && beginsHinted(reader, context, ahead + 1);
}

function isPart(reader: TokenReader, ahead: number, depth: number): boolean {
  const { kind, value } = reader.peek(ahead);
  if (kind === "sign") return value === "." || (value === "," && depth > 0);
  return kind === "word" || kind === "name" || kind === "text" || kind === "integer";
}

/** `(a) AS b` has an alias, and `(a) PER PARTITION LIMIT` a limit, although columns may be called like that. */
function beginsHinted(reader: TokenReader, context: TermContext, ahead: number): boolean {
  const isAlias = reader.sees("as", ahead) && !reader.sees("from", ahead + 1);
  const isLimit = reader.sees("per", ahead) && reader.sees("partition", ahead + 1);
  return !isAlias && !isLimit && beginsTerm(reader, context, ahead);
}
