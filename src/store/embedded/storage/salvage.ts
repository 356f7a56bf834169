/**
 * Recovers what is readable of a damaged store, on request.
 *
 * Damaged files are moved to a separate folder, never deleted. Their readable changes are written to a log, and LevelDB
 * reconstructs the data from all files: each change has a number, so the last one of a key wins.
 */
import { access, readdir, rename, rm, writeFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { StoreError } from "../../store-error.ts";
import { CatalogRecords, recordKey, recordPut } from "../definitions/catalog-records.ts";
import { salvaged } from "../definitions/stored-catalog.ts";
import { checkFiles, cleanStopName } from "./leveldb/check-files.ts";
import { readDamagedFile, readDataFile } from "./leveldb/damage.ts";
import { readLog, salvageLog, writeLog } from "./leveldb/log-file.ts";
import { TableCheck } from "./leveldb/table-check.ts";
import { checkTable, salvageTable } from "./leveldb/table-file.ts";
import type { TableEntry } from "./leveldb/table-file.ts";
import { checkUnused, keyValuesIn, openFailure } from "./open-data.ts";

export interface SetAside {
  /** Where the damaged file is now. */
  readonly path: string;
  /** How many changes could be read in it, and are kept. */
  readonly kept: number;
}

/** What was damaged, and what was done about it. */
export interface Salvage {
  /** The first damage that was found; undefined when every file is whole. A missing file leaves nothing to set aside. */
  readonly found: string | undefined;
  readonly setAside: readonly SetAside[];
}

/**
 * Moves damaged files aside. Does nothing if every file is intact.
 *
 * @throws {StoreError} `data-in-use`, `foreign-data`, `unavailable` or `full`
 */
export async function salvageStore(directory: string): Promise<Salvage> {
  try {
    await checkUnused(directory);
    return await salvage(directory);
  } catch (error) {
    throw openFailure(directory, error);
  }
}

async function salvage(directory: string): Promise<Salvage> {
  const found = await findDamage(directory);
  if (found === undefined) return { found, setAside: [] };
  const lost = await createLostFolder(directory);
  const names = (await readdir(directory)).filter((name) => /^\d+\.(?:log|ldb|sst)$/.test(name));
  const damaged: { readonly name: string; readonly kept: readonly Buffer[] }[] = [];
  for (const name of names) {
    const kept = await salvageFile(directory, name);
    if (kept) damaged.push({ name, kept });
  }
  let number = Math.max(0, ...names.map((name) => Number.parseInt(name, 10)));
  for (const { kept } of damaged) {
    number += 1;
    const name = `${String(number).padStart(6, "0")}.log`;
    await writeFile(join(directory, name), writeLog(distinct(kept)), { mode: 0o600, flush: true });
  }
  for (const { name } of damaged) await rename(join(directory, name), join(lost, name));
  await rm(join(directory, cleanStopName), { force: true });
  await ClassicLevel.repair(directory);
  await repairCatalog(directory);
  return { found, setAside: damaged.map(({ name, kept }) => ({ path: join(lost, name), kept: kept.length })) };
}

/** Records of the catalog may be lost, and have copies. A row may have lost its entries in indexes: they are built again. */
async function repairCatalog(directory: string): Promise<void> {
  const keyValues = keyValuesIn(directory);
  try {
    await keyValues.open();
    await new CatalogRecords(keyValues).restoreFromCopies();
    if (keyValues.getSync(recordKey(["format"]))) await keyValues.write([recordPut(salvaged, {})]);
  } finally {
    await keyValues.close();
  }
}

async function findDamage(directory: string): Promise<string | undefined> {
  try {
    await checkFiles(directory, new TableCheck());
    return undefined;
  } catch (error) {
    if (error instanceof StoreError && error.code === "damaged" && error.cause instanceof Error) {
      return error.cause.message;
    }
    throw error;
  }
}

/** LevelDB ends the process when a log holds a change twice: a disk can write a block to a second place. */
function distinct(records: readonly Buffer[]): readonly Buffer[] {
  return [...new Map(records.map((record) => [record.toString("latin1"), record])).values()];
}

/** LevelDB also moves files that it replaces to `lost`, overwriting existing ones. */
async function createLostFolder(directory: string): Promise<string> {
  const lost = join(directory, "lost");
  const exists = (path: string): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    );
  if (await exists(lost)) {
    let number = 1;
    while (await exists(`${lost}-${number}`)) number += 1;
    await rename(lost, `${lost}-${number}`);
  }
  await mkdir(lost, { mode: 0o700 });
  return lost;
}

/** The changes of a damaged file as records of a log, or undefined when the file is whole. */
async function salvageFile(directory: string, name: string): Promise<readonly Buffer[] | undefined> {
  const file = await readDataFile(directory, name).catch(() => undefined);
  const isLog = name.endsWith(".log");
  try {
    if (file && isLog) readLog(file, "perhaps unfinished");
    else if (file) checkTable(file);
    if (file) return undefined;
  } catch {
    // What is readable is kept.
  }
  const readable = file ?? (await readDamagedFile(directory, name));
  return isLog ? salvageLog(readable) : salvageTable(readable).map(printChange);
}

/** An entry of a table as LevelDB writes it to a log: number, count of changes, then the change. */
function printChange([key, value]: TableEntry): Buffer {
  const number = key.readBigUInt64LE(key.length - 8);
  const head = Buffer.alloc(13);
  head.writeBigUInt64LE(number >> 8n, 0);
  head.writeUInt32LE(1, 8);
  // A deletion is 0 and has no value, a change is 1.
  const kind = Number(number & 255n);
  head.writeUInt8(kind, 12);
  const name = key.subarray(0, -8);
  const change = [head, printLength(name.length), name];
  return Buffer.concat(kind === 1 ? [...change, printLength(value.length), value] : change);
}

function printLength(length: number): Buffer {
  const bytes: number[] = [];
  let rest = length;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
