/**
 * Prints the types of an API in GraphQL's schema definition language, as graphql's own `printSchema` does, without
 * needing graphql.
 */
import { namedTypeOf, printTypeRef } from "./api-type.ts";
import type { Api, ApiArgument, ApiField, ApiType } from "./api-type.ts";

export function printSdl(api: Api): string {
  const directives = api.directives.map(({ name, description, locations }) => {
    return `${describe(description)}directive @${name} on ${locations.join(" | ")}`;
  });
  const types = typesIn(api).filter((type) => type.kind !== "scalar" || type.specifiedByUrl !== undefined);
  return [...directives, ...types.map(printType)].join("\n\n");
}

/** Every type that the operations lead to, each once, in the order in which one comes upon them. */
export function typesIn({ query, mutation }: Api): readonly ApiType[] {
  const found = new Set<ApiType>();
  const visit = (type: ApiType): void => {
    if (found.has(type)) return;
    found.add(type);
    if (type.kind !== "object" && type.kind !== "input") return;
    for (const field of type.fields) {
      visit(namedTypeOf(field.type));
      for (const argument of (field as ApiField).args ?? []) visit(namedTypeOf(argument.type));
    }
  };
  visit(query);
  if (mutation) visit(mutation);
  return [...found];
}

function printType(type: ApiType): string {
  const before = describe(type.description);
  switch (type.kind) {
    case "scalar":
      return `${before}scalar ${type.name} @specifiedBy(url: ${quote(type.specifiedByUrl ?? "")})`;
    case "enum":
      return `${before}enum ${type.name}${printBlock(type.values, (value) => value.name)}`;
    case "object":
      return `${before}type ${type.name}${printBlock(type.fields, printField)}`;
    case "input":
      return `${before}input ${type.name}${printBlock(type.fields, printArgument)}`;
  }
}

interface Described {
  readonly description: string;
}

function printBlock<Item extends Described>(items: readonly Item[], print: (item: Item) => string): string {
  return ` {\n${printItems(items, print, "  ")}\n}`;
}

function printItems<Item extends Described>(
  items: readonly Item[],
  print: (item: Item) => string,
  indent: string,
): string {
  return items
    .map((item, index) => `${describe(item.description, indent, index === 0)}${indent}${print(item)}`)
    .join("\n");
}

function printField({ name, args = [], type }: ApiField): string {
  const printed = args.length === 0 ? "" : `(\n${printItems(args, printArgument, "    ")}\n  )`;
  return `${name}${printed}: ${printTypeRef(type)}`;
}

function printArgument({ name, type, default: value }: ApiArgument): string {
  return `${name}: ${printTypeRef(type)}${value === undefined ? "" : ` = ${value}`}`;
}

/** The lines of a description, with what parts it from the item before. */
function describe(description: string, indent = "", isFirst = true): string {
  const lines = isBlock(description) ? printBlockText(description) : quote(description);
  return `${indent !== "" && !isFirst ? "\n" : ""}${indent}${lines.replaceAll("\n", `\n${indent}`)}\n`;
}

/** Whether a text reads the same from a block: nothing that is trimmed, no common indent, no control characters. */
function isBlock(text: string): boolean {
  if (text === "") return true;
  if (/[\0-\x08\x0b-\x0f]/.test(text)) return false;
  const lines = text.split("\n");
  const isBlank = (line: string | undefined): boolean => /^[\t ]*$/.test(line ?? "");
  if (isBlank(lines[0]) || isBlank(lines.at(-1))) return false;
  return lines.length === 1 || !lines.every((line) => isBlank(line) || /^[\t ]/.test(line));
}

function printBlockText(text: string): string {
  const escaped = text.replaceAll('"""', '\\"""');
  const lines = escaped.split("\n");
  const isAfterFirstIndented = lines.length > 1 && lines.slice(1).every((line) => /^(?:$|[\t ])/.test(line));
  const endsInQuotes = escaped.endsWith('\\"""');
  const isEndUnsafe = (text.endsWith('"') && !endsInQuotes) || text.endsWith("\\");
  const isLong = lines.length > 1 || text.length > 70 || isEndUnsafe || isAfterFirstIndented || endsInQuotes;
  const keepsFirst = lines.length === 1 && /^[\t ]/.test(text);
  const before = (isLong && !keepsFirst) || isAfterFirstIndented ? "\n" : "";
  return `"""${before}${escaped}${isLong ? "\n" : ""}"""`;
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
};

function quote(text: string): string {
  const escaped = text.replace(/[\0-\x1f"\\\x7f-\x9f]/g, (character) => {
    return escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  });
  return `"${escaped}"`;
}
