/**
 * Emits pieces of TypeScript, each laid out as prettier would.
 *
 * A declaration is text. A part that may have to break is a document, printed in place. A part that is known to fit is
 * text from the start, which is several times faster.
 */
import { memoizeTexts } from "../cache.ts";
import {
  afterOperator,
  bracketed,
  flatText,
  group,
  hardline,
  ifBreak,
  indent,
  indentWidth,
  isUnion,
  join,
  line,
  lineWidth,
  newLine,
  printDoc,
  short,
  softline,
  unionGroup,
} from "./doc.ts";
import type { Doc } from "./doc.ts";

const plainName = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
/** Prettier's limit: with so short a key, a new line would move the value by at most two columns. */
const shortKey = 4;

/** Text without characters to escape. */
const plainText = /^[\w $@*|/.:-]*$/;

/** A string literal, in double quotes unless that requires more escapes, as prettier prints it. */
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

/** The name of a member, quoted only if necessary. Most are those of several members. */
const propertyName = memoizeTexts((name) => (plainName.test(name) ? name : stringLiteral(name)));

/** `"a" | "b"` */
export function literalUnion(names: readonly string[]): Doc {
  return unionType(names.map(stringLiteral));
}

/** A name or a literal. */
const simpleType = /^(?:-?[\w$]+|"[^"]*"|'[^']*')$/;

/** `Name<A, B>`. A single argument without arguments of its own never gets its own line. */
export function genericType(name: string, args: readonly Doc[]): Doc {
  const [only] = args;
  if (args.length === 1 && typeof only === "string" && simpleType.test(only)) return `${name}<${only}>`;
  return [name, group(["<", indent([softline, join([",", line], args)]), softline, ">"])];
}

/** Types of columns that are keywords. */
const keywordTypes: ReadonlySet<string> = new Set(["bigint", "boolean", "number", "string", "unknown"]);

/** `A | B`, on one line or with each type on its own line. */
export function unionType(types: readonly Doc[]): Doc {
  if (types.length === 1) return types[0] ?? "";
  const [one, other] = types;
  // Prettier keeps an object and its null together. It treats a named type as a possible object, but not `string`.
  if (types.length === 2 && other === "null" && typeof one === "string" && !keywordTypes.has(one))
    return `${one} | null`;
  const body = [ifBreak("| "), join([line, "| "], types.map(indent))];
  return unionGroup(body);
}

/**
 * A type after a colon or an equals sign. A union that does not fit moves to the next line, then each of its types to
 * its own line.
 */
function placedType(before: string, type: Doc): Doc {
  return isUnion(type) ? [before, group(indent([line, type]))] : [before, " ", type];
}

/** How a member is declared. */
export interface MemberType {
  readonly optional?: boolean;
  readonly type: Doc;
  /** What follows the name if the member is short: `?: string | null;`. */
  readonly text?: string | undefined;
}

/** Prepares the type of a member for many declarations. */
export function memberType(optional: boolean, type: Doc): MemberType {
  const flat = flatText(type, short);
  return { optional, type, text: flat === undefined ? undefined : `${optional ? "?" : ""}: ${flat};` };
}

/** The same member, which may be left out. */
export function optionalMember({ type, text, optional }: MemberType): MemberType {
  return { optional: true, type, text: text === undefined || optional ? text : `?${text}` };
}

export interface MemberSignature extends MemberType {
  readonly name: string;
  readonly comment?: readonly string[];
}

function memberSignature(name: string, { optional, type, text }: MemberType): Doc {
  const key = propertyName(name);
  // The space and the semicolon always fit.
  if (text !== undefined && key.length + text.length <= short + 2) return key + text;
  const before = `${key}${optional ? "?" : ""}:`;
  const flat = flatText(type, short - before.length);
  return flat === undefined ? [placedType(before, type), ";"] : `${before} ${flat};`;
}

/** @param members as lines, each with a line break before it */
export function interfaceDeclaration(name: string, comment: readonly string[], members: string): string {
  return `${docComment(comment)}export interface ${name} {${members}\n}\n`;
}

