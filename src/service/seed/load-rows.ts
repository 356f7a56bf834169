/** Reads a folder of rows: `shop/products.jsonl`, or with one keyspace `products.jsonl`, with an object in each line. */
import { readFileSync, readdirSync } from "node:fs";
import type { Dirent } from "node:fs";
import { join } from "node:path";
import { ColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { Keyspace } from "../../model/index.ts";
import { refuse } from "./seed.ts";
import type { SeedRow } from "./seed.ts";

const ending = ".jsonl";

/** @throws {ColonnadeError} `bad-rows` with every line that is not JSON, and every file that is of no table */
export function loadRows(folder: string, keyspaces: readonly Keyspace[]): readonly SeedRow[] {
  const problems: Problem[] = [];
  const [only, ...more] = keyspaces;
  const entries = readFolder(folder).filter(({ name }) => !name.startsWith("."));
  const rows = entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const files = readdirSync(path).filter((name) => !name.startsWith("."));
      return files.flatMap((name) => loadFile(join(path, name), entry.name, problems));
    }
    if (only && more.length === 0) return loadFile(path, only.name, problems);
    const message = "with several keyspaces, rows are in a folder for each: shop/products.jsonl";
    problems.push({ code: "bad-rows", message, file: path });
    return [];
  });
  refuse("the seed rows cannot be read", problems);
  return rows;
}

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const next = "name a folder of files such as products.jsonl";
    throw new ColonnadeError("bad-rows", `${folder} is not a folder that can be read`, { next, cause: error });
  }
}

function loadFile(file: string, keyspace: string, problems: Problem[]): readonly SeedRow[] {
  const add = (message: string, line?: number): void =>
    void problems.push({ code: "bad-rows", message, file, ...(line !== undefined && { line }) });
  if (!file.endsWith(ending)) {
    add(`rows are in files that end in ${ending}`);
    return [];
  }
  const table = file.slice(0, -ending.length).replace(/^.*[\\/]/, "");
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((text, index) => {
      if (text.trim() === "") return [];
      const line = index + 1;
      try {
        return [{ keyspace, table, json: JSON.parse(text) as unknown, place: { file, line } }];
      } catch {
        add("the line is not JSON", line);
        return [];
      }
    });
}
