/**
 * Parses `--against`: the database, git revision or folder whose keyspaces are compared with the definitions. Each kind of
 * place loads its keyspaces in its own way; `against-revision.ts` has the one of git.
 */
import { join, resolve } from "node:path";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError, isColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { findKeyspaces, unknownKeyspace } from "../../source/folder.ts";
import type { KeyspaceFolder } from "../../source/folder.ts";
import { mayLackUndefinedTables } from "../../source/left-out.ts";
import { loadKeyspace } from "../../source/parse-keyspace.ts";
import { describeUnreported } from "../../source/settle-keyspace.ts";
import type { Flags } from "../arguments/command.ts";
import { chooseSources } from "../database/choose-sources.ts";
import type { ChosenSources } from "../database/choose-sources.ts";
import { clusterFlags, refuseFlags, serviceFlags, sourceFlag } from "../database/database-flags.ts";
import type { Io } from "../terminal/io.ts";
import { againstRevision, hasDefinitions } from "./against-revision.ts";
import type { Against, CurrentKeyspace } from "./keyspace-diff.ts";

/**
 * Parses `--against`: `live`, `git:REF`, `git:REF:PATH`, or a folder. The default is the database that flags, environment or
 * config name, or the `.cql` file of `--from`.
 *
 * @param isOnly whether a single keyspace is compared: the named folder may then be its folder, whatever its name
 * @throws {ColonnadeError} `usage`
 */
export function parseAgainst(flags: Flags, io: Io, config: LoadedConfig | undefined, isOnly: boolean): Against {
  const word = flags.text("against");
  if (word !== undefined && word !== "live") {
    const next = "omit the flag, or compare with the database: --against live";
    const ofDatabase = { ...sourceFlag, ...serviceFlags, ...clusterFlags };
    refuseFlags(flags, ofDatabase, `and --against ${word} cannot be combined`, next);
    if (word.startsWith("git:")) return againstRevision(word.slice("git:".length), io.cwd, isOnly);
    return againstFolder(word, io, isOnly);
  }
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
      if (isColonnadeError(found)) return absent(keyspace, found);
      const hidden = found.partial ? [mayHaveHiddenTables(keyspace)] : [];
      const next = "to see differences there, read the cluster: --from cql --contact-points 10.0.0.1";
      const notes = found.unreported.map((of) => describeUnreported(of, next));
      return {
        keyspace: found.keyspace,
        // The comment of a table in a cluster or in CQL is its description. Columns have no comments there, so a service on a
        // cluster does not keep their descriptions.
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

function againstFolder(word: string, io: Io, isOnly: boolean): Against {
  const directory = resolve(io.cwd, word);
  return {
    name: word,
    load: async ({ keyspace }, _defined, knownTypes) => {
      const found = await findKeyspaces(directory);
      // A folder of one keyspace may have any name, unless several keyspaces are compared.
      const folder = found.find((each) => each.keyspace === keyspace || (isOnly && each.directory === directory));
      if (folder) return { keyspace: await loadKeyspace(folder.directory, keyspace, knownTypes) };
      const names = found.map((each) => each.keyspace);
      return absent(keyspace, unknownKeyspace(`${word} has no keyspace ${keyspace}`, keyspace, names));
    },
    findRemoved: async (folders) => {
      const found = await findKeyspaces(directory);
      // A folder beside those that are compared has definitions that the config or the flags do not choose.
      const isRemoved = (one: KeyspaceFolder): boolean =>
        one.directory !== directory &&
        !folders.some(
          (folder) => folder.keyspace === one.keyspace || hasDefinitions(join(folder.directory, "..", one.keyspace)),
        );
      // Where the definitions were is only shown, so the place of the first ones is good enough.
      const parent = join(folders[0]?.directory ?? directory, "..");
      return found
        .filter(isRemoved)
        .map(({ keyspace }) => ({ keyspace, directory: join(parent, keyspace), settings: [{}] }));
    },
  };
}

function absent(keyspace: string, absence: ColonnadeError): CurrentKeyspace {
  return { keyspace: { name: keyspace, tables: [], userTypes: [] }, absence };
}