/** The members of an interface, each on lines of its own. */
export function memberLines(members: readonly MemberSignature[]): string {
  return members.map((member) => memberLine(member.name, member, member.comment)).join("");
}

/** The member of an interface on lines of its own, each with a line break before it. */
export function memberLine(name: string, type: MemberType, comment?: readonly string[]): string {
  const start = lineStart(name);
  const above = comment && comment.length > 0 ? `\n${docComment(comment, "  ").slice(0, -1)}` : "";
  const { text } = type;
  if (text !== undefined && start.length + text.length <= short) return above + start + text;
  return above + newLine(1) + printDoc(memberSignature(name, type), 1);
}

/** A line break with the name of a member: most members are in several records and tables. */
const lineStart = memoizeTexts((name) => newLine(1) + propertyName(name));

/** `export interface A extends B {}`, on one line regardless of its length. */
export function interfaceExtension(name: string, comment: readonly string[], base: string): string {
  return `${docComment(comment)}export interface ${name} extends ${base} {}\n`;
}

/** An object type within a type, on one line if it fits. */
export function objectType(members: readonly MemberSignature[]): Doc {
  const inner = members.map((member) => memberSignature(member.name, member));
  const last = inner.length - 1;
  const parts = inner.map((doc, index) => (index < last ? [doc, line] : withoutSemicolon(doc)));
  return group(["{", indent([line, ...parts]), ifBreak(";"), line, "}"]);
}

function withoutSemicolon(doc: Doc): Doc {
  if (typeof doc === "string") return doc.slice(0, -1);
  return Array.isArray(doc) && doc.at(-1) === ";" ? doc.slice(0, -1) : doc;
}

/** `export type A = B | C`. Several types form a union. */
export function typeAlias(name: string, comment: readonly string[], types: readonly Doc[]): string {
  return docComment(comment) + printDoc([placedType(`export type ${name} =`, unionType(types)), ";"]) + "\n";
}

/** `A & B`, only for names. */
export function intersection(types: readonly Doc[]): Doc {
  return types.length === 1 ? (types[0] ?? "") : group(indent(join([" &", line], types)));
}

/** `export type A = B & C`, only for names. */
export function intersectionAlias(name: string, comment: readonly string[], types: readonly string[]): string {
  return docComment(comment) + printDoc([`export type ${name} =`, afterOperator(intersection(types)), ";"]) + "\n";
}

/** `export const a: T = value`. */
export function constDeclaration(name: string, comment: readonly string[], type: Doc, value: Doc): string {
  const start = `export const ${name}: `;
  if (typeof type !== "string" || typeof value !== "string")
    return `${docComment(comment)}${printDoc([start, type, " =", afterOperator(value), ";"])}\n`;
  const fits = start.length + type.length + value.length + " = ;".length <= lineWidth;
  return `${docComment(comment)}${start}${type} =${fits ? " " : newLine(1)}${value};\n`;
}

/** `const a = make(b, c);`, which bundlers can drop. */
export function localConstant(name: string, make: string, args: readonly string[]): string {
  const [only] = args;
  // Prettier does not break a call with one short argument.
  const brief = args.length === 1 && only !== undefined && only.length <= lineWidth / 4;
  const pure = "/* @__PURE__ */ ";
  const flat = `${pure}${make}(${only})`;
  const broken = [pure, call(make, args)];
  const isTooWide = indentWidth + flat.length >= lineWidth;
  const value = !brief ? [" ", broken] : isTooWide ? indent([hardline, broken]) : afterOperator(flat);
  return printDoc([`const ${name} =`, value, ";"]) + "\n";
}

/** Prints a value that begins on a line of some depth. */
export type PrintValue = (depth: number) => string;

/** `{ a: b }` as a value. Always on several lines: prettier keeps it so if the first member is on a new line. */
export function objectLiteral(properties: readonly (Doc | PrintValue)[]): PrintValue {
  return objectOf(properties, (property) => property);
}

