/** The binding of LevelDB, which `classic-level` brings: its functions as far as they are called here. */
// @ts-expect-error The package declares no types for it.
import untyped from "classic-level/binding.js";

/** Something of LevelDB's, outside JavaScript. */
export type Context = { readonly context: unique symbol };

export interface OpenOptions {
  /** @default false */
  readonly errorIfExists?: boolean;
}

interface CursorOptions {
  readonly gte?: Buffer;
  readonly gt?: Buffer;
  readonly lt?: Buffer;
  readonly reverse: boolean;
  /** -1 for all. */
  readonly limit: number;
  readonly highWaterMarkBytes: number;
  /** Whether entries have their values. */
  readonly values: boolean;
  readonly keyEncoding: "buffer";
  readonly valueEncoding: "buffer";
}

/** A member of options that is there and undefined is garbage to it. */
interface Binding {
  db_init(): Context;
  db_open(database: Context, location: string, options: OpenOptions): Promise<void>;
  db_close(database: Context): Promise<void>;
  db_get_sync(database: Context, flags: number, key: Buffer, snapshot: Context | undefined): Buffer | undefined;
  db_approximate_size(database: Context, start: Buffer, end: Buffer): Promise<number>;
  db_compact_range(database: Context, start: Buffer, end: Buffer): Promise<void>;
  repair_db(location: string): Promise<void>;
  iterator_init(database: Context, state: Uint8Array, options: CursorOptions, snapshot: Context | undefined): Context;
  iterator_nextv(cursor: Context, size: number): Promise<[key: Buffer, value: Buffer][]>;
  iterator_close(cursor: Context): void;
  batch_init(database: Context): Context;
  batch_put(batch: Context, key: Buffer, value: Buffer): void;
  batch_del(batch: Context, key: Buffer): void;
  batch_write(batch: Context, options: { readonly sync: boolean }): Promise<void>;
  snapshot_init(database: Context): Context;
  snapshot_close(snapshot: Context): void;
}

export const binding = untyped as Binding;

/** An error as the binding's own are. */
export function levelError(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, cause === undefined ? {} : { cause }), { code });
}
