/**
 * Renames strings that name a member: `select: ["price"]`, `Pick<Row, "price">`, `row["price"]`, `"price" in row`, `case`.
 * The language service of TypeScript does not follow them (TypeScript #11997, #30263, #45549).
 */
import { ts } from "ts-morph";
import { findingAt } from "./findings.ts";
import { editName, isEdited, isText, visitNodes } from "./rename-pass.ts";
import type { RenamePass, Text } from "./rename-pass.ts";
import type { Target } from "./targets.ts";
import { isTypeArguments, typeNameOf, typeParametersOf } from "./type-parameters.ts";

export function renameStrings(pass: RenamePass): void {
  for (const file of pass.files) {
    visitNodes(file, (node) => {
      if (!isText(node) || !pass.members.has(node.text) || isEdited(pass, node)) return;
      const found = meant(pass, node);
      if (found?.isMixed) pass.findings.push(findingAt(node, "union"));
      else if (found) editName(pass, node, found.now);
    });
  }
}

function meant(pass: RenamePass, node: Text): Target | undefined {
  const { checker, targets } = pass;
  const { parent, text } = node;
  if (ts.isLiteralTypeNode(parent)) {
    const outer = parent.parent;
    return ts.isIndexedAccessTypeNode(outer) && outer.indexType === parent
      ? targets.inType(checker.getTypeFromTypeNode(outer.objectType), text)
      : inTypeArgument(pass, parent, text);
  }
  if (ts.isElementAccessExpression(parent) && parent.argumentExpression === node)
    return targets.inType(checker.getNonNullableType(checker.getTypeAtLocation(parent.expression)), text);
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    if (kind === ts.SyntaxKind.InKeyword && parent.left === node)
      return targets.inType(checker.getTypeAtLocation(parent.right), text);
    if (comparisons.has(kind)) return compared(pass, parent.left === node ? parent.right : parent.left, text);
  }
  if (ts.isCaseClause(parent)) return targets.inKeyof(checker.getTypeAtLocation(parent.parent.parent.expression), text);
  return (
    targets.inKeyof(checker.getContextualType(node), text) ??
    targets.inKeyof(expectedOfAny(checker, node), text) ??
    asArgument(pass, node) ??
    asAlternative(pass, node)
  );
}

/**
 * What is expected at a place whatever is written there: `keyof Row` of `select: ["price"]`, from which a type parameter would
 * become `"price"`. Editors complete strings by it; it is not in the checker's public types.
 */
function expectedOfAny(checker: ts.TypeChecker, node: Text): ts.Type | undefined {
  const ignoreNode = 4;
  const { getContextualType } = checker as {
    getContextualType(node: ts.Expression, flags?: number): ts.Type | undefined;
  };
  return getContextualType(node, ignoreNode);
}

/** `isAll ? columns : ["price" as const]`: by the other list. */
function asAlternative({ checker, targets }: RenamePass, node: Text): Target | undefined {
  const list = outermost(node).parent;
  if (!ts.isArrayLiteralExpression(list) || !ts.isConditionalExpression(list.parent)) return undefined;
  const { whenTrue, whenFalse } = list.parent;
  const other = checker.getTypeAtLocation(whenTrue === list ? whenFalse : whenTrue);
  return targets.inKeyof(other.getNumberIndexType(), node.text);
}

const comparisons: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** `key === "price"`: by the type where it is compared, or as declared, before other comparisons narrowed it. */
function compared({ checker, targets }: RenamePass, other: ts.Expression, text: string): Target | undefined {
  const found = targets.inKeyof(checker.getTypeAtLocation(other), text);
  if (found) return found;
  const symbol = checker.getSymbolAtLocation(other);
  const declared = symbol?.valueDeclaration && checker.getTypeOfSymbolAtLocation(symbol, symbol.valueDeclaration);
  return targets.inKeyof(declared, text);
}

