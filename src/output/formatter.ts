/**
 * Loads the user's prettier, for output folders whose prettier config differs from the defaults. Emitted text already
 * has prettier's default format.
 *
 * Takes the output folder, and returns a function that formats a file, or undefined if none is needed. Uses the
 * prettier of the user's project, and loads it only if needed.
 */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { importModule } from "../import-module.ts";
import { ColonnadeError } from "../errors.ts";

interface Formatter {
  /** What determines the result besides the text: the options and prettier's version, as text. */
  readonly id: string;
  /** @param path relative to the output folder */
  readonly format: (path: string, text: string) => Promise<string>;
}

/** The part of prettier's interface that we use. Versions 2 and 3 have it. */
interface Prettier {
  readonly version: string;
  readonly format: (text: string, options: object) => Promise<string> | string;
  readonly resolveConfig: (file: string, options: object) => Promise<Readonly<Record<string, unknown>> | null>;
  readonly getFileInfo: (file: string, options: object) => Promise<{ readonly ignored: boolean }>;
}

const extensions = ["", ".json", ".json5", ".yaml", ".yml", ".toml", ".js", ".cjs", ".mjs", ".ts", ".cts", ".mts"];
const configNames = [
  ...extensions.map((extension) => `.prettierrc${extension}`),
  ...extensions.filter((extension) => /[jt]s$/.test(extension)).map((extension) => `prettier.config${extension}`),
  ".editorconfig",
];

/**
 * The options that affect TypeScript, with their defaults. A different value, or any other option, requires formatting.
 */
const defaults: Readonly<Record<string, unknown>> = {
  arrowParens: "always",
  bracketSameLine: false,
  bracketSpacing: true,
  endOfLine: "lf",
  experimentalOperatorPosition: "end",
  experimentalTernaries: false,
  objectWrap: "preserve",
  printWidth: 80,
  quoteProps: "as-needed",
  semi: true,
  singleQuote: false,
  tabWidth: 2,
  trailingComma: "all",
  useTabs: false,
};

/** Options for other languages, which do not affect TypeScript. */
const irrelevant =
  /^(?:jsx|html|vue|css|embedded|prose|singleAttribute|insertPragma|requirePragma|checkIgnorePragma|overrides)/;

/**
 * The formatter of an output folder. Undefined if its files keep their emitted format: no config, a config equal to the
 * defaults, files that prettier ignores, or no prettier in the project.
 * @throws {ColonnadeError} `bad-prettier` if prettier cannot read its config
 */
export async function loadFormatter(directory: string): Promise<Formatter | undefined> {
  if (!folders(directory).some(hasConfig)) return undefined;
  const prettier = await loadPrettier(directory);
  if (!prettier) return undefined;
  const sample = join(directory, "index.ts");
  try {
    const options = (await prettier.resolveConfig(sample, { editorconfig: true, useCache: false })) ?? {};
    const changed = Object.entries(options).filter(
      ([name, value]) => !irrelevant.test(name) && !(name in defaults && defaults[name] === value),
    );
    if (changed.length === 0) return undefined;
    const ignorePath = folders(directory)
      .map((folder) => join(folder, ".prettierignore"))
      .find((file) => existsSync(file));
    if (ignorePath !== undefined && (await prettier.getFileInfo(sample, { ignorePath })).ignored) return undefined;
    return {
      id: JSON.stringify([prettier.version, changed.sort()], (_, value: unknown) => portable(value, directory)),
      format: async (path, text) => prettier.format(text, { ...options, filepath: join(directory, path) }),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ColonnadeError("bad-prettier", `prettier cannot format the files in ${directory}: ${reason}`, {
      next: "fix prettier's config, or list the folder in .prettierignore to keep its files as they are emitted",
      cause: error,
    });
  }
}

/** Makes absolute paths and file URLs relative. Plugins have them, and they differ between machines. */
function portable(value: unknown, directory: string): unknown {
  if (typeof value !== "string") return value;
  const path = value.startsWith("file:") ? fileURLToPath(value) : value;
  return isAbsolute(path) ? relative(directory, path).replaceAll("\\", "/") : value;
}

/** The folder and all its parents. */
function folders(directory: string): string[] {
  const found = [resolve(directory)];
  for (;;) {
    const last = found.at(-1) ?? "";
    const parent = dirname(last);
    if (parent === last) return found;
    found.push(parent);
  }
}

function hasConfig(folder: string): boolean {
  return configNames.some((name) => existsSync(join(folder, name))) || isInManifest(folder);
}

/** Whether `package.json` has a config; false if the file cannot be read. */
function isInManifest(folder: string): boolean {
  try {
    return "prettier" in (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as object);
  } catch {
    return false;
  }
}

async function loadPrettier(directory: string): Promise<Prettier | undefined> {
  const require = createRequire(join(resolve(directory), "index.js"));
  let path: string;
  try {
    path = require.resolve("prettier");
  } catch {
    return undefined;
  }
  const loaded = (await importModule(pathToFileURL(path).href)) as unknown as Prettier & {
    readonly default?: Prettier;
  };
  return loaded.default ?? loaded;
}
