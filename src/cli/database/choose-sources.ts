/**
 * Decides which sources a command reads definitions from, and reads a keyspace from them. A file of CQL is read at once;
 * nothing is sent before `reach` is called.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Session } from "@colonnade/runtime";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError, codeOf, listOf, suggest, shellWord } from "../../errors.ts";
import type { CqlFile } from "../../source/cql-file/parse-cql-file.ts";
import { introspectKeyspace, sourceNames } from "../../source/introspect-keyspace.ts";
import type { IntrospectOptions, IntrospectedKeyspace, SourceName } from "../../source/introspect-keyspace.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/talk.ts";
import { chooseDatabase, resolveAccess } from "./choose-database.ts";
import { clusterFlags, refuseFlags, serviceFlags } from "./database-flags.ts";
import { openSession } from "./open-session.ts";
import { parseCluster } from "./parse-cluster.ts";

/** The sources that a command reads definitions from, chosen before anything is sent. */
export interface ChosenSources {
  /** As shown to users: `the live database`, `schema.cql`, or both. */
  readonly name: string;
  /** The file of CQL statements, if one is read; `introspect` finds the keyspace in it. */
  readonly file: CqlFile | undefined;
  /** Whether flags, environment or config name a database or a file. */
  readonly isSet: boolean;
  /**
   * Determines how to reach them; the result reads a keyspace, in a session of its own.
   * @throws {ColonnadeError} `usage` that names what is missing, `missing-variable`, `bad-tls-file`
   */
  readonly reach: () => Promise<ReadKeyspace>;
}

/** @param say called with what is read, and from where @throws the errors of `introspectKeyspace` */
export type ReadKeyspace = (
  keyspace: string,
  options: Omit<IntrospectOptions, "keyspace" | "session" | "cluster" | "file" | "from">,
  say?: (what: string) => void,
) => Promise<IntrospectedKeyspace>;

/**
 * Chooses the sources. Flags override environment variables, which override the config file.
 * @throws {ColonnadeError} `usage` for an unknown source or several files, `no-cql-file`, `unreadable`
 */
export function chooseSources(flags: Flags, io: Io, config: LoadedConfig | undefined): ChosenSources {
  const database = chooseDatabase(flags, io, config);
  // Undefined reads a service in the usual order.
  const from = parseSources(flags) ?? (database === "cluster" ? ["cql" as const] : undefined);
  const file = readCqlFile(flags, io);
  const readsCluster = from?.includes("cql") === true;
  const readsService = !from || from.some((name) => name === "rest" || name === "graphql");
  const reach = async (): Promise<ReadKeyspace> => {
    const used = file ? `the tables are read from ${file.name}` : `a ${readsCluster ? "cluster" : "service"} is used`;
    const next = "omit the flag, or read the database: --from cql --contact-points 10.0.0.1, or --from rest";
    if (!readsCluster) refuseFlags(flags, clusterFlags, `applies to a cluster, but ${used}`, next);
    if (!readsService) refuseFlags(flags, serviceFlags, `applies to a service, but ${used}`, next);
    const cluster = readsCluster ? parseCluster(flags, io, config?.cluster) : undefined;
    const access = readsService ? await resolveAccess(flags, io, config) : undefined;
    return async (keyspace, options, say) => {
      // Some services have a single path for GraphQL, where the session names the keyspace.
      const opened = access && openSession({ ...access, keyspace });
      // Only the sources of a service call it, and without one of them no session is opened.
      const session = (): Session => opened!;
      // Shows the session's form of the address: the given one may contain a password.
      const places = [opened?.url, ...(cluster?.contactPoints ?? []), file?.name].filter(
        (place) => place !== undefined,
      );
      say?.(`reading the tables of ${keyspace} from ${listOf(places)}`);
      try {
        return await introspectKeyspace({ keyspace, session, from, cluster, file, ...options });
      } finally {
        await opened?.close();
      }
    };
  };
  const names = [...(readsCluster || readsService ? ["the live database"] : []), ...(file ? [file.name] : [])];
  return { name: listOf(names), file, isSet: database !== undefined || file !== undefined, reach };
}

/** The sources by the words that name them; a file of CQL statements is named by its path. */
const words = sourceNames.filter((name) => name !== "file");

/** The sources of `--from`; undefined without the flag. */
function parseSources(flags: Flags): readonly SourceName[] | undefined {
  const sources = flags.list("from")?.map((word) => {
    if (isCqlFile(word)) return "file";
    const source = words.find((name) => name === word);
    if (source) return source;
    const list = words.map((name) => JSON.stringify(name)).join(", ");
    throw new ColonnadeError("usage", `--from must be one of ${list} or a .cql file, not ${JSON.stringify(word)}`, {
      next: suggest(word, words, "--from rest,graphql"),
    });
  });
  return sources && [...new Set(sources)];
}

/**
 * Reads the file of CQL statements among the sources; undefined without one.
 * @throws {ColonnadeError} `usage` for several, `no-cql-file`, `unreadable`
 */
function readCqlFile(flags: Flags, io: Io): CqlFile | undefined {
  const paths = (flags.list("from") ?? []).filter(isCqlFile).map((path) => renderPath(resolve(io.cwd, path), io.cwd));
  const [name, other] = new Set(paths);
  if (name === undefined) return undefined;
  if (other !== undefined) {
    throw new ColonnadeError("usage", "--from can name one .cql file", {
      next: `join them: cat ${shellWord(name)} ${shellWord(other)} > all.cql`,
    });
  }
  try {
    return { name, text: readFileSync(resolve(io.cwd, name), "utf8").replace(/^\uFEFF/, "") };
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      throw new ColonnadeError("no-cql-file", `${name} does not exist`, {
        next: `save what cqlsh prints: cqlsh -e "DESCRIBE KEYSPACE shop" > ${shellWord(name)}`,
      });
    }
    const next = "check that it is a file, and its permissions";
    throw new ColonnadeError("unreadable", `${name} cannot be read`, { kind: "machine", next, cause: error });
  }
}

function isCqlFile(word: string): boolean {
  return word.endsWith(".cql");
}
