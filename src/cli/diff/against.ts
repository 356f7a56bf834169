/** Parses `--against` and returns what definitions are compared with. Writes nothing. */
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { SourceName } from "../../source/sources.ts";
import { findKeyspaces, loadKeyspace } from "../../source/files.ts";
import type { KeyspaceFolder } from "../../source/files.ts";
import { describeUntold } from "../../source/find-open.ts";
import { askSources, isDefined } from "../database/ask-sources.ts";
import { chooseDatabase } from "../database/choose-database.ts";
import type { Flags } from "../arguments/command.ts";
import { readCqlFile } from "../database/parse-sources.ts";
import { planAsked } from "../database/plan-asked.ts";
import type { Io } from "../terminal/io.ts";
import { findDirectory } from "../targets/keyspace-folders.ts";
import { gitRevision } from "./git-revision.ts";
import type { Against } from "./against-source.ts";
import type { DefinedFolder } from "../targets/keyspace-folders.ts";

/** @param word `live`, `git:REF`, `git:REF:PATH`, or a folder */
export function parseAgainst(word: string, flags: Flags, io: Io, config: LoadedConfig | undefined): Against {
  if (word === "live") return liveDatabase(flags, io, config);
  if (!word.startsWith("git:")) return otherFolder(word, io);
  return gitRevision(word.slice("git:".length), io);
}

function otherFolder(word: string, io: Io): Against {
  return {
    name: word,
    load: async ({ keyspace }, known) => {
      const directory = await findDirectory({ keyspace, settings: {}, definitions: resolve(io.cwd, word) });
      return { keyspace: await loadKeyspace(directory, keyspace, known) };
    },
    findGone: async (folders) => {
      const directory = resolve(io.cwd, word);
      const found = await findKeyspaces(directory);
      const isGone = (one: KeyspaceFolder): boolean =>
        relative(one.directory, directory) !== "" &&
        !folders.some((folder) => folder.keyspace === one.keyspace || isDefinedBeside(folder, one.keyspace));
      const parent = join(folders[0]?.directory ?? directory, "..");
      return found
        .filter(isGone)
        .map(({ keyspace }) => ({ keyspace, directory: join(parent, keyspace), settings: [{}] }));
    },
  };
}

function isDefinedBeside({ directory }: DefinedFolder, keyspace: string): boolean {
  return existsSync(join(directory, "..", keyspace));
}

function liveDatabase(flags: Flags, io: Io, config: LoadedConfig | undefined): Against {
  const file = readCqlFile(flags, io);
  return {
    name: file?.name ?? "the live database",
    load: async ({ keyspace }, { defined, customTypes }) => {
      const asked = await planAsked(flags, io, config, file);
      // A table without a definition may be one that definitions cannot express.
      const mayLack = (name: string): boolean => !isDefined(defined, name);
      const found = await askSources(keyspace, asked, { files: defined, customTypes, mayLack });
      const hidden = found.partial ? [partial(keyspace)] : [];
      const untold = found.untold.map((of) => describeUntold(of, "differences there are not shown"));
      return {
        keyspace: found.keyspace,
        // A cluster and CQL have comments of tables; other sources have descriptions of their own.
        unknown: [...(found.asked.some(hasComments) ? [] : ["description" as const]), "memberDescriptions"],
        ...(found.dropped && { dropped: found.dropped }),
        warnings: [...untold, ...found.warnings, ...hidden],
      };
    },
  };
}

function hasComments(source: SourceName): boolean {
  return source === "cql" || source === "file";
}

function partial(keyspace: string): Problem {
  const message = `${keyspace} may have tables that the service does not show: they look as if they were missing`;
  return { code: "unknown-definition", message, next: "use REST as well: --from rest,graphql" };
}

/** The default of `--against`: the live database, if one is configured. @throws {ColonnadeError} `usage` */
export function defaultAgainst(flags: Flags, io: Io, config: LoadedConfig | undefined): string {
  if (chooseDatabase(flags, io, config)) return "live";
  throw new ColonnadeError("usage", "--against is missing, and no database is configured", {
    next: "--against git:HEAD, --against DIR, or --url http://localhost:8080",
  });
}
