/**
 * Loads the parts of the built command: CommonJS files of one folder, which import each other. They are loaded here and not by
 * Node so that their compiled code can be kept.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { CompiledCode } from "./compiled-code.ts";

type Load = (id: string) => unknown;

/** What a file of CommonJS is wrapped into. */
type Body = (exports: unknown, require: Load, module: { exports: unknown }, filename: string, folder: string) => void;

/** @param main the absolute path of the part to begin with. @returns what it exports */
export function loadPart(main: string, code: CompiledCode): unknown {
  const byNode: Load = createRequire(main);
  const require: Load = (id) =>
    id.startsWith("./") && id !== "./import-module.cjs" ? load(join(folder, id)) : byNode(id);
  const loaded = new Map<string, { exports: unknown }>();
  const folder = dirname(main);
  const load = (path: string): unknown => {
    const existing = loaded.get(path);
    if (existing) return existing.exports;
    const module = { exports: {} };
    loaded.set(path, module);
    const source = `(function (exports, require, module, __filename, __dirname) { ${readFileSync(path, "utf8")}\n})`;
    const body = code.compile(path, source).runInThisContext() as Body;
    try {
      body(module.exports, require, module, path, folder);
    } catch (error) {
      // As in Node, loading it again fails again: a package that it needs may be missing.
      loaded.delete(path);
      throw error;
    }
    return module.exports;
  };
  return load(main);
}
