import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { onTestFinished } from "vitest";

/** A new folder that is gone when the test is over. */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "colonnade-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type Tree = Readonly<Record<string, string>>;

export function writeTree(folder: string, tree: Tree): void {
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Every file below the folder with its text, by path with "/". */
export function readTree(folder: string): Tree {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));
  const files = paths.filter((path) => statSync(path).isFile()).sort();
  return Object.fromEntries(
    files.map((path) => [relative(folder, path).split(sep).join("/"), readFileSync(path, "utf8")]),
  );
}
