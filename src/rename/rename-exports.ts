/**
 * Renames what the app imports from the bindings. Where a file uses the new name for something else, its import gets an
 * alias, and its uses stay.
 */
import { ts } from "ts-morph";
import type { NameChange } from "./name-changes.ts";
import { editName, visitNodes } from "./rename-pass.ts";
import type { RenamePass } from "./rename-pass.ts";

export function renameExports(pass: RenamePass): void {
  for (const file of pass.files) {
    const taken = namesIn(file);
    visitNodes(file, (node) => {
      if (!ts.isIdentifier(node) || !pass.exports.has(node.text)) return;
      const change = changeOf(pass, node);
      if (!change) return;
      if (!taken.has(change.now)) editName(pass, node, change.now, !ts.isBindingElement(node.parent));
      else renameInImport(pass, node, change);
    });
  }
}

function changeOf({ checker, exported }: RenamePass, node: ts.Identifier): NameChange | undefined {
  const symbol = symbolOf(checker, node);
  if (!symbol) return undefined;
  const real = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  for (const declaration of real.declarations ?? []) {
    const change = exported.get(declaration);
    // An alias of the app's own keeps its name.
    if (change?.old === node.text) return change;
  }
  return undefined;
}

function symbolOf(checker: ts.TypeChecker, node: ts.Identifier): ts.Symbol | undefined {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return checker.getShorthandAssignmentValueSymbol(parent);
  // `const { insertProducts } = await import("./db/products.js")`
  if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent) && parent.initializer !== node)
    return checker.getTypeAtLocation(parent.parent).getProperty(node.text);
  return checker.getSymbolAtLocation(node);
}

/** `import { insertArticles as insertProducts }`; other files import the new name: `export { insertProducts as insertArticles }`. */
function renameInImport(pass: RenamePass, node: ts.Identifier, { old, now }: NameChange): void {
  const { parent } = node;
  const { fileName } = node.getSourceFile();
  const range = { start: node.getStart(), end: node.getEnd() };
  if (ts.isExportSpecifier(parent) && !parent.propertyName) {
    const isOfLocal = !parent.parent.parent.moduleSpecifier;
    pass.edits.add(fileName, { ...range, text: isOfLocal ? `${old} as ${now}` : now });
  } else if (ts.isImportSpecifier(parent) && !parent.propertyName) {
    pass.edits.add(fileName, { ...range, text: `${now} as ${old}` });
  } else if (
    ((ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) && parent.propertyName === node) ||
    ts.isPropertyAccessExpression(parent) ||
    ts.isQualifiedName(parent) ||
    ts.isImportTypeNode(parent) ||
    ts.isBindingElement(parent)
  )
    editName(pass, node, now);
}

/** The names that a file uses, except members and names that it only re-exports. */
function namesIn(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  visitNodes(file, (node) => {
    if (!ts.isIdentifier(node)) return;
    const { parent } = node;
    const isMember =
      (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
      (ts.isPropertyAssignment(parent) && parent.name === node) ||
      ts.isPropertySignature(parent);
    const isPassedOn = ts.isExportSpecifier(parent) && parent.parent.parent.moduleSpecifier !== undefined;
    if (!isMember && !isPassedOn) names.add(node.text);
  });
  return names;
}
