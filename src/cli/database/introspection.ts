import { basename, join, resolve } from "node:path";
import type { SessionOptions } from "@colonnade/runtime";
import { resolveMarkers } from "../../config/index.ts";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError, didYouMean } from "../../errors.ts";
import type { Keyspace } from "../../model/index.ts";
import type { ConnectOptions } from "../../source/cql/index.ts";
import { findKeyspaces, loadKnownKeyspace } from "../../source/files.ts";
import type { SourceName } from "../../source/sources.ts";
import { chooseDatabase } from "./choose-database.ts";
import { clusterFlags, findClusterFlag } from "./cluster-flags.ts";
import { Flags } from "../command.ts";
import { parseExclusion } from "./exclusion.ts";
import type { Exclusion } from "./exclusion.ts";
import type { Io } from "../io.ts";
import { twoDefinitions } from "../keyspace-folders.ts";
import { loadShownConfig } from "../load-shown-config.ts";
import { parseCluster } from "./parse-cluster.ts";
import { renderPath } from "../render-fault.ts";
import { createProfile, parseSources } from "./source-flags.ts";
import { validateUrl } from "./validate-url.ts";

/** What `introspect` needs to know, decided before anything is sent. */
export interface Introspection {
  readonly keyspace: string;
  /** The keyspace's folder of definitions, absolute. */
  readonly directory: string;
  /** The service, unless only a cluster is asked. */
  readonly access: Pick<SessionOptions, "url" | "credentials" | "profile"> | undefined;
  /** The cluster, where one is asked. */
  readonly cluster: ConnectOptions | undefined;
  /** Undefined where nobody said, and the sources decide. */
  readonly from: readonly SourceName[] | undefined;
  /** Loads the keyspace as far as its files can be read; undefined where there are none. */
  readonly files: () => Keyspace | undefined;
  readonly exclusion: Exclusion;
  /** Texts of types that the config allows. */
  readonly customTypes: ReadonlySet<string>;
}

/**
 * Decides whom to ask for what: flags come before the environment, and that before the config file.
 *
 * @throws {ColonnadeError} `usage` that names what is missing, `two-definitions`, `missing-variable`, and what loading a config finds
 */
export async function planIntrospection(flags: Flags, io: Io): Promise<Introspection> {
  const config = await loadShownConfig(flags, io);
  const from = parseSources(flags) ?? (chooseDatabase(flags, io, config) === "cluster" ? ["cql" as const] : undefined);
  const keyspace = flags.text("keyspace") ?? onlyKeyspace(config);
  const directory = await definitionsFolder(flags, io, config, keyspace);
  const outputs = outputsOf(config, keyspace);
  const customTypes = new Set(outputs.flatMap(({ types = {} }) => Object.keys(types)));
  const files = (): Keyspace | undefined => loadKnownKeyspace(directory, keyspace, { customTypes });
  const cluster = from?.includes("cql") ? parseCluster(flags, io, config?.cluster) : refuseClusterFlags(flags);
  const asksService = !from || from.some((name) => name !== "cql");
  const access = asksService ? await planAccess(flags, io, config) : undefined;
  const exclusion = parseExclusion(flags, outputs, files);
  return { keyspace, directory, from, access, cluster, files, exclusion, customTypes };
}

/** Who names files for TLS and is asked for none would think that they are used. */
function refuseClusterFlags(flags: Flags): undefined {
  const name = findClusterFlag(flags);
  if (name === undefined) return undefined;
  const message = `--${name} is for a cluster, and a service is asked`;
  throw new ColonnadeError("usage", message, { next: "--from cql --contact-points 10.0.0.1; or leave it out" });
}

async function planAccess(flags: Flags, io: Io, config: LoadedConfig | undefined) {
  const { url, username, password } = resolveAccess(flags, io, config);
  const profile = await createProfile(flags);
  return { url, credentials: { username, password }, ...(profile && { profile }) };
}

const asked = ["config", "url", "from", ...Object.keys(clusterFlags), "profile", "auth-url", "rest-url"];

