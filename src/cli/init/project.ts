/** Finds everything about an app that decides what init writes, except its Colonnade config. Reads only. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseJsonConfig } from "../../config/json-config.ts";
import type { Io } from "../terminal/io.ts";
import { denoConfigs, findPackageManager } from "../terminal/package-manager.ts";
import type { PackageManager } from "../terminal/package-manager.ts";
import { readEntries, readText, relativePath } from "./text-files.ts";
import type { FoundText } from "./text-files.ts";
import { loadTypeScriptProject } from "./tsconfig.ts";
import type { TypeScriptProject } from "./tsconfig.ts";

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
  /** The packages of the app and of the workspace around it, with their versions. */
  readonly dependencies: ReadonlyMap<string, string>;
  /** The `node_modules` that has or will have Colonnade; absolute. */
  readonly packagesFolder: string;
  /** Reads the file at a path relative to the folder. */
  readonly read: (path: string) => FoundText;
  readonly entriesOf: (path: string) => readonly string[];
}

export interface DenoConfig {
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
    dependencies: new Map(manifests.toReversed().flatMap((manifest) => [...(manifest?.dependencies ?? [])])),
    packagesFolder: join(installed ?? folder, "node_modules"),
    read: (path) => readText(resolve(folder, path)),
    entriesOf: (path) => readEntries(resolve(folder, path)),
  };
}

function foldersUpTo(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpTo(parent)];
}

/** Undefined without a `package.json`. An invalid one has no settings. */
function loadManifest(folder: string): Manifest | undefined {
  const found = readText(join(folder, "package.json"));
  if (found.kind !== "text") return undefined;
  const manifest = parseObject(found.text);
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

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
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
