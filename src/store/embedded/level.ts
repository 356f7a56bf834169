import { ClassicLevel } from "classic-level";
import type { StoreError } from "../store-error.ts";
import { notApplied, writeFailure } from "./level-error.ts";

export type Operation =
  | { readonly type: "put"; readonly key: Buffer; readonly value: Buffer }
  | { readonly type: "del"; readonly key: Buffer };

/**
 * LevelDB as the store uses it: every write is synced, and none follows one that failed.
 *
 * LevelDB may have written half of the record that failed. It would put the next one behind that half and acknowledge it,
 * and not find it again when it opens.
 */
export class Level extends ClassicLevel<Buffer, Buffer> {
  /** What the write that failed ended with. The data can still be read; for writing it has to be opened again. */
  failure: StoreError | undefined;

  constructor(directory: string) {
    super(directory, { keyEncoding: "buffer", valueEncoding: "buffer" });
  }

  /** All operations or none, and on disk when it is done. One call at a time. @throws {StoreError} `full` or `unavailable` */
  async write(operations: readonly Operation[]): Promise<void> {
    if (this.failure) throw notApplied(this.failure);
    try {
      await this.batch([...operations], { sync: true });
    } catch (error) {
      this.failure = writeFailure(error);
      throw this.failure;
    }
  }
}
