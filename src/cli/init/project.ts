/**
 * What is there: the folder of an app, as far as it decides what is written. Reads only, runs nothing of the app's, and
 * asks nobody.
 */
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { configNames } from "../../config/index.ts";
import { ColonnadeError } from "../../errors.ts";
import type { Io } from "../terminal/io.ts";
import { loadManifest } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";
import { findPackageManager } from "../terminal/package-manager.ts";
import type { PackageManager } from "../terminal/package-manager.ts";
import { readEntries, readText } from "./read-text.ts";
import type { FoundText } from "./read-text.ts";
import { loadTypeScriptProject } from "./tsconfig.ts";
import type { TypeScriptProject } from "./tsconfig.ts";

export interface Project {
  /** Absolute. */
  readonly folder: string;
  readonly packageManager: PackageManager;
  /** The nearest `package.json`; its own when it is in the folder itself. Undefined where there is none. */
  readonly manifest: (Manifest & { readonly own: boolean }) | undefined;
  readonly typescript: TypeScriptProject | undefined;
  /** Why the TypeScript config counts for nothing, although there is one. */
  readonly typescriptProblem: { readonly file: string; readonly reason: string } | undefined;
  /** Whether the Node of here runs TypeScript without a compiler. */
  readonly stripsTypes: boolean;
  readonly inRepository: boolean;
  /** Packages that the project, or the workspace it is in, has asked for. */
  readonly dependencies: ReadonlyMap<string, string>;
  /** The folder of installed packages that has ours, or would; absolute. */
  readonly packagesFolder: string;
  /** The config file, relative to the folder; undefined where there is none yet. */
  readonly configFile: string | undefined;
  /** The text of a file at a path relative to the folder, or what stands there instead. */
  readonly read: (path: string) => FoundText;
  readonly entriesOf: (path: string) => readonly string[];
}

/**
 * Looks at a folder, and at those above it up to the root of its repository; without a repository, at no other.
 *
 * @param named the config file of `--config`
 * @throws {ColonnadeError} `two-configs`
 */
export function loadProject(
  folder: string,
  { env, named, stripsTypes = false }: Pick<Io, "env" | "stripsTypes"> & { readonly named?: string | undefined },
): Project {
  const above = foldersUpTo(folder);
  const root = above.find((candidate) => existsSync(join(candidate, ".git")));
  const folders = root === undefined ? [folder] : above.slice(0, above.indexOf(root) + 1);
  const manifests = folders.map((candidate) => loadManifest(candidate));
  const [own] = manifests;
  const nearest = manifests.find((manifest) => manifest !== undefined);
  const tsconfig = folders.map((candidate) => join(candidate, "tsconfig.json")).find((file) => existsSync(file));
  return {
    folder,
    packageManager: findPackageManager(
      folders.map((candidate, index) => ({
        packageManager: manifests[index]?.packageManager,
        has: (file) => existsSync(join(candidate, file)),
      })),
      env,
    ),
    manifest: nearest && { ...nearest, own: nearest === own },
    ...readTypeScript(tsconfig, folder),
    stripsTypes,
    inRepository: root !== undefined,
    dependencies: new Map(manifests.toReversed().flatMap((manifest) => [...(manifest?.dependencies ?? [])])),
    packagesFolder: join(
      folders.find((candidate) => existsSync(join(candidate, "node_modules/colonnade"))) ?? folder,
      "node_modules",
    ),
    configFile: findConfig(folder, named),
    read: (path) => readText(resolve(folder, path)),
    entriesOf: (path) => readEntries(resolve(folder, path)),
  };
}

function foldersUpTo(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpTo(parent)];
}

function readTypeScript(file: string | undefined, folder: string): Pick<Project, "typescript" | "typescriptProblem"> {
  if (file === undefined) return { typescript: undefined, typescriptProblem: undefined };
  try {
    return { typescript: loadTypeScriptProject(file, folder), typescriptProblem: undefined };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
    const shown = relative(folder, file).split(sep).join("/");
    return { typescript: undefined, typescriptProblem: { file: shown, reason } };
  }
}

function findConfig(folder: string, named: string | undefined): string | undefined {
  if (named !== undefined) return existsSync(resolve(folder, named)) ? named : undefined;
  const found = configNames.filter((name) => existsSync(join(folder, name)));
  if (found.length <= 1) return found[0];
  throw new ColonnadeError("two-configs", `there are ${found.join(" and ")}, and only one can count`, {
    next: `delete one, or name one: --config ${found[0]}`,
  });
}
