import { existsSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { createFilesMatcher, parseTsconfig } from "get-tsconfig";
import type { TsConfigResult } from "get-tsconfig";
import { relativePath } from "./text-files.ts";

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
export function loadTypeScriptProject(file: string, folder: string): TypeScriptProject {
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
