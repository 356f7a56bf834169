/**
 * A bound table joined with the same table of a store: converts each member's value to its column and back.
 *
 * A value whose codec is the store's own is encoded once, when it is checked, to the bytes that the store keeps. Others
 * pass through their JSON form, as over HTTP, so that the codecs of an app and of the store need to agree only on that form.
 */
import {
  DocumentRejectedError,
  ProtocolError,
  ValidationError,
  renaming,
  setCell,
} from "@colonnade/runtime/operations";
import type {
  BoundTable,
  Cells,
  CheckedChange,
  CheckedSelection,
  CheckedWrite,
  Member,
  OperationAbout,
  Test,
} from "@colonnade/runtime/operations";
import type { Codec, Field, Wire } from "@colonnade/runtime/protocol";
import { contains } from "../model/index.ts";
import type { CqlType, Keyspace } from "../model/index.ts";
import { Encoded, StoreError, codecOf } from "../store/index.ts";
import type { Change, Condition, Filter, Operand, Operands, Row, Value } from "../store/index.ts";
import { changesOfColumn, decodeChecked, partConditionsOf } from "./parts.ts";

export interface StoredTable {
  readonly bound: BoundTable;
  /** The same table with codecs that encode to bytes where they can. Operations are checked with it. */
  readonly encoding: BoundTable;
  /** The keyspace in which it was found: a different object once something in it has changed. */
  readonly keyspace: Keyspace;
  /** The members' columns, in the order of the members; undefined if the store has no such column. */
  readonly columns: readonly (StoredColumn | undefined)[];
  /** CQL names of all members: the same list object for each page, by which a store recognizes an earlier selection. */
  readonly names: readonly string[];
  /** What the store lacks of the bound table, by the index of the member: `shop.products is not in the database`. */
  readonly lacks: ReadonlyMap<number, string>;
  readonly isMissing: boolean;
}

interface StoredColumn {
  readonly name: string;
  readonly type: CqlType;
  readonly codec: Codec<Value>;
  /** The app has no codec of its own for it, so checked values and column values are the same. */
  readonly isSame: boolean;
  /** It may hold numbers that JSON cannot express. */
  readonly hasFloats: boolean;
}

/** Joins a bound table with the store's table. */
export function storeTable(bound: BoundTable, keyspace: Keyspace): StoredTable {
  const table = keyspace.tables.find(({ name }) => name === bound.name);
  const lacks = new Map<number, string>();
  const columns = bound.members.map((member): StoredColumn | undefined => {
    const found = table?.columns.find(({ name }) => name === member.cqlName);
    if (!found) {
      lacks.set(member.index, `${bound.title} has no column ${member.cqlName}`);
      return undefined;
    }
    const { name, type } = found;
    const codec = codecOf(type);
    const field = lackingField(member.codec.fields, codec.fields);
    if (field) lacks.set(member.index, `${bound.title} lacks ${field} of ${name} in the database`);
    const isSame = type.kind === "native" && member.codec.encode === (codec as Codec<unknown>).encode;
    return { name, type, codec, isSame, hasFloats: contains(type, "double") || contains(type, "float") };
  });
  const encode = renaming((member) => {
    const column = columns[member.index];
    return column?.isSame ? { ...member, codec: encodingCodec(member.codec, column.type) } : member;
  });
  const names = namesOf(bound.members);
  return { bound, encoding: encode(bound), keyspace, columns, names, lacks, isMissing: !table };
}

export function namesOf(members: readonly Member[]): readonly string[] {
  return members.map(({ cqlName }) => cqlName);
}

/** The codec with bytes instead of the wire form; it still reads both. */
function encodingCodec(codec: Codec<unknown>, type: CqlType): Codec<unknown> {
  return {
    ...codec,
    encode: (value) => Encoded.of(type, value as Value) as unknown as Wire,
    decode: (wire) => (isEncoded(wire) ? wire.value : codec.decode(wire)),
  };
}

function isEncoded(cell: unknown): cell is Encoded {
  return cell instanceof Encoded;
}

/** The first field of a user type that the app knows and the store does not. */
function lackingField(wanted: readonly Field[] = [], found: readonly Field[] = []): string | undefined {
  for (const field of wanted) {
    const same = found.find(({ apiName }) => apiName === field.apiName);
    const lacking = same ? lackingField(field.fields, same.fields) : field.apiName;
    if (lacking !== undefined) return lacking;
  }
  return undefined;
}

/** @throws {DocumentRejectedError} when the store lacks a column that the operation names */
export function requireColumns(stored: StoredTable, checked: CheckedWrite | CheckedSelection): void {
  const found = lackedBy(stored, checked);
  if (found.length > 0) throw rejected(found, { ...checked.about, lacksTable: stored.isMissing });
}

/** What the operation names and the store lacks: `shop.products has no column price`. */
function lackedBy(stored: StoredTable, checked: CheckedWrite | CheckedSelection): readonly string[] {
  const { lacks, isMissing, bound } = stored;
  if (isMissing) return [`${bound.title} is not in the database`];
  if (lacks.size === 0) return [];
  // For a write, these include the columns of its conditions.
  const named = new Set(checked.selected.map(({ index }) => index));
  if ("cells" in checked) {
    for (const { index } of bound.members) if (checked.cells[index] !== undefined) named.add(index);
    for (const { member } of [...(checked.changes ?? []), ...(checked.filters ?? [])]) named.add(member.index);
  } else {
    checked.tests?.forEach(({ member }) => named.add(member.index));
    if (checked.marker) named.add(checked.marker.index);
    if (checked.nearest) named.add(checked.nearest.member.index);
    checked.timed?.forEach(({ index }) => named.add(index));
  }
  return [...named].flatMap((index) => lacks.get(index) ?? []);
}

