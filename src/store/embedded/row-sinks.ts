import type { FoundRow } from "./found-row.ts";

/** Takes the rows of a scan, in order. */
export interface RowSink {
  add(row: FoundRow): void;
  /** Whether it needs no more rows. */
  readonly isFull: boolean;
}

/** Keeps the first rows, up to a number of them, or of bytes: then the last row begins where the others have used them up. */
export class FirstRows implements RowSink {
  readonly rows: FoundRow[] = [];
  readonly #most: number;
  readonly #mostBytes: number;
  #length = 0;

  constructor(most: number, mostBytes: number) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  get isFull(): boolean {
    return this.rows.length >= this.#most || (this.rows.length > 1 && this.#length > this.#mostBytes);
  }

  add(row: FoundRow): void {
    if (this.rows.length >= this.#most) return;
    this.#length += row.storedLength;
    this.rows.push(row);
  }
}

/** Keeps the keys of the first rows, and nothing of what is in them. */
export class FirstKeys implements RowSink {
  readonly keys: Buffer[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.keys.length >= this.#most;
  }

  add({ key }: FoundRow): void {
    if (!this.isFull) this.keys.push(key);
  }
}
