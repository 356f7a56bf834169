import type { Level, Operation } from "./level.ts";
import { catalogMark, endOf } from "./key.ts";
import { seal, unseal } from "./seal.ts";

/** What is stored of a keyspace, a user type, a table: JSON under a name of several parts. */
export interface CatalogRecord {
  /** The parts after the first, which says what it is. */
  readonly parts: readonly string[];
  readonly content: unknown;
}

/**
 * The records of the catalog: `["table", "shop", "products"]` has the key `00 "table" 00 "shop" 00 "products"`.
 *
 * @throws {StoreError} `damaged` when one does not match its checksum
 */
export class CatalogRecords {
  private readonly level: Level;

  constructor(level: Level) {
    this.level = level;
  }

  read(parts: readonly string[]): unknown {
    const key = recordKey(parts);
    const sealed = this.level.getSync(key);
    return sealed && parse(key, sealed);
  }

  async list(kind: string): Promise<readonly CatalogRecord[]> {
    const beginning = recordKey([kind, ""]);
    const entries = await this.level.iterator({ gte: beginning, lt: endOf(beginning) }).all();
    return entries.map(([key, sealed]) => ({
      parts: key.subarray(beginning.length).toString().split("\0"),
      content: parse(key, sealed),
    }));
  }

  /** All of them or none, and on disk when it is done. */
  async write(operations: readonly Operation[]): Promise<void> {
    await this.level.write(operations);
  }
}

export function recordKey(parts: readonly string[]): Buffer {
  return Buffer.concat([Buffer.of(catalogMark), Buffer.from(parts.join("\0"))]);
}

export function recordPut(parts: readonly string[], content: unknown): Operation {
  const key = recordKey(parts);
  return { type: "put", key, value: seal(key, Buffer.from(JSON.stringify(content))) };
}

function parse(key: Buffer, sealed: Buffer): unknown {
  return JSON.parse(unseal(key, sealed, "the catalog").toString());
}
