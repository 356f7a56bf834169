/** Finds and loads the config file, as JSON or as a program, checks it and makes its paths absolute. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ColonnadeError, listOf, shellWord } from "../errors.ts";
import type { Place, Problem } from "../errors.ts";
import { importModule, importer } from "../import-module.ts";
import type { ColumnRule, ValueRule } from "../plan/index.ts";
import type { ClusterConfig, Config, KeyspaceConfig } from "./config.ts";
import { parseJsonConfig } from "./json-config.ts";
import type { ConfigPath } from "./json-config.ts";
import { findLiteralSecrets, validateConfig } from "./validate.ts";

/** The endings that the name of a config file can have. */
export const configExtensions: readonly string[] = [".ts", ".mts", ".js", ".mjs", ".json"];

/** The names of a config file that is found without `--config`; a folder has at most one. */
export const configNames: readonly string[] = configExtensions.map((extension) => `colonnade.config${extension}`);

/** A valid config, with absolute paths. */
export interface LoadedConfig extends Omit<Config, "keyspaces"> {
  /** By their names in the database: the outputs of each keyspace, at least one. */
  readonly keyspaces: Readonly<Record<string, readonly KeyspaceConfig[]>>;
  /** Absolute. */
  readonly file: string;
  /** Warnings: secrets written as text. */
  readonly warnings?: readonly Problem[];
}

/**
 * Loads the config of a folder, or the named one.
 *
 * @param folder absolute; the working folder
 * @param named relative to the folder; without it, the folder's own `colonnade.config.*`
 * @returns undefined only if none is named and the folder has none; parent folders are not searched
 * @throws {ColonnadeError} `no-config`, `two-configs`, `unreadable-config`, or `bad-config` with every mistake in it
 */
export async function loadConfig(folder: string, named: string): Promise<LoadedConfig>;
export async function loadConfig(folder: string, named?: string): Promise<LoadedConfig | undefined>;
export async function loadConfig(folder: string, named?: string): Promise<LoadedConfig | undefined> {
  const file = named === undefined ? findConfig(folder) : resolve(folder, named);
  if (file === undefined) return undefined;
  validateFile(file, named);
  const json = extname(file) === ".json" ? parseJsonConfig(readFileSync(file, "utf8")) : undefined;
  if (json && json.problems.length > 0) throw badConfig(file, json.problems);
  const value = json ? json.value : await importConfig(file);
  const problems = validateConfig(value);
  if (problems.length > 0) {
    const locate = json?.locate ?? (await locateInModule(file));
    throw badConfig(
      file,
      problems.map(({ path, atName, ...problem }) => ({ ...problem, ...locate(path, atName) })),
    );
  }
  const warnings = findLiteralSecrets(value as Config).map(({ path, ...secret }) => ({
    ...secret,
    file,
    // To find the line in a module, every command would load the compiler.
    ...json?.locate(path),
  }));
  return { ...absolute(value as Config, dirname(file)), file, ...(warnings.length > 0 && { warnings }) };
}

/**
 * Finds the places of mistakes in a module, as far as its text shows them; for a missing member, that of the object
 * that needs it. Omits the surrounding lines, which may contain a secret in any form.
 */
async function locateInModule(file: string): Promise<(path: ConfigPath, atName?: boolean) => Partial<Place>> {
  const { loadKnownPlaces } = await import("./config-places.ts");
  const find = await loadKnownPlaces(file);
  return (path, atName) => {
    for (let depth = path.length; depth > 0; depth--) {
      const place = find(path.slice(0, depth), atName && depth === path.length);
      if (place) return place;
    }
    return find([]) ?? {};
  };
}

function findConfig(folder: string): string | undefined {
  const found = configNames.filter((name) => existsSync(join(folder, name)));
  if (found.length > 1) {
    throw new ColonnadeError("two-configs", `found ${listOf(found)}, but only one config file is allowed`, {
      next: `delete one, or name one: --config ${found[0]}`,
    });
  }
  return found[0] === undefined ? undefined : join(folder, found[0]);
}

function badConfig(file: string, problems: readonly Problem[]): ColonnadeError {
  const count = problems.length === 1 ? "a mistake" : `${problems.length} mistakes`;
  return new ColonnadeError("bad-config", `${basename(file)} has ${count}`, {
    problems: problems.map((problem) => ({ ...problem, file })),
  });
}

/** @param named as it was named, for the next step */
function validateFile(file: string, named = file): void {
  if (!existsSync(file)) {
    throw new ColonnadeError("no-config", `the config file ${file} does not exist`, {
      next: "check the path, or omit --config to use colonnade.config.* in this folder",
    });
  }
  if (statSync(file).isDirectory()) {
    const inside = configNames.find((name) => existsSync(join(file, name)));
    throw new ColonnadeError("no-config", `${file} is a folder, not a config file`, {
      next:
        inside === undefined
          ? "name a file that exports a config, such as colonnade.config.ts"
          : `name the file in it: --config ${shellWord(join(named, inside))}`,
    });
  }
  if (configExtensions.includes(extname(file))) return;
  throw new ColonnadeError("no-config", `${file} is not a config file`, {
    next: `use a file whose name ends in ${listOf(configExtensions, "or")}`,
  });
}

