/**
 * Finds codecs and types that a config names and that generated code could not use: no module exports them, or a type
 * is an object. Without this check, only the compiler would notice.
 */
import { readFileSync } from "node:fs";
import { dirname, isAbsolute, relative } from "node:path";
import type { CodecConfig, KeyspaceConfig, TypeConfig } from "./config.ts";
import { isObjectType } from "./is-object-type.ts";
import type { ConfigPath } from "./json-config.ts";
import { missingPackage } from "./missing-package.ts";
import { moduleFile } from "./module-file.ts";
import { packageTypes } from "./package-types.ts";

/** A rule whose codec cannot be imported, with its path within the keyspace. */
export interface MissingCodec {
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
      return [
        {
          code: "no-codec-module",
          path,
          message,
          next: `create the module, or correct "from", which is relative to the config`,
        },
      ];
    }
    if (mayExport(readFileSync(module, "utf8"), name)) return objectType(path, codec, shown, module);
    const message = `${shown} does not export ${name}`;
    return [{ code: "no-codec", path, message, next: `export ${name} there, or use the name of an existing export` }];
  });
}

function objectType(
  path: ConfigPath,
  { codec, type }: CodecConfig | TypeConfig,
  from: string,
  module: string | undefined,
): MissingCodec[] {
  if (codec !== undefined || module === undefined || !isObjectType(readFileSync(module, "utf8"), type)) return [];
  const message = `${type} of ${from} is an object, and a type without a codec is only for text and numbers`;
  const next = `add the name of a codec that converts it: "codec": "…"`;
  return [{ code: "object-type", path, message, next }];
}

function codecsOf({ types = {}, columns = {} }: Pick<KeyspaceConfig, "types" | "columns">): {
  readonly path: ConfigPath;
  readonly codec: CodecConfig | TypeConfig;
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