/** What `introspect` would be asked for by another command; what it says of the config has been said already. */
export function introspectionFlags(flags: Flags, keyspace: string | undefined, output: string | undefined): Flags {
  const given = asked.map((name) => [name, flags.text(name) ?? flags.has(name)]);
  return new Flags({ ...Object.fromEntries(given), keyspace, output, quiet: true });
}

function onlyKeyspace(config: LoadedConfig | undefined): string {
  const [only, ...others] = Object.keys(config?.keyspaces ?? {});
  if (only !== undefined && others.length === 0) return only;
  const next = only === undefined ? "--keyspace shop" : `--keyspace ${[only, ...others].join(" or --keyspace ")}`;
  throw new ColonnadeError("usage", "--keyspace is missing", { next });
}

function outputsOf(config: LoadedConfig | undefined, keyspace: string): LoadedConfig["keyspaces"][string] {
  return new Map(Object.entries(config?.keyspaces ?? {})).get(keyspace) ?? [];
}

/** Where the keyspace's definitions go: `--output`, or else where the config file says that they are. */
async function definitionsFolder(
  flags: Flags,
  io: Io,
  config: LoadedConfig | undefined,
  keyspace: string,
): Promise<string> {
  const output = flags.text("output");
  if (output !== undefined) return keyspaceFolder(resolve(io.cwd, output), keyspace);
  const outputs = outputsOf(config, keyspace);
  const found = await Promise.all(outputs.map(({ definitions }) => keyspaceFolder(definitions, keyspace)));
  const [folder, ...others] = new Set(found);
  if (folder === undefined) throw withoutOutput(config, keyspace);
  if (others.length === 0) return folder;
  const shown = [folder, ...others].map((directory) => renderPath(directory, io.cwd));
  throw twoDefinitions(keyspace, shown, "--output");
}

/** A keyspace that the config does not name may be a slip of the pen. */
function withoutOutput(config: LoadedConfig | undefined, keyspace: string): ColonnadeError {
  const known = Object.keys(config?.keyspaces ?? {});
  const meant = didYouMean(keyspace, known);
  const reason = known.length === 0 ? "" : `, and the config file has no keyspace ${keyspace}`;
  const next =
    meant === undefined ? "--output definitions" : `did you mean --keyspace ${meant}? or give --output definitions`;
  return new ColonnadeError("usage", `--output is missing${reason}`, { next });
}

/** A folder that has the keyspace's name, or definition files, is the keyspace's; any other holds folders of keyspaces. */
async function keyspaceFolder(folder: string, keyspace: string): Promise<string> {
  if (basename(folder) === keyspace) return folder;
  // A folder that is missing or empty has no keyspaces, and that is no mistake here.
  const found = await findKeyspaces(folder).catch(() => []);
  return found.some(({ directory }) => resolve(directory) === folder) ? folder : join(folder, keyspace);
}

interface Access {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** Flags, then environment, then config file; what the first two say, the config's variables need not. */
function resolveAccess(flags: Flags, io: Io, config: LoadedConfig | undefined): Access {
  const said = {
    url: flags.text("url") ?? given(io, "COLONNADE_URL"),
    username: given(io, "COLONNADE_USERNAME"),
    password: given(io, "COLONNADE_PASSWORD"),
  };
  const { url, username, password } = config?.service ?? {};
  const fallback = resolveMarkers(
    {
      url: said.url ?? url,
      username: said.username ?? username,
      password: said.password === undefined ? password : undefined,
    },
    io.env,
  );
  const access = { ...fallback, ...(said.password !== undefined && { password: said.password }) };
  const missing = [
    access.url === undefined ? "--url" : undefined,
    access.username === undefined ? "COLONNADE_USERNAME" : undefined,
    access.password === undefined ? "COLONNADE_PASSWORD" : undefined,
  ].filter((name) => name !== undefined);
  if (access.url !== undefined) validateUrl(access.url);
  if (missing.length > 0) {
    throw new ColonnadeError("usage", `${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} missing`, {
      next:
        missing.length === 1 && access.url === undefined
          ? "--url http://localhost:8080, or set COLONNADE_URL"
          : "credentials are set in the environment or named in the config file, never on the command line",
    });
  }
  return access as Access;
}

function given(io: Io, name: string): string | undefined {
  return io.env[name] === "" ? undefined : io.env[name];
}
