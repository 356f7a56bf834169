import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** What makes an error from a code that it is given first. */
const makers = new Set(["ColonnadeError", "StoreError", "machineError", "super", "add", "refuse", "unusable"]);

/**
 * Every code that an error or a mistake can have, found in the sources by their syntax: what errors are made with, what
 * stands for a `code` in an object, a constant or a type, and the types of codes.
 *
 * `new ColonnadeError(late ? "too-late" : "too-early", "…")` has two.
 *
 * @returns where each stands: `"too-late"` → `cli/clock.ts:12`
 */
export function findCodes(folder: string): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts") || /(?:^|[\\/])(?:dist|node_modules)[\\/]/.test(name)) continue;
    for (const { code, line } of parseCodes(name, readFileSync(join(folder, name), "utf8"))) {
      if (!codes.has(code)) codes.set(code, `${name}:${line}`);
    }
  }
  return codes;
}

/** The codes in the text of one module. */
export function parseCodes(file: string, text: string): readonly { readonly code: string; readonly line: number }[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: { readonly code: string; readonly line: number }[] = [];
  const add = (node: ts.Node | undefined): void => {
    if (!node) return;
    if (ts.isStringLiteralLike(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (/^[a-z]+(?:-[a-z]+)*$/.test(node.text)) found.push({ code: node.text, line: line + 1 });
    } else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(add);
    else if (ts.isBinaryExpression(node)) [node.left, node.right].forEach(add);
    else if (ts.isUnionTypeNode(node)) node.types.forEach(add);
    else if (ts.isLiteralTypeNode(node)) add(node.literal);
    else if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) add(node.expression);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
      const given = node.arguments ?? [];
      const maker = nameOf(node.expression);
      // A set's `add` takes one thing.
      if (makers.has(maker) && (maker !== "add" || given.length > 2)) add(given[0]);
    } else if (ts.isPropertyAssignment(node) && nameOf(node.name) === "code") add(node.initializer);
    else if (ts.isVariableDeclaration(node) && nameOf(node.name) === "code") add(node.initializer);
    else if (ts.isPropertySignature(node) && nameOf(node.name) === "code") add(node.type);
    else if (ts.isTypeAliasDeclaration(node) && node.name.text.endsWith("ErrorCode")) add(node.type);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function nameOf(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text;
  if (node.kind === ts.SyntaxKind.SuperKeyword) return "super";
  return ts.isPropertyAccessExpression(node) ? node.name.text : "";
}
