/** The cells that a write leaves: of a new row all of them, of others one after the other; and sums of counters. */
import { isMultiCell } from "../../model/index.ts";
import { encodeValue } from "./layout.ts";
import type { LayoutColumn } from "./layout.ts";
import { refusal } from "./refusal.ts";
import { emptyRow } from "./row-parts.ts";
import type { RowParts } from "./row-parts.ts";
import { noBytes } from "./stamp.ts";
import type { Cell, Stamp } from "./stamp.ts";
import { justBefore } from "./times.ts";
import type { WritePlan } from "./write-plan.ts";

/** A row of an INSERT that sets all that it can have. */
export function newRow({ cells }: WritePlan, clustering: readonly Buffer[], stamp: Stamp, nowMs: number): RowParts {
  const { writtenAt, expiresAt } = stamp;
  const row = emptyRow(clustering);
  row.marker = { writtenAt, expiresAt, bytes: noBytes };
  for (const { column, bytes } of cells) {
    if (column.kind !== "regular") continue;
    if (bytes) row.cells.set(column.number, { writtenAt, expiresAt, bytes });
    else {
      const deletedAt = isMultiCell(column.type) ? justBefore(writtenAt) : writtenAt;
      row.cells.set(column.number, { writtenAt: deletedAt, expiresAt: nowMs, bytes });
    }
  }
  return row;
}

/** What a write leaves in a cell of a row. */
export function cellOf(row: RowParts, column: LayoutColumn, bytes: Buffer | null, stamp: Stamp, nowMs: number): Cell {
  const { writtenAt, expiresAt } = stamp;
  if (bytes === null) return { writtenAt, expiresAt: nowMs, bytes };
  return { writtenAt, expiresAt, bytes: column.isCounter ? sum(column, bytes, row.cells.get(column.number)) : bytes };
}

function sum(column: LayoutColumn, bytes: Buffer, cell: Cell | undefined): Buffer {
  if (bytes.length !== 8) throw refusal("Invalid null value for counter increment");
  const total = bytes.readBigInt64BE() + (cell?.bytes?.readBigInt64BE() ?? 0n);
  if (total === BigInt.asIntN(64, total)) return encodeValue(column, total);
  throw refusal(`Counter column ${column.name} cannot hold more than 64 bits`);
}
