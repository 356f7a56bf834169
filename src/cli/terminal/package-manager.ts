/** Finds the package manager of a project, and prints commands as it runs them. */
import { shellWord } from "../../errors.ts";
import type { Io } from "./io.ts";

export interface PackageManager {
  readonly name: string;
  /** Files that only this package manager writes. */
  readonly lockFiles: readonly string[];
  /** The command before packages to install. */
  readonly install: string;
  readonly installForDevelopment: string;
  /** The prefix of a package's name, if npm is not the default registry. */
  readonly registry?: string;
  /** The command before an installed command. */
  readonly run: string;
}

/** The config files of Deno, which has no `package.json` of its own. */
export const denoConfigs: readonly string[] = ["deno.json", "deno.jsonc"];

const npm: PackageManager = {
  name: "npm",
  lockFiles: ["package-lock.json", "npm-shrinkwrap.json"],
  install: "npm install",
  installForDevelopment: "npm install --save-dev",
  run: "npx",
};

export const packageManagers: readonly PackageManager[] = [
  {
    name: "pnpm",
    lockFiles: ["pnpm-lock.yaml", "pnpm-workspace.yaml"],
    install: "pnpm add",
    installForDevelopment: "pnpm add --save-dev",
    run: "pnpm exec",
  },
  {
    name: "yarn",
    lockFiles: ["yarn.lock", ".yarnrc.yml"],
    install: "yarn add",
    installForDevelopment: "yarn add --dev",
    run: "yarn",
  },
  {
    name: "bun",
    lockFiles: ["bun.lock", "bun.lockb"],
    install: "bun add",
    installForDevelopment: "bun add --dev",
    run: "bunx",
  },
  npm,
  {
    name: "deno",
    lockFiles: ["deno.lock", ...denoConfigs],
    install: "deno add",
    installForDevelopment: "deno add --dev",
    registry: "npm:",
    run: "deno x",
  },
];

/** The parts of a folder that identify its package manager. */
interface ManagedFolder {
  /** The `packageManager` of its `package.json`: `"pnpm@10.4.1"`. */
  readonly packageManager?: string | undefined;
  readonly has: (file: string) => boolean;
}

/**
 * Determines the package manager of a project: that of the nearest folder, by `package.json` or a lock file; else the
 * one that started this process; else npm.
 *
 * @param folders the project's own, then those above it
 */
export function findPackageManager(folders: readonly ManagedFolder[], env: Io["env"]): PackageManager {
  for (const { packageManager, has } of folders) {
    const found = named(packageManager) ?? packageManagers.find(({ lockFiles }) => lockFiles.some(has));
    if (found) return found;
  }
  return findCaller(env) ?? npm;
}

/** The package manager that started this process through a package script or `npx`; undefined if a shell did. */
function findCaller(env: Io["env"]): PackageManager | undefined {
  // "pnpm/10.4.1 npm/? node/v22.18.0 linux x64"
  return named(env["npm_config_user_agent"]);
}

function named(text: string | undefined): PackageManager | undefined {
  const [, name] = /^(\w+)[@/]/.exec(text ?? "") ?? [];
  return packageManagers.find((manager) => manager.name === name);
}

/** A command for people to type: `npx colonnade generate --config db.json`. @param flags as `printFlag` prints them */
export function printCommand(command: string, flags: readonly string[], env: Io["env"]): string {
  // In a package script or with `npx`, commands are found that a shell does not find.
  const run = findCaller(env)?.run;
  return [...(run === undefined ? [] : [run]), command, ...flags].join(" ");
}

/** `--config db.json`, or `--config "my db.json"`. */
export function printFlag(name: string, value: string): string {
  return `--${name} ${shellWord(value)}`;
}
