/** Finds everything about an app that decides what init writes, except its Colonnade config. Reads only. */
import { existsSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { createFilesMatcher, parseTsconfig } from "get-tsconfig";
import type { TsConfigResult } from "get-tsconfig";
import { parseJsonConfig } from "../../config/json-config.ts";
import { attempt, orUndefined } from "../../errors.ts";
import { OutputFolder } from "../../output/folder.ts";
import type { Io } from "../terminal/io.ts";
import { denoConfigs, findPackageManager } from "../terminal/package-manager.ts";
import type { PackageManager } from "../terminal/package-manager.ts";
import { readEntries, readText, relativePath } from "./text-files.ts";
import type { FoundText } from "./text-files.ts";

export interface Project {
  /** Absolute. */
  readonly folder: string;
  readonly packageManager: PackageManager;
  /** The nearest `package.json`; `own` if it is in the folder itself. */
  readonly manifest: (Manifest & { readonly own: boolean }) | undefined;
  /** The config file of Deno in the folder itself. */
  readonly deno: DenoConfig | undefined;
  readonly typescript: TypeScriptProject | undefined;
  /** Why the TypeScript config cannot be read. */
  readonly typescriptProblem: { readonly file: string; readonly reason: string } | undefined;
  /** Whether this Node runs TypeScript without a compiler. */
  readonly stripsTypes: boolean;
  readonly inRepository: boolean;
  /** The folder and its parents up to the root of the repository; absolute. */
  readonly folders: readonly string[];
  /** The packages of the app and of the workspace around it, with their versions. */
  readonly dependencies: ReadonlyMap<string, string>;
  /** The `node_modules` that has or will have Colonnade; absolute. */
  readonly packagesFolder: string;
  /** Reads the file at a path relative to the folder. */
  readonly read: (path: string) => FoundText;
  readonly entriesOf: (path: string) => readonly string[];
}

interface DenoConfig {
  /** `deno.json` */
  readonly file: string;
  /** The names that its modules can import. */
  readonly imports: ReadonlySet<string>;
}

interface Manifest {
  readonly name: string | undefined;
  readonly isModule: boolean;
  readonly packageManager: string | undefined;
  readonly dependencies: ReadonlyMap<string, string>;
}

/** Searches the working folder and its parents up to the root of the repository; without a repository, no parents. */
export function loadProject({
  cwd: folder,
  env,
  stripsTypes = false,
}: Pick<Io, "cwd" | "env" | "stripsTypes">): Project {
  const above = foldersUpTo(folder);
  const root = above.findIndex((candidate) => existsSync(join(candidate, ".git")));
  const folders = root < 0 ? [folder] : above.slice(0, root + 1);
  const manifests = folders.map(loadManifest);
  const nearest = manifests.find((manifest) => manifest !== undefined);
  const tsconfig = folders.map((candidate) => join(candidate, "tsconfig.json")).find((file) => existsSync(file));
  const installed = folders.find((candidate) => existsSync(join(candidate, "node_modules/colonnade")));
  return {
    folder,
    packageManager: findPackageManager(
      folders.map((candidate, index) => ({
        packageManager: manifests[index]?.packageManager,
        has: (file) => existsSync(join(candidate, file)),
      })),
      env,
    ),
    deno: loadDeno(folder),
    manifest: nearest && { ...nearest, own: nearest === manifests[0] },
    ...readTypeScript(tsconfig, folder),
    stripsTypes,
    inRepository: root >= 0,
    folders,
    dependencies: new Map(manifests.toReversed().flatMap((manifest) => [...(manifest?.dependencies ?? [])])),
    packagesFolder: join(installed ?? folder, "node_modules"),
    read: (path) => readText(resolve(folder, path)),
    entriesOf: (path) => readEntries(resolve(folder, path)),
  };
}

export function foldersUpTo(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpTo(parent)];
}

/** Undefined without a `package.json`. An invalid one has no settings. */
function loadManifest(folder: string): Manifest | undefined {
  const found = readText(join(folder, "package.json"));
  if (found.kind !== "text") return undefined;
  const manifest = Object(attempt((): unknown => JSON.parse(found.text))) as Readonly<Record<string, unknown>>;
  const text = (name: string): string | undefined => {
    const value = manifest[name];
    return typeof value === "string" ? value : undefined;
  };
  const groups = ["peerDependencies", "optionalDependencies", "devDependencies", "dependencies"];
  const dependencies = groups.flatMap((group) => Object.entries(Object(manifest[group]) as object));
  return {
    name: text("name"),
    isModule: text("type") === "module",
    packageManager: text("packageManager"),
    dependencies: new Map(dependencies.map(([name, version]) => [name, String(version)])),
  };
}

function loadDeno(folder: string): DenoConfig | undefined {
  for (const file of denoConfigs) {
    const found = readText(join(folder, file));
    if (found.kind !== "text") continue;
    const config = Object(parseJsonConfig(found.text).value) as Readonly<Record<string, unknown>>;
    return { file, imports: new Set(Object.keys(Object(config["imports"]) as object)) };
  }
  return undefined;
}

function readTypeScript(file: string | undefined, folder: string): Pick<Project, "typescript" | "typescriptProblem"> {
  if (file === undefined) return { typescript: undefined, typescriptProblem: undefined };
  try {
    return { typescript: loadTypeScriptProject(file, folder), typescriptProblem: undefined };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
    return { typescript: undefined, typescriptProblem: { file: relativePath(folder, file), reason } };
  }
}

/** The parts of a TypeScript config that decide what init writes. */
export interface TypeScriptProject {
  /** Relative to the app's folder: `tsconfig.app.json`. */
  readonly file: string;
  /** Includes the options of configs that it extends. */
  readonly options: NonNullable<TsConfigResult["config"]["compilerOptions"]>;
  /** Whether the compiler would add the module at a path to the app's build output. */
  readonly emits: (path: string) => boolean;
}

/**
 * Loads the config of the app's modules: the first one that includes `src`, of the file and its project references.
 *
 * @param file absolute
 * @throws {Error} from the parser, when the file or one that it extends cannot be read
 */
function loadTypeScriptProject(file: string, folder: string): TypeScriptProject {
  const own = { path: file, config: parseTsconfig(file) };
  const referenced = (own.config.references ?? [])
    .map(({ path }) => resolve(dirname(file), path))
    .map((path) => (path.endsWith(".json") ? path : resolve(path, "tsconfig.json")))
    .filter((path) => existsSync(path));
  const configs = [own, ...referenced.map((path) => ({ path, config: parseTsconfig(path) }))];
  const includes = (config: TsConfigResult, path: string): boolean =>
    createFilesMatcher(config)(resolve(folder, path).split(sep).join("/")) !== undefined;
  const chosen = configs.find((config) => includes(config, "src/index.ts")) ?? own;
  return {
    file: relativePath(folder, chosen.path),
    options: chosen.config.compilerOptions ?? {},
    emits: (path) => configs.some((config) => !config.config.compilerOptions?.noEmit && includes(config, path)),
  };
}

/** The keyspace that generated the files of a folder, according to the folder's manifest. */
export function findHolder({ folder }: Project, output: string): string | undefined {
  // `generate` reports a damaged manifest.
  return orUndefined(() => new OutputFolder(resolve(folder, output)).manifest.keyspace);
}
