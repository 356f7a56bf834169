/**
 * Checks the files of a store before LevelDB opens them: LevelDB leaves out what it cannot read, and then deletes it.
 *
 * CURRENT names the MANIFEST, the MANIFEST the tables and the first log. Logs are read as a whole each time, tables after
 * a stop that was not clean, or when asked for.
 */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { readCleanStop } from "./clean-stop.ts";
import type { CleanStop } from "./clean-stop.ts";
import { damaged, readDataFile } from "./damage.ts";
import { readLog } from "./log-file.ts";
import { readManifest } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";
import { checkTable } from "./table-file.ts";

/** When the blocks of tables are checked, which takes about a second for 1 GB. */
export type TableCheck = "checked" | "checked after an unclean stop" | "unchecked";

/** The names of the files that LevelDB reads; there may be others, left over from openings that did not succeed. */
export interface StoreFiles {
  readonly current: "CURRENT";
  readonly manifest: string;
  readonly tables: readonly string[];
  readonly logs: readonly string[];
}

/**
 * @returns the files, or undefined when there is no data yet
 * @throws {StoreError} `damaged` for the first damage that is found, with file and place
 */
export async function checkFiles(directory: string, tables: TableCheck): Promise<StoreFiles | undefined> {
  const names = await readdir(directory);
  if (!names.includes("CURRENT")) {
    checkBeginning(directory, names);
    return undefined;
  }
  const current = await readCurrent(directory, names);
  const stop = await readCleanStop(directory, current);
  if (stop) await checkSizes(directory, stop);
  const manifest = readManifest(await readDataFile(directory, current), stop ? "whole" : "perhaps unfinished");
  const reads = tables === "checked" || (tables !== "unchecked" && !stop);
  return {
    current: "CURRENT",
    manifest: current,
    tables: await checkTables(directory, names, manifest, reads),
    logs: await checkLogs(directory, names, manifest, stop),
  };
}

/** LevelDB would begin a new store, and delete the files of the old one. */
function checkBeginning(directory: string, names: readonly string[]): void {
  if (names.some((name) => /^(?:\d+\.(?:log|ldb|sst)|CLEAN-STOP|MANIFEST-(?!0*1$)\d+)$/.test(name))) {
    throw damaged(join(directory, "CURRENT"), "it is missing");
  }
}

async function readCurrent(directory: string, names: readonly string[]): Promise<string> {
  const { path, bytes } = await readDataFile(directory, "CURRENT");
  const [, name] = /^(MANIFEST-\d+)\n$/.exec(bytes.toString("latin1")) ?? [];
  if (name === undefined) throw damaged(path, "it does not name a MANIFEST");
  if (!names.includes(name)) throw damaged(path, `it names ${name}, which is missing`);
  return name;
}

/** A log that lost its end just where a record ends looks whole. */
async function checkSizes(directory: string, { sizes }: CleanStop): Promise<void> {
  for (const [name, size] of Object.entries(sizes)) await checkSize(join(directory, name), size);
}

async function checkSize(path: string, size: number): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw damaged(path, "it is missing");
  if (found.size !== size) throw damaged(path, `it has ${found.size} bytes instead of ${size}`);
}

async function checkTables(
  directory: string,
  names: readonly string[],
  { tables }: Manifest,
  reads: boolean,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [number, size] of tables) {
    const old = nameOf(number, "sst");
    const name = names.includes(old) ? old : nameOf(number, "ldb");
    await checkSize(join(directory, name), size);
    if (reads) checkTable(await readDataFile(directory, name));
    found.push(name);
  }
  return found;
}

async function checkLogs(
  directory: string,
  names: readonly string[],
  { logNumber }: Manifest,
  stop: CleanStop | undefined,
): Promise<readonly string[]> {
  const first = nameOf(logNumber, "log");
  if (logNumber > 0 && !names.includes(first)) throw damaged(join(directory, first), "it is missing");
  const numbers = names.flatMap((name) => (/^\d+\.log$/.test(name) ? [Number.parseInt(name, 10)] : []));
  const live = numbers.filter((number) => number >= logNumber).sort((one, other) => one - other);
  const logs = live.map((number) => nameOf(number, "log"));
  const files = await Promise.all(logs.map((name) => readDataFile(directory, name)));
  // An opening that was interrupted leaves an empty log behind the one that was written to.
  const last = files.findLast(({ bytes }) => bytes.length > 0);
  for (const file of files) readLog(file, !stop && file === last ? "perhaps unfinished" : "whole");
  return logs;
}

function nameOf(number: number, extension: "log" | "ldb" | "sst"): string {
  return `${String(number).padStart(6, "0")}.${extension}`;
}
