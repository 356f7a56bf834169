/**
 * A config in TypeScript or JavaScript: in comes its text, out go the places of its objects.
 *
 * Read as a syntax tree and never run. What is exported by default is followed through variables of the file, `defineConfig`
 * and `satisfies` to an object literal; anything cleverer is somebody's program, and is left alone.
 */
import type { Expression, ObjectLiteralElementLike, ObjectLiteralExpression, SourceFile } from "ts-morph";
import type { ConfigEntry, ConfigPlaces, Unreadable } from "./config-places.ts";
import type { Container } from "./insert-member.ts";

type Morph = typeof import("ts-morph");

/** @param name the file's, for what its ending says */
export async function parseModulePlaces(text: string, name: string): Promise<ConfigPlaces | Unreadable> {
  const morph = await import("ts-morph");
  const project = new morph.Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { allowJs: true, noResolve: true },
  });
  const source = project.createSourceFile(name, text);
  if (project.getProgram().getSyntacticDiagnostics(source).length > 0) return { reason: "it has syntax errors" };
  const exported = findExported(source, morph);
  if (!exported) return { reason: "it has no default export" };
  const config = findObject(exported, morph);
  if (!config) return { reason: "what it exports is no object literal" };
  return parseConfig(config, morph);
}

function parseConfig(config: ObjectLiteralExpression, morph: Morph): ConfigPlaces | Unreadable {
  const value = findMember(config, "keyspaces", morph);
  if (value === "unknown") return { reason: "its keyspaces are no object literal" };
  const keyspaces = value && findObject(value, morph);
  if (value && !keyspaces) return { reason: "its keyspaces are no object literal" };
  const members = keyspaces?.getProperties() ?? [];
  const entries = members.flatMap((member): ConfigEntry[] => {
    const keyspace = nameOf(member, morph);
    if (keyspace === undefined) return [];
    const initializer = valueOf(member, morph);
    const settings = initializer ? findObjects(initializer, morph) : [];
    const [definitions] = textsOf(settings, "definitions", morph);
    const validators =
      settings.length === 0 || settings.some((one) => !isFalse(findMember(one, "validators", morph), morph));
    const importExtensions = settings.flatMap((one) =>
      findMember(one, "importExtension", morph) === undefined ? [".js"] : textsOf([one], "importExtension", morph),
    );
    return [{ keyspace, definitions, outputs: textsOf(settings, "output", morph), validators, importExtensions }];
  });
  return {
    config: containerOf(config),
    keyspaces: keyspaces && containerOf(keyspaces),
    entries,
    complete: entries.length === members.length,
  };
}

/** `export default …`, `export { … as default }`, or `module.exports = …`. */
function findExported(source: SourceFile, { Node }: Morph): Expression | undefined {
  for (const statement of source.getStatements()) {
    if (Node.isExportAssignment(statement) && !statement.isExportEquals()) return statement.getExpression();
    if (Node.isExportDeclaration(statement) && !statement.hasModuleSpecifier()) {
      const named = statement.getNamedExports().find((one) => one.getAliasNode()?.getText() === "default");
      const name = named?.getNameNode();
      if (Node.isIdentifier(name)) return name;
    }
    if (!Node.isExpressionStatement(statement)) continue;
    const assignment = statement.getExpression();
    if (Node.isBinaryExpression(assignment) && assignment.getLeft().getText() === "module.exports") {
      return assignment.getRight();
    }
  }
  return undefined;
}

/** The object literal that an expression stands for, as far as this file says. */
function findObject(expression: Expression, morph: Morph, depth = 0): ObjectLiteralExpression | undefined {
  const { Node } = morph;
  // A variable that is made of itself never ends.
  if (depth > 20) return undefined;
  const follow = (next: Expression | undefined): ObjectLiteralExpression | undefined =>
    next && findObject(next, morph, depth + 1);
  if (Node.isObjectLiteralExpression(expression)) return expression;
  if (
    Node.isParenthesizedExpression(expression) ||
    Node.isAsExpression(expression) ||
    Node.isSatisfiesExpression(expression) ||
    Node.isTypeAssertion(expression)
  ) {
    return follow(expression.getExpression());
  }
  if (Node.isIdentifier(expression)) {
    return follow(expression.getSourceFile().getVariableDeclaration(expression.getText())?.getInitializer());
  }
  if (Node.isCallExpression(expression) && isDefineConfig(expression.getExpression(), morph)) {
    const [argument] = expression.getArguments();
    return Node.isExpression(argument) ? follow(argument) : undefined;
  }
  return undefined;
}

/** The object that an expression stands for, or those of a list. */
function findObjects(expression: Expression, morph: Morph): readonly ObjectLiteralExpression[] {
  const items = morph.Node.isArrayLiteralExpression(expression) ? expression.getElements() : [expression];
  return items.flatMap((item) => findObject(item, morph) ?? []);
}

/** Our function, by its own name or by the one it is imported as. */
function isDefineConfig(callee: Expression, { Node }: Morph): boolean {
  if (Node.isPropertyAccessExpression(callee)) return callee.getName() === "defineConfig";
  if (!Node.isIdentifier(callee)) return false;
  const imports = callee.getSourceFile().getImportDeclarations();
  const named = imports.flatMap((one) => one.getNamedImports());
  const imported = named.find((one) => (one.getAliasNode() ?? one.getNameNode()).getText() === callee.getText());
  return (imported?.getName() ?? callee.getText()) === "defineConfig";
}

/** The value of a member; `"unknown"` where it may have one that cannot be seen. */
function findMember(object: ObjectLiteralExpression, name: string, morph: Morph): Expression | "unknown" | undefined {
  let value: Expression | "unknown" | undefined;
  for (const member of object.getProperties()) {
    const own = nameOf(member, morph);
    if (own === name) value = valueOf(member, morph) ?? "unknown";
    else if (own === undefined && value === undefined) value = "unknown";
  }
  return value;
}

/** The name of a member; undefined for a spread, and for a name that is computed. */
function nameOf(member: ObjectLiteralElementLike, { Node }: Morph): string | undefined {
  if (Node.isSpreadAssignment(member)) return undefined;
  const name = member.getNameNode();
  if (Node.isIdentifier(name)) return name.getText();
  if (Node.isStringLiteral(name) || Node.isNumericLiteral(name)) return String(name.getLiteralValue());
  return undefined;
}

function valueOf(member: ObjectLiteralElementLike, { Node }: Morph): Expression | undefined {
  if (Node.isPropertyAssignment(member)) return member.getInitializer();
  return Node.isShorthandPropertyAssignment(member) ? member.getNameNode() : undefined;
}

/** The texts that objects have under a name, where they are literals. */
function textsOf(objects: readonly ObjectLiteralExpression[], name: string, morph: Morph): readonly string[] {
  const { Node } = morph;
  return objects.flatMap((object) => {
    const value = findMember(object, name, morph);
    if (value === undefined || value === "unknown") return [];
    const literal = Node.isStringLiteral(value) || Node.isNoSubstitutionTemplateLiteral(value);
    return literal ? [value.getLiteralValue()] : [];
  });
}

function isFalse(value: Expression | "unknown" | undefined, { Node }: Morph): boolean {
  return value !== "unknown" && Node.isFalseLiteral(value);
}

function containerOf(object: ObjectLiteralExpression): Container {
  const items = object.getProperties().map((member) => ({ start: member.getStart(), end: member.getEnd() }));
  return { start: object.getStart(), end: object.getEnd(), items };
}
