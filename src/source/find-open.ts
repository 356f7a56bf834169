/** What no source told of a keyspace, and the files do not say: what has to be known, and what bindings do without. */
import type { Problem } from "../errors.ts";
import type { Keyspace } from "../model/index.ts";
import { fillField, fillTable } from "./fill-table.ts";
import type { SeenKeyspace, SeenTable } from "./seen-keyspace.ts";
import { settleType } from "./seen-type.ts";
import type { SeenType } from "./seen-type.ts";

/** What has to be known and is not, table by table, with the files that are there. */
export function findOpen(seen: SeenKeyspace, files?: Keyspace): readonly Problem[] {
  const open: Problem[] = [];
  const add = (place: string, lacks: string): void =>
    void open.push({ code: "unknown-definition", message: `${place}: ${lacks}` });
  const knownTypes = new Set([...(seen.userTypes ?? []), ...(files?.userTypes ?? [])].map(({ name }) => name));
  const missingTypes = new Map<string, string>();
  const visit = (place: string, { words, name, parts = [] }: SeenType): void => {
    if (words?.[0] === "user" && name !== undefined && !knownTypes.has(name)) missingTypes.set(name, place);
    for (const part of parts) visit(place, part);
  };
  const check = (place: string, type: SeenType): void => {
    const settled = settleType(type);
    if ("lacks" in settled) add(place, settled.lacks);
    visit(place, type);
  };
  for (const told of seen.tables) {
    const { name, columns, partitionKey, clusteringKey, clusteringOrder } = fillTable(told, files);
    if (!columns) {
      add(name, "what its columns are called in the database");
      continue;
    }
    for (const column of columns) check(`${name}.${column.name}`, column.type);
    if (!partitionKey || !clusteringKey) add(name, "which columns are its partition key, and which its clustering key");
    else if (!columns.every((column) => column.kind)) {
      const unsure = columns.filter((column) => !column.kind).map((column) => column.name);
      add(name, `whether ${unsure.join(", ")} ${unsure.length === 1 ? "is" : "are"} static`);
    }
    const unordered = clusteringKey?.filter((column) => !clusteringOrder?.has(column)) ?? [];
    if (unordered.length > 0) add(name, `whether its rows ascend or descend by ${unordered.join(", ")}`);
  }
  for (const type of seen.userTypes ?? []) {
    for (const field of type.fields) {
      check(`${type.name}.${field.name}`, fillField(files, type, field));
    }
  }
  for (const [name, place] of missingTypes) add(place, `what the user type ${name} is made of`);
  return open;
}

/** What the bindings do without, but whoever reads the files should know. */
export function findUntold(seen: SeenKeyspace, files: Keyspace | undefined): readonly Problem[] {
  const inFiles = new Set(files?.tables.map(({ name }) => name));
  const unknown = (lacks: (table: SeenTable) => boolean): string[] =>
    seen.tables.filter((table) => lacks(table) && !inFiles.has(table.name)).map(({ name }) => name);
  const warning = (tables: readonly string[], what: string, next: string): Problem[] =>
    tables.length === 0
      ? []
      : [{ code: "unknown-definition", message: `${doesNotTell(seen.source)} ${what} of ${shortList(tables)}`, next }];
  return [
    ...warning(
      unknown(({ indexes }) => !indexes),
      "the indexes",
      "put them into the files, as indexes: there they stay",
    ),
    ...warning(
      unknown(({ defaultTimeToLive }) => defaultTimeToLive === undefined),
      "the time to live",
      "put it into the files, as defaultTimeToLive: there it stays",
    ),
  ];
}

/** @param source one, or several with an `and` between them */
export function doesNotTell(source: string): string {
  return `${source} ${source.includes(" and ") ? "do" : "does"} not tell`;
}

const mostNamed = 5;

function shortList(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return more > 0 ? `${names.slice(0, mostNamed).join(", ")} and ${more} more` : names.join(", ");
}
