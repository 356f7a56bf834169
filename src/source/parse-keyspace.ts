/**
 * Parses definition files into a keyspace, and finds the places of definitions in them.
 *
 * A keyspace is a folder with a JSON file for each table, and is named after its folder; its user types are in a subfolder. All
 * mistakes of all files are reported in one error. `folder.ts` reads the files.
 */
import { basename, resolve } from "node:path";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { JSONPath, Node } from "jsonc-parser";
import { codeFrame, ColonnadeError, countOf } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { UnreadTable, byName, isKeyspaceName, parseCqlType, parseUserTypes } from "../model/index.ts";
import type { Defined, Keyspace, KnownTypes, Table, UserType } from "../model/index.ts";
import { parseDefinitionFile, parseDefinitionJson } from "./definition-file.ts";
import type { ParsedFile } from "./definition-file.ts";
import { loadDefinitionFiles, pathForMessages, textOf } from "./folder.ts";
import type { DefinitionFile, DefinitionFiles } from "./folder.ts";

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
 * @param knownTypes `customTypes` may also name existing types, which keep their meaning
 * @param earlier of the same keyspace with the same `customTypes`: files that are the same objects are not parsed again
 * @param isValid whether an earlier run found a file valid, with the same user types: only the name of its table is read
 * @throws {ColonnadeError} `bad-definitions` with every problem of every file
 */
