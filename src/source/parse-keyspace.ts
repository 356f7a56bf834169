/**
 * Parses definition files into a keyspace, and finds the places of definitions in them.
 *
 * A keyspace is a folder with a JSON file for each table, and is named after its folder; its user types are in a subfolder. All
 * mistakes of all files are reported in one error. `folder.ts` reads the files.
 */
import { basename, resolve } from "node:path";
import { findNodeAtLocation, getNodeValue, parseTree } from "jsonc-parser";
import type { JSONPath } from "jsonc-parser";
import { codeFrame, ColonnadeError, countOf } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { UnreadTable, byName, isKeyspaceName, parseCqlType, parseUserTypes } from "../model/index.ts";
import type { Keyspace, KnownTypes, Table, UserType } from "../model/index.ts";
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
  const { userTypes, customTypes, problems: ofTypes } = parseUserTypeFiles(files.userTypes, knownTypes);
  problems.push(...ofTypes);
  const knownTables = earlier && isSame(earlier.userTypeFiles, files.userTypes) ? earlier.tables : undefined;
  const parseFile = (source: DefinitionFile): ParsedFile => {
    const table = knownTables?.get(source);
    if (table) return { table, problems: [] };
    const parse = (): ParsedFile => {
      const text = textOf(source);
      if (text === undefined) return notUtf8(source.file);
      return parseDefinitionFile(text, source.file, { userTypes, customTypes });
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
      const { file, line } = find(first.source, ["name"]).place;
      const message = `the table ${parsed.table.name} is defined in ${file}:${line} already`;
      problems.push({ code: "duplicate-table", message, ...find(source, ["name"]).place });
    } else tables.set(parsed.table.name, { table: parsed.table, source });
  }
  if (problems.length > 0) {
    const files = new Set(problems.map((problem) => problem.file)).size;
    const message = `${countOf(problems.length, "mistake")} in ${countOf(files, "definition file")} of ${keyspace}`;
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

/** How most files begin. A valid file names its table once. */
const nameFirst = /^\s*\{\s*"name"\s*:\s*"(\w+)"/;

/** The name of the table that a valid file defines. */
function readName(source: DefinitionFile): string {
  const [, name] = nameFirst.exec(Buffer.from(source.bytes.subarray(0, 128)).toString("latin1")) ?? [];
  if (name !== undefined) return name;
  const { json } = parseDefinitionJson(textOf(source) ?? "", source.file);
  return (json as Pick<Table, "name">).name;
}

function isSame<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

interface ParsedUserTypes extends Required<KnownTypes> {
  readonly userTypes: ReadonlyMap<string, UserType>;
  readonly problems: readonly Problem[];
}

/** Parses the user types of a keyspace, all at once, since one may contain others. */
export function parseUserTypeFiles(
  files: readonly DefinitionFile[],
  knownTypes: Pick<KnownTypes, "customTypes"> = {},
): ParsedUserTypes {
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
    customTypes,
    problems: sources.flatMap(({ locate }, index) => locate(problems[index] ?? [])),
  };
}

/** Whether a text is not a valid type, even with the user types of these definitions. */
export function isUnknownBeside(definitions: readonly unknown[]): (text: string) => boolean {
  const names = definitions
    .map((json) => (json as { readonly name?: unknown } | null | undefined)?.name)
    .filter((name) => typeof name === "string");
  const userTypes = new Map(names.map((name): [string, UserType] => [name, { name, fields: [] }]));
  return (text) => "code" in parseCqlType(text, { userTypes });
}

function notUtf8(file: string): ParsedFile {
  return {
    problems: [{ code: "bad-encoding", message: "this file is not valid UTF-8", file, next: "save it as UTF-8" }],
  };
}

/** A defined object: a table or user type, or a column or field of it. */
export interface Defined {
  readonly kind: "table" | "user type";
  readonly name: string;
  readonly member?: string;
}

/** The file of a mistake and the place in it. */
export type DefinitionPlace = Pick<Problem, "line" | "column" | "frame"> & { readonly file: string };

/** Returns the place of a definition in its file. */
export function placeOfDefinition(
  { files, userTypeFiles }: Pick<ParsedKeyspace, "files" | "userTypeFiles">,
  { kind, name, member }: Defined,
): DefinitionPlace | undefined {
  const file = kind === "table" ? files.get(name) : userTypeFiles.find((one) => find(one, ["name"]).value === name);
  if (!file) return undefined;
  if (member === undefined) return find(file, ["name"]).place;
  const list = kind === "table" ? "columnDefinitions" : "fields";
  const { value: members } = find(file, [list]);
  const index = Array.isArray(members) ? members.findIndex((each: { name?: unknown }) => each.name === member) : -1;
  return find(file, [list, index, "name"]).place;
}

/** Finds a path in a valid definition. */
function find(source: DefinitionFile, path: JSONPath): { readonly value: unknown; readonly place: DefinitionPlace } {
  const text = (textOf(source) ?? "").replace(/^\uFEFF/, "");
  const tree = parseTree(text);
  const node = tree && findNodeAtLocation(tree, path);
  const place = node && codeFrame(text, node.offset, node.length);
  return { value: node && (getNodeValue(node) as unknown), place: { file: source.file, ...place } };
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
  return parseKeyspace(loadDefinitionFiles(directory), keyspace, knownTypes).keyspace;
}
