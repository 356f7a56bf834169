/**
 * Renames members where a name is written: accesses, literals, patterns, declarations that repeat one, attributes of JSX.
 * Each name is resolved once, by the type of what it belongs to.
 */
import { ts } from "ts-morph";
import { findingAt } from "./findings.ts";
import { editName, isText, visitNodes } from "./rename-pass.ts";
import type { NameText, RenamePass } from "./rename-pass.ts";
import type { Target } from "./targets.ts";

export function renameMembers(pass: RenamePass): void {
  for (const file of pass.files) {
    visitNodes(file, (node) => {
      if (!(ts.isIdentifier(node) || isText(node)) || !pass.members.has(node.text)) return;
      const found = named(pass, node);
      if (found?.isMixed) pass.findings.push(findingAt(node, "union", node.parent.getText()));
      else if (found) editName(pass, node, found.now);
    });
  }
}

function named(pass: RenamePass, node: NameText): Target | undefined {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node ? accessed(pass, parent, node) : undefined;
  const computed = ts.isComputedPropertyName(parent) ? parent : undefined;
  const owner = computed ? computed.parent : parent;
  const name: ts.Node = computed ?? node;
  if ((owner as { name?: ts.Node }).name !== name && !ts.isBindingElement(owner)) return undefined;
  if (ts.isObjectLiteralElementLike(owner) && ts.isObjectLiteralExpression(owner.parent))
    return inLiteral(pass, owner, owner.parent, node);
  if (ts.isBindingElement(owner)) return inPattern(pass, owner, name);
  if (ts.isPropertySignature(owner) || ts.isPropertyDeclaration(owner) || ts.isAccessor(owner))
    return declaredAgain(pass, owner, node);
  if (ts.isJsxAttribute(owner)) return pass.targets.inType(pass.checker.getContextualType(owner.parent), node.text);
  return undefined;
}

function accessed(
  { checker, targets }: RenamePass,
  access: ts.PropertyAccessExpression,
  { text }: NameText,
): Target | undefined {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(access.expression));
  return targets.inType(type, text) ?? targets.ofSymbol(checker.getSymbolAtLocation(access.name));
}

function inLiteral(
  { checker, targets }: RenamePass,
  member: ts.ObjectLiteralElementLike,
  literal: ts.ObjectLiteralExpression,
  node: NameText,
): Target | undefined {
  const followed = targets.nowOf(member);
  if (followed !== undefined) return { now: followed, isMixed: false };
  if (isAssigned(literal)) {
    if (!ts.isIdentifier(node)) return undefined;
    return targets.ofSymbol(checker.getPropertySymbolOfDestructuringAssignment(node));
  }
  const type = checker.getContextualType(literal);
  const expected = type && checker.getPropertyOfType(type, node.text);
  const found = targets.inType(type && fitting(checker, checker.getNonNullableType(type), literal), node.text);
  if (found || (expected && !expected.declarations?.includes(member))) return found;
  // `{ ...row, price }` means the row's, where nothing else is expected.
  for (const other of literal.properties) {
    if (!ts.isSpreadAssignment(other)) continue;
    const spread = targets.inType(checker.getTypeAtLocation(other.expression), node.text);
    if (spread) return spread;
  }
  return undefined;
}

/** The parts of an expected type that a literal is one of; all of it, where none fits. */
function fitting(
  checker: ts.TypeChecker,
  expected: ts.Type,
  literal: ts.ObjectLiteralExpression,
): ts.Type | readonly ts.Type[] {
  if (!expected.isUnion()) return expected;
  const own = checker.getTypeAtLocation(literal);
  const parts = expected.types.filter((part) => checker.isTypeAssignableTo(own, part));
  return parts.length > 0 ? parts : expected;
}

function inPattern({ checker, targets }: RenamePass, element: ts.BindingElement, name: ts.Node): Target | undefined {
  if (!ts.isObjectBindingPattern(element.parent) || element.dotDotDotToken) return undefined;
  if ((element.propertyName ?? element.name) !== name) return undefined;
  const text = ts.isComputedPropertyName(name) ? (name.expression as ts.StringLiteral).text : (name as NameText).text;
  return targets.inType(checker.getNonNullableType(checker.getTypeAtLocation(element.parent)), text);
}

function declaredAgain(
  { checker, targets }: RenamePass,
  member: ts.PropertySignature | ts.PropertyDeclaration | ts.AccessorDeclaration,
  { text }: NameText,
): Target | undefined {
  if (targets.nowOf(member) !== undefined) return undefined;
  const now = targets.inherited(member) ?? fromIntersection();
  if (now === undefined) return undefined;
  targets.follow(member, now);
  return { now, isMixed: false };

  /** `Row & { price: string }` */
  function fromIntersection(): string | undefined {
    const { parent } = member;
    if (!ts.isTypeLiteralNode(parent) || !ts.isIntersectionTypeNode(parent.parent)) return undefined;
    for (const part of parent.parent.types) {
      const found = part === parent ? undefined : targets.inType(checker.getTypeFromTypeNode(part), text);
      if (found) return found.now;
    }
    return undefined;
  }
}

/** Whether a literal is the left side of an assignment: `({ price } = row)`. */
export function isAssigned(literal: ts.Node): boolean {
  let node = literal;
  for (;;) {
    const { parent } = node;
    if (ts.isBinaryExpression(parent))
      return parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    if (ts.isForOfStatement(parent)) return parent.initializer === node;
    const isWithin =
      (ts.isPropertyAssignment(parent) && parent.initializer === node) ||
      ts.isArrayLiteralExpression(parent) ||
      ts.isObjectLiteralExpression(parent);
    if (!isWithin) return false;
    node = parent;
  }
}
