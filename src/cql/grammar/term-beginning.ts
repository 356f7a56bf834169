/** What terms begin with. */
import { isReserved } from "./keywords.ts";
import type { TokenReader } from "./token-reader.ts";
import type { ConstantType } from "./tree.ts";

/** Where a term stands: in a `value` a name without parentheses means nothing. */
export type TermContext = "value" | "selection";

const constants: ReadonlySet<string> = new Set<ConstantType>([
  ...(["text", "integer", "float", "boolean", "uuid", "blob", "duration"] as const),
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
  return context === "selection" ? !isReserved(value) : reader.sees("(", ahead + 1) || reader.sees(".", ahead + 1);
}