async function importConfig(file: string): Promise<unknown> {
  const exported = await loadModule(file);
  if (exported["default"] !== undefined) return exported["default"];
  const names = Object.keys(exported).filter((name) => name !== "default");
  const others = names.length === 0 ? "" : `, but ${names.join(", ")}`;
  throw new ColonnadeError("unreadable-config", `${file} has no default export${others}`, {
    next: "export default defineConfig({…}), with defineConfig from colonnade/config",
  });
}

/** Loads what a module exports. Node before 22.18 cannot import TypeScript, so jiti is loaded there. */
async function loadModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const isTypeScript = /\.m?ts$/.test(file);
    if (isTypeScript && !("typescript" in process.features && process.features.typescript)) {
      const { createJiti } = await import("jiti");
      // With caches, `--watch` would not see a change of the file. With the interop default, a module without a default export
      // would seem to have one.
      const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: false, interopDefault: false });
      const exported = await jiti.import<Readonly<Record<string, unknown>>>(file);
      // jiti marks what it compiled from `export`. Without the mark it is CommonJS, whose `module.exports` is the default export.
      return "__esModule" in exported ? exported : { default: exported };
    }
    return await importModule(freshUrl(file));
  } catch (error) {
    const reason = withoutOwnFiles(error instanceof Error ? error.message : String(error));
    throw new ColonnadeError("unreadable-config", `${file} cannot be loaded: ${reason}`, {
      cause: error,
      next: /'colonnade(?:\/config)?'/.test(reason)
        ? "npm install --save-dev colonnade"
        : `fix ${file}, or a module that it imports`,
    });
  }
}

/** How often this process has loaded each file. */
const loads = new Map<string, number>();

/** A different URL for a file each time, since Node reads an imported URL only once. */
function freshUrl(file: string): string {
  const load = loads.get(file) ?? 0;
  loads.set(file, load + 1);
  const url = pathToFileURL(file);
  if (load > 0) url.searchParams.set("load", String(load));
  return url.href;
}

/** Removes our own files from the message of a module loader: the one that imports, and the stack of those that require. */
function withoutOwnFiles(message: string): string {
  const own = [fileURLToPath(import.meta.url), importer];
  return message
    .replaceAll(` imported from ${importer}`, "")
    .split("\n")
    .filter((line) => !own.some((file) => line.includes(file)) && line !== "Require stack:")
    .join("\n");
}

function absolute(config: Config, folder: string): Omit<LoadedConfig, "file" | "warnings"> {
  // A path of a codec begins with a dot; the name of a package stays.
  const absoluteModule = (from: string): string => (from.startsWith(".") ? resolve(folder, from) : from);
  const absoluteKeyspace = (keyspace: KeyspaceConfig): KeyspaceConfig => ({
    ...keyspace,
    ...mapCodecModules(keyspace, absoluteModule),
    definitions: resolve(folder, keyspace.definitions),
    output: resolve(folder, keyspace.output),
  });
  const keyspaces = Object.entries(config.keyspaces).map(([name, outputs]): [string, readonly KeyspaceConfig[]] => [
    name,
    [outputs].flat().map(absoluteKeyspace),
  ]);
  const { cluster } = config;
  return {
    ...config,
    keyspaces: Object.fromEntries(keyspaces),
    ...(cluster && { cluster: { ...cluster, tls: absoluteTls(cluster.tls, folder) } }),
  };
}

function absoluteTls(tls: ClusterConfig["tls"], folder: string): ClusterConfig["tls"] {
  if (typeof tls !== "object") return tls;
  const absoluteFiles = Object.entries(tls).map(([name, file]) => [name, file && resolve(folder, file)] as const);
  return Object.fromEntries(absoluteFiles);
}

type Rules = Pick<KeyspaceConfig, "types" | "columns">;

/** Changes the modules of codecs, paths or packages, that the rules of a keyspace name. */
export function mapCodecModules({ types, columns }: Rules, change: (from: string) => string): Rules {
  const changed = (value: ValueRule): ValueRule =>
    value === "unknown" ? value : { ...value, from: change(value.from) };
  const changedColumn = (column: ColumnRule): ColumnRule =>
    column.value ? { ...column, value: changed(column.value) } : column;
  return {
    ...(types && { types: mapValues(types, changed) }),
    ...(columns && { columns: mapValues(columns, changedColumn) }),
  };
}

function mapValues<Value>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
