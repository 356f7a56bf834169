import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { parseJsonConfig } from "./json-config.ts";
import type { ConfigPath, FindMember } from "./json-config.ts";
import type { ts } from "ts-morph";
import { isMissingPackage, loadWithCompiler } from "../errors.ts";

/**
 * Loads a finder for the members of a config file: exact for JSON; for TypeScript and JavaScript it finds those that
 * the text shows.
 *
 * `(await loadConfigPlaces(file))(["keyspaces", "shop", "naming"])` is `{ line: 4, column: 7 }`.
 */
export async function loadConfigPlaces(file: string): Promise<FindMember> {
  const text = readFileSync(file, "utf8");
  return extname(file) === ".json" ? parseJsonConfig(text).find : parseModuleConfig(text, file);
}

/** The same, for messages that can do without: without the compiler, the places in a module are not known. */
export async function loadKnownPlaces(file: string): Promise<FindMember> {
  return loadConfigPlaces(file).catch((error: unknown) => {
    if (isMissingPackage(error)) return () => undefined;
    throw error;
  });
}

/**
 * Parses a module whose default export is a config, to find members of it. Imported members and results of functions
 * are not found. Loads the compiler, which takes longer than most commands.
 *
 * @throws {ColonnadeError} `missing-package`
 */
export async function parseModuleConfig(text: string, file: string): Promise<FindMember> {
  const { ts } = await loadWithCompiler(`${file} is not JSON, and to find its members`, () => import("ts-morph"));
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const reader = new ModuleReader(ts, source);
  return (path, atName = false) => {
    const node = reader.find(path, atName);
    if (!node) return undefined;
    const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
    return { line: line + 1, column: character + 1 };
  };
}

/** A member of an object or list, and its value. */
interface Member {
  readonly name: ts.Node;
  readonly value: ts.Node;
}

/** Follows names within the module, and unwraps `satisfies`, parentheses and `defineConfig(…)`. */
class ModuleReader {
  readonly #ts: typeof ts;
  readonly #source: ts.SourceFile;
  /** The names being followed, since a name may refer to itself. */
  readonly #following = new Set<ts.Node>();

  constructor(compiler: typeof ts, source: ts.SourceFile) {
    this.#ts = compiler;
    this.#source = source;
  }

  find(path: ConfigPath, atName: boolean): ts.Node | undefined {
    const value = this.#defaultExport();
    let member: Member | undefined = value && { name: value, value };
    for (const part of path) member = member && this.#member(member.value, part);
    return atName ? member?.name : member?.value;
  }

  #defaultExport(): ts.Expression | undefined {
    for (const statement of this.#source.statements) {
      if (this.#ts.isExportAssignment(statement)) return statement.expression;
      if (this.#ts.isExportDeclaration(statement)) {
        const { exportClause } = statement;
        const named = exportClause && this.#ts.isNamedExports(exportClause) ? exportClause.elements : [];
        const local = named.find((element) => element.name.text === "default")?.propertyName;
        if (local && this.#ts.isIdentifier(local)) return local;
      }
      if (!this.#ts.isExpressionStatement(statement) || !this.#ts.isBinaryExpression(statement.expression)) continue;
      const { left, right } = statement.expression;
      if (left.getText(this.#source) === "module.exports") return right;
    }
    return undefined;
  }

  #member(holder: ts.Node, part: string | number): Member | undefined {
    if (this.#following.has(holder)) return undefined;
    this.#following.add(holder);
    const object = this.#plain(holder);
    const found = object && this.#memberOf(object, part);
    this.#following.delete(holder);
    return found;
  }

  #memberOf(object: ts.Node, part: string | number): Member | undefined {
    if (this.#ts.isArrayLiteralExpression(object)) {
      const value = object.elements[Number(part)];
      const isSure = !object.elements.slice(0, Number(part) + 1).some(this.#ts.isSpreadElement);
      return value && isSure ? { name: value, value } : undefined;
    }
    if (!this.#ts.isObjectLiteralExpression(object)) return undefined;
    // The last one wins.
    for (const property of [...object.properties].reverse()) {
      if (this.#ts.isSpreadAssignment(property)) {
        const found = this.#member(property.expression, part);
        if (found) return found;
      } else if (property.name && this.#nameOf(property.name) === `${part}`) {
        if (this.#ts.isPropertyAssignment(property)) return { name: property.name, value: property.initializer };
        if (this.#ts.isShorthandPropertyAssignment(property)) return { name: property.name, value: property.name };
        if (this.#ts.isMethodDeclaration(property)) return { name: property.name, value: property };
      }
    }
    return undefined;
  }

  #nameOf(name: ts.PropertyName): string | undefined {
    if (!this.#ts.isComputedPropertyName(name)) return name.text;
    const value = this.#plain(name.expression);
    return value && this.#ts.isStringLiteralLike(value) ? value.text : undefined;
  }

  /** The literal of an expression, if it is in the module. */
  #plain(expression: ts.Node, steps = 0): ts.Node | undefined {
    const compiler = this.#ts;
    const next = (inner: ts.Node | undefined): ts.Node | undefined =>
      inner && steps < deepest ? this.#plain(inner, steps + 1) : undefined;
    if (
      compiler.isParenthesizedExpression(expression) ||
      compiler.isAsExpression(expression) ||
      compiler.isSatisfiesExpression(expression) ||
      compiler.isNonNullExpression(expression) ||
      compiler.isTypeAssertionExpression(expression)
    ) {
      return next(expression.expression);
    }
    if (compiler.isCallExpression(expression)) {
      return expression.arguments.length === 1 ? next(expression.arguments[0]) : undefined;
    }
    if (compiler.isPropertyAccessExpression(expression)) {
      return next(this.#member(expression.expression, expression.name.text)?.value);
    }
    return compiler.isIdentifier(expression) ? next(this.#variable(expression.text)) : expression;
  }

  #variable(name: string): ts.Expression | undefined {
    for (const statement of this.#source.statements) {
      if (!this.#ts.isVariableStatement(statement)) continue;
      const found = statement.declarationList.declarations.find((declaration) => declaration.name.getText() === name);
      if (found) return found.initializer;
    }
    return undefined;
  }
}

/** Deeper than any config; only a name that refers to itself gets there. */
const deepest = 50;