function rejected(
  lacks: readonly string[],
  about: OperationAbout & { readonly lacksTable: boolean },
): DocumentRejectedError {
  const reason = `${lacks.join("; ")}; run \`colonnade diff\` to see all differences`;
  return new DocumentRejectedError("document-rejected", lacks, about, reason);
}

/** The values of a checked record, by CQL names. */
export function valuesOf({ bound, columns }: StoredTable, cells: Cells, about: OperationAbout): Operands {
  const values = new Map<string, Operand | null>();
  for (const member of bound.members) {
    const wire = cells[member.index];
    if (wire === undefined) continue;
    const column = columns[member.index] as StoredColumn;
    values.set(column.name, wire === null ? null : valueOf(column, member, wire, about));
  }
  return values;
}

/** @throws {DocumentRejectedError} when the column's type differs from the bindings */
function valueOf({ type, codec, isSame }: StoredColumn, member: Member, cell: Wire, about: OperationAbout): Operand {
  if (isEncoded(cell) && cell.isOf(type)) return cell;
  // The value may be encoded for the column as it was before another client changed it.
  const wire = isEncoded(cell) ? codecOf(cell.type).encode(cell.value) : cell;
  return isSame ? codec.decode(wire) : decodeChecked(codec, member, wire, about);
}

/** The changes of a checked update, in the store's form. */
export function changesOf(
  { columns }: StoredTable,
  changes: readonly CheckedChange[],
  about: OperationAbout,
): readonly Change[] {
  return changes.flatMap((change) => {
    const column = columns[change.member.index] as StoredColumn;
    return changesOfColumn({ ...column, member: change.member }, change, about);
  });
}

/** Tests that select rows, in the store's form. */
export function filtersOf({ columns }: StoredTable, tests: readonly Test[], about: OperationAbout): readonly Filter[] {
  return tests.map((test): Filter => {
    const { member, operator, wire } = test;
    const column = columns[member.index] as StoredColumn;
    if (operator.startsWith("contains")) return contentFilterOf(column, test, about);
    const value =
      operator === "in"
        ? (wire as readonly Wire[]).map((one) => valueOf(column, member, one, about))
        : valueOf(column, member, wire, about);
    return { column: column.name, operator: operator as Filter["operator"], value };
  });
}

/** The filter on a collection's content: an item or a value, a key, or an entry. */
function contentFilterOf(
  { name: column, type }: StoredColumn,
  { member, operator, wire }: Test,
  about: OperationAbout,
): Filter {
  const part = (of: CqlType, content: Wire): Value => decodeChecked(codecOf(of), member, content, about);
  if (operator === "contains") return { column, operator, value: part(itemOf(type), wire) };
  if (operator === "containsKey") return { column, operator, value: part(keyOf(type), wire) };
  const { key = null, value = null } = wire as Readonly<Record<string, Wire>>;
  return {
    column,
    operator: "containsEntry",
    value: { key: part(keyOf(type), key), value: part(itemOf(type), value) },
  };
}

function itemOf(type: CqlType): CqlType {
  return type.kind === "map" ? type.value : "item" in type ? type.item : type;
}

function keyOf(type: CqlType): CqlType {
  return type.kind === "map" ? type.key : type;
}

/** Tests that guard a write, in the store's form. */
export function conditionsOf(
  { columns }: StoredTable,
  tests: readonly Test[],
  about: OperationAbout,
): readonly Condition[] {
  return tests.flatMap((test): Condition | Condition[] => {
    const { member, operator, wire } = test;
    const column = columns[member.index] as StoredColumn;
    if (operator === "at" || operator === "fields") return partConditionsOf({ ...column, member }, test, about);
    const one = (of: Wire): Operand | null => (of === null ? null : valueOf(column, member, of, about));
    const value = operator === "in" ? (wire as readonly Wire[]).map(one) : one(wire);
    return { column: column.name, operator: operator as Condition["operator"], value };
  });
}

/**
 * A row of the store by member names; columns without a value are null, or empty collections.
 *
 * @param kind the selection's; omitted for the row that prevented a write
 * @throws {ValidationError} with direction `out` when a value is not valid for its column
 */
export function rowOf(
  { columns }: StoredTable,
  selected: readonly Member[],
  found: Row,
  about: OperationAbout,
  kind?: CheckedSelection["kind"],
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const member of selected) {
    const column = columns[member.index] as StoredColumn;
    const value = found.get(column.name) ?? null;
    if (value === null && member.isKey && (kind !== "static" || member.kind === "partition")) {
      throw new ProtocolError(`the store's row has no ${member.name}`, about);
    }
    setCell(row, member.name, cellOf(column, member, value, about));
  }
  return row;
}

function cellOf(column: StoredColumn, member: Member, value: Value | null, about: OperationAbout): unknown {
  const { codec } = member;
  if (value === null) return codec.empty?.() ?? null;
  if (column.hasFloats) requireFinite(value);
  else if (column.isSame) return value;
  try {
    return codec.decode(column.codec.encode(value));
  } catch {
    throw new ValidationError("out", [member.name], `the store's ${member.name} is not ${codec.expected}`, about);
  }
}

/** @throws {StoreError} `invalid` for a value that another client stored and that a session over HTTP could not read */
function requireFinite(value: unknown): void {
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new StoreError("invalid", `JSON cannot express ${value}`);
  } else if (value instanceof Map) {
    for (const [key, item] of value) (requireFinite(key), requireFinite(item));
  } else if (typeof value === "object" && value !== null && !(value instanceof Uint8Array)) {
    for (const part of Object.values(value)) requireFinite(part);
  }
}
