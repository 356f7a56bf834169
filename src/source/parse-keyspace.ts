/** Parses definition files into a keyspace. Pure: `folder.ts` reads. */
import { ColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { byCodeUnits, isKeyspaceName, parseCqlType, parseUserTypes } from "../model/index.ts";
import type { Keyspace, KnownTypes, Table, UserType } from "../model/index.ts";
import { parseDefinitionFile, parseDefinitionJson } from "./definition-file.ts";
import { placeInDefinition } from "./definition-places.ts";
import type { ParsedFile } from "./definition-file.ts";
import type { DefinitionFile, DefinitionFiles } from "./folder.ts";
import { shown, textOf } from "./folder.ts";

export interface ParsedKeyspace {
  readonly keyspace: Keyspace;
  /** The file that defines a table, by the table's name. */
  readonly files: ReadonlyMap<string, DefinitionFile>;
  /** The table that a file defines. */
  readonly tables: ReadonlyMap<DefinitionFile, Table>;
  readonly userTypeFiles: readonly DefinitionFile[];
}

/**
 * Parses the files that define a keyspace.
 *
 * @param known `customTypes` may name types that there are, too: those stay what they are
 * @param earlier of the same keyspace with the same `customTypes`: files that are the same objects are not parsed again
 * @throws {ColonnadeError} `bad-definitions` with every problem of every file
 */
export function parseKeyspace(
  { directory, ...files }: DefinitionFiles,
  keyspace: string,
  known: Pick<KnownTypes, "customTypes"> = {},
  earlier?: ParsedKeyspace,
): ParsedKeyspace {
  const problems: Problem[] = [];
  if (!isKeyspaceName(keyspace)) {
    const message = `a keyspace's name has 1 to 48 letters, digits and underscores, not ${JSON.stringify(keyspace)}`;
    problems.push({ code: "bad-name", message, file: shown(directory), next: "rename the folder" });
  }
  const { userTypes, customTypes, problems: ofTypes } = parseUserTypeFiles(files.userTypes, known);
  problems.push(...ofTypes);
  const knownTables = earlier && isSame(earlier.userTypeFiles, files.userTypes) ? earlier.tables : undefined;
  const parseFile = (source: DefinitionFile): ParsedFile => {
    const table = knownTables?.get(source);
    if (table) return { table, problems: [] };
    const text = textOf(source);
    return text === undefined
      ? notUtf8(source.file)
      : parseDefinitionFile(text, source.file, { userTypes, customTypes });
  };
  const tables = new Map<string, { readonly table: Table; readonly source: DefinitionFile }>();
  for (const source of files.tables) {
    const parsed = parseFile(source);
    problems.push(...parsed.problems);
    if (!parsed.table) continue;
    const first = tables.get(parsed.table.name);
    if (first) {
      const { file, line } = placeInDefinition(first.source, ["name"]);
      const message = `the table ${parsed.table.name} is defined in ${file}:${line} already`;
      problems.push({ code: "duplicate-table", message, ...placeInDefinition(source, ["name"]) });
    } else tables.set(parsed.table.name, { table: parsed.table, source });
  }
  if (problems.length > 0) {
    const files = new Set(problems.map((problem) => problem.file)).size;
    const message = `${count(problems.length, "mistake")} in ${count(files, "definition file")} of ${keyspace}`;
    throw new ColonnadeError("bad-definitions", message, { problems });
  }
  const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
    byCodeUnits(one.name, other.name);
  return {
    keyspace: {
      name: keyspace,
      tables: Array.from(tables.values(), ({ table }) => table).sort(byName),
      userTypes: [...userTypes.values()].sort(byName),
    },
    files: new Map(Array.from(tables, ([name, { source }]) => [name, source])),
    tables: new Map(Array.from(tables.values(), ({ source, table }) => [source, table])),
    userTypeFiles: files.userTypes,
  };
}

function isSame<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

interface ParsedUserTypes extends Required<KnownTypes> {
  readonly userTypes: ReadonlyMap<string, UserType>;
  readonly problems: readonly Problem[];
}

/** Parses the user types of a keyspace, all at once since one may be made of others. */
export function parseUserTypeFiles(
  files: readonly DefinitionFile[],
  known: Pick<KnownTypes, "customTypes"> = {},
): ParsedUserTypes {
  const sources = files.map((source) => {
    const text = textOf(source);
    if (text === undefined) return { json: undefined, locate: () => notUtf8(source.file).problems };
    return parseDefinitionJson(text, source.file);
  });
  const definitions = sources.map(({ json }) => json);
  const customTypes = new Set([...(known.customTypes ?? [])].filter(isUnknownBeside(definitions)));
  const { userTypes, problems } = parseUserTypes(definitions, { customTypes });
  return {
    userTypes,
    customTypes,
    problems: sources.flatMap(({ locate }, index) => locate(problems[index] ?? [])),
  };
}

/** Whether a text is not a valid type, even with the user types of these definitions. */
function isUnknownBeside(definitions: readonly unknown[]): (text: string) => boolean {
  const names = definitions.flatMap((json) => {
    const name = typeof json === "object" && json !== null && "name" in json ? json.name : undefined;
    return typeof name === "string" ? [name] : [];
  });
  const userTypes = new Map(names.map((name): [string, UserType] => [name, { name, fields: [] }]));
  return (text) => "code" in parseCqlType(text, { userTypes });
}

function notUtf8(file: string): ParsedFile {
  return {
    problems: [{ code: "bad-encoding", message: "this file is not valid UTF-8", file, next: "save it as UTF-8" }],
  };
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
