import { ts } from "ts-morph";

export type WithTypeArguments = ts.TypeReferenceNode | ts.ExpressionWithTypeArguments | ts.ImportTypeNode;

export function isTypeArguments(node: ts.Node): node is WithTypeArguments {
  return ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node) || ts.isImportTypeNode(node);
}

/** The name of the type that has arguments. */
export function typeNameOf(node: WithTypeArguments): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  return ts.isImportTypeNode(node) ? node.qualifier : node.expression;
}

/** The parameters that a type declares for the arguments that it is given. */
export function typeParametersOf(
  checker: ts.TypeChecker,
  node: WithTypeArguments,
): readonly ts.TypeParameterDeclaration[] | undefined {
  const name = typeNameOf(node);
  const symbol = name && checker.getSymbolAtLocation(name);
  const real = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return real?.declarations
    ?.map((declaration) => (declaration as { typeParameters?: readonly ts.TypeParameterDeclaration[] }).typeParameters)
    .find((list) => list !== undefined);
}
