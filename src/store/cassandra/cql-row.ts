import { ColumnRow } from "../column-row.ts";
import type { Value } from "../store.ts";
import type { CqlColumn } from "./bound-table.ts";
import type { DriverRow } from "./client.ts";
import { writeTimeMember } from "./print-select.ts";
import { cellReaderOf } from "./read-value.ts";

const bigintOf = cellReaderOf({ kind: "native", name: "bigint" }, "a write time");

/** A row as the driver decoded it. */
export class CqlRow extends ColumnRow<CqlColumn> {
  readonly #row: DriverRow;

  constructor(columns: ReadonlyMap<string, CqlColumn>, row: DriverRow) {
    super(columns);
    this.#row = row;
  }

  protected read({ read, member }: CqlColumn): Value | null {
    return read(this.#row[member]);
  }

  writeTime(column: string): bigint | null {
    return bigintOf(this.#row[writeTimeMember(column)]) as bigint | null;
  }
}
