import { readdirSync } from "node:fs";

/** Folders that hold no sources of the app. */
const others: ReadonlySet<string> = new Set(["node_modules", "dist", "build", "coverage"]);

/** Every `tsconfig.json` of a folder and the folders below it, with `/` in its path; those of packages aside. */
export function findConfigFiles(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const own = entries.some((entry) => entry.name === "tsconfig.json" && entry.isFile())
    ? [`${folder}/tsconfig.json`.replaceAll("\\", "/")]
    : [];
  const below = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !others.has(entry.name))
    .flatMap(({ name }) => findConfigFiles(`${folder}/${name}`));
  return [...own, ...below];
}
