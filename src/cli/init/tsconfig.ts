import { existsSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { createFilesMatcher, parseTsconfig } from "get-tsconfig";
import type { TsConfigResult } from "get-tsconfig";
import type { ModuleOptions } from "./import-extension.ts";
import { JsonText } from "./json-places.ts";
import { readText } from "./read-text.ts";

/** What a project's TypeScript config says, as far as it matters to what is written. */
export interface TypeScriptProject {
  /** The file that decides, relative to the project: `tsconfig.app.json`. */
  readonly file: string;
  readonly options: ModuleOptions;
  /** Whether a module at a path would be compiled into the app's output. */
  readonly emits: (path: string) => boolean;
}

/**
 * Loads the config that holds for the app's modules: the one that is named, or of those it refers to the first that takes
 * modules of `src`.
 *
 * @param file absolute
 * @throws {Error} in the words of the parser, when it, what it extends or what it refers to cannot be read
 */
export function loadTypeScriptProject(file: string, folder: string): TypeScriptProject {
  const configs = loadConfigs(file);
  const sample = resolve(folder, "src/index.ts");
  const [first] = configs;
  const chosen = configs.find((config) => takes(config, sample)) ?? first;
  const { module, moduleResolution, verbatimModuleSyntax, ...others } = chosen?.config.compilerOptions ?? {};
  const { allowImportingTsExtensions, rewriteRelativeImportExtensions } = others;
  return {
    file: relative(folder, chosen?.path ?? file)
      .split(sep)
      .join("/"),
    options: {
      module,
      moduleResolution,
      verbatimModuleSyntax,
      allowImportingTsExtensions,
      rewriteRelativeImportExtensions,
    },
    emits: (path) =>
      configs.some((config) => !config.config.compilerOptions?.noEmit && takes(config, resolve(folder, path))),
  };
}

/** A config and those it refers to; a reference that leads nowhere is somebody else's business. */
function loadConfigs(file: string): TsConfigResult[] {
  validateText(file, "it");
  const result = { path: file, config: parseTsconfig(file) };
  const referred = (result.config.references ?? [])
    .map(({ path }) => resolve(dirname(file), path))
    .map((path) => (path.endsWith(".json") ? path : resolve(path, "tsconfig.json")))
    .filter((path) => existsSync(path));
  for (const path of referred) validateText(path, relative(dirname(file), path));
  return [result, ...referred.map((path) => ({ path, config: parseTsconfig(path) }))];
}

/** What reads a config later takes one that is no JSON for one that says nothing. */
function validateText(file: string, name: string, seen: ReadonlySet<string> = new Set()): void {
  const found = readText(file);
  if (found.kind !== "text" || seen.has(file) || isEmpty(found.text)) return;
  const json = parse(found.text, name);
  if (json.typeAt() !== "object") throw new Error(`${name} is not an object`);
  for (const base of [json.valueAt("extends")].flat()) {
    if (typeof base !== "string" || !/^\.{0,2}\//.test(base)) continue;
    const path = resolve(dirname(file), base.endsWith(".json") ? base : `${base}.json`);
    validateText(path, relative(dirname(file), path), new Set([...seen, file]));
  }
}

/** Whether a config has nothing but comments, which a compiler takes for one that says nothing. */
function isEmpty(text: string): boolean {
  return text.replace(/^[ \t]*\/\/.*$/gm, "").trim() === "";
}

function parse(text: string, name: string): JsonText {
  try {
    return new JsonText(text);
  } catch (error) {
    const where = error instanceof SyntaxError ? error.message : String(error);
    throw new Error(`${name} is not JSON ${where}`, { cause: error });
  }
}

function takes(config: TsConfigResult, path: string): boolean {
  return createFilesMatcher(config)(path.split(sep).join("/")) !== undefined;
}
