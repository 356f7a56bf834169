/** Parses `--against`: the database, git revision or folder that the definitions are compared with. */
import { existsSync } from "node:fs";
import { basename, join, posix, relative, resolve } from "node:path";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { DroppedColumn, Keyspace, KnownTypes, ComparedKeyspace } from "../../model/index.ts";
import { findKeyspaces, definitionNames, readFolder } from "../../source/folder.ts";
import { loadKeyspace, parseKeyspace } from "../../source/parse-keyspace.ts";
import type { KeyspaceFolder } from "../../source/folder.ts";
import { findFoldersAt, findPath, findRoot, loadRevision } from "../../source/git.ts";
import { hasComments } from "../../source/introspect-keyspace.ts";
import { describeUnreported } from "../../source/settle-keyspace.ts";
import type { Flags } from "../arguments/command.ts";
import { chooseSources } from "../database/choose-database.ts";
import type { ChosenSources } from "../database/choose-database.ts";
import { isDefined, readKeyspace } from "../database/read-keyspace.ts";
import { findDirectory } from "../targets/keyspace-folders.ts";
import type { DefinedFolder } from "../targets/keyspace-folders.ts";
import type { Io } from "../terminal/io.ts";

/** The other side of the comparison. */
export interface Against {
  /** As shown to users: `main`, `the live database`, `old/definitions`. */
  readonly name: string;
  readonly load: (folder: DefinedFolder, definitions: KnownDefinitions) => Promise<FoundKeyspace>;
  /** Its other keyspaces, whose folders have been removed. Absent if they cannot be found. */
  readonly findRemoved?: (
    folders: readonly DefinedFolder[],
  ) => readonly DefinedFolder[] | Promise<readonly DefinedFolder[]>;
}

/** The definitions, which help to read the other side. */
interface KnownDefinitions extends Pick<KnownTypes, "customTypes"> {
  /** From the files. Facts that a service does not report are taken from here, so that they do not count as changes. */
  readonly definedKeyspace: Keyspace;
}

interface FoundKeyspace extends ComparedKeyspace {
  readonly warnings?: readonly Problem[];
  /** All dropped columns that the database remembers; absent if it does not report them. */
  readonly dropped?: readonly DroppedColumn[];
}

/**
 * Parses `--against`: `live`, `git:REF`, `git:REF:PATH`, or a folder. The default is the live database, if one is
 * configured, or the `.cql` file of `--from`.
 * @throws {ColonnadeError} `usage`
 */
export function parseAgainst(flags: Flags, io: Io, config: LoadedConfig | undefined): Against {
  const word = flags.text("against");
  if (word?.startsWith("git:")) return gitRevision(word.slice("git:".length), io);
  if (word !== undefined && word !== "live") return otherFolder(word, io);
  const sources = chooseSources(flags, io, config);
  if (word === "live" || sources.isSet) return liveDatabase(sources);
  throw new ColonnadeError("usage", "--against is missing, and no database is configured", {
    next: "--against git:HEAD, --against DIR, --from schema.cql, or --url http://localhost:8080",
  });
}

function otherFolder(word: string, io: Io): Against {
  return {
    name: word,
    load: async ({ keyspace }, definitions) => {
      const directory = await findDirectory({ keyspace, settings: {}, definitions: resolve(io.cwd, word) });
      return { keyspace: await loadKeyspace(directory, keyspace, definitions) };
    },
    findRemoved: async (folders) => {
      const directory = resolve(io.cwd, word);
      const found = await findKeyspaces(directory);
      const isRemoved = (one: KeyspaceFolder): boolean =>
        relative(one.directory, directory) !== "" &&
        !folders.some((folder) => folder.keyspace === one.keyspace || isDefinedBeside(folder, one.keyspace));
      const parent = join(folders[0]?.directory ?? directory, "..");
      return found
        .filter(isRemoved)
        .map(({ keyspace }) => ({ keyspace, directory: join(parent, keyspace), settings: [{}] }));
    },
  };
}

function isDefinedBeside({ directory }: DefinedFolder, keyspace: string): boolean {
  return existsSync(join(directory, "..", keyspace));
}

