import ts from "typescript";

/** A token of a TypeScript text, or a comment. */
export interface Token {
  readonly kind: "name" | "string" | "number" | "keyword" | "sign" | "comment";
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const blank = new Set([ts.SyntaxKind.WhitespaceTrivia, ts.SyntaxKind.NewLineTrivia]);

/** Every token and every comment, in order. */
export function scanTokens(text: string): readonly Token[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text);
  const tokens: Token[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (blank.has(kind)) continue;
    const [from, to] = [scanner.getTokenStart(), scanner.getTokenEnd()];
    tokens.push({ kind: kindOf(kind), text: scanner.getTokenText(), from, to });
  }
  return tokens;
}

function kindOf(kind: ts.SyntaxKind): Token["kind"] {
  if (kind <= ts.SyntaxKind.LastTriviaToken) return "comment";
  if (kind === ts.SyntaxKind.Identifier) return "name";
  if (kind >= ts.SyntaxKind.FirstKeyword && kind <= ts.SyntaxKind.LastKeyword) return "keyword";
  if (kind === ts.SyntaxKind.StringLiteral) return "string";
  return kind === ts.SyntaxKind.NumericLiteral ? "number" : "sign";
}

/** The text with another one in place of a token's. */
export function replaceToken(text: string, { from, to }: Token, by: string): string {
  return text.slice(0, from) + by + text.slice(to);
}

/** The text with the texts of two tokens in each other's place. */
export function swapTokens(text: string, one: Token, other: Token): string {
  const [first, second] = one.from < other.from ? [one, other] : [other, one];
  return replaceToken(replaceToken(text, second, first.text), first, second.text);
}
