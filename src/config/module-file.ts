import { statSync } from "node:fs";
import { extname } from "node:path";

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

export function moduleFile(path: string): string | undefined {
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
