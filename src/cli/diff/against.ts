/**
 * Parses `--against`: the database, git revision or folder whose keyspaces are compared with the definitions. Each kind of
 * place loads its keyspaces in its own way; `against-revision.ts` has the one of git.
 */
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError, isColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { findKeyspaces } from "../../source/folder.ts";
import type { KeyspaceFolder } from "../../source/folder.ts";
import { mayLackUndefinedTables } from "../../source/left-out.ts";
import { loadKeyspace } from "../../source/parse-keyspace.ts";
import { describeUnreported } from "../../source/settle-keyspace.ts";
import type { Flags } from "../arguments/command.ts";
import { chooseSources } from "../database/choose-sources.ts";
import type { ChosenSources } from "../database/choose-sources.ts";
import { findDirectory } from "../targets/keyspace-folders.ts";
import type { DefinedFolder } from "../targets/keyspace-folders.ts";
import type { Io } from "../terminal/io.ts";
import { againstRevision } from "./against-revision.ts";
import type { Against } from "./keyspace-diff.ts";

/**
 * Parses `--against`: `live`, `git:REF`, `git:REF:PATH`, or a folder. The default is the live database, if one is
 * configured, or the `.cql` file of `--from`.
 * @throws {ColonnadeError} `usage`
 */
export function parseAgainst(flags: Flags, io: Io, config: LoadedConfig | undefined): Against {
  const word = flags.text("against");
  if (word?.startsWith("git:")) return againstRevision(word.slice("git:".length), io.cwd);
  if (word !== undefined && word !== "live") return againstFolder(word, io);
  const sources = chooseSources(flags, io, config);
  if (word === "live" || sources.isSet) return againstDatabase(sources);
  throw new ColonnadeError("usage", "--against is missing, and no database is configured", {
    next: "--against git:HEAD, --against DIR, --from schema.cql, or --url http://localhost:8080",
  });
}

/** Reads keyspaces from a service, a cluster or a file. Others that it has do not count as removed: they may not be ours. */
function againstDatabase({ name, reach }: ChosenSources): Against {
  let reached: ReturnType<typeof reach> | undefined;
  return {
    name,
    load: async ({ keyspace }, defined, knownTypes) => {
      const read = await (reached ??= reach());
      // Facts that a service does not report are taken from the definitions, so that they do not count as changes.
      const options = { defined, ...knownTypes, ...mayLackUndefinedTables(defined) };
      const found = await read(keyspace, options).catch(absenceOf);
      if (isColonnadeError(found)) return { keyspace: { name: keyspace, tables: [], userTypes: [] }, absence: found };
      const hidden = found.partial ? [mayHaveHiddenTables(keyspace)] : [];
      const next = "to see differences there, read the cluster: --from cql --contact-points 10.0.0.1";
      const notes = found.unreported.map((of) => describeUnreported(of, next));
      return {
        keyspace: found.keyspace,
        // A cluster and CQL have comments of tables, which are their descriptions; other sources have descriptions of their own.
        unknown: [...(found.hasComments ? [] : ["description" as const]), "memberDescriptions"],
        unreported: [
          ...(found.reportsUserTypes ? [] : ["userTypes" as const]),
          ...found.unreported.map(({ fact }) => fact),
        ],
        ...(found.dropped && { dropped: found.dropped }),
        warnings: [...notes, ...found.warnings, ...hidden],
      };
    },
  };
}

const absences: readonly string[] = ["unknown-keyspace", "cql-no-keyspace"];

/** Returns the error of a keyspace that does not exist, and throws any other. */
function absenceOf(error: unknown): ColonnadeError {
  if (isColonnadeError(error) && absences.includes(error.code)) return error;
  throw error;
}

function mayHaveHiddenTables(keyspace: string): Problem {
  const message = `${keyspace} may have tables that the service does not show: they look as if they were missing`;
  return { code: "unknown-definition", message, next: "use REST as well: --from rest,graphql" };
}

function againstFolder(word: string, io: Io): Against {
  return {
    name: word,
    load: async ({ keyspace }, _defined, knownTypes) => {
      const directory = await findDirectory({ keyspace, settings: {}, definitions: resolve(io.cwd, word) });
      return { keyspace: await loadKeyspace(directory, keyspace, knownTypes) };
    },
    findRemoved: async (folders) => {
      const directory = resolve(io.cwd, word);
      const found = await findKeyspaces(directory);
      // A folder beside those that are compared has definitions that the config or the flags do not choose.
      const isRemoved = (one: KeyspaceFolder): boolean =>
        relative(one.directory, directory) !== "" &&
        !folders.some((folder) => folder.keyspace === one.keyspace || isDefinedBeside(folder, one.keyspace));
      // Where the definitions were is only shown, so the place of the first ones is good enough.
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
