/**
 * Writes the definition files of a keyspace, for `introspect`.
 *
 * Everything is decided before anything is written: an up-to-date file stays unchanged, a changed one keeps its comments, and
 * the file of a dropped table is reported, and removed only on request.
 */
import { randomUUID } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ColonnadeError, codeOf, nextAfter } from "../errors.ts";
import { parseUserTypes, printTableDefinition, printUserTypeDefinition } from "../model/index.ts";
import type { Keyspace, KnownTypes, Table, UserType } from "../model/index.ts";
import { changedDefinition, changedUserType, planFiles } from "./plan-definitions.ts";
import { parseDefinitionFile, parseDefinitionJson, printDefinitionFile, printUserTypeFile } from "./definition-file.ts";
import { loadDefinitionFiles, pathForMessages, textOf, typesFolder } from "./folder.ts";
import type { DefinitionFile } from "./folder.ts";
import type { FilePlan } from "./plan-definitions.ts";
import { objectOf, stringOf } from "./read-response.ts";

interface WriteOptions extends Pick<KnownTypes, "customTypes"> {
  /** Removes the files of tables and user types that the keyspace does not have. @default false */
  readonly prune?: boolean;
  /** Returns what would be done, and does nothing. @default false */
  readonly dryRun?: boolean;
  /** Whether the time to live of a table is known, by the table's name; a new file omits an unknown one. @default all are known */
  readonly isTimeToLiveKnown?: (table: string) => boolean;
  /** Whether the descriptions of tables are the comments in the database. @default false */
  readonly takesComments?: boolean;
  /** Called with the number of files that have been written. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

interface WrittenFile {
  readonly file: string;
  readonly text: string;
}

interface WrittenDefinitions {
  /** As in the other lists, names of files within the folder: `orders.json`, `types/address.json`. */
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  /** Files of tables and user types that the keyspace does not have, left as they are. */
  readonly extra: readonly string[];
  /** Removed files of such tables and user types. A file that is not a valid definition is never removed. */
  readonly removed: readonly string[];
}

/**
 * Writes a definition file for each table and user type of a keyspace; an existing file keeps its name, whatever it is.
 *
 * @throws {ColonnadeError} `not-ours` if that would replace another file; then nothing is written
 */
export async function writeDefinitions(
  directory: string,
  keyspace: Keyspace,
  options: WriteOptions = {},
): Promise<WrittenDefinitions> {
  const { prune = false, dryRun = false, takesComments = false, onProgress, customTypes } = options;
  const { isTimeToLiveKnown = () => true } = options;
  const present = existsSync(directory) ? loadDefinitionFiles(directory) : { directory, tables: [], userTypes: [] };
  const typesOf = (file?: DefinitionFile): ReadonlyMap<string, UserType> =>
    // The new text of a file replaces the old one.
    parseUserTypes(
      present.userTypes.map((one) => jsonOf(one.file === file?.file ? file : one)),
      { customTypes },
    ).userTypes;
  const inFiles = typesOf();
  const userTypes = new Map([...inFiles, ...keyspace.userTypes.map((type) => [type.name, type] as const)]);
  const plans = [
    planFiles<Table>(keyspace.tables, present.tables, {
      folder: "",
      parse: (file) => parseDefinitionFile(textOf(file) ?? "", file.file, { userTypes, customTypes }).table,
      change: (reported, file) => changedDefinition(reported, file, takesComments),
      print: (table) => printDefinitionFile(table, isTimeToLiveKnown(table.name)),
      toJson: printTableDefinition,
    }),
    planFiles<UserType>(keyspace.userTypes, present.userTypes, {
      folder: `${typesFolder}/`,
      parse: (file) =>
        (present.userTypes.includes(file) ? inFiles : typesOf(file)).get(
          stringOf(objectOf(jsonOf(file))?.["name"]) ?? "",
        ),
      change: changedUserType,
      print: printUserTypeFile,
      toJson: printUserTypeDefinition,
    }),
  ];
  const all = <Item>(of: (plan: FilePlan) => readonly Item[]): Item[] => plans.flatMap(of);
  const written = all((plan) => plan.written);
  const presentFiles = new Set([...present.tables, ...present.userTypes].map(({ file }) => file));
  const unread = written
    .map(({ file }) => pathForMessages(join(directory, file)))
    .filter((file) => (presentFiles.has(file) ? isLink(file) : exists(file)));
  const inTheWay = [...all((plan) => plan.inTheWay), ...unread];
  if (inTheWay.length > 0) throw notOurs(inTheWay);
  const extra = all((plan) => plan.extra);
  const removed = prune ? extra.filter(({ isDefinition }) => isDefinition).map(({ file }) => file) : [];
  if (!dryRun) applyPlan(directory, { written, removed }, onProgress);
  return {
    written: written.map(({ file }) => file),
    unchanged: all((plan) => plan.unchanged),
    extra: extra.map(({ file }) => file).filter((file) => !removed.includes(file)),
    removed,
  };
}

/**
 * Writes each file to a temporary file first, so that no reader finds half of one.
 * @throws {ColonnadeError} `cannot-write`
 */
function applyPlan(
  directory: string,
  { written, removed }: { readonly written: readonly WrittenFile[]; readonly removed: readonly string[] },
  onProgress?: WriteOptions["onProgress"],
): void {
  const places = written.map(({ file, text }) => ({ place: join(directory, file), text }));
  for (const folder of new Set([directory, ...places.map(({ place }) => dirname(place))])) makeFolder(folder);
  for (const [done, { place, text }] of places.entries()) {
    onProgress?.(done, places.length);
    const aside = `${place}.${randomUUID()}.tmp`;
    try {
      writeFileSync(aside, text);
      renameSync(aside, place);
    } catch (error) {
      rmSync(aside, { force: true });
      throw cannotWrite(place, error);
    }
  }
  for (const file of removed) rmSync(join(directory, file), { force: true });
}

/** Creates a folder and its parents one by one: with `recursive`, Node never returns on a virtual file system such as /proc. */
function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const each of missing) {
    try {
      mkdirSync(each);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw cannotWrite(each, error);
    }
  }
}

function cannotWrite(path: string, cause: unknown): ColonnadeError {
  const code = codeOf(cause);
  const reason = code === undefined ? "" : ` (${String(code)})`;
  const message = `${pathForMessages(path)} cannot be written${reason}`;
  const next = nextAfter(cause) ?? "choose another folder";
  return new ColonnadeError("cannot-write", message, { kind: "machine", next, cause });
}

/** Whether the name is taken, also by something other than a file. */
function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The target of a link may be shared, and is not ours to change. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function jsonOf(file: DefinitionFile): unknown {
  return parseDefinitionJson(textOf(file) ?? "", file.file).json;
}

function notOurs(files: readonly string[]): ColonnadeError {
  const problems = files.map((file) => {
    const message = isLink(file)
      ? "this is a symbolic link, and its target would change"
      : "its content does not match its name";
    return { code: "not-ours", message, file };
  });
  const next = "fix or move these files, then introspect again";
  return new ColonnadeError("not-ours", "nothing was written: other files would have been replaced", {
    problems,
    next,
  });
}
