/** Finds what neither a source nor the files report about a keyspace: required facts, and optional ones. */
import type { Problem } from "../errors.ts";
import type { Keyspace } from "../model/index.ts";
import { fillField, fillTable } from "./fill-table.ts";
import type { SeenKeyspace, SeenTable } from "./seen-keyspace.ts";
import { settleType } from "./seen-type.ts";
import type { SeenType } from "./seen-type.ts";

export interface OpenProblem extends Problem {
  readonly of: "table" | "user type";
  /** The name of the table or user type. */
  readonly name: string;
}

/** Required but unknown facts, table by table, also considering the existing files. */
export function findOpen(seen: SeenKeyspace, files?: Keyspace): readonly OpenProblem[] {
  const knownTypes = new Set([...(seen.userTypes ?? []), ...(files?.userTypes ?? [])].map(({ name }) => name));
  const tables = seen.tables.map((told) => fillTable(told, files));
  const userTypes = seen.userTypes ?? [];
  return [
    ...tables.flatMap((table) => openIn("table", table.name, openInTable(table))),
    ...userTypes.flatMap((type) => {
      const fields = type.fields.map((field) => ({ name: field.name, type: fillField(files, type, field) }));
      return openIn("user type", type.name, openInTypes(type.name, fields));
    }),
    ...tables.flatMap(({ name, columns = [] }) => openIn("table", name, missingTypes(name, columns, knownTypes))),
    ...userTypes.flatMap(({ name, fields }) => openIn("user type", name, missingTypes(name, fields, knownTypes))),
  ];
}

function openIn(of: OpenProblem["of"], name: string, messages: readonly string[]): OpenProblem[] {
  return messages.map((message) => ({ of, name, code: "unknown-definition", message }));
}

type Typed = readonly { readonly name: string; readonly type: SeenType }[];

function openInTable({ name, columns, partitionKey, clusteringKey, clusteringOrder }: SeenTable): readonly string[] {
  if (!columns) return [`${name}: the names of its columns in the database`];
  const open = [...openInTypes(name, columns)];
  if (!partitionKey || !clusteringKey) {
    open.push(`${name}: its partition key and its clustering key`);
  } else if (!columns.every((column) => column.kind)) {
    const unsure = columns.filter((column) => !column.kind).map((column) => column.name);
    open.push(`${name}: whether ${unsure.join(", ")} ${unsure.length === 1 ? "is" : "are"} static`);
  }
  const unordered = clusteringKey?.filter((column) => !clusteringOrder?.has(column)) ?? [];
  if (unordered.length > 0) open.push(`${name}: the order (ascending or descending) of ${unordered.join(", ")}`);
  return open;
}

function openInTypes(thing: string, members: Typed): readonly string[] {
  return members.flatMap(({ name, type }) => {
    const settled = settleType(type);
    return "lacks" in settled ? `${thing}.${name}: ${settled.lacks}` : [];
  });
}

/** Undefined user types, each at the first column or field that uses it. */
function missingTypes(thing: string, members: Typed, known: ReadonlySet<string>): readonly string[] {
  const missing = new Map<string, string>();
  for (const member of members) {
    for (const name of typesIn(member.type)) {
      if (!known.has(name) && !missing.has(name)) missing.set(name, `${thing}.${member.name}`);
    }
  }
  return Array.from(missing, ([name, place]) => `${place}: the fields of the user type ${name}`);
}

/** The names of the user types within a type. */
export function typesIn({ words, name, parts = [] }: SeenType): readonly string[] {
  const own = words?.[0] === "user" && name !== undefined ? [name] : [];
  return [...own, ...parts.flatMap(typesIn)];
}

/** Facts of a table that bindings do not need. */
export type SpareFact = "indexes" | "defaultTimeToLive";

/** Tables for which no source reported an optional fact. */
export interface Untold {
  /** As shown in messages: `REST and GraphQL`. */
  readonly source: string;
  readonly fact: SpareFact;
  readonly tables: readonly string[];
}

const spareFacts: readonly SpareFact[] = ["indexes", "defaultTimeToLive"];

/** Warns of optional facts that are missing in the files. */
export function findUntold({ source, tables }: SeenKeyspace): readonly Untold[] {
  return spareFacts.flatMap((fact) => {
    const names = tables.filter((table) => table[fact] === undefined).map(({ name }) => name);
    return names.length === 0 ? [] : { source, fact, tables: names };
  });
}

const nameOfFact: Readonly<Record<SpareFact, string>> = {
  indexes: "the indexes",
  defaultTimeToLive: "the time to live",
};

/** @param next what to do about it */
export function describeUntold({ source, fact, tables }: Untold, next: string): Problem {
  const message = `${doesNotTell(source)} ${nameOfFact[fact]} of ${shortList(tables)}`;
  return { code: "unknown-definition", message, next };
}

/** @param source one, or several joined by `and` */
export function doesNotTell(source: string): string {
  return `${source} ${source.includes(" and ") ? "do" : "does"} not report`;
}

const mostNamed = 5;

function shortList(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return more > 0 ? `${names.slice(0, mostNamed).join(", ")} and ${more} more` : names.join(", ");
}
