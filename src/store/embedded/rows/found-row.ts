import { isMultiCell } from "../../../model/index.ts";
import { ColumnRow } from "../../column-row.ts";
import type { Cell, Value } from "../../store.ts";
import { readValue } from "../../values/value-bytes.ts";
import { collectionOf } from "./elements.ts";
import { decodePartition, staticKey } from "./key.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import { keyOfRow } from "./row-key.ts";
import { readParts } from "./row-parts.ts";
import { checked } from "./seal.ts";
import { microsOf } from "./stamp.ts";
import type { Cell as StoredCell } from "./stamp.ts";
import { StoredRow } from "./stored-row.ts";

/** The row under a key, without expired cells. @throws {StoreError} `damaged` */
export function readRow(
  { title, numbers }: Layout,
  key: Buffer,
  sealed: Buffer | undefined,
  nowMs: number,
): StoredRow | undefined {
  return sealed && StoredRow.read(checked(key, sealed, title), numbers.dropped, nowMs);
}

/** The partition of rows, by the beginning of their keys. */
export class Partition {
  readonly beginning: Buffer;
  readonly layout: Layout;
  /** When its rows are read, from which the remaining time to live of their cells follows. */
  readonly nowMs: number;
  #values: readonly Buffer[] | undefined;

  constructor(layout: Layout, beginning: Buffer, nowMs: number) {
    this.layout = layout;
    this.beginning = beginning;
    this.nowMs = nowMs;
  }

  bytes({ keyIndex }: LayoutColumn): Buffer | undefined {
    return (this.#values ??= decodePartition(this.layout, this.beginning))[keyIndex];
  }
}

interface Found {
  readonly partition: Partition;
  /** Undefined for a partition with only static values. */
  readonly row: StoredRow | undefined;
  readonly statics: StoredRow | undefined;
  readonly given?: number;
}

/** A row as callers see it: the selected columns, with null for a missing value. */
export class FoundRow extends ColumnRow<LayoutColumn> {
  /** How many rows of its partition the selection has given with it, on earlier pages too. */
  readonly given: number;
  readonly #partition: Partition;
  readonly #row: StoredRow | undefined;
  readonly #statics: StoredRow | undefined;

  constructor(columns: Layout["columns"], { partition, row, statics, given = 0 }: Found) {
    super(columns);
    this.given = given;
    this.#partition = partition;
    this.#row = row;
    this.#statics = statics;
  }

  /** The key of the row, or of the static values in a partition without rows. */
  get key(): Buffer {
    const { layout, beginning } = this.#partition;
    return this.#row ? keyOfRow(layout, beginning, this.#row.content) : staticKey(beginning);
  }

  /** The bytes read for it, static columns included. */
  get storedLength(): number {
    return (this.#row?.length ?? 0) + (this.#statics?.length ?? 0);
  }

  /** The bytes of the values that it shows. */
  get size(): number {
    let size = 0;
    for (const column of this.columns.values()) size += this.#lengthOf(column);
    return size;
  }

  /** The binary form of the value of any column of the table; undefined if it is null. */
  stored(column: LayoutColumn): Buffer | undefined {
    return column.kind === "partition" ? this.#partition.bytes(column) : this.#rowOf(column)?.bytes(column);
  }

  bytes(name: string): Buffer | null {
    const column = this.#partition.layout.columns.get(name);
    return (column && this.stored(column)) ?? null;
  }

  writeTime(name: string): bigint | null {
    const column = this.#partition.layout.columns.get(name);
    return (column && this.#rowOf(column)?.writtenAt(column)) ?? null;
  }

  cells(name: string): readonly Cell[] {
    const { layout, nowMs } = this.#partition;
    const column = layout.columns.get(name);
    const row = column && column.keyIndex < 0 ? this.#rowOf(column) : undefined;
    return column && row ? cellsOf(row, column, nowMs) : [];
  }

  protected read(column: LayoutColumn): Value | null {
    if (column.kind === "partition") {
      const bytes = this.#partition.bytes(column);
      return bytes ? readValue(column.type, bytes) : null;
    }
    const row = this.#rowOf(column);
    const start = row?.startOf(column) ?? 0;
    return row && start > 0 ? readValue(column.type, row.content, start, row.endOf(start)) : null;
  }

  #lengthOf(column: LayoutColumn): number {
    if (column.kind === "partition") return this.#partition.bytes(column)?.length ?? 0;
    const row = this.#rowOf(column);
    const start = row?.startOf(column) ?? 0;
    return row && start > 0 ? row.endOf(start) - start : 0;
  }

  #rowOf({ kind }: LayoutColumn): StoredRow | undefined {
    return kind === "static" ? this.#statics : this.#row;
  }
}

const none: readonly Cell[] = [];

/**
 * One cell, or one for each element in the order of the type; none for a value that is null.
 *
 * @param row one without what has ended
 * @param column one outside the key
 */
function cellsOf(row: StoredRow, column: LayoutColumn, nowMs: number): readonly Cell[] {
  const { type, number } = column;
  if (!isMultiCell(type)) {
    const cell = row.cell(column);
    return cell ? [shown(cell, nowMs)] : none;
  }
  const { collections } = readParts(row.unjoined, []);
  const { elements } = collections.get(number) ?? collectionOf(type, row.cell(column), nowMs);
  return Array.from(elements.values())
    .filter(({ bytes, expiresAt }) => bytes !== null && expiresAt > nowMs)
    .map((element) => ({ path: element.path, ...shown(element, nowMs) }));
}

function shown({ bytes, writtenAt, expiresAt }: StoredCell, nowMs: number): Cell {
  return {
    bytes: bytes ?? Buffer.of(),
    writeTime: microsOf(writtenAt),
    // A second that has begun is left.
    ttlSeconds: expiresAt === Infinity ? null : Math.ceil((expiresAt - nowMs) / 1000),
  };
}
