import { existsSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { createFilesMatcher, parseTsconfig } from "get-tsconfig";
import type { TsConfigResult } from "get-tsconfig";
import type { ModuleOptions } from "./import-extension.ts";

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
 * @throws {Error} in the words of the parser, when it or what it extends cannot be read
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
  const result = { path: file, config: parseTsconfig(file) };
  const referred = (result.config.references ?? [])
    .map(({ path }) => resolve(dirname(file), path))
    .map((path) => (path.endsWith(".json") ? path : resolve(path, "tsconfig.json")))
    .filter((path) => existsSync(path));
  return [result, ...referred.map((path) => ({ path, config: parseTsconfig(path) }))];
}

function takes(config: TsConfigResult, path: string): boolean {
  return createFilesMatcher(config)(path.split(sep).join("/")) !== undefined;
}
