/**
 * Finds codecs and types that a config names and that generated code could not use: no module exports them, or a type
 * is an object. Without this check, only the compiler would notice.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, extname, isAbsolute, join, relative } from "node:path";
import type { CodecRule, TypeRule } from "../plan/index.ts";
import type { KeyspaceConfig } from "./config.ts";
import { isObjectType } from "./is-object-type.ts";
import type { ConfigPath } from "./json-config.ts";
import { isObject } from "./validate-value.ts";

/** A rule whose codec cannot be imported, with its path within the keyspace. */
interface MissingCodec {
  readonly code: "no-codec-module" | "no-codec" | "object-type";
  readonly path: ConfigPath;
  readonly message: string;
  readonly next: string;
}

/**
 * Finds the rules whose module or package does not exist or does not export what they name, or whose type is an object.
 * Whether a package exports a name, and what re-exports lead to, is left to the compiler.
 *
 * @param rules with absolute paths
 * @param file the config, absolute
 */
export function findMissingCodecs(rules: Pick<KeyspaceConfig, "types" | "columns">, file: string): MissingCodec[] {
  return codecsOf(rules).flatMap(({ path, codec }): MissingCodec[] => {
    const [kind, name] = codec.codec === undefined ? ["type", codec.type] : ["codec", codec.codec];
    if (!isAbsolute(codec.from)) {
      const needed = missingPackage(codec.from, file);
      if (needed === undefined) return objectType(path, codec, codec.from, packageTypes(codec.from, file));
      const message = `the ${kind} ${name} comes from the package ${needed}, which is not installed`;
      const next = `install it: npm install ${needed}; a module of your own begins with "./"`;
      return [{ code: "no-codec-module", path, message, next }];
    }
    const shown = shownPath(file, codec.from);
    const module = moduleFile(codec.from);
    if (module === undefined) {
      const message = `the ${kind} ${name} comes from ${shown}, which does not exist`;
      const next = 'create the module, or correct "from", which is relative to the config';
      return [{ code: "no-codec-module", path, message, next }];
    }
    if (mayExport(readFileSync(module, "utf8"), name)) return objectType(path, codec, shown, module);
    const message = `${shown} does not export ${name}`;
    return [{ code: "no-codec", path, message, next: `export ${name} there, or use the name of an existing export` }];
  });
}

function objectType(
  path: ConfigPath,
  { codec, type }: CodecRule | TypeRule,
  from: string,
  module: string | undefined,
): MissingCodec[] {
  if (codec !== undefined || module === undefined || !isObjectType(readFileSync(module, "utf8"), type)) return [];
  const message = `${type} of ${from} is an object or a boolean, and a type without a codec is only for text and numbers`;
  const next = `add the name of a codec that converts it: "codec": "…"`;
  return [{ code: "object-type", path, message, next }];
}

function codecsOf({ types = {}, columns = {} }: Pick<KeyspaceConfig, "types" | "columns">): {
  readonly path: ConfigPath;
  readonly codec: CodecRule | TypeRule;
}[] {
  const values = [
    ...Object.entries(types).map(([name, value]) => ({ path: ["types", name], value })),
    ...Object.entries(columns).map(([name, { value }]) => ({ path: ["columns", name, "value"], value })),
  ];
  return values.flatMap(({ path, value }) =>
    value === undefined || value === "unknown" ? [] : [{ path, codec: value }],
  );
}

/** A module whose text does not contain a name cannot export it, unless it re-exports. */
function mayExport(text: string, name: string): boolean {
  return text.includes(name) || /\bexport\s*\*|\bexport\s*=|\bmodule\.exports\b|\\u/.test(text);
}

function shownPath(config: string, path: string): string {
  const below = relative(dirname(config), path).replaceAll("\\", "/");
  return below.startsWith(".") ? below : `./${below}`;
}

/**
 * The files that a compiler tries for an import: `money.js` is `money.ts`, and a path without an ending may be a
 * folder.
 */
const sources: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".d.ts"],
  ".jsx": [".tsx", ".d.ts"],
  ".mjs": [".mts", ".d.mts"],
  ".cjs": [".cts", ".d.cts"],
};
const endings = [".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];

function moduleFile(path: string): string | undefined {
  const ending = extname(path);
  const stem = path.slice(0, path.length - ending.length);
  const candidates = [
    path,
    ...(sources[ending] ?? []).map((source) => stem + source),
    ...endings.map((added) => path + added),
    ...endings.map((added) => `${path}/index${added}`),
  ];
  return candidates.find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile());
}

/** The declarations of an installed package that an import reads. Undefined if only the compiler can find them. */
function packageTypes(specifier: string, file: string): string | undefined {
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

/**
 * The package that an import names, if it is not installed for a file. Undefined if only the compiler can know: for an
 * alias of a compiler's or a package's configuration, and where nothing is installed in a `node_modules`.
 */
function missingPackage(specifier: string, file: string): string | undefined {
  const [name] = /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*(?=\/|$)/i.exec(specifier) ?? [];
  if (name === undefined || isBuiltin(specifier)) return undefined;
  const folders = foldersAbove(dirname(file));
  if (folders.some((folder) => resolvesOtherwise(folder, name))) return undefined;
  const installed = folders.map((folder) => join(folder, "node_modules")).filter((folder) => existsSync(folder));
  const types = `@types/${name.replace(/^@/, "").replace("/", "__")}`;
  const isInstalled = installed.some((folder) => existsSync(join(folder, name)) || existsSync(join(folder, types)));
  return installed.length === 0 || isInstalled ? undefined : name;
}

/** A folder and those that it is in, the innermost first. */
function foldersAbove(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}

/** Whether something in a folder may give a name another meaning than that of an installed package. */
function resolvesOtherwise(folder: string, name: string): boolean {
  const textOf = (file: string): string =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : "";
  if ([".pnp.cjs", "deno.json", "deno.jsonc"].some((file) => existsSync(join(folder, file)))) return true;
  // A package may import itself. An extended configuration may have aliases.
  return (
    textOf("package.json").includes(`"name": "${name}"`) ||
    ["tsconfig.json", "jsconfig.json"].some((file) => /"(?:paths|baseUrl|extends|references)"/.test(textOf(file)))
  );
}
