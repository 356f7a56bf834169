/**
 * Renames what the compiler reports once the new bindings exist, if only one name can be meant at the place: `data.products`
 * of a typed document, whose type is a string that no symbol connects with its use.
 */
import { ts } from "ts-morph";
import type { AppProgram, Overlay } from "./app-program.ts";
import { applyEdits } from "./findings.ts";
import type { Edit } from "./findings.ts";
import type { NameChange } from "./name-changes.ts";
import { isText, nodeAt } from "./rename-pass.ts";
import type { NameText } from "./rename-pass.ts";

const mostRounds = 8;

/** New names by old ones, without those that have several. */
export function newNames(changes: readonly NameChange[]): ReadonlyMap<string, string> {
  const names = new Map<string, Set<string>>();
  for (const { old, now } of changes) names.set(old, (names.get(old) ?? new Set()).add(now));
  return new Map([...names].flatMap(([old, now]) => (now.size === 1 ? [[old, [...now][0] as string]] : [])));
}

/**
 * Repairs the overlay of a program.
 *
 * @param isOpen whether a place may be renamed: not where a person has to decide
 * @param isKnown whether an error was there before the rename
 * @returns the errors that stay
 */
export function repair(
  program: AppProgram,
  overlay: Overlay,
  names: ReadonlyMap<string, string>,
  isOpen: (file: string, line: number) => boolean,
  isKnown: (error: ts.Diagnostic) => boolean,
): readonly ts.Diagnostic[] {
  for (let round = 0; ; round++) {
    const errors = program.errors().filter((error) => !isKnown(error));
    const fixes = new Map<ts.SourceFile, Map<number, Edit>>();
    for (const error of round < mostRounds ? errors : []) {
      const name = misnamed(program, error, names);
      const fixed = name ? { name, text: renamed(name, names) } : derived(program, error, names);
      if (!fixed) continue;
      const file = fixed.name.getSourceFile();
      const start = fixed.name.getStart(file);
      if (!isOpen(file.fileName, file.getLineAndCharacterOfPosition(start).line + 1)) continue;
      const inFile = fixes.get(file) ?? new Map<number, Edit>();
      fixes.set(file, inFile.set(start, { start, end: fixed.name.getEnd(), text: fixed.text }));
    }
    if (fixes.size === 0) return errors;
    for (const [file, edits] of fixes) overlay.set(file.fileName, applyEdits(file.text, edits.values()));
    program.refresh();
  }
}

function renamed(name: NameText, names: ReadonlyMap<string, string>): string {
  const now = names.get(name.text) ?? name.text;
  const { parent } = name;
  if (!ts.isIdentifier(name)) return `${name.getText()[0]}${now}${name.getText().at(-1)}`;
  const isShorthand =
    ts.isShorthandPropertyAssignment(parent) ||
    (ts.isBindingElement(parent) && parent.name === name && !parent.propertyName);
  return isShorthand ? `${now}: ${name.text}` : now;
}

/** The one old name that an error can be about: at its place, or in the declaration of the variable that it names. */
function misnamed(
  program: AppProgram,
  { file, start, length }: ts.Diagnostic,
  names: ReadonlyMap<string, string>,
): NameText | undefined {
  if (!file || start === undefined || length === undefined || file.fileName.includes("/node_modules/"))
    return undefined;
  const end = start + length;
  const here = namesWithin(file, names).filter((name) => start <= name.getStart(file) && name.getEnd() <= end);
  if (here.length > 0) return here.length === 1 ? here[0] : undefined;
  const node = nodeAt(file, start, end);
  if (ts.isSourceFile(node)) return undefined;
  const around = ts.isJsxAttribute(node.parent) ? namesWithin(node.parent, names) : [];
  for (const identifier of identifiersAt(node)) {
    const declaration = program.checker.getSymbolAtLocation(identifier)?.valueDeclaration;
    if (!declaration || !ts.isVariableDeclaration(declaration) || declaration.getSourceFile() !== file) continue;
    if (declaration.initializer) around.push(...namesWithin(declaration.initializer, names));
  }
  return around.length === 1 ? around[0] : undefined;
}

/** `getters.getPrice` of `{ [K in keyof Row as `get${Capitalize<K>}`]: … }`: where its type has `getCost` now. */
function derived(
  { checker }: AppProgram,
  { file, start }: ts.Diagnostic,
  names: ReadonlyMap<string, string>,
): { readonly name: ts.Identifier; readonly text: string } | undefined {
  const name = file && start !== undefined ? nodeAt(file, start) : undefined;
  if (!name || !ts.isIdentifier(name) || !ts.isPropertyAccessExpression(name.parent)) return undefined;
  const type = checker.getTypeAtLocation(name.parent.expression);
  const texts = new Set<string>();
  for (const [old, now] of names) {
    const text = name.text.replace(capitalized(old), () => capitalized(now));
    if (text !== name.text && checker.getPropertyOfType(type, text)) texts.add(text);
  }
  const [text] = texts;
  return text !== undefined && texts.size === 1 ? { name, text } : undefined;
}

function capitalized(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** The types of an expression, or of a member's value if the error is at the member's name. */
function identifiersAt(node: ts.Node): readonly ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const collect = (inner: ts.Node): void => {
    if (ts.isIdentifier(inner)) found.push(inner);
    ts.forEachChild(inner, collect);
  };
  collect(node);
  const { parent } = node;
  if (found.length === 0 || (ts.isPropertyAssignment(parent) && parent.name === node)) collect(parent);
  return found;
}

function namesWithin(root: ts.Node, names: ReadonlyMap<string, string>): NameText[] {
  const found: NameText[] = [];
  const visit = (node: ts.Node): void => {
    if ((isText(node) || isMemberName(node)) && names.has(node.text)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

function isMemberName(node: ts.Node): node is ts.Identifier {
  if (!ts.isIdentifier(node)) return false;
  const { parent } = node;
  if (ts.isBindingElement(parent)) return (parent.propertyName ?? parent.name) === node;
  if ((parent as { name?: ts.Node }).name !== node) return false;
  return (
    ts.isPropertyAccessExpression(parent) ||
    ts.isObjectLiteralElementLike(parent) ||
    ts.isJsxAttribute(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isPropertySignature(parent)
  );
}
