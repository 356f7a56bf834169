/**
 * Checks all blocks of tables before LevelDB opens them, each table once in a process.
 *
 * LevelDB reads blocks without their checksums, skips what it cannot make sense of, and merges tables as soon as it is
 * open: rows would be missing, and the damage erased with them.
 */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { readFailure } from "./damage.ts";
import type { DataFile } from "./damage.ts";
import { checkTable } from "./table-file.ts";

export interface UncheckedTable {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

export class TableCheck {
  readonly #onCheck: ((bytes: number) => void) | undefined;
  readonly #checked = new Set<string>();

  /** @param onCheck called with the bytes of the tables before they are checked */
  constructor(onCheck?: (bytes: number) => void) {
    this.#onCheck = onCheck;
  }

  /**
   * While one table is checked the next one is read, at about a gigabyte per second if the disk is as fast.
   *
   * @throws {StoreError} `damaged` for the first damage that is found, with file and place
   */
  async run(directory: string, tables: readonly UncheckedTable[]): Promise<void> {
    const unchecked = tables.filter(({ name }) => !this.#checked.has(name));
    this.#onCheck?.(unchecked.reduce((sum, { size }) => sum + size, 0));
    const longest = Math.max(0, ...unchecked.map(({ size }) => size));
    // Memory for each table would take as long as its check.
    const buffers = [Buffer.alloc(longest), Buffer.alloc(longest)] as const;
    const read = (index: number): Promise<DataFile> | undefined => {
      const table = unchecked[index];
      return table && readInto(index % 2 ? buffers[1] : buffers[0], join(directory, table.name), table.size);
    };
    let reading = read(0);
    for (const [index, { name }] of unchecked.entries()) {
      const file = (await reading) as DataFile;
      reading = read(index + 1);
      // Damage in this table is reported first.
      reading?.catch(() => undefined);
      checkTable(file);
      this.#checked.add(name);
    }
  }
}

async function readInto(buffer: Buffer, path: string, size: number): Promise<DataFile> {
  const file = await open(path);
  try {
    const { bytesRead } = await file.read(buffer, 0, size, 0);
    return { path, bytes: buffer.subarray(0, bytesRead) };
  } catch (error) {
    throw readFailure(path, error);
  } finally {
    await file.close();
  }
}
