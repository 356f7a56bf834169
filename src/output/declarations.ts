/**
 * Compares modules by their declarations, ignoring layout. Takes texts, and returns whether they have the same meaning
 * and which declarations differ. Loaded only for files that were changed by hand or by a formatter, since it needs the
 * TypeScript compiler.
 */
import { ts } from "ts-morph";
import { sayingOf } from "./words.ts";

/** The declarations of a module by name, each as one text of all its tokens and their nesting. */
type Declarations = ReadonlyMap<string, Declaration>;

interface Declaration {
  readonly tokens: string;
  /** The members of an interface by name, or the imports by module. */
  readonly members?: ReadonlyMap<string, string>;
}

/** The key of the imports and the comments before them. */
const head = "imports";

/**
 * Whether two texts are the same module in a different layout: with different white space, quotes, separators and
 * redundant brackets, imports in another order, or comments for linters. Any other comment is significant.
 */
export function saysTheSame(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => printDeclarations(parseDeclarations(text)));
  return left !== undefined && left === right;
}

/** Prints the tokens of all declarations in their order; undefined if the text was not valid TypeScript. */
function printDeclarations(declarations: Declarations | undefined): string | undefined {
  return declarations && JSON.stringify(Array.from(declarations, ([name, { tokens }]) => [name, tokens]));
}

/**
 * The declarations that differ between two modules, with their members if both are interfaces: `["ProductsRow.price",
 * "insertProducts"]`; for imports, the modules. Empty if a text is not valid TypeScript, or if only the order differs.
 */
export function differingDeclarations(one: string, other: string): readonly string[] {
  const [left, right] = [parseDeclarations(one), parseDeclarations(other)];
  if (!left || !right) return [];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) => {
    const [before, after] = [left.get(name), right.get(name)];
    if (before?.tokens === after?.tokens) return [];
    const members = before?.members && after?.members ? differing(before.members, after.members) : [];
    if (members.length === 0) return [name];
    return name === head ? members : members.map((member) => `${name}.${member}`);
  });
}

function differing(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));
}

/** Undefined for invalid TypeScript. */
function parseDeclarations(text: string): Declarations | undefined {
  const source = ts.createSourceFile("module.ts", text, ts.ScriptTarget.Latest, true);
  if ((Reflect.get(source, "parseDiagnostics") as readonly unknown[]).length > 0) return undefined;
  const declarations = new Map<string, Declaration>();
  const imports: [from: string, tokens: string][] = [];
  const comments: string[] = [];
  for (const statement of source.statements) {
    if (isImport(statement)) {
      const from = statement.moduleSpecifier.getText().replaceAll("'", '"');
      imports.push([from, printTokens(statement, comments).join(" ")]);
    } else {
      const name = nameOf(statement);
      const tokens = printTokens(statement).join(" ");
      const before = declarations.get(name)?.tokens ?? "";
      declarations.set(name, { tokens: `${before} ${tokens}`, ...membersOf(statement) });
    }
  }
  comments.push(...commentsBefore(source.endOfFileToken));
  // Imports are sorted, since a formatter may sort them. The comment at the start of the file stays first.
  imports.sort(([, one], [, other]) => (one < other ? -1 : 1));
  const members = new Map<string, string>();
  for (const [from, tokens] of imports) members.set(from, `${members.get(from) ?? ""} ${tokens}`);
  const tokens = [...comments, ...imports.map(([, tokens]) => tokens)].join("\n");
  return new Map([[head, { tokens, members }], ...declarations]);
}

interface Importing {
  readonly moduleSpecifier: ts.Expression;
}

/** Whether a statement only imports from or re-exports another module. The order of such statements is irrelevant. */
function isImport(statement: ts.Statement): statement is (ts.ImportDeclaration | ts.ExportDeclaration) & Importing {
  return ts.isImportDeclaration(statement) || (ts.isExportDeclaration(statement) && !!statement.moduleSpecifier);
}

function nameOf(statement: ts.Statement): string {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText()).join(", ");
  }
  const name = "name" in statement ? (statement.name as ts.Node | undefined) : undefined;
  return name?.getText() ?? "other statements";
}

