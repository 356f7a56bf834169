/**
 * What a generated module says, by declaration and whatever its layout. In come texts, out goes whether two say the same,
 * and which declarations differ. Needs the TypeScript compiler, so nothing loads it but a file that somebody touched.
 */
import { ts } from "ts-morph";
import { sayingOf } from "./words.ts";

/** The parts of a module by name, each as one text that tells all of its tokens and their nesting. */
type Declarations = ReadonlyMap<string, Declaration>;

interface Declaration {
  readonly tokens: string;
  /** Of an interface, by name; of the imports, by module. */
  readonly members?: ReadonlyMap<string, string>;
}

/** What the statements that name other modules, and the comments before them, are called among the declarations. */
const head = "imports";

/**
 * Whether two texts are the same module in another layout: with other white space, quotes, separators and brackets where
 * these change nothing, with its imports in another order, or with comments for linters. Any other comment counts.
 */
export function saysTheSame(one: string, other: string): boolean {
  const [left, right] = [parseDeclarations(one), parseDeclarations(other)];
  if (!left || !right || left.size !== right.size) return false;
  const rest = right.entries();
  return [...left].every(([name, { tokens }]) => {
    const [otherName, declaration] = rest.next().value ?? [];
    return name === otherName && tokens === declaration?.tokens;
  });
}

/**
 * The declarations that two modules do not have alike, with their members where both are interfaces:
 * `["ProductsRow.price", "insertProducts"]`; of the imports, the modules. Empty where a text is no TypeScript, or they differ in order alone.
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

/** Undefined for what is no TypeScript. */
function parseDeclarations(text: string): Declarations | undefined {
  const source = ts.createSourceFile("module.ts", text, ts.ScriptTarget.Latest, true);
  if ((Reflect.get(source, "parseDiagnostics") as readonly unknown[]).length > 0) return undefined;
  const declarations = new Map<string, Declaration>();
  const imports: [from: string, tokens: string][] = [];
  const comments: string[] = [];
  for (const statement of source.statements) {
    if (isImport(statement)) {
      const from = statement.moduleSpecifier?.getText().replaceAll("'", '"') ?? "";
      imports.push([from, printTokens(statement, comments).join(" ")]);
    } else {
      const name = nameOf(statement);
      const tokens = printTokens(statement).join(" ");
      const before = declarations.get(name)?.tokens ?? "";
      declarations.set(name, { tokens: `${before} ${tokens}`, ...membersOf(statement) });
    }
  }
  comments.push(...commentsBefore(source.endOfFileToken));
  // A formatter may sort them; the comment at the head of the file stays where it is.
  imports.sort(([, one], [, other]) => (one < other ? -1 : 1));
  const members = new Map<string, string>();
  for (const [from, tokens] of imports) members.set(from, `${members.get(from) ?? ""} ${tokens}`);
  const tokens = [...comments, ...imports.map(([, tokens]) => tokens)].join("\n");
  return new Map([[head, { tokens, members }], ...declarations]);
}

/** Of statements that only name other modules, the order means nothing. */
function isImport(statement: ts.Statement): statement is ts.ImportDeclaration | ts.ExportDeclaration {
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

/** What only parts the others, or stands around one of them: the nesting says it all. */
const separators: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.SemicolonToken,
  ts.SyntaxKind.CommaToken,
  ts.SyntaxKind.OpenParenToken,
  ts.SyntaxKind.CloseParenToken,
]);

/** Nodes that are nothing but what is in them. */
const transparent: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.SyntaxList,
  ts.SyntaxKind.ParenthesizedType,
  ts.SyntaxKind.ParenthesizedExpression,
]);

/** @param comments takes them apart from the tokens, where it is given */
function printTokens(node: ts.Node, comments?: string[]): string[] {
  const tokens: string[] = [];
  print(node, undefined);
  return tokens;

  function print(node: ts.Node, parent: ts.Node | undefined): void {
    // The comment is told with the token that follows it.
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

/** Whether it is a list that the parser, but not the compiler, lets end with a comma. */
function isStrictList({ pos }: ts.Node, parent: ts.Node | undefined): boolean {
  if (!parent) return false;
  const lists = ["declarations", "typeArguments", "types"].map((name) => Reflect.get(parent, name) as unknown);
  return (lists as readonly (ts.TextRange | undefined)[]).some((list) => list?.pos === pos);
}

function printToken(node: ts.Node, parent: ts.Node | undefined): string {
  const isName = parent !== undefined && "name" in parent && parent.name === node;
  // Of a number, this is its value: `1.0` names the same as `1`, and not as `"1.0"`.
  if (isName && (ts.isStringLiteral(node) || ts.isNumericLiteral(node))) return node.text;
  if (ts.isStringLiteral(node)) return JSON.stringify(node.text);
  // `type` is a keyword in `import type { a }`, and a name in `import type, { a }`.
  const isKeyword = node.kind >= ts.SyntaxKind.FirstKeyword && node.kind <= ts.SyntaxKind.LastKeyword;
  return isKeyword ? `'${node.getText()}` : node.getText();
}

const comment = /\/\*[^]*?\*\/|\/\/.*/g;

function commentsBefore(token: ts.Node): readonly string[] {
  const trivia = token.getFullText().slice(0, token.getLeadingTriviaWidth());
  if (!trivia.includes("/")) return [];
  return (trivia.match(comment) ?? [])
    .map(sayingOf)
    .filter((said) => said !== "")
    .map((said) => `/* ${said} */`);
}