/** `Pick<Row, "id" | "price">`: by the constraint of the parameter that the string is given for. */
function inTypeArgument(
  { checker, targets }: RenamePass,
  literal: ts.LiteralTypeNode,
  text: string,
): Target | undefined {
  let argument: ts.TypeNode = literal;
  while (ts.isUnionTypeNode(argument.parent) || ts.isParenthesizedTypeNode(argument.parent)) argument = argument.parent;
  const reference = argument.parent;
  if (!isTypeArguments(reference)) return withTypeArguments({ checker, targets }, argument, text);
  const index = reference.typeArguments?.indexOf(argument) ?? -1;
  const name = typeNameOf(reference);
  const first = reference.typeArguments?.[0];
  if (index < 0 || !name || !first) return undefined;
  // Their parameters have no constraint that says so.
  if (name.getText() === "Exclude" || name.getText() === "Extract")
    return targets.inKeyof(checker.getTypeFromTypeNode(first), text);
  if (name.getText() === "Omit") return targets.inType(checker.getTypeFromTypeNode(first), text);
  const parameters = typeParametersOf(checker, reference);
  const constraint = parameters?.[index]?.constraint;
  if (!parameters || !constraint) return undefined;
  if (ts.isTypeOperatorNode(constraint)) {
    const of = constraint.type.getText();
    const given = reference.typeArguments?.[parameters.findIndex((parameter) => parameter.name.text === of)];
    if (given) return targets.inType(checker.getTypeFromTypeNode(given), text);
  }
  return targets.inKeyof(checker.getTypeFromTypeNode(constraint), text);
}

/** `new Set<"price">()`, `f<"price">()`: by the constraint of the function's parameter. */
function withTypeArguments(
  { checker, targets }: Pick<RenamePass, "checker" | "targets">,
  argument: ts.TypeNode,
  text: string,
): Target | undefined {
  const call = argument.parent;
  if (!ts.isCallExpression(call) && !ts.isNewExpression(call)) return undefined;
  const index = call.typeArguments?.indexOf(argument) ?? -1;
  const constraint = checker.getResolvedSignature(call)?.declaration?.typeParameters?.[index];
  if (!constraint || !("constraint" in constraint) || !constraint.constraint) return undefined;
  return targets.inKeyof(checker.getTypeFromTypeNode(constraint.constraint), text);
}

/** `pluck(row, "price")` of `pluck<T, K extends keyof T>(row: T, key: K)`: by the type that T became. */
function asArgument({ checker, targets }: RenamePass, node: Text): Target | undefined {
  const expression = outermost(node);
  const call = expression.parent;
  if (!ts.isCallExpression(call) && !ts.isNewExpression(call)) return undefined;
  const declaration = checker.getResolvedSignature(call)?.declaration;
  const generics = declaration?.typeParameters;
  if (!declaration || !generics || ts.isJSDocSignature(declaration)) return undefined;
  const index = call.arguments?.indexOf(expression) ?? -1;
  const parameter = declaration.parameters[Math.min(index, declaration.parameters.length - 1)];
  const name = keysOf(parameter?.type, generics);
  if (name === undefined) return undefined;
  for (const [other, { type }] of declaration.parameters.entries()) {
    const given = call.arguments?.[other];
    if (other === index || !given || !type || !new RegExp(`\\b${name}\\b`).test(type.getText())) continue;
    const whole = checker.getTypeAtLocation(given);
    const found = targets.inType(whole.getNumberIndexType() ?? whole, node.text);
    if (found) return found;
  }
  return undefined;
}

/** With its brackets and `as const`. */
function outermost(node: ts.Expression): ts.Expression {
  const { parent } = node;
  return ts.isParenthesizedExpression(parent) || isConst(parent) ? outermost(parent) : node;
}

function isConst(node: ts.Node): node is ts.AsExpression {
  return ts.isAsExpression(node) && node.type.getText() === "const";
}

/** `T` of `keyof T`, of `K extends keyof T`, and of lists of these. */
function keysOf(
  type: ts.TypeNode | undefined,
  generics: readonly (ts.TypeParameterDeclaration | ts.JSDocTemplateTag)[],
): string | undefined {
  if (!type) return undefined;
  if (ts.isTypeOperatorNode(type))
    return type.operator === ts.SyntaxKind.KeyOfKeyword ? type.type.getText() : keysOf(type.type, generics);
  if (ts.isParenthesizedTypeNode(type)) return keysOf(type.type, generics);
  if (ts.isArrayTypeNode(type)) return keysOf(type.elementType, generics);
  if (!ts.isTypeReferenceNode(type)) return undefined;
  const generic = generics.find((one) => ts.isTypeParameterDeclaration(one) && one.name.text === type.getText());
  return generic && ts.isTypeParameterDeclaration(generic) ? keysOf(generic.constraint, generics) : undefined;
}