function membersOf(statement: ts.Statement): Pick<Declaration, "members"> {
  if (!ts.isInterfaceDeclaration(statement)) return {};
  const members = statement.members.map((member): [string, string] => [
    member.name?.getText().replace(/^["']|["']$/g, "") ?? "",
    printTokens(member).join(" "),
  ]);
  return { members: new Map(members) };
}

/** Tokens that only separate or enclose others. The nesting implies them. */
const separators: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.SemicolonToken,
  ts.SyntaxKind.CommaToken,
  ts.SyntaxKind.OpenParenToken,
  ts.SyntaxKind.CloseParenToken,
]);

/** Nodes without meaning apart from their contents. */
const transparent: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.SyntaxList,
  ts.SyntaxKind.ParenthesizedType,
  ts.SyntaxKind.ParenthesizedExpression,
]);

/** @param comments receives the comments if given; or else they are among the tokens */
function printTokens(node: ts.Node, comments?: string[]): string[] {
  const tokens: string[] = [];
  print(node, undefined);
  return tokens;

  function print(node: ts.Node, parent: ts.Node | undefined): void {
    // The comment is printed with the token that follows it.
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren();
    if (children.length === 0 && node.kind !== ts.SyntaxKind.SyntaxList) {
      (comments ?? tokens).push(...commentsBefore(node));
      if (!isLayout(node, parent)) tokens.push(printToken(node, parent));
      return;
    }
    const within = node.kind === ts.SyntaxKind.SyntaxList ? parent : node;
    if (children.at(-1)?.kind === ts.SyntaxKind.CommaToken && isStrictList(node, parent)) tokens.push(",");
    if (transparent.has(node.kind)) for (const child of children) print(child, within);
    else if (ts.isNamedImports(node) || ts.isNamedExports(node)) {
      const parts = children.flatMap((child) =>
        child.kind === ts.SyntaxKind.SyntaxList ? child.getChildren() : child,
      );
      const printed = parts.map((part) => printTokens(part, comments).join(" "));
      tokens.push(...printed.filter((part) => part !== "").sort());
    } else {
      tokens.push(`(${node.kind}`);
      for (const child of children) print(child, within);
      tokens.push(")");
    }
  }
}

function isLayout({ kind }: ts.Node, parent: ts.Node | undefined): boolean {
  if (separators.has(kind)) return true;
  const isBar = kind === ts.SyntaxKind.BarToken || kind === ts.SyntaxKind.AmpersandToken;
  return isBar && parent !== undefined && (ts.isUnionTypeNode(parent) || ts.isIntersectionTypeNode(parent));
}

/** Whether the node is a list in which the parser accepts a trailing comma but the compiler does not. */
function isStrictList({ pos }: ts.Node, parent: ts.Node | undefined): boolean {
  if (!parent) return false;
  const lists = ["declarations", "typeArguments", "types"].map((name) => Reflect.get(parent, name) as unknown);
  return (lists as readonly (ts.TextRange | undefined)[]).some((list) => list?.pos === pos);
}

function printToken(node: ts.Node, parent: ts.Node | undefined): string {
  const isName = parent !== undefined && "name" in parent && parent.name === node;
  // The text of a number is its value: `1.0` names the same member as `1`, but not as `"1.0"`.
  if (isName && (ts.isStringLiteral(node) || ts.isNumericLiteral(node))) return node.text;
  if (ts.isStringLiteral(node)) return JSON.stringify(node.text);
  // A line ends in the same way in what the program reads, whatever the file has.
  if (ts.isNoSubstitutionTemplateLiteral(node)) return JSON.stringify(node.text);
  // `type` is a keyword in `import type { a }`, and a name in `import type, { a }`.
  const isKeyword = node.kind >= ts.SyntaxKind.FirstKeyword && node.kind <= ts.SyntaxKind.LastKeyword;
  return isKeyword ? `'${node.getText()}` : node.getText();
}

const comment = /\/\*[^]*?\*\/|\/\/.*/g;

function commentsBefore(token: ts.Node): readonly string[] {
  const trivia = token.getFullText().slice(0, token.getLeadingTriviaWidth());
  return Array.from(trivia.matchAll(comment), ([text]) => sayingOf(text))
    .filter((comment) => comment !== "")
    .map((comment) => `/* ${comment} */`);
}
