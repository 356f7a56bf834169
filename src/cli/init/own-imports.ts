import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { DecidedExtension, ImportExtension } from "./import-extension.ts";

/** Enough to tell; an app with thousands of modules, or folders of data, need not be read. */
const most = { modules: 50, folders: 200 };

const skipped = /^(?:\..*|node_modules|dist|build|out|coverage)$/;
const isModule = /(?<!\.d)\.tsx?$/;
const relativeImport = /\bfrom\s*["'](\.{1,2}\/[^"'\n]+)["']/g;

/**
 * How the app's own modules import each other: the best witness there is of what works in it.
 *
 * @returns undefined when none does, or when they do it in different ways
 */
export function findOwnExtension(folder: string): DecidedExtension | undefined {
  const root = existsSync(join(folder, "src")) ? join(folder, "src") : folder;
  const found = new Map<ImportExtension, string>();
  for (const file of listModules(root)) {
    const text = readFileSync(file, "utf8");
    // Files that a generator wrote follow its setting, and not the app's habit.
    if (text.slice(0, 200).includes("@generated")) continue;
    for (const [, specifier = ""] of text.matchAll(relativeImport)) {
      const extension = extensionOf(resolve(dirname(file), specifier));
      if (extension !== undefined && !found.has(extension)) found.set(extension, file);
    }
  }
  const [only, ...others] = found;
  if (!only || others.length > 0) return undefined;
  const [importExtension, file] = only;
  return { importExtension, because: `as ${relative(folder, file).split(sep).join("/")} imports others` };
}

/** Those nearest to the folder. */
function listModules(folder: string): readonly string[] {
  const found: string[] = [];
  const folders = [folder];
  // Folders that turn up are looked into in turn.
  for (const next of folders) {
    if (found.length >= most.modules) break;
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      if (skipped.test(entry.name)) continue;
      if (entry.isDirectory() && folders.length < most.folders) folders.push(join(next, entry.name));
      else if (entry.isFile() && isModule.test(entry.name)) found.push(join(next, entry.name));
    }
  }
  return found.slice(0, most.modules);
}

/** What an import of a TypeScript module ends in; undefined for an import of anything else. */
function extensionOf(target: string): ImportExtension | undefined {
  const isThere = (path: string): boolean => existsSync(`${path}.ts`) || existsSync(`${path}.tsx`);
  if (isModule.test(target)) return existsSync(target) ? ".ts" : undefined;
  if (target.endsWith(".js")) return isThere(target.slice(0, -".js".length)) ? ".js" : undefined;
  return isThere(target) ? "" : undefined;
}
