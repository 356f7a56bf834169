/** Finds codecs that a config names and no module exports, which only the compiler would notice otherwise. */
import { readFileSync, statSync } from "node:fs";
import { dirname, extname, isAbsolute, relative } from "node:path";
import type { CodecConfig, KeyspaceConfig } from "./config.ts";
import type { ConfigPath } from "./json-config.ts";

/** A rule whose codec cannot be imported, by its path within the keyspace. */
export interface MissingCodec {
  readonly code: "no-codec-module" | "no-codec";
  readonly path: ConfigPath;
  readonly message: string;
  readonly next: string;
}

/**
 * Finds the rules whose module does not exist, or does not export their codec. A package is left to the compiler, and so is a
 * module that passes on what others export.
 *
 * @param rules with absolute paths
 * @param file the config, absolute
 */
export function findMissingCodecs(rules: Pick<KeyspaceConfig, "types" | "columns">, file: string): MissingCodec[] {
  return codecsOf(rules).flatMap(({ path, codec }): MissingCodec[] => {
    if (!isAbsolute(codec.from)) return [];
    const shown = shownPath(file, codec.from);
    const module = moduleFile(codec.from);
    if (module === undefined) {
      const message = `the codec ${codec.codec} comes from ${shown}, and there is no such module`;
      return [
        { code: "no-codec-module", path, message, next: `write it, or correct "from": it is relative to the config` },
      ];
    }
    if (mayExport(module, codec.codec)) return [];
    const message = `${shown} does not export ${codec.codec}`;
    return [{ code: "no-codec", path, message, next: `export ${codec.codec} there, or name what it exports` }];
  });
}

function codecsOf({ types = {}, columns = {} }: Pick<KeyspaceConfig, "types" | "columns">): {
  readonly path: ConfigPath;
  readonly codec: CodecConfig;
}[] {
  const values = [
    ...Object.entries(types).map(([name, value]) => ({ path: ["types", name], value })),
    ...Object.entries(columns).map(([name, { value }]) => ({ path: ["columns", name, "value"], value })),
  ];
  return values.flatMap(({ path, value }) =>
    value === undefined || value === "unknown" ? [] : [{ path, codec: value }],
  );
}

/** What a compiler takes for what an import names: `money.js` is `money.ts`, and without an ending it may be a folder. */
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

/** A module that has no word of a name cannot export it, unless it passes on what others export. */
function mayExport(module: string, name: string): boolean {
  const text = readFileSync(module, "utf8");
  return text.includes(name) || /\bexport\s*\*|\bexport\s*=|\bmodule\.exports\b|\\u/.test(text);
}

function shownPath(config: string, path: string): string {
  const below = relative(dirname(config), path).replaceAll("\\", "/");
  return below.startsWith(".") ? below : `./${below}`;
}
