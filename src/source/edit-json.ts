/**
 * Edits the text of a JSON file: comments, the order of members and everything else that did not change stay as they are.
 * Pure.
 */
import { createScanner, findNodeAtLocation, getNodeValue, parseTree } from "jsonc-parser";
import type { JSONPath, Node } from "jsonc-parser";
import { printJson } from "./definition-file.ts";

/** The members that identify the items of a list. A list of any other name is replaced as a whole. */
const identities: Readonly<Record<string, readonly string[]>> = {
  columnDefinitions: ["name"],
  fields: ["name"],
  indexes: ["column", "kind"],
};

/**
 * Applies the difference between two values to a text. Where both are equal, the text keeps its own spelling.
 *
 * @param text JSON, with or without comments and trailing commas
 * @param before the value of the text, possibly with defaults that the text omits
 */
export function editJson(text: string, before: object, after: object): string {
  return beyondMark(text, (plain) => edit(plain, [], before, after));
}

/** Edits what follows the byte order mark, if the text has one. */
function beyondMark(text: string, change: (plain: string) => string): string {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  return mark + change(text.slice(mark.length));
}

/** Sets one member, and makes the objects around it that are missing. */
export function setMember(text: string, path: JSONPath, json: unknown): string {
  return beyondMark(text, (plain) => {
    const depth = path.findIndex((_, index) => nodeAt(plain, path.slice(0, index + 1)) === undefined);
    const node = nodeAt(plain, path);
    if (node) return replace(plain, node, json);
    const missing = path.slice(depth + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), json);
    return insert(plain, path.slice(0, depth), missing, String(path[depth]));
  });
}

/** Gives a member another name; the text is unchanged where there is no such member. */
export function renameMember(text: string, path: JSONPath, name: string): string {
  return beyondMark(text, (plain) => {
    const [key] = nodeAt(plain, path)?.parent?.children ?? [];
    return key ? splice(plain, key.offset, key.length, JSON.stringify(name)) : plain;
  });
}

function edit(text: string, path: JSONPath, before: unknown, after: unknown): string {
  if (JSON.stringify(before) === JSON.stringify(after)) return text;
  const node = nodeAt(text, path);
  if (!node) return text;
  const identity = identities[String(path.at(-1))];
  if (identity && node.type === "array" && Array.isArray(after)) {
    return editItems(text, path, Array.isArray(before) ? before : [], after, identity);
  }
  if (node.type !== "object" || !isObject(before) || !isObject(after)) return replace(text, node, after);
  let edited = text;
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const place = [...path, name];
    const exists = nodeAt(edited, place) !== undefined;
    if (after[name] === undefined) edited = exists ? remove(edited, place) : edited;
    else if (exists) edited = edit(edited, place, before[name], after[name]);
    else if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) {
      edited = insert(edited, path, after[name], name);
    }
  }
  return edited;
}

function editItems(
  text: string,
  path: JSONPath,
  before: readonly unknown[],
  after: readonly unknown[],
  identity: readonly string[],
): string {
  const keyOf = (item: unknown): string =>
    JSON.stringify(identity.map((name) => (isObject(item) ? item[name] : undefined)));
  const wanted = new Map(after.map((item) => [keyOf(item), item]));
  let edited = text;
  const values = (nodeAt(text, path)?.children ?? []).map((child): unknown => getNodeValue(child));
  const named = new Set(values.map(keyOf));
  // An item may lack the identifying member; then it means one that no other item names.
  const items = values.map(
    (value) =>
      before.find((item) => keyOf(item) === keyOf(value)) ??
      before.find((item) => !named.has(keyOf(item)) && isLike(value, item)),
  );
  for (const [index, item] of [...items.entries()].reverse()) {
    if (!item) continue;
    const next = wanted.get(keyOf(item));
    const place = [...path, index];
    edited = next === undefined ? remove(edited, place) : edit(edited, place, item, next);
  }
  const existingKeys = new Set(items.map(keyOf));
  for (const [at, [key, item]] of [...wanted].entries()) {
    if (!existingKeys.has(key)) edited = insertAt(edited, path, at, item);
  }
  return edited;
}

/** Whether a file's item equals a definition's item, which also has the defaults. */
function isLike(value: unknown, item: unknown): boolean {
  return (
    isObject(value) &&
    isObject(item) &&
    Object.entries(value).every(([name, member]) => item[name] === undefined || item[name] === member)
  );
}

function replace(text: string, node: Node, json: unknown): string {
  const printed = withLineEnds(printJson(json, indentAt(text, node.offset) || "  "), text);
  return splice(text, node.offset, node.length, printed);
}

