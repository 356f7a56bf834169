import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { foldersAbove } from "./missing-package.ts";
import { moduleFile } from "./module-file.ts";

/** The declarations of an installed package that an import reads. Undefined if only the compiler can find them. */
export function packageTypes(specifier: string, file: string): string | undefined {
  const [, name, rest] = /^((?:@[^/]+\/)?[^/@#~.][^/]*)(\/.+)?$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const types = `@types/${name.replace(/^@/, "").replace("/", "__")}`;
  const folders = foldersAbove(dirname(file)).flatMap((folder) =>
    [name, types].map((installed) => join(folder, "node_modules", installed)),
  );
  for (const folder of folders.filter((candidate) => existsSync(join(candidate, "package.json")))) {
    const found = entriesOf(folder, rest).find((entry) => entry !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The files that a package may mean by itself, or by a path in it. */
function entriesOf(folder: string, rest = ""): (string | undefined)[] {
  const { exports, types, typings, main } = manifestOf(folder);
  const exported = typesOf(isObject(exports) && `.${rest}` in exports ? exports[`.${rest}`] : exports);
  const entries = exports === undefined ? (rest === "" ? [types, typings, main, "index"] : [rest]) : [exported];
  return entries.map((entry) =>
    typeof entry === "string" ? declarations(moduleFile(join(folder, entry))) : undefined,
  );
}

function manifestOf(folder: string): Readonly<Record<string, unknown>> {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return isObject(manifest) ? manifest : {};
  } catch {
    return {};
  }
}

/** The path under the first condition that compilers use. */
function typesOf(exported: unknown): unknown {
  if (!isObject(exported)) return exported;
  return typesOf(exported["types"] ?? exported["import"] ?? exported["require"] ?? exported["default"]);
}

/** Beside a program, a compiler reads its declarations. */
function declarations(path: string | undefined): string | undefined {
  if (path === undefined || !/\.[cm]?js$/.test(path)) return path;
  return moduleFile(path.replace(/\.([cm]?)js$/, ".d.$1ts"));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
