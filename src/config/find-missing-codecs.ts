/** Finds codecs that a config names but no module exports. Without this check, only the compiler would notice. */
import { readFileSync, statSync } from "node:fs";
import { dirname, extname, isAbsolute, relative } from "node:path";
import type { CodecConfig, KeyspaceConfig, TypeConfig } from "./config.ts";
import type { ConfigPath } from "./json-config.ts";

/** A rule whose codec cannot be imported, with its path within the keyspace. */
export interface MissingCodec {
  readonly code: "no-codec-module" | "no-codec";
  readonly path: ConfigPath;
  readonly message: string;
  readonly next: string;
}

/**
 * Finds the rules whose module does not exist, or does not export their codec. Packages and modules that re-export are
 * left to the compiler.
 *
 * @param rules with absolute paths
 * @param file the config, absolute
 */
export function findMissingCodecs(rules: Pick<KeyspaceConfig, "types" | "columns">, file: string): MissingCodec[] {
  return codecsOf(rules).flatMap(({ path, codec }): MissingCodec[] => {
    if (!isAbsolute(codec.from)) return [];
    const shown = shownPath(file, codec.from);
    const module = moduleFile(codec.from);
    const [kind, name] = codec.codec === undefined ? ["type", codec.type] : ["codec", codec.codec];
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
    if (mayExport(module, name)) return [];
    const message = `${shown} does not export ${name}`;
    return [{ code: "no-codec", path, message, next: `export ${name} there, or use the name of an existing export` }];
  });
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

/** A module whose text does not contain a name cannot export it, unless it re-exports. */
function mayExport(module: string, name: string): boolean {
  const text = readFileSync(module, "utf8");
  return text.includes(name) || /\bexport\s*\*|\bexport\s*=|\bmodule\.exports\b|\\u/.test(text);
}

function shownPath(config: string, path: string): string {
  const below = relative(dirname(config), path).replaceAll("\\", "/");
  return below.startsWith(".") ? below : `./${below}`;
}
