import { endOf, marks } from "../rows/key.ts";
import { seal, unseal } from "../rows/seal.ts";
import type { KeyValueStore, Operation, Put } from "../storage/key-value-store.ts";

/** What is stored of a keyspace, a user type, a table: JSON under a name of several parts. */
export interface CatalogRecord {
  /** The parts after the first, which says what it is. */
  readonly parts: readonly string[];
  readonly content: unknown;
}

const recordMark = Buffer.of(marks.catalog);

/** Older versions take the keys after `03` for entries that expire, and these for some that never do. */
const copyMark = Buffer.alloc(9, 0xff);

/** The kinds without which rows are worthless. Others can be made again, or are only about work. */
const copiedKinds = ["format", "keyspace", "type", "table"];

/**
 * The records of the catalog: `["table", "shop", "products"]` has the key `00 "table" 00 "shop" 00 "products"`.
 *
 * Each without which rows are worthless has a copy, with nine `ff` in place of `00`: at the other end of the keys, so
 * that no damaged block takes both.
 *
 * @throws {StoreError} `damaged` when one does not match its checksum
 */
export class CatalogRecords {
  readonly #keyValues: KeyValueStore;

  constructor(keyValues: KeyValueStore) {
    this.#keyValues = keyValues;
  }

  read(parts: readonly string[]): unknown {
    const key = recordKey(parts);
    const sealed = this.#keyValues.getSync(key);
    return sealed && parse(key, sealed);
  }

  async list(kind: string): Promise<readonly CatalogRecord[]> {
    const beginning = recordKey([kind, ""]);
    const entries = await this.#keyValues.iterator({ gte: beginning, lt: endOf(beginning) }).all();
    return entries.map(([key, sealed]) => ({
      parts: key.subarray(beginning.length).toString().split("\0"),
      content: parse(key, sealed),
    }));
  }

  /** All of them or none, and on disk when it is done. */
  async write(operations: readonly Operation[]): Promise<void> {
    await this.#keyValues.write(operations.flatMap((operation) => [operation, ...copyOf(operation)]));
  }

  /** Makes the copies those of the records: older versions wrote none, and leave them as they are. */
  async updateCopies(): Promise<void> {
    const [records, copies] = [await this.#copied(recordMark), await this.#copied(copyMark)];
    const operations: readonly Operation[] = [
      ...[...copies.keys()].filter((name) => !records.has(name)).map((name) => deletion(copyMark, name)),
      ...[...records].filter(([name, text]) => copies.get(name) !== text).map((each) => put(copyMark, ...each)),
    ];
    if (operations.length > 0) await this.#keyValues.write(operations);
  }

  /** After a salvage: records that were lost, from their copies. */
  async restoreFromCopies(): Promise<void> {
    const [records, copies] = [await this.#copied(recordMark), await this.#copied(copyMark)];
    const lost = [...copies].filter(([name]) => !records.has(name));
    if (lost.length > 0) await this.#keyValues.write(lost.map((each) => put(recordMark, ...each)));
  }

  /** The records that have copies, or these copies: texts by name. */
  async #copied(mark: Buffer): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const kind of copiedKinds) {
      const beginning = markedKey(mark, kind);
      for (const [key, sealed] of await this.#keyValues.iterator({ gte: beginning, lt: endOf(beginning) }).all()) {
        found.set(key.toString("utf8", mark.length), textOf(key, sealed));
      }
    }
    return found;
  }
}

function copyOf(operation: Operation): readonly Operation[] {
  const { key } = operation;
  if (key[0] !== marks.catalog) return [];
  const name = key.toString("utf8", recordMark.length);
  const [kind = ""] = name.split("\0");
  if (!copiedKinds.includes(kind)) return [];
  return [operation.type === "del" ? deletion(copyMark, name) : put(copyMark, name, textOf(key, operation.value))];
}

function put(mark: Buffer, name: string, text: string): Put {
  const key = markedKey(mark, name);
  return { type: "put", key, value: seal(key, Buffer.from(text)) };
}

function deletion(mark: Buffer, name: string): Operation {
  return { type: "del", key: markedKey(mark, name) };
}

function markedKey(mark: Buffer, name: string): Buffer {
  return Buffer.concat([mark, Buffer.from(name)]);
}

export function recordKey(parts: readonly string[]): Buffer {
  return markedKey(recordMark, parts.join("\0"));
}

export function recordPut(parts: readonly string[], content: unknown): Put {
  return put(recordMark, parts.join("\0"), JSON.stringify(content));
}

function parse(key: Buffer, sealed: Buffer): unknown {
  return JSON.parse(textOf(key, sealed));
}

function textOf(key: Buffer, sealed: Buffer): string {
  return unseal(key, sealed, "the catalog").toString();
}