/** Adds a member to an object, or an item to a list, after the last one and the comment on its line. */
function insert(text: string, path: JSONPath, json: unknown, name?: string): string {
  const parent = nodeAt(text, path);
  const last = parent?.children?.at(-1);
  if (!parent) return text;
  const label = name === undefined ? "" : `${JSON.stringify(name)}: `;
  if (!last) {
    const close = parent.offset + parent.length - 1;
    const isBare = text.slice(parent.offset + 1, close).trim() === "";
    if (!isBare) return splice(text, close, 0, withLineEnds(`${label}${printJson(json, "    ")}`, text));
    return replace(text, parent, name === undefined ? [json] : { [name]: json });
  }
  const end = last.offset + last.length;
  const indent = indentAt(text, last.offset);
  const trailing = commaBehind(text, last);
  const from = trailing === undefined ? end : trailing + 1;
  const comma = trailing === undefined ? "" : ",";
  if (!beginsLine(text, last.offset)) {
    const printed = withLineEnds(` ${label}${printJson(json, "    ")}`, text);
    return splice(text, from, 0, comma === "" ? `,${printed}` : printed + comma);
  }
  const printed = withLineEnds(`\n${indent}${label}${printJson(json, indent)}${comma}`, text);
  const [rest = ""] = /^[^\r\n]*/.exec(text.slice(from)) ?? [];
  const behind = isRemark(rest) ? from + rest.trimEnd().length : from;
  const added = splice(text, behind, 0, printed);
  return comma === "" ? splice(added, end, 0, ",") : added;
}

/** Adds an item to a list before an existing one and its comment. */
function insertAt(text: string, path: JSONPath, at: number, json: unknown): string {
  const [list, next, previous] = [path, [...path, at], [...path, at - 1]].map((place) => nodeAt(text, place));
  const mark = at === 0 ? list?.offset : previous && commaBehind(text, previous);
  if (!next || mark === undefined) return insert(text, path, json);
  const indent = indentAt(text, next.offset);
  const gap = beginsLine(text, next.offset) ? `\n${indent}` : " ";
  const [rest = ""] = /^[^\r\n]*/.exec(text.slice(mark + 1)) ?? [];
  const behind = isRemark(rest) ? mark + 1 + rest.trimEnd().length : mark + 1;
  return splice(text, behind, 0, withLineEnds(`${gap}${printJson(json, indent || "    ")},`, text));
}

/** Removes an item or a member with its comma and the comment on its line. */
function remove(text: string, path: JSONPath): string {
  const value = nodeAt(text, path);
  const node = value?.parent?.type === "property" ? value.parent : value;
  if (!node?.parent?.children) return text;
  const { children: siblings, offset, length, type } = node.parent;
  if (siblings.length === 1) return splice(text, offset, length, type === "array" ? "[]" : "{}");
  const comma = commaBehind(text, node);
  const end = comma === undefined ? node.offset + node.length : comma + 1;
  const without = cut(text, node.offset, end);
  if (comma !== undefined) return without;
  // The last one has no comma: removes that of the one before.
  const previous = siblings[siblings.indexOf(node) - 1];
  const before = previous && commaBehind(text, previous);
  return before === undefined ? without : splice(without, before, 1, "");
}

/** Removes a range, and its lines if nothing else is on them. */
function cut(text: string, start: number, end: number): string {
  const [rest = "", lineEnd = ""] = /^([^\r\n]*)(\r?\n)?/.exec(text.slice(end))?.slice(1) ?? [];
  if (beginsLine(text, start) && isRemark(rest)) {
    const begin = start - indentAt(text, start).length;
    return splice(text, begin, end + rest.length + lineEnd.length - begin, "");
  }
  const isFirst = beginsLine(text, start) || /[[{]$/.test(text.slice(0, start));
  const blanks = isFirst ? (/^[ \t]*/.exec(rest)?.[0].length ?? 0) : 0;
  const before = beginsLine(text, start) ? 0 : (/[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0);
  return splice(text, start - before, end - start + before + blanks, "");
}

function commaBehind(text: string, node: Node): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(node.offset + node.length);
  scanner.scan();
  return text[scanner.getTokenOffset()] === "," ? scanner.getTokenOffset() : undefined;
}

/** Whether the rest of a line is empty or a comment. */
function isRemark(rest: string): boolean {
  return /^\s*(?:\/\*(?:(?!\*\/).)*\*\/\s*)*(?:\/\/.*)?$/.test(rest);
}

function beginsLine(text: string, offset: number): boolean {
  return /(?:^|\n)[ \t]*$/.test(text.slice(0, offset));
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return line.replace(/[^ \t].*/, "");
}

function withLineEnds(printed: string, text: string): string {
  return text.includes("\r\n") ? printed.replaceAll("\n", "\r\n") : printed;
}

function splice(text: string, offset: number, length: number, content: string): string {
  return text.slice(0, offset) + content + text.slice(offset + length);
}

function nodeAt(text: string, path: JSONPath): Node | undefined {
  const tree = parseTree(text);
  return tree && findNodeAtLocation(tree, path);
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
