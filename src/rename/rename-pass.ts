/** The state that the passes over an app share: its program before the rename, the changed names, and the findings so far. */
import { ts } from "ts-morph";
import type { AppProgram } from "./app-program.ts";
import type { Edits, Finding } from "./findings.ts";
import { modulePath } from "./name-changes.ts";
import type { Bindings, NameChange } from "./name-changes.ts";
import { Targets } from "./targets.ts";

export interface RenamePass {
  readonly checker: ts.TypeChecker;
  readonly targets: Targets;
  /** Old names of members, and of exports: a quick test before the type checker is used. */
  readonly members: ReadonlySet<string>;
  readonly exports: ReadonlySet<string>;
  /** Declarations of renamed exports. */
  readonly exported: ReadonlyMap<ts.Node, NameChange>;
  /** The app's own files that have an old name. */
  readonly files: readonly ts.SourceFile[];
  /** Members of literals that flow into a member that keeps its name. */
  readonly settled: Set<ts.Node>;
  readonly edits: Edits;
  readonly findings: Finding[];
}

export function preparePass(
  program: AppProgram,
  changes: readonly NameChange[],
  bindings: readonly Bindings[],
  shared: Pick<RenamePass, "edits" | "findings">,
): RenamePass {
  const { checker } = program;
  const targets = new Targets(checker);
  const exported = new Map<ts.Node, NameChange>();
  const members = new Set<string>();
  const exports = new Set<string>();
  for (const change of changes) {
    if (change.kind === "literal") continue;
    (change.kind === "member" ? members : exports).add(change.old);
    const file = program.file(change.file);
    const declaration = file && nodeAt(file, change.start).parent;
    if (!declaration) continue;
    if (change.kind === "member") targets.follow(declaration, change.now);
    else exported.set(declaration, change);
  }
  const generated = bindings.map((each) => modulePath(each, ""));
  const words = [...members, ...exports];
  const files = program
    .files()
    .filter(
      ({ isDeclarationFile, fileName }) => !isDeclarationFile && !generated.some((one) => fileName.startsWith(one)),
    )
    .filter(({ text }) => words.some((word) => text.includes(word)));
  return { checker, targets, members, exports, exported, files, settled: new Set(), ...shared };
}

/** The innermost node of a range. */
export function nodeAt(file: ts.SourceFile, start: number, end = start + 1): ts.Node {
  let node: ts.Node = file;
  for (;;) {
    const inner: ts.Node | undefined = ts.forEachChild(node, (child) =>
      child.getStart(file) <= start && end <= child.getEnd() ? child : undefined,
    );
    if (!inner) return node;
    node = inner;
  }
}

export type Text = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral;
export type NameText = ts.Identifier | Text;

export function isText(node: ts.Node): node is Text {
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);
}

/** Calls the function for each node of a file, those in its comments for the compiler included. */
export function visitNodes(node: ts.Node, each: (node: ts.Node) => void): void {
  const visit = (inner: ts.Node): void => {
    each(inner);
    for (const comment of (inner as { jsDoc?: readonly ts.Node[] }).jsDoc ?? []) visit(comment);
    ts.forEachChild(inner, visit);
  };
  visit(node);
}

/**
 * Gives a name its new one; in a string, between its quotes. `{ price }` becomes `{ cost: price }`, and that `{ price }`
 * when it is renamed back.
 *
 * @param isValue whether the name is that of the value in `{ price }`, not that of the member
 */
export function editName(pass: RenamePass, node: NameText, now: string, isValue = false): void {
  const { fileName } = node.getSourceFile();
  const [start, end] = [node.getStart(), node.getEnd()];
  if (!ts.isIdentifier(node)) {
    pass.edits.add(fileName, { start: start + 1, end: end - 1, text: now });
  } else if (isShorthand(node)) {
    pass.edits.add(fileName, { start, end, text: isValue ? `${node.text}: ${now}` : `${now}: ${node.text}` });
  } else {
    const [first, second] = pairOf(node);
    const other = first === node ? second : first;
    if (first && second && other && ts.isIdentifier(other) && other.text === now)
      pass.edits.add(fileName, { start: first.getStart(), end: second.getEnd(), text: now });
    else pass.edits.add(fileName, { start, end, text: now });
  }
}

/** Whether a name is that of a member and of a local. */
function isShorthand({ parent }: ts.Identifier): boolean {
  return (
    ts.isShorthandPropertyAssignment(parent) ||
    (ts.isBindingElement(parent) && !parent.propertyName && ts.isObjectBindingPattern(parent.parent))
  );
}

/** Both names of `cost: price`, `insertArticles as insertProducts`. */
function pairOf({ parent }: ts.Identifier): readonly (ts.Node | undefined)[] {
  if (ts.isPropertyAssignment(parent)) return [parent.name, parent.initializer];
  if (ts.isBindingElement(parent) || ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent))
    return [parent.propertyName, parent.name];
  return [];
}

export function isEdited(pass: RenamePass, node: ts.Node): boolean {
  const file = node.getSourceFile();
  return pass.edits.touches(file.fileName, node.getStart(file), node.getEnd());
}
