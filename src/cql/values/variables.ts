import type { Table } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import { unset } from "../protocol/message.ts";
import type { BoundValue, BoundValues, ColumnSpec } from "../protocol/message.ts";
import { checkBytes } from "./check-bytes.ts";
import type { Receiver } from "./receiver.ts";

/** A marker as the tree has it. */
export interface Marker {
  readonly index: number;
  readonly name?: string | undefined;
}

/** The value of a marker, whose bytes have been checked. */
export type Bound = (marker: Marker) => BoundValue;

/** Collects the markers of a statement with their receivers. */
export class Variables {
  readonly #scope: { readonly keyspace: string; readonly table: Pick<Table, "name"> };
  /** By the index of the marker: terms are compiled in another order than they are written in. */
  readonly #specs: ColumnSpec[] = [];
  readonly #mayHaveNulls: boolean[] = [];

  constructor(scope: { readonly keyspace: string; readonly table: Pick<Table, "name"> }) {
    this.#scope = scope;
  }

  /** A marker with a name is called by it, another one by its receiver. */
  add(marker: Marker, receiver: Receiver): void {
    const { keyspace, table } = this.#scope;
    const name = marker.name ?? receiver.name;
    this.#specs[marker.index] = { keyspace, table: table.name, name, type: receiver.type };
    this.#mayHaveNulls[marker.index] = receiver.mayHaveNulls ?? false;
  }

  /** Refuses a value of a marker. @throws {CqlError} `invalid` */
  check(index: number, value: BoundValue): void {
    const spec = this.#specs[index];
    if (!spec || value === null || value === unset) return;
    checkBytes(spec.type, value, this.#mayHaveNulls[index]);
  }

  /** In the order of the markers. */
  get specs(): readonly ColumnSpec[] {
    return this.#specs;
  }
}

/**
 * The values that a client sent for the markers, each checked against the type of its marker.
 *
 * @throws {CqlError} `invalid` when there are too few or too many, or when bytes are not of the type
 */
export function bindValues(variables: Variables, values: BoundValues): Bound {
  const { specs } = variables;
  const ordered = isNamed(values) ? specs.map((spec) => valueNamed(values, spec.name)) : values;
  if (ordered.length !== specs.length) {
    throw invalid(`there were ${specs.length} markers(?) in CQL but ${ordered.length} bound variables`);
  }
  ordered.forEach((value, index) => variables.check(index, value));
  return ({ index }) => ordered[index] ?? null;
}

function isNamed(values: BoundValues): values is ReadonlyMap<string, BoundValue> {
  return values instanceof Map;
}

function valueNamed(values: ReadonlyMap<string, BoundValue>, name: string): BoundValue {
  const value = values.get(name);
  if (value === undefined) throw invalid("Invalid amount of bind variables");
  return value;
}
