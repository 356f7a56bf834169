/**
 * What definitions are compared with: in comes the word of `--against`, out goes a source that tells a keyspace, as far as it
 * knows it. Writes nothing.
 */
import { resolve } from "node:path";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { DroppedColumn, Keyspace, KnownTypes, ToldKeyspace } from "../../model/index.ts";
import { loadKeyspace, parseKeyspace } from "../../source/files.ts";
import { loadRevision } from "../../source/git.ts";
import { askSources } from "../database/ask-sources.ts";
import { chooseDatabase } from "../database/choose-database.ts";
import type { Flags } from "../command.ts";
import { isDefined } from "../database/exclusion.ts";
import { introspectionFlags, planIntrospection } from "../database/introspection.ts";
import type { Io } from "../io.ts";
import { findDirectory } from "../keyspace-folders.ts";
import type { ComparedFolder } from "./select-compared.ts";

/** What is compared with. */
export interface Against {
  /** As a person names it: `main`, `the live database`, `old/definitions`. */
  readonly name: string;
  readonly load: (folder: ComparedFolder, known: KnownDefinitions) => Promise<FoundKeyspace>;
}

/** What helps to read the other side. */
export interface KnownDefinitions extends Pick<KnownTypes, "customTypes"> {
  /** As the files have it: what a service does not tell is taken from there, and so is no difference. */
  readonly defined: Keyspace;
}

export interface FoundKeyspace extends ToldKeyspace {
  readonly warnings?: readonly Problem[];
  /** All columns that it remembers; absent where it does not tell. */
  readonly dropped?: readonly DroppedColumn[];
}

/** @param word `live`, `git:REF`, or a folder */
export function parseAgainst(word: string, flags: Flags, io: Io): Against {
  if (word === "live") return liveDatabase(flags, io);
  if (!word.startsWith("git:")) return otherFolder(word, io);
  const revision = word.slice("git:".length);
  if (revision !== "") return gitRevision(revision);
  throw new ColonnadeError("usage", "--against git: names no revision", { next: "--against git:HEAD" });
}

function gitRevision(revision: string): Against {
  return {
    name: revision,
    load: async ({ keyspace, directory }, known) => {
      const files = loadRevision(directory, revision);
      const parsed = parseKeyspace(files, keyspace, known);
      return files.tables.length > 0 ? parsed : { ...parsed, warnings: [nothingThen(keyspace, revision)] };
    },
  };
}

/** Where the folder was moved, all would look new, and nothing broken. */
function nothingThen(keyspace: string, revision: string): Problem {
  const message = `${revision} has no definitions of ${keyspace} in this folder: all that is there looks new`;
  const next = "if the folder had another name, compare with a copy of it: git worktree add, then --against DIR";
  return { code: "no-definitions", message, next };
}

function otherFolder(word: string, io: Io): Against {
  return {
    name: word,
    load: async ({ keyspace }, known) => {
      const directory = await findDirectory({ keyspace, settings: {}, definitions: resolve(io.cwd, word) });
      return { keyspace: await loadKeyspace(directory, keyspace, known) };
    },
  };
}

function liveDatabase(flags: Flags, io: Io): Against {
  return {
    name: "the live database",
    load: async ({ keyspace, directory }, { defined, customTypes }) => {
      const whom = await planIntrospection(introspectionFlags(flags, keyspace, directory), io);
      // A table that is not defined need not be one that definitions can hold.
      const mayLack = (name: string): boolean => !isDefined(defined, name);
      const found = await askSources(whom, { files: defined, customTypes, mayLack });
      const hidden = found.partial ? [partial(keyspace)] : [];
      return {
        keyspace: found.keyspace,
        unknown: ["description", "memberDescriptions"],
        ...(found.dropped && { dropped: found.dropped }),
        warnings: [...found.warnings, ...hidden],
      };
    },
  };
}

function partial(keyspace: string): Problem {
  const message = `${keyspace} may have tables that the service does not show: such a one looks as if it was missing`;
  return { code: "unknown-definition", message, next: "ask by REST as well: --from rest,graphql" };
}

/** What `--against` means where it is not given: the database, if something names one. @throws {ColonnadeError} `usage` */
export function defaultAgainst(flags: Flags, io: Io, config: LoadedConfig | undefined): string {
  if (chooseDatabase(flags, io, config)) return "live";
  throw new ColonnadeError("usage", "--against is missing: nothing says which database is live", {
    next: "--against git:HEAD, --against DIR, or --url http://localhost:8080",
  });
}
