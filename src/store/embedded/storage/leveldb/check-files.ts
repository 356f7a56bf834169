/**
 * Checks the files of a store before LevelDB opens them: LevelDB leaves out what it cannot read, and then deletes it.
 *
 * CURRENT names the MANIFEST, the MANIFEST the tables and the first log.
 */
import { readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { damaged, readDataFile } from "./damage.ts";
import { readLog } from "./log-file.ts";
import { readManifest } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";
import type { TableCheck, UncheckedTable } from "./table-check.ts";

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
export async function checkFiles(directory: string, tableCheck: TableCheck): Promise<StoreFiles | undefined> {
  const names = await readdir(directory);
  if (await isBeginning(directory, names)) return undefined;
  const current = await readCurrent(directory, names);
  const stop = await readCleanStop(directory, current);
  if (stop) await checkSizes(directory, stop);
  const manifest = readManifest(await readDataFile(directory, current), stop ? "whole" : "perhaps unfinished");
  const tables = await findTables(directory, names, manifest);
  const logs = await checkLogs(directory, names, manifest, stop);
  await tableCheck.run(directory, tables);
  return { current: "CURRENT", manifest: current, tables: tables.map(({ name }) => name), logs };
}

/**
 * Whether there is no data yet. A first opening that a power cut interrupted leaves empty logs, a CURRENT that names no
 * second MANIFEST, or none; nothing was acknowledged then.
 *
 * @throws {StoreError} `damaged` for data without CURRENT: LevelDB would begin a new store, and delete the old files
 */
async function isBeginning(directory: string, names: readonly string[]): Promise<boolean> {
  const hasCurrent = names.includes("CURRENT");
  let isNew = !names.some((name) => /^(?:\d+\.(?:ldb|sst)|CLEAN-STOP|MANIFEST-(?!0*[12]$)\d+)$/.test(name));
  for (const name of names.filter((other) => other.endsWith(".log"))) {
    isNew &&= (await stat(join(directory, name))).size === 0;
  }
  if (!hasCurrent && !isNew) throw damaged(join(directory, "CURRENT"), "it is missing");
  if (!hasCurrent || !isNew) return isNew;
  const { bytes } = await readDataFile(directory, "CURRENT");
  return /^MANIFEST-0*1\n$/.test(bytes.toString("latin1"));
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

async function findTables(
  directory: string,
  names: readonly string[],
  { tables }: Manifest,
): Promise<readonly UncheckedTable[]> {
  const found: UncheckedTable[] = [];
  for (const [number, size] of tables) {
    const old = nameOf(number, "sst");
    const name = names.includes(old) ? old : nameOf(number, "ldb");
    await checkSize(join(directory, name), size);
    found.push({ name, size });
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
  // An interrupted opening leaves an empty log after the one that was written to.
  const last = files.findLast(({ bytes }) => bytes.length > 0);
  for (const file of files) readLog(file, !stop && file === last ? "perhaps unfinished" : "whole");
  return logs;
}

function nameOf(number: number, extension: "log" | "ldb" | "sst"): string {
  return `${String(number).padStart(6, "0")}.${extension}`;
}

export const cleanStopName = "CLEAN-STOP";

interface CleanStop {
  readonly manifest: string;
  /** Bytes by name: the MANIFEST and the logs. */
  readonly sizes: Readonly<Record<string, number>>;
}

/** Records that the data was closed in order, so that the next opening can check that every file has its whole end. */
export async function writeCleanStop(directory: string): Promise<void> {
  const manifest = (await readFile(join(directory, "CURRENT"), "utf8")).trimEnd();
  const names = (await readdir(directory)).filter((name) => name === manifest || /^\d+\.log$/.test(name));
  const sizes: Record<string, number> = {};
  for (const name of names) sizes[name] = (await stat(join(directory, name))).size;
  const text = JSON.stringify({ manifest, sizes } satisfies CleanStop);
  await writeFile(join(directory, cleanStopName), `${crc32(text)} ${text}\n`, { mode: 0o600 });
}

/**
 * The record of the last close, or undefined when the data was in use since, or was not closed: LevelDB begins another MANIFEST
 * whenever it opens data.
 */
async function readCleanStop(directory: string, manifest: string): Promise<CleanStop | undefined> {
  const record = await readFile(join(directory, cleanStopName), "utf8").catch(() => "");
  const [, crc, text = ""] = /^(\d+) (.*)\n$/.exec(record) ?? [];
  if (Number(crc) !== crc32(text)) return undefined;
  const stop = JSON.parse(text) as CleanStop;
  return stop.manifest === manifest ? stop : undefined;
}
