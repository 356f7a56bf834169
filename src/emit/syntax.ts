/** The pieces of TypeScript that we emit, each laid out as prettier would. */
import {
  afterOperator,
  flatText,
  group,
  hardline,
  ifBreak,
  indent,
  indentWidth,
  join,
  line,
  lineWidth,
  lines,
  short,
  softline,
  unionGroup,
  isUnion,
} from "./doc.ts";
import type { Doc } from "./doc.ts";

const plainName = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
/** Prettier's measure: with such a key a new line would move the value by two columns at the most. */
const shortKey = 4;

/** Text of which nothing has to be escaped. */
const plainText = /^[\w $@*|/.:-]*$/;
/** Most names, told at once. */
const asciiName = /^[A-Za-z_$][\w$]*$/;

/** A string literal, in double quotes unless that means more escapes: prettier's choice. */
export function stringLiteral(text: string): string {
  if (plainText.test(text)) return `"${text}"`;
  const double = text.split('"').length - 1;
  const single = text.split("'").length - 1;
  const json = JSON.stringify(text).replace(/[\u2028\u2029\u{d800}-\u{dfff}]/gu, escapedUnit);
  if (double <= single) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The name of a member, quoted only where it must be. */
function propertyName(name: string): string {
  return asciiName.test(name) || plainName.test(name) ? name : stringLiteral(name);
}

/** `"a" | "b"` */
export function literalUnion(names: readonly string[]): Doc {
  return unionType(names.map(stringLiteral));
}

/** `{ a, b }` of an import or export; one name a line when they do not fit, but a single name never. */
function bracedNames(names: readonly string[]): Doc {
  if (names.length === 1) return `{ ${names[0]} }`;
  return group(["{", indent([line, join([",", line], names)]), ifBreak(","), line, "}"]);
}

export function importDeclaration(kind: "type" | "value", names: readonly string[], from: string): Doc {
  const sorted = [...names].sort();
  if (sorted.length === 0) return [];
  return [kind === "type" ? "import type " : "import ", bracedNames(sorted), ` from ${stringLiteral(from)};`, hardline];
}

/** `Name<A, B>`; a single argument without arguments of its own never stands on a line of its own. */
export function genericType(name: string, args: readonly Doc[]): Doc {
  const [only] = args;
  if (args.length === 1 && typeof only === "string" && /^[\w$]+$/.test(only)) return `${name}<${only}>`;
  return [name, group(["<", indent([softline, join([",", line], args)]), softline, ">"])];
}

/** Types without a declaration that a column may have. */
const keywordTypes: ReadonlySet<string> = new Set(["bigint", "boolean", "number", "string", "unknown"]);

/** `A | B`: on one line, or each on its own with its bar. */
export function unionType(types: readonly Doc[]): Doc {
  if (types.length === 1) return types[0] ?? "";
  const [one, other] = types;
  // Prettier holds an object and its null together; to it a named type may be an object, `string` is not.
  if (types.length === 2 && other === "null" && typeof one === "string" && !keywordTypes.has(one))
    return `${one} | null`;
  const body = [ifBreak("| "), join([line, "| "], types.map(indent))];
  return unionGroup(body);
}

/** A type after a colon or an equals sign: a union that does not fit goes to the next line, then to lines of its own. */
function placedType(before: string, type: Doc): Doc {
  return isUnion(type) ? [before, group(indent([line, type]))] : [before, " ", type];
}

export interface MemberSignature {
  readonly name: string;
  readonly optional?: boolean;
  readonly type: Doc;
  readonly comment?: readonly string[];
}

function memberSignature({ name, optional, type }: MemberSignature): Doc {
  const before = `${propertyName(name)}${optional ? "?" : ""}:`;
  const flat = flatText(type, short - before.length);
  return flat === undefined ? [placedType(before, type), ";"] : `${before} ${flat};`;
}

export function interfaceDeclaration(
  name: string,
  comment: readonly string[],
  members: readonly MemberSignature[],
): Doc {
  const body = members.map((member): Doc => {
    const signature = memberSignature(member);
    const told = commentLines(member.comment ?? []);
    return typeof signature === "string" ? lines([...told, signature]) : [lines(told), hardline, signature];
  });
  return [docComment(comment), `export interface ${name} {`, indent(body), hardline, "}", hardline];
}

/** `export interface A extends B {}`, on one line however long. */
export function interfaceExtension(name: string, comment: readonly string[], base: string): Doc {
  return [docComment(comment), `export interface ${name} extends ${base} {}`, hardline];
}

/** An object type within a type: on one line when it fits. */
export function objectType(members: readonly MemberSignature[]): Doc {
  const inner = members.map((member) => memberSignature(member));
  const last = inner.length - 1;
  const parts = inner.map((doc, index) => (index < last ? [doc, line] : withoutSemicolon(doc)));
  return group(["{", indent([line, ...parts]), ifBreak(";"), line, "}"]);
}

function withoutSemicolon(doc: Doc): Doc {
  if (typeof doc === "string") return doc.slice(0, -1);
  return Array.isArray(doc) && doc.at(-1) === ";" ? doc.slice(0, -1) : doc;
}

/** `export type A = B | C`; several types are a union. */
export function typeAlias(name: string, comment: readonly string[], types: readonly Doc[]): Doc {
  return [docComment(comment), placedType(`export type ${name} =`, unionType(types)), ";", hardline];
}

/** `export type A = B & C`, of names only. */
export function intersectionAlias(name: string, comment: readonly string[], types: readonly string[]): Doc {
  const value = group(indent(join([" &", line], types)));
  return [docComment(comment), `export type ${name} =`, afterOperator(value), ";", hardline];
}

/** `export const a: T = value`. */
export function constDeclaration(name: string, comment: readonly string[], type: Doc, value: Doc): Doc {
  return [docComment(comment), `export const ${name}: `, type, " =", afterOperator(value), ";", hardline];
}

/** `const a = make(b, c);`, which bundlers may drop. */
export function localConstant(name: string, make: string, args: readonly string[]): Doc {
  const [only] = args;
  // Prettier does not think a call worth breaking when all it has is one short argument.
  const brief = args.length === 1 && only !== undefined && only.length <= lineWidth / 4;
  const value = [`/* @__PURE__ */ `, brief ? `${make}(${only})` : call(make, args)];
  return [`const ${name} =`, brief ? afterOperator(value) : [" ", value], ";", hardline];
}

/** `{ a: b }` as a value; always open, as prettier leaves it when its first member is on a new line. */
export function objectLiteral(properties: readonly Doc[]): Doc {
  if (properties.length === 0) return "{}";
  const texts = properties.filter((doc) => typeof doc === "string");
  const body =
    texts.length === properties.length
      ? lines(texts.map((text) => `${text},`))
      : properties.map((doc): Doc => [hardline, doc, ","]);
  return ["{", indent(body), hardline, "}"];
}

/** `name: value`; a value that does not fit goes to the next line, unless that would gain next to nothing. */
export function property(name: string, value: string): Doc {
  // `__proto__: value` would set the prototype.
  const key = name === "__proto__" ? '["__proto__"]' : propertyName(name);
  if (key === value) return key;
  const text = `${key}: ${value}`;
  return text.length <= short || key.length <= shortKey ? text : group([key, ":", indent([line, value])]);
}

/** `name: [ … ]` or `name: { … }`, which break inside. */
export function openProperty(name: string, value: Doc): Doc {
  return [propertyName(name), ": ", value];
}

export function arrayLiteral(items: readonly Doc[]): Doc {
  return group(["[", indent([softline, join([",", line], items)]), ifBreak(","), softline, "]"]);
}

/** An array of pairs; two or more of them never share a line. */
export function pairsLiteral(items: readonly Doc[]): Doc {
  if (items.length < 2) return arrayLiteral(items);
  return ["[", indent([hardline, join([",", hardline], items)]), ",", hardline, "]"];
}

export interface FunctionDeclaration {
  readonly name: string;
  readonly comment: readonly string[];
  readonly typeParameters: readonly Doc[];
  readonly parameters: readonly Doc[];
  readonly returns: Doc;
  readonly body: Doc;
}

export function functionDeclaration({
  name,
  comment,
  typeParameters,
  parameters,
  returns,
  body,
}: FunctionDeclaration): Doc {
  const generic =
    typeParameters.length === 0
      ? []
      : group(["<", indent([softline, join([",", line], typeParameters)]), ifBreak(","), softline, ">"]);
  const list = ["(", indent([softline, join([",", line], parameters)]), ifBreak(","), softline, ")"];
  return [
    docComment(comment),
    `export function ${name}`,
    generic,
    group([list, ": ", returns]),
    " {",
    indent([hardline, body]),
    hardline,
    "}",
    hardline,
  ];
}

/** `name(a, b)`; the arguments go to lines of their own when they do not fit. */
export function call(name: string, args: readonly Doc[]): Doc {
  return [name, group(["(", indent([softline, join([",", line], args)]), ifBreak(","), softline, ")"])];
}

/**
 * `export const a: T = make({ … });`
 *
 * The call stays on the line of its name when it can begin there; the object opens beside the call unless there is no room
 * for its brace.
 */
export function constObject(name: string, comment: readonly string[], type: string, make: string, object: Doc): Doc {
  const before = `export const ${name}: ${type} =`;
  const sameLine = before.length + ` ${make}(`.length <= lineWidth;
  const room = lineWidth - (sameLine ? before.length + 1 : indentWidth);
  const args = `${make}({`.length <= room ? ["(", object, ")"] : ["(", indent([hardline, object, ","]), hardline, ")"];
  const value = [make, args];
  return [docComment(comment), before, sameLine ? [" ", value] : indent([hardline, value]), ";", hardline];
}

/** The lines of somebody's text, wherever it was written. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n?|\n/);
}

/** A comment before a declaration. */
function docComment(comment: readonly string[]): Doc {
  return commentLines(comment).map((text) => [text, hardline]);
}

/** The lines of a comment: one when it has one, and never able to end itself early. */
function commentLines(comment: readonly string[]): readonly string[] {
  if (comment.length === 0) return [];
  const safe = comment.map((text) => (text.includes("*/") ? text.replaceAll("*/", "*\\/") : text).trim());
  if (safe.length === 1) return [`/** ${safe[0]} */`];
  return ["/**", ...safe.map((text) => (text === "" ? " *" : ` * ${text}`)), " */"];
}
