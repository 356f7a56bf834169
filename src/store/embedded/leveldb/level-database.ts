/**
 * LevelDB in a folder, by its binding for Node.
 *
 * The binding trusts whoever calls it: a call for what is not open ends the process. So each is refused here first, and a
 * database closes its cursors and snapshots before itself.
 */
import type { Batch, Cursor, Database, LevelFiles, Snapshot, Span } from "../level.ts";
import { LevelCursor } from "./level-cursor.ts";
import { binding, levelError } from "./binding.ts";
import type { Context, OpenOptions } from "./binding.ts";

/** A value is left in the cache of blocks, and key and value are buffers. */
const readFlags = 1 | 2 | 4;

/** Of a cursor at once, unless it asks for more. */
const usualBytes = 16 * 1024;

interface Resource {
  close(): Promise<void>;
}

export class LevelDatabase implements Database, LevelFiles {
  readonly location: string;
  status: "closed" | "opening" | "open" | "closing" = "closed";
  #context: Context | undefined;
  #closing: Promise<void> | undefined;
  readonly #resources = new Set<Resource>();

  constructor(location: string) {
    this.location = location;
  }

  /** Creates the files unless they exist, in a folder that does. @throws {Error} with LevelDB's own error as its cause */
  async open(options: OpenOptions = {}): Promise<void> {
    const context = binding.db_init();
    this.status = "opening";
    try {
      await binding.db_open(context, this.location, options);
    } catch (cause) {
      this.status = "closed";
      throw levelError("LEVEL_DATABASE_NOT_OPEN", "Database failed to open", cause);
    }
    this.#context = context;
    this.status = "open";
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    if (this.status === "open") this.#closing = this.#close(this.#opened());
    await this.#closing;
  }

  async #close(context: Context): Promise<void> {
    this.status = "closing";
    await Promise.all(Array.from(this.#resources, (resource) => resource.close()));
    await binding.db_close(context);
    this.#context = undefined;
    this.status = "closed";
  }

  getSync(key: Buffer, options?: { readonly snapshot?: Snapshot }): Buffer | undefined {
    return binding.db_get_sync(this.#opened(), readFlags, key, contextOf(options?.snapshot));
  }

  snapshot(): Snapshot {
    return this.#keep(new LevelSnapshot(binding.snapshot_init(this.#opened()), this.#resources));
  }

  iterator(span: Span): Cursor<[key: Buffer, value: Buffer]> {
    return this.#cursor(span, true, (entry) => entry);
  }

  keys(span: Span): Cursor<Buffer> {
    return this.#cursor(span, false, ([key]) => key);
  }

  batch(): Batch {
    const context = binding.batch_init(this.#opened());
    return {
      put: (key, value) => binding.batch_put(context, key, value),
      del: (key) => binding.batch_del(context, key),
      write: async (options) => {
        this.#opened();
        await binding.batch_write(context, options);
      },
      // The collector frees it.
      close: async () => undefined,
    };
  }

  async approximateSize(start: Buffer, end: Buffer): Promise<number> {
    return binding.db_approximate_size(this.#opened(), start, end);
  }

  async compactRange(start: Buffer, end: Buffer): Promise<void> {
    await binding.db_compact_range(this.#opened(), start, end);
  }

  #cursor<Item>(span: Span, values: boolean, itemOf: (entry: [Buffer, Buffer]) => Item): LevelCursor<Item> {
    const { snapshot, reverse = false, limit = -1, highWaterMarkBytes = usualBytes, ...bounds } = span;
    const encodings = { keyEncoding: "buffer", valueEncoding: "buffer" } as const;
    const options = { ...bounds, ...encodings, reverse, limit, highWaterMarkBytes, values };
    const state = new Uint8Array(1);
    const context = binding.iterator_init(this.#opened(), state, options, contextOf(snapshot));
    return this.#keep(new LevelCursor(context, state, itemOf, this.#resources));
  }

  #keep<Kept extends Resource>(resource: Kept): Kept {
    this.#resources.add(resource);
    return resource;
  }

  #opened(): Context {
    if (this.status === "open" && this.#context !== undefined) return this.#context;
    throw levelError("LEVEL_DATABASE_NOT_OPEN", "Database is not open");
  }
}

class LevelSnapshot implements Snapshot {
  readonly #resources: Set<Resource>;
  #context: Context | undefined;

  constructor(context: Context, resources: Set<Resource>) {
    this.#context = context;
    this.#resources = resources;
  }

  get context(): Context {
    if (this.#context !== undefined) return this.#context;
    throw levelError("LEVEL_SNAPSHOT_NOT_OPEN", "Snapshot is not open");
  }

  async close(): Promise<void> {
    if (this.#context === undefined) return;
    binding.snapshot_close(this.#context);
    this.#context = undefined;
    this.#resources.delete(this);
  }
}

function contextOf(snapshot: Snapshot | undefined): Context | undefined {
  return snapshot instanceof LevelSnapshot ? snapshot.context : undefined;
}