function liveDatabase({ file, reach }: ChosenSources): Against {
  let reached: ReturnType<typeof reach> | undefined;
  return {
    name: file?.name ?? "the live database",
    load: async ({ keyspace }, { definedKeyspace, customTypes }) => {
      const sources = await (reached ??= reach());
      // A table without a definition may be one that definitions cannot express.
      const mayLack = (name: string): boolean => !isDefined(definedKeyspace, name);
      const found = await readKeyspace(keyspace, sources, { files: definedKeyspace, customTypes, mayLack });
      const hidden = found.partial ? [partial(keyspace)] : [];
      const unreported = found.unreported.map((of) => describeUnreported(of, "differences there are not shown"));
      return {
        keyspace: found.keyspace,
        // A cluster and CQL have comments of tables; other sources have descriptions of their own.
        unknown: [...(found.succeeded.some(hasComments) ? [] : ["description" as const]), "memberDescriptions"],
        ...(found.dropped && { dropped: found.dropped }),
        warnings: [...unreported, ...found.warnings, ...hidden],
      };
    },
  };
}

function partial(keyspace: string): Problem {
  const message = `${keyspace} may have tables that the service does not show: they look as if they were missing`;
  return { code: "unknown-definition", message, next: "use REST as well: --from rest,graphql" };
}

/** @param words `main`, or `main:old/definitions`, whose path is from the root of the repository, or with `./` from here */
function gitRevision(words: string, io: Io): Against {
  const [revision = "", ...rest] = words.split(":");
  const given = rest.length === 0 ? undefined : rest.join(":");
  if (revision === "" || given === "") {
    throw new ColonnadeError("usage", `--against git:${words} names no ${revision === "" ? "revision" : "folder"}`, {
      next: "--against git:HEAD, or git:HEAD:old/definitions",
    });
  }
  const old = (): string | undefined => given && fromRoot(given, io.cwd);
  return {
    name: words,
    load: async ({ keyspace, directory }, definitions) => {
      const files = loadRevision(directory, revision, findOld(revision, old(), { keyspace, directory }));
      const parsed = parseKeyspace(files, keyspace, definitions);
      if (files.tables.length > 0) return parsed;
      checkNew(revision, old(), { keyspace, directory });
      return { ...parsed, warnings: [newKeyspace(keyspace, revision)] };
    },
    findRemoved: (folders) => {
      const parents = new Map(
        folders.map(({ directory }) => [old() ?? posix.dirname(findPath(directory)), join(directory, "..")]),
      );
      const names = new Set(folders.map(({ keyspace }) => keyspace));
      const [first] = folders;
      return [...parents].flatMap(([parent, directory]) =>
        findFoldersAt(first?.directory ?? io.cwd, revision, parent === "." ? "" : parent)
          .filter((path) => posix.dirname(path) === parent && !names.has(basename(path)))
          .map((path) => ({ keyspace: basename(path), directory: join(directory, basename(path)), settings: [{}] }))
          .filter((folder) => !hasDefinitions(folder.directory)),
      );
    },
  };
}

type Place = Pick<DefinedFolder, "keyspace" | "directory">;

function fromRoot(path: string, cwd: string): string {
  const isHere = path === "." || path.startsWith("./") || path.startsWith("../");
  return posix.join(isHere ? findPath(cwd) : "", path).replace(/\/$/, "");
}

/**
 * The old folder of a keyspace: a subfolder of the named folder, or that folder itself. Undefined if it did not move.
 */
function findOld(revision: string, old: string | undefined, { keyspace, directory }: Place): string | undefined {
  if (old === undefined) return undefined;
  const within = posix.join(old, keyspace);
  return findFoldersAt(directory, revision, old).includes(within) ? within : old;
}

/**
 * @throws {ColonnadeError} `no-definitions` unless other keyspaces were beside it, and none of those may be this one
 * under its old path
 */
function checkNew(revision: string, old: string | undefined, { keyspace, directory }: Place): void {
  const folders = findFoldersAt(directory, revision);
  const path = old ?? findPath(directory);
  const parent = old ?? posix.dirname(path);
  const root = findRoot(directory);
  const names = new Set([keyspace, basename(directory)]);
  const moved = folders.find((folder) => names.has(posix.basename(folder)) && !existsSync(join(root, folder)));
  if (moved === undefined && folders.some((folder) => posix.dirname(folder) === parent)) return;
  const place = moved ?? folders[0];
  throw new ColonnadeError("no-definitions", `${revision} has no definitions of ${keyspace} in ${path || "."}`, {
    next:
      place === undefined
        ? `${revision} has no definitions at all; choose another revision`
        : `name their old folder: --against git:${revision}:${place}`,
  });
}

function newKeyspace(keyspace: string, revision: string): Problem {
  return { code: "no-definitions", message: `${revision} has no definitions of ${keyspace}: the keyspace is new` };
}

function hasDefinitions(directory: string): boolean {
  return existsSync(directory) && definitionNames(readFolder(directory)).length > 0;
}
