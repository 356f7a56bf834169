/** Reads generated modules by the compiler's syntax tree, to compare them with what `explain` says. */
import ts from "typescript";

/** A type as TypeScript's own syntax tree has it, on one line; lists that stand on several lines end in no comma. */
function printType(node: ts.TypeNode, source: ts.SourceFile): string {
  const print = (type: ts.TypeNode): string => printType(type, source);
  if (ts.isUnionTypeNode(node)) return node.types.map(print).join(" | ");
  if (ts.isParenthesizedTypeNode(node))
    return ts.isArrayTypeNode(node.parent) ? `(${print(node.type)})` : print(node.type);
  if (ts.isTypeOperatorNode(node)) return `readonly ${print(node.type)}`;
  if (ts.isArrayTypeNode(node)) return `${print(node.elementType)}[]`;
  if (ts.isTupleTypeNode(node)) return `[${node.elements.map(print).join(", ")}]`;
  if (ts.isTypeLiteralNode(node))
    return `{ ${membersIn(node, source)
      .map(({ name, type }) => `${name}: ${type}`)
      .join("; ")} }`;
  if (ts.isTypeReferenceNode(node) && node.typeArguments) {
    return `${node.typeName.getText(source)}<${node.typeArguments.map(print).join(", ")}>`;
  }
  return node.getText(source);
}

export interface Found {
  readonly name: string;
  readonly optional: boolean;
  readonly type: string;
  /** From 1. */
  readonly line: number;
}

function membersIn(node: ts.InterfaceDeclaration | ts.TypeLiteralNode, source: ts.SourceFile): readonly Found[] {
  return node.members.flatMap((member) => {
    if (!ts.isPropertySignature(member) || !member.type) return [];
    return [
      {
        name: ts.isComputedPropertyName(member.name) ? "" : member.name.text,
        optional: member.questionToken !== undefined,
        type: printType(member.type, source),
        line: source.getLineAndCharacterOfPosition(member.name.getStart(source)).line + 1,
      },
    ];
  });
}

export function parse(text: string): ts.SourceFile {
  return ts.createSourceFile("module.ts", text, ts.ScriptTarget.Latest, true);
}

/** Every member of every exported interface, its own or inherited, and of every union of object types: `ProductsRow price?: string`. */
export function declaredIn(source: ts.SourceFile): readonly (Found & { readonly in: string })[] {
  const interfaces = new Map<string, readonly Found[]>();
  return source.statements.flatMap((statement) => {
    if (ts.isInterfaceDeclaration(statement)) {
      const bases = (statement.heritageClauses ?? []).flatMap(({ types }) => types.map((type) => type.getText(source)));
      const inherited = bases.flatMap((base) => interfaces.get(base) ?? []);
      const members = [...inherited, ...membersIn(statement, source)];
      interfaces.set(statement.name.text, members);
      return members.map((found) => ({ ...found, in: statement.name.text }));
    }
    if (!ts.isTypeAliasDeclaration(statement)) return [];
    const { type, name } = statement;
    const alternatives = ts.isUnionTypeNode(type) ? type.types : [type];
    return alternatives.flatMap((alternative) =>
      ts.isTypeLiteralNode(alternative)
        ? membersIn(alternative, source).map((found) => ({ ...found, in: name.text }))
        : [],
    );
  });
}

/** The constants of a module by their names: those that it exports, or those that it keeps. */
export function constantsIn(source: ts.SourceFile, which: "exported" | "kept"): ReadonlyMap<string, ts.Expression> {
  const statements = source.statements.filter(ts.isVariableStatement).filter(({ modifiers }) => {
    const isExported = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    return isExported === (which === "exported");
  });
  const declarations = statements.flatMap(({ declarationList }) => [...declarationList.declarations]);
  return new Map(
    declarations.flatMap(({ name, initializer }) => (initializer ? [[name.getText(source), initializer]] : [])),
  );
}

/** Members of validators: `productsRowSchema price nullableDecimal`; one that is another has the members of that. */
export function validatorsIn(source: ts.SourceFile): readonly string[] {
  const exported = constantsIn(source, "exported");
  return [...exported].flatMap(([constant, initializer]) => {
    const value = ts.isIdentifier(initializer) ? (exported.get(initializer.text) ?? initializer) : initializer;
    const [object] = ts.isCallExpression(value) ? value.arguments : [];
    if (!object || !ts.isObjectLiteralExpression(object)) return [];
    return object.properties.flatMap((property) => {
      if (ts.isShorthandPropertyAssignment(property))
        return [`${constant} ${property.name.text} ${property.name.text}`];
      if (!ts.isPropertyAssignment(property)) return [];
      const { name, initializer } = property;
      const text = ts.isComputedPropertyName(name) ? (name.expression as ts.StringLiteral).text : name.text;
      return [`${constant} ${text} ${initializer.getText(source)}`];
    });
  });
}

/** An expression with the module's constants in place of their names. */
export function expanded(
  node: ts.Expression,
  source: ts.SourceFile,
  constants: ReadonlyMap<string, ts.Expression>,
): string {
  if (ts.isCallExpression(node)) {
    const args = node.arguments.map((argument) => expanded(argument, source, constants));
    return `${node.expression.getText(source)}(${args.join(", ")})`;
  }
  const made = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
  return made ? expanded(made, source, constants) : node.getText(source);
}