/** The same, with a property for each item, which is made when it is printed. */
export function objectOf<Item>(items: readonly Item[], propertyOf: (item: Item) => Doc | PrintValue): PrintValue {
  if (items.length === 0) return () => "{}";
  return (depth) => {
    const start = newLine(depth + 1);
    let text = "{";
    for (const item of items) {
      const property = propertyOf(item);
      const printed = typeof property === "function" ? property(depth + 1) : property;
      text += start + (typeof printed === "string" ? `${printed},` : printDoc([printed, ","], depth + 1));
    }
    return `${text}${newLine(depth)}}`;
  };
}

/** `name: value`. A value that does not fit moves to the next line, unless that would gain almost nothing. */
export function property(name: string, value: string): Doc {
  // `__proto__: value` would set the prototype.
  const key = name === "__proto__" ? '["__proto__"]' : propertyName(name);
  if (key === value) return key;
  const text = `${key}: ${value}`;
  return text.length <= short || key.length <= shortKey ? text : group([key, ":", indent([line, value])]);
}

/** `name: [ … ]` or `name: { … }`, which can break inside. */
export function openProperty(name: string, value: Doc): Doc;
export function openProperty(name: string, value: PrintValue): PrintValue;
export function openProperty(name: string, value: Doc | PrintValue): Doc | PrintValue {
  const before = `${propertyName(name)}: `;
  if (typeof value === "function") return (depth) => before + value(depth);
  const flat = flatText(value, short - before.length);
  return flat === undefined ? [before, value] : before + flat;
}

export function arrayLiteral(items: readonly Doc[]): Doc {
  return group(bracketed("[", items, "]"));
}

/** An array of pairs. Two or more pairs never share a line. */
export function pairsLiteral(items: readonly Doc[]): Doc {
  if (items.length < 2) return arrayLiteral(items);
  return ["[", indent([hardline, join([",", hardline], items)]), ",", hardline, "]"];
}

/** `name(a, b)`. If the arguments do not fit, each moves to its own line. */
export function call(name: string, args: readonly Doc[]): Doc {
  return [name, group(bracketed("(", args, ")"))];
}

/**
 * `export const a: T = make({ … });`
 *
 * The call stays on the line of the name if it can begin there. The opening brace of the object stays on the line of
 * the call if it fits.
 */
export function constObject(
  name: string,
  comment: readonly string[],
  type: string,
  make: string,
  object: PrintValue,
): string {
  const declared = `export const ${name}: ${type} =`;
  const sameLine = declared.length + ` ${make}(`.length <= lineWidth;
  const depth = sameLine ? 0 : 1;
  const room = lineWidth - (sameLine ? declared.length + 1 : indentWidth);
  const beside = `${make}({`.length <= room;
  const before = `${docComment(comment)}${declared}${sameLine ? " " : newLine(1)}${make}(`;
  if (beside) return `${before}${object(depth)});\n`;
  return `${before}${newLine(depth + 1)}${object(depth + 1)},${newLine(depth)});\n`;
}

/** `export const a: T = { … };` */
export function constLiteral(name: string, comment: readonly string[], type: string, object: PrintValue): string {
  const declared = `export const ${name}: ${type} =`;
  const value = declared.length + 2 <= lineWidth ? ` ${object(0)}` : newLine(1) + object(1);
  return `${docComment(comment)}${declared}${value};\n`;
}

/** The lines of a user's text, with any line ends. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n?|\n/);
}

/** A comment before a declaration: on one line if it has one. The text cannot end the comment early. */
export function docComment(comment: readonly string[], start = ""): string {
  if (comment.length === 0) return "";
  if (comment.length === 1) return `${start}/** ${commentText(comment[0]!)} */\n`;
  let text = `${start}/**\n`;
  for (const line of comment) text += `${start} * ${commentText(line)}`.trimEnd() + "\n";
  return `${text}${start} */\n`;
}

function commentText(text: string): string {
  return (text.includes("*/") ? text.replaceAll("*/", "*\\/") : text).trim();
}
