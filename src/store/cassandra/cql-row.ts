import { ColumnRow } from "../column-row.ts";
import type { Value } from "../store.ts";
import type { CqlColumn } from "./bound-table.ts";
import type { DriverRow } from "./client.ts";

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
}
