import { damaged } from "./damage.ts";
import type { DataFile } from "./damage.ts";
import { readLog } from "./log-file.ts";
import type { LogEnd } from "./log-file.ts";
import { VarintReader } from "./varint-reader.ts";

/** What a MANIFEST says of the other files. */
export interface Manifest {
  /** Logs from this number on hold what no table holds yet. */
  readonly logNumber: number;
  /** Bytes of each table, by its number. */
  readonly tables: ReadonlyMap<number, number>;
}

const tags = {
  comparator: 1,
  logNumber: 2,
  nextFile: 3,
  lastSequence: 4,
  compactPointer: 5,
  deletedFile: 6,
  newFile: 7,
  previousLog: 9,
} as const;

/** Reads a MANIFEST, a log of changes to the set of files. @throws {StoreError} `damaged` */
export function readManifest(file: DataFile, end: LogEnd): Manifest {
  const changes = readLog(file, end);
  const manifest = { logNumber: -1, tables: new Map<number, number>() };
  try {
    for (const change of changes) applyChange(manifest, new VarintReader(change));
  } catch (error) {
    throw damaged(file.path, `a change cannot be read (${(error as Error).message})`);
  }
  if (manifest.logNumber < 0) throw damaged(file.path, "it names no log");
  return manifest;
}

function applyChange(manifest: { logNumber: number; tables: Map<number, number> }, change: VarintReader): void {
  while (!change.done) {
    const tag = change.number();
    switch (tag) {
      case tags.comparator:
        change.prefixed();
        break;
      case tags.logNumber:
        manifest.logNumber = change.number();
        break;
      case tags.nextFile:
      case tags.lastSequence:
      case tags.previousLog:
        change.number();
        break;
      case tags.compactPointer:
        change.number();
        change.prefixed();
        break;
      case tags.deletedFile:
        change.number();
        manifest.tables.delete(change.number());
        break;
      case tags.newFile:
        change.number();
        manifest.tables.set(change.number(), change.number());
        change.prefixed();
        change.prefixed();
        break;
      default:
        throw new RangeError(`unknown tag ${tag}`);
    }
  }
}
