/** Lists what has an old name and may mean the renamed one, but shows it to no checker: for a person to look at. */
import { ts } from "ts-morph";
import { findingAt } from "./findings.ts";
import type { FindingKind } from "./findings.ts";
import { isEdited, isText, visitNodes } from "./rename-pass.ts";
import type { RenamePass } from "./rename-pass.ts";

export function listLeft(pass: RenamePass): void {
  const patterns = [...pass.members].map((name) => new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`));
  for (const file of pass.files) {
    visitNodes(file, (node) => {
      if (ts.isPropertyAccessExpression(node)) listAccess(pass, node);
      else if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) listLiteral(pass, node);
      else if (isText(node) || isPartOfTemplate(node)) listText(pass, node, patterns);
    });
  }
}

function escaped(name: string): string {
  return name.replaceAll(/[$\\]/g, "\\$&");
}

function listAccess(pass: RenamePass, node: ts.PropertyAccessExpression): void {
  const { checker, targets, members } = pass;
  const { name, expression } = node;
  if (!members.has(name.text) || isEdited(pass, name)) return;
  const type = checker.getTypeAtLocation(expression);
  const mayMean = type.isUnion() && type.types.some((part) => targets.inType(part, name.text));
  const kind: FindingKind | undefined =
    type.flags & ts.TypeFlags.Any
      ? "any"
      : mayMean || targets.ofSymbol(checker.getSymbolAtLocation(name))?.isMixed
        ? "union"
        : ts.isAsExpression(withoutBrackets(expression))
          ? "cast"
          : undefined;
  if (kind) pass.findings.push(findingAt(node, kind));
}

function withoutBrackets(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ? withoutBrackets(node.expression) : node;
}

function listLiteral(pass: RenamePass, node: ts.PropertyAssignment | ts.ShorthandPropertyAssignment): void {
  const { name } = node;
  if (
    !(ts.isIdentifier(name) || isText(name)) ||
    !pass.members.has(name.text) ||
    isEdited(pass, name) ||
    pass.settled.has(node)
  )
    return;
  const type = pass.checker.getContextualType(node.parent);
  if (type && !(type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown))) {
    const member = pass.checker.getPropertyOfType(pass.checker.getNonNullableType(type), name.text);
    if (member ? !member.declarations?.includes(node) : type.isUnion()) return;
  }
  pass.findings.push(findingAt(node, "literal"));
}

type Template = ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail;

function isPartOfTemplate({ kind }: ts.Node): boolean {
  return (
    kind === ts.SyntaxKind.TemplateHead || kind === ts.SyntaxKind.TemplateMiddle || kind === ts.SyntaxKind.TemplateTail
  );
}

function listText(pass: RenamePass, node: ts.Node, patterns: readonly RegExp[]): void {
  const { text } = node as ts.StringLiteral | Template;
  const { parent } = node;
  // A type that is another word cannot be a member's name.
  if (ts.isLiteralTypeNode(parent) && !pass.members.has(text)) return;
  if (!patterns.some((pattern) => pattern.test(text)) || isEdited(pass, node)) return;
  if (pass.members.has(text) && !ts.isLiteralTypeNode(parent)) {
    const type = pass.checker.getContextualType(node as ts.Expression);
    // One of a list of words that are not the bindings'.
    const words = type && wordsOf(type);
    if (words && !pass.targets.mayBeKeys(words)) return;
  }
  pass.findings.push(findingAt(node, "text"));
}

/** The words of a type that has no others. */
function wordsOf(type: ts.Type): ReadonlySet<string> | undefined {
  const parts = type.isUnion() ? type.types : [type];
  const words = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
  return words.length === parts.length ? new Set(words) : undefined;
}
