/**
 * Plans the changes inside collections and user types of an update, or rejects them as the database would.
 *
 * Takes changes of a statement, and returns paths and bytes. Reads nothing: which item of a list is meant is found when the
 * write is executed.
 */
import { isMultiCell } from "../../../model/index.ts";
import type { CqlType } from "../../../model/index.ts";
import type { Change, Operand } from "../../store.ts";
import { checkedBytes } from "../../values/encoded.ts";
import { splitParts } from "../../values/parts.ts";
import { fieldPath, splitElements } from "../rows/elements.ts";
import { columnOf, encodeValue } from "../rows/layout.ts";
import type { Layout, LayoutColumn } from "../rows/layout.ts";
import { rejection } from "../rows/rejection.ts";

/** An element to set, or to delete. */
export type PathChange = readonly [path: Buffer, bytes: Buffer | null];

export type PlannedChange = { readonly column: LayoutColumn } & (
  | { readonly kind: "put"; readonly elements: readonly PathChange[] }
  | { readonly kind: "append" | "prepend"; readonly items: readonly Buffer[] }
  /** Every equal item of a list. */
  | { readonly kind: "discard"; readonly items: readonly Buffer[] }
  | { readonly kind: "index"; readonly index: number; readonly bytes: Buffer | null | undefined }
);

/** @param isSet whether the statement sets the column as a whole too */
export function planChanges(
  layout: Layout,
  changes: readonly Change[],
  isSet: (column: LayoutColumn) => boolean,
): readonly PlannedChange[] {
  const fields = new Set<string>();
  return changes.map((change): PlannedChange => {
    const column = columnOf(layout, change.column);
    if (column.keyIndex >= 0) throw rejection(`PRIMARY KEY part ${column.name} found in SET part`);
    const name = change.kind === "field" ? JSON.stringify([column.name, change.field]) : undefined;
    if (isSet(column) || (name !== undefined && fields.has(name))) {
      throw rejection(`Multiple incompatible setting of column ${column.name}`);
    }
    if (name !== undefined) fields.add(name);
    return { column, ...plannedIn[change.kind](column, change as never) };
  });
}

type Kind = Change["kind"];
type Planned = PlannedChange extends infer Each ? (Each extends PlannedChange ? Omit<Each, "column"> : never) : never;

const plannedIn: { readonly [Each in Kind]: (column: LayoutColumn, change: Change & { kind: Each }) => Planned } = {
  add: addTo,
  append: addTo,

  prepend: (column, { value }) => {
    const { name, type } = column;
    // The database's own slip of a sign.
    const what = `${name} = ? - ${name}`;
    if (type.kind !== "list") throw invalid(what, `non list column ${name}`);
    if (!isMultiCell(type)) throw invalid(what, `frozen list column ${name}`);
    return { kind: "prepend", items: itemsOf(type, encodeValue(column, value)) };
  },

  remove: (column, { value }) => {
    const { name, type } = column;
    const what = `${name} = ${name} - ?`;
    if (!isCollection(type)) throw invalid(what, `non counter column ${name}`);
    if (!isMultiCell(type)) throw invalid(what, `frozen collection column ${name}`);
    if (type.kind === "list") return { kind: "discard", items: itemsOf(type, encodeValue(column, value)) };
    const keys: CqlType = { kind: "set", item: type.kind === "map" ? type.key : type.item, frozen: false };
    const removed = splitElements(keys, checkedBytes(column.name, keys, value));
    return { kind: "put", elements: removed.map(([path]) => [path, null]) };
  },

  element: (column, { at, value }) => {
    const { name, type } = column;
    const what = `${name}[?] = ?`;
    if (!isCollection(type)) throw invalid(what, `non collection column ${name}`);
    if (!isMultiCell(type)) throw invalid(what, `frozen collection column ${name}`);
    if (type.kind === "list") {
      const bytes = value === undefined ? undefined : part(column, type.item, value);
      return { kind: "index", index: indexOf(column, at), bytes };
    }
    if (type.kind !== "map") throw invalid(what, `set column ${name}`);
    if (value === undefined) return { kind: "put", elements: [] };
    return { kind: "put", elements: [[checkedBytes(column.name, type.key, at), part(column, type.value, value)]] };
  },

  field: (column, { field, value }) => {
    const { name, type } = column;
    const what = `${name}.${field} = ?`;
    if (type.kind !== "user") throw invalid(what, `non-UDT column ${name}`);
    if (!isMultiCell(type)) throw invalid(what, `frozen UDT column ${name}`);
    const place = type.type.fields.findIndex((one) => one.name === field);
    const found = type.type.fields[place];
    if (!found) throw rejection(`UDT column ${name} does not have a field named ${field}`);
    return { kind: "put", elements: [[fieldPath(place), part(column, found.type, value)]] };
  },
};

/** CQL has one sign for items of a set, entries of a map, and items behind a list. */
function addTo(column: LayoutColumn, { value }: { readonly value: Operand }): Planned {
  const { name, type } = column;
  const what = `${name} = ${name} + ?`;
  if (!isCollection(type)) {
    const isTuple = type.kind === "user" || type.kind === "tuple";
    throw invalid(what, `${isTuple ? "tuple" : "non counter"} column ${name}`);
  }
  if (!isMultiCell(type)) throw invalid(what, `frozen collection column ${name}`);
  const bytes = encodeValue(column, value);
  return type.kind === "list"
    ? { kind: "append", items: itemsOf(type, bytes) }
    : { kind: "put", elements: splitElements(type, bytes) };
}

/** The index of an item, as a condition and a change name it. @throws {StoreError} `invalid` */
export function indexOf(column: LayoutColumn, at: Operand): number {
  const bytes = checkedBytes(column.name, { kind: "native", name: "int" }, at);
  if (bytes.length < 4) throw rejection("Invalid null value for list index");
  return bytes.readInt32BE();
}

type Collection = Extract<CqlType, { readonly kind: "list" | "set" } | { readonly kind: "map" }>;

function isCollection(type: CqlType): type is Collection {
  return type.kind === "list" || type.kind === "set" || type.kind === "map";
}

function itemsOf(type: Collection, bytes: Buffer): readonly Buffer[] {
  return splitParts(type, bytes).flatMap((item) => item ?? []);
}

function part(column: LayoutColumn, type: CqlType, value: Operand | null): Buffer | null {
  return value === null ? null : checkedBytes(column.name, type, value);
}

function invalid(operation: string, why: string): Error {
  return rejection(`Invalid operation (${operation}) for ${why}`);
}
