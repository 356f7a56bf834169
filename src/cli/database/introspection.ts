import { basename, join, resolve } from "node:path";
import type { CredentialsOptions, SessionOptions, TokenOptions } from "@colonnade/runtime";
import { resolveMarkers } from "../../config/index.ts";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError, didYouMean } from "../../errors.ts";
import type { ConnectOptions } from "../../source/cql/index.ts";
import { findKeyspaces, loadKnownKeyspace } from "../../source/files.ts";
import type { KnownKeyspace } from "../../source/files.ts";
import type { SourceName } from "../../source/sources.ts";
import { chooseDatabase } from "./choose-database.ts";
import { clusterFlags, findClusterFlag } from "./cluster-flags.ts";
import { Flags } from "../arguments/command.ts";
import { parseExclusion } from "./exclusion.ts";
import type { Exclusion } from "./exclusion.ts";
import type { Io } from "../terminal/io.ts";
import { twoDefinitions } from "../targets/keyspace-folders.ts";
import { loadShownConfig } from "../targets/load-shown-config.ts";
import { parseCluster } from "./parse-cluster.ts";
import { renderPath } from "../terminal/messages.ts";
import { createProfile, parseSources } from "./parse-sources.ts";
import { validateUrl } from "./validate-url.ts";

/** What `introspect` needs to know, decided before anything is sent. */
export interface Introspection {
  readonly keyspace: string;
  /** The keyspace's folder of definitions, absolute. */
  readonly directory: string;
  /** The service, unless only a cluster is asked. */
  readonly access: (Access & Pick<SessionOptions, "profile">) | undefined;
  /** The cluster, where one is asked. */
  readonly cluster: ConnectOptions | undefined;
  /** Undefined where nobody said, and the sources decide. */
  readonly from: readonly SourceName[] | undefined;
  /** Loads the keyspace as far as its files can be read; undefined where there are none. */
  readonly files: () => KnownKeyspace | undefined;
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
  const files = (): KnownKeyspace | undefined => loadKnownKeyspace(directory, keyspace, { customTypes });
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
  const access = resolveAccess(flags, io, config);
  const profile = await createProfile(flags);
  return { ...access, ...(profile && { profile }) };
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

/** Flags, then environment, then config file; what the first two say, the config's variables need not. */
function resolveAccess(flags: Flags, io: Io, config: LoadedConfig | undefined): Access {
  const { url: configured, username, password } = config?.service ?? {};
  const token = given(io, "COLONNADE_TOKEN");
  const own = { username: given(io, "COLONNADE_USERNAME"), password: given(io, "COLONNADE_PASSWORD") };
  if (token !== undefined && (own.username ?? own.password) !== undefined) {
    throw new ColonnadeError("usage", "the environment has both a token and credentials: which of them counts?", {
      next: "set COLONNADE_TOKEN, or COLONNADE_USERNAME and COLONNADE_PASSWORD, and unset the others",
    });
  }
  // A token in the environment overrides credentials in the config file.
  const fallback = token === undefined ? { username, password } : {};
  const resolved = resolveMarkers(
    {
      url: flags.text("url") ?? given(io, "COLONNADE_URL") ?? configured,
      username: own.username ?? fallback.username,
      password: own.password === undefined ? fallback.password : undefined,
    },
    io.env,
  );
  const { url } = resolved;
  const credentials = { username: resolved.username, password: own.password ?? resolved.password };
  if (url !== undefined) validateUrl(url);
  refuseMissing({ url, token, ...credentials });
  return { url, ...(token === undefined ? { credentials } : { token }) } as Access;
}

type Access = Pick<CredentialsOptions, "url" | "credentials"> | Pick<TokenOptions, "url" | "token">;

interface Given {
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
}

/** @throws {ColonnadeError} `usage` that names what is missing */
function refuseMissing({ url, token, username, password }: Given): void {
  const missing = [
    url === undefined ? "--url" : undefined,
    token === undefined && username === undefined ? "COLONNADE_USERNAME" : undefined,
    token === undefined && password === undefined ? "COLONNADE_PASSWORD" : undefined,
  ].filter((name) => name !== undefined);
  if (missing.length === 0) return;
  throw new ColonnadeError("usage", `${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} missing`, {
    next:
      missing.length === 1 && url === undefined
        ? "--url http://localhost:8080, or set COLONNADE_URL"
        : "set them in the environment or name them in the config file, never on the command line; or set COLONNADE_TOKEN",
  });
}

function given(io: Io, name: string): string | undefined {
  return io.env[name] === "" ? undefined : io.env[name];
}