export function parseKeyspace(
  { directory, ...files }: DefinitionFiles,
  keyspace: string,
  knownTypes: Pick<KnownTypes, "customTypes"> = {},
  earlier?: ParsedKeyspace,
  isValid: (file: DefinitionFile) => boolean = () => false,
): ParsedKeyspace {
  const problems: Problem[] = [];
  if (!isKeyspaceName(keyspace)) {
    const message = `a keyspace's name has 1 to 48 letters, digits and underscores, not ${JSON.stringify(keyspace)}`;
    problems.push({ code: "bad-name", message, file: pathForMessages(directory), next: "rename the folder" });
  }
  const { userTypes, declared, customTypes, problems: ofTypes } = parseUserTypeFiles(files.userTypes, knownTypes);
  problems.push(...ofTypes);
  const knownTables = earlier && isSame(earlier.userTypeFiles, files.userTypes) ? earlier.tables : undefined;
  const parseFile = (source: DefinitionFile): ParsedFile => {
    const table = knownTables?.get(source);
    if (table) return { table, problems: [] };
    const parse = (): ParsedFile => {
      const text = textOf(source);
      if (text === undefined) return notUtf8(source.file);
      return parseDefinitionFile(text, source.file, { userTypes: declared, customTypes });
    };
    if (!isValid(source)) return parse();
    return { table: new UnreadTable(readName(source), () => parse().table!), problems: [] };
  };
  const tables = new Map<string, { readonly table: Table; readonly source: DefinitionFile }>();
  for (const source of files.tables) {
    const parsed = parseFile(source);
    problems.push(...parsed.problems);
    if (!parsed.table) continue;
    const first = tables.get(parsed.table.name);
    if (first) {
      const { file, line } = placeIn(first.source, ["name"]);
      const message = `the table ${parsed.table.name} is defined in ${file}:${line} already`;
      problems.push({ code: "duplicate-table", message, ...placeIn(source, ["name"]) });
    } else tables.set(parsed.table.name, { table: parsed.table, source });
  }
  if (problems.length > 0) {
    const fileCount = new Set(problems.map((problem) => problem.file)).size;
    const message = `${countOf(problems.length, "mistake")} in ${countOf(fileCount, "definition file")} of ${keyspace}`;
    throw new ColonnadeError("bad-definitions", message, { problems });
  }
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

/** How most files begin: faster than parsing. A valid file names its table once. */
const nameFirst = /^\s*\{\s*"name"\s*:\s*"(\w+)"/;

/** The name of the table that a valid file defines. */
function readName(source: DefinitionFile): string {
  // Only such a beginning is decoded; a name of letters, digits and underscores is the same in UTF-8 and Latin-1.
  const [, name] = nameFirst.exec(Buffer.from(source.bytes.subarray(0, 128)).toString("latin1")) ?? [];
  if (name !== undefined) return name;
  const { json } = parseDefinitionJson(textOf(source) ?? "", source.file);
  return (json as Pick<Table, "name">).name;
}

function isSame<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

interface ParsedTypeFiles extends Required<KnownTypes> {
  /** The valid user types by their names. */
  readonly userTypes: ReadonlyMap<string, UserType>;
  /** Also those with mistakes, without fields, so that a table that uses one has no mistake of its own. */
  readonly declared: ReadonlyMap<string, UserType>;
  readonly problems: readonly Problem[];
}

/** Parses the user types of a keyspace, all at once, since one may contain others. */
export function parseUserTypeFiles(
  files: readonly DefinitionFile[],
  knownTypes: Pick<KnownTypes, "customTypes"> = {},
): ParsedTypeFiles {
  const sources = files.map((source) => {
    const text = textOf(source);
    if (text === undefined) return { json: undefined, locate: () => notUtf8(source.file).problems };
    return parseDefinitionJson(text, source.file);
  });
  const definitions = sources.map(({ json }) => json);
  const customTypes = new Set([...(knownTypes.customTypes ?? [])].filter(isUnknownBeside(definitions)));
  const { userTypes, problems } = parseUserTypes(definitions, { customTypes });
  return {
    userTypes,
    declared: new Map([...typesNamedIn(definitions), ...userTypes]),
    customTypes,
    problems: sources.flatMap(({ locate }, index) => locate(problems[index] ?? [])),
  };
}

/** Whether a text is not a valid type, even with the user types of these definitions. */
export function isUnknownBeside(definitions: readonly unknown[]): (text: string) => boolean {
  const userTypes = typesNamedIn(definitions);
  return (text) => "code" in parseCqlType(text, { userTypes });
}

/** The user types that definitions declare, by name and without fields. */
function typesNamedIn(definitions: readonly unknown[]): ReadonlyMap<string, UserType> {
  const names = definitions
    .map((json) => (json as { readonly name?: unknown } | null | undefined)?.name)
    .filter((name) => typeof name === "string");
  return new Map(names.map((name) => [name, { name, fields: [] }]));
}

function notUtf8(file: string): ParsedFile {
  return {
    problems: [{ code: "bad-encoding", message: "this file is not valid UTF-8", file, next: "save it as UTF-8" }],
  };
}

/** The file of a mistake and the place in it. */
export type DefinitionPlace = Pick<Problem, "line" | "column" | "frame"> & { readonly file: string };

/** Returns the place of a definition in its file; that of the whole file if it does not have the member. */
export function placeOfDefinition(
  { files, userTypeFiles }: Pick<ParsedKeyspace, "files" | "userTypeFiles">,
  { kind, name, member }: Defined,
): DefinitionPlace | undefined {
  const file = kind === "table" ? files.get(name) : userTypeFiles.find((one) => nameIn(treeOf(one).tree) === name);
  if (!file) return undefined;
  if (member === undefined) return placeIn(file, ["name"]);
  const list = kind === "table" ? "columnDefinitions" : "fields";
  const members = findNodeAtLocation(treeOf(file).tree, [list])?.children ?? [];
  return placeIn(file, [list, members.findIndex((each) => nameIn(each) === member), "name"]);
}

function nameIn(definition: Node): unknown {
  return findNodeAtLocation(definition, ["name"])?.value;
}

function placeIn(source: DefinitionFile, path: JSONPath): DefinitionPlace {
  const { text, tree } = treeOf(source);
  const node = findNodeAtLocation(tree, path);
  return { file: source.file, ...(node && codeFrame(text, node.offset, node.length)) };
}

/** By file, because a file with many changes is asked for the place of each. */
const trees = new WeakMap<DefinitionFile, { readonly text: string; readonly tree: Node }>();

/** Parses a valid definition with the places of its parts. */
function treeOf(source: DefinitionFile): { readonly text: string; readonly tree: Node } {
  const known = trees.get(source);
  if (known) return known;
  const text = textOf(source)!.replace(/^\uFEFF/, "");
  const parsed = { text, tree: parseTree(text)! };
  trees.set(source, parsed);
  return parsed;
}

/**
 * Loads the keyspace of a folder.
 * @throws {ColonnadeError} `bad-definitions` with every problem of every file
 */
export async function loadKeyspace(
  directory: string,
  keyspace = basename(resolve(directory)),
  knownTypes: Pick<KnownTypes, "customTypes"> = {},
): Promise<Keyspace> {
  // Nothing is awaited, but all functions of the API that read files return promises.
  return parseKeyspace(loadDefinitionFiles(directory), keyspace, knownTypes).keyspace;
}
