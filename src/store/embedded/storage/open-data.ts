/** Opens the data of a store in a directory: its files are checked, then LevelDB is opened, then the catalog read. */
import { constants, realpathSync } from "node:fs";
import { access, mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ClassicLevel } from "classic-level";
import { findProcess } from "../../../find-process.ts";
import { StoreError } from "../../store-error.ts";
import { Catalog } from "../definitions/catalog.ts";
import { KeyValueStore } from "./key-value-store.ts";
import type { Cursor, KeyValueBackend, Span } from "./key-value-store.ts";
import { codeOf, isCorruption, isDiskFull, isLocked, unavailable, writeFailure } from "./level-error.ts";
import { checkFiles, writeCleanStop } from "./leveldb/check-files.ts";
import type { StoreFiles } from "./leveldb/check-files.ts";
import { TableCheck } from "./leveldb/table-check.ts";
import { createReadingCopy } from "./reading-copy.ts";
import type { OpenData } from "./storage.ts";

export interface DataPlace {
  readonly directory: string;
  readonly tables: TableCheck;
}

/**
 * Opens data that is not in use, whose files are complete, that LevelDB can open, and whose catalog can be read.
 *
 * On a full disk it is opened read-only, which `keyValues.failure` reports.
 *
 * @throws {StoreError} `data-in-use`, `foreign-data`, `newer-data`, `damaged`, `unavailable`, or `full` when it cannot even be read
 */
export async function openData({ directory, tables }: DataPlace): Promise<OpenData> {
  try {
    await checkUnused(directory);
    const files = await checkFiles(directory, tables);
    // LevelDB does not open what an interrupted first opening left.
    if (!files) await rm(join(directory, "CURRENT"), { force: true });
    try {
      return await openKeyValues(directory, (keyValues) => closeInOrder(directory, keyValues));
    } catch (error) {
      if (files && isDiskFull(error)) return await openForReading(directory, files, openFailure(directory, error));
      // A disk may also damage files after they were checked. LevelDB names neither the file nor the place.
      if (isCorruption(error) || (error instanceof StoreError && error.code === "damaged")) {
        await checkFiles(directory, new TableCheck());
      }
      throw error;
    }
  } catch (error) {
    throw openFailure(directory, error);
  }
}

/** LevelDB in a directory, not open yet. */
export function keyValuesIn(directory: string): KeyValueStore {
  const database = new LevelBackend(directory, { keyEncoding: "buffer", valueEncoding: "buffer" });
  return new KeyValueStore(database, database);
}

/**
 * With text as their form, a key that is not read comes as an empty text. An empty Buffer would take as long to make as a full
 * one. The ends of a range are bytes all the same.
 */
const textKeys = { name: "bytes as text", format: "utf8", encode: asItIs, decode: asItIs } as const;

class LevelBackend extends ClassicLevel<Buffer, Buffer> implements KeyValueBackend {
  withoutKeys(span: Span): Cursor<[key: undefined, value: Buffer]> {
    const options: object = { ...span, keys: false, keyEncoding: textKeys };
    return this.iterator(options) as unknown as Cursor<[undefined, Buffer]>;
  }
}

function asItIs<Item>(item: Item): Item {
  return item;
}

async function openKeyValues(directory: string, close: (keyValues: KeyValueStore) => Promise<void>): Promise<OpenData> {
  const keyValues = keyValuesIn(directory);
  try {
    await keyValues.open();
    return { keyValues, catalog: await Catalog.load(keyValues), close: () => close(keyValues) };
  } catch (error) {
    await keyValues.close();
    throw error;
  }
}

async function openForReading(directory: string, files: StoreFiles, failure: StoreError): Promise<OpenData> {
  const copy = await createReadingCopy(directory, files);
  if (copy === undefined) throw failure;
  const remove = (): Promise<void> => rm(copy, { recursive: true, force: true });
  try {
    const data = await openKeyValues(copy, (keyValues) => keyValues.close().finally(remove));
    data.keyValues.failure = writeFailure(failure.cause);
    return data;
  } catch {
    await remove();
    throw failure;
  }
}

/** Records a clean stop, unless a write failed, which may have left an unfinished record at the end of a log. */
async function closeInOrder(directory: string, keyValues: KeyValueStore): Promise<void> {
  await keyValues.close();
  // Without the record, as on a full disk, the next opening cannot check that the files have their whole ends.
  if (!keyValues.failure) await writeCleanStop(directory).catch(() => undefined);
}

/** Files that a folder without data may have: from an interrupted first opening of LevelDB, or from disks and repositories. */
const harmless = /^(?:LOCK|LOG|LOG\.old|MANIFEST-0*1|\d+\.dbtmp|lost\+found|\.gitkeep|\.gitignore|\.DS_Store)$/;

/** The names of LevelDB's and this store's files. */
const ours = /^(?:CURRENT|CLEAN-STOP|MANIFEST-\d+|\d+\.(?:log|ldb|sst))$/;

/**
 * Creates a missing directory. Refuses one with other files, among which those of LevelDB would be hard to recognize later.
 * For existing data it only takes and releases the lock, because `errorIfExists` refuses to open the data; so no file is
 * read while another process writes it.
 */
export async function checkUnused(directory: string): Promise<void> {
  await createDirectory(directory);
  const names = await readdir(directory);
  if (!names.some((name) => ours.test(name)) && !names.every((name) => harmless.test(name))) {
    throw new StoreError("foreign-data", `${directory} holds files that are not data of Colonnade`);
  }
  if (!names.includes("CURRENT")) return;
  const lock = new ClassicLevel(directory, { errorIfExists: true });
  try {
    await lock.open();
  } catch (error) {
    if (isLocked(error)) throw error;
  } finally {
    await lock.close();
  }
}

async function createDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw new StoreError("unavailable", `${directory} is not a folder`, error);
    // Node reports the same for a read-only disk.
    if (codeOf(error) === "ENOENT") await checkWritable(dirname(directory));
    throw error;
  }
}

/** Checks that the last existing folder of a path is writable. */
async function checkWritable(path: string): Promise<void> {
  try {
    await access(path, constants.W_OK);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" || path === dirname(path)) throw error;
    await checkWritable(dirname(path));
  }
}

/** Converts an error of opening to a `StoreError`. */
export function openFailure(directory: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (isLocked(error)) {
    const holder = findProcess(new Set([realpathSync(join(directory, "LOCK"))])) ?? "another process";
    return new StoreError("data-in-use", `the data in ${directory} is in use by ${holder}`, error);
  }
  if (isDiskFull(error)) {
    return new StoreError(
      "full",
      `the disk is full: the data in ${directory} cannot be opened, because LevelDB writes some files when it opens`,
      error,
    );
  }
  return unavailable(`the data in ${directory} cannot be opened`, error);
}
