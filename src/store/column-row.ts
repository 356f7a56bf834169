import type { Row, Value } from "./store.ts";

/** A row of an engine: what it has, by columns that the rows of a page share. Reads a value when it is asked for. */
export abstract class ColumnRow<Column> implements Row {
  protected readonly columns: ReadonlyMap<string, Column>;

  /** @param columns by their names, in the order of the selection */
  constructor(columns: ReadonlyMap<string, Column>) {
    this.columns = columns;
  }

  protected abstract read(column: Column): Value | null;

  get(name: string): Value | null | undefined {
    const column = this.columns.get(name);
    return column === undefined ? undefined : this.read(column);
  }

  *[Symbol.iterator](): Generator<[column: string, value: Value | null]> {
    for (const [name, column] of this.columns) yield [name, this.read(column)];
  }
}
