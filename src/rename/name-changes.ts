/**
 * Finds the declarations with another name in the new bindings.
 *
 * Takes the bindings before and after, which differ only in names, and walks both trees in parallel. So each declaration
 * finds its new name, whichever setting or definition changed.
 */
import { ts } from "ts-morph";

/** The generated modules of one output folder, as text. */
export interface Bindings {
  /** The output folder, absolute. */
  readonly folder: string;
  /** The texts of modules by path, relative to the folder. */
  readonly modules: ReadonlyMap<string, string>;
}

/** The bindings of an output before and after a rename: the same modules, which differ only in names. */
export interface RenamedBindings {
  readonly before: Bindings;
  readonly after: Bindings;
}

/** The path of a module as the compiler writes it, with `/` on every system. */
export function modulePath({ folder }: Bindings, path: string): string {
  return `${folder}/${path}`.replaceAll("\\", "/");
}

/** A declaration of the old bindings with its new name. */
export interface NameChange {
  /** The module, absolute. */
  readonly file: string;
  /** Where the name begins in its text. */
  readonly start: number;
  readonly old: string;
  readonly now: string;
  /** A member of a record, an export of a module, or a string that is a type: the field of a document's result. */
  readonly kind: "member" | "export" | "literal";
}

export function findNameChanges(bindings: readonly RenamedBindings[]): readonly NameChange[] {
  const changes: NameChange[] = [];
  for (const { before, after } of bindings) {
    for (const [path, text] of before.modules) {
      const next = after.modules.get(path);
      if (next === undefined || next === text) continue;
      comparePair(parse(path, text), parse(path, next), modulePath(before, path), changes);
    }
  }
  return changes;
}

function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

/** Imports are sorted by names, so their places differ; they declare nothing. */
function declaring({ statements }: ts.SourceFile): readonly ts.Statement[] {
  return statements.filter((statement) => !ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement));
}

function comparePair(one: ts.SourceFile, other: ts.SourceFile, file: string, found: NameChange[]): void {
  const compare = (old: ts.Node, now: ts.Node): void => {
    if (old.kind !== now.kind) return;
    if ((ts.isIdentifier(old) || ts.isStringLiteral(old)) && old.text !== (now as typeof old).text) {
      const kind = kindOf(old);
      if (kind) found.push({ file, start: old.getStart(one), old: old.text, now: (now as typeof old).text, kind });
    }
    const [children, next] = [childrenOf(old), childrenOf(now)];
    if (children.length !== next.length) return;
    children.forEach((child, index) => compare(child, next[index] as ts.Node));
  };
  const [statements, next] = [declaring(one), declaring(other)];
  if (statements.length !== next.length) return;
  statements.forEach((statement, index) => compare(statement, next[index] as ts.Statement));
}

function childrenOf(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  node.forEachChild((child) => void children.push(child));
  return children;
}

function kindOf(name: ts.Identifier | ts.StringLiteral): NameChange["kind"] | undefined {
  const { parent } = name;
  if (ts.isLiteralTypeNode(parent)) return "literal";
  if ((parent as { name?: ts.Node }).name !== name) return undefined;
  if (ts.isPropertySignature(parent) || ts.isPropertyAssignment(parent)) return "member";
  const isExport =
    ts.isInterfaceDeclaration(parent) ||
    ts.isTypeAliasDeclaration(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isVariableDeclaration(parent);
  return isExport ? "export" : undefined;
}
