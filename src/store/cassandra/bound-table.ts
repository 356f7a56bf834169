/** A table as statements need it: names as CQL has them, texts that are known, how values are read. */
import { contains, isMultiCell, partsOf, printCqlType, printName } from "../../model/index.ts";
import type { Column, CqlType, Table } from "../../model/index.ts";
import { StoreError } from "../store-error.ts";
import type { TableName, Value } from "../store.ts";
import { cellReaderOf, isBeyondDriver } from "./read-value.ts";

export interface CqlTable extends TableName {
  readonly definition: Table;
  /** As CQL has it: `shop.products`. */
  readonly name: string;
  readonly columns: ReadonlyMap<string, CqlColumn>;
  readonly list: readonly CqlColumn[];
  readonly key: readonly CqlColumn[];
  readonly partitionKey: readonly CqlColumn[];
  /** `token(sensor, day)` */
  readonly token: string;
  /** The columns whose values the driver cannot decode. */
  readonly unreadable: readonly CqlColumn[];
  readonly isCounterTable: boolean;
  /** The statement of all plain inserts of rows. */
  readonly wholeInsert: string;
  readonly texts: Texts;
  readonly all: SelectedColumns;
  /** By the list of their names. @see columnsOf */
  readonly selected: WeakMap<readonly string[], SelectedColumns>;
}

export interface CqlColumn {
  readonly name: string;
  readonly type: Column["type"];
  readonly kind: Column["kind"];
  readonly isKey: boolean;
  /** As CQL has it. */
  readonly quoted: string;
  /** In a selection. */
  readonly selected: string;
  /** The member of the driver's rows that holds it. */
  readonly member: string;
  /** What stands for a value of it: `(text)?`. */
  readonly marker: string;
  /** In an update: `stock = (int)?`, `views = views + (counter)?`. */
  readonly assigned: string;
  /**
   * Whether setting it twice is setting it once. Items of a list are stored with names that are new each time, so a request
   * that the driver repeats with its first timestamp would add them again.
   */
  readonly isRepeatable: boolean;
  readonly read: (value: unknown) => Value | null;
}

const known = new WeakMap<Table, CqlTable>();

export function bindTable(keyspace: string, table: Table): CqlTable {
  const found = known.get(table);
  if (found?.keyspace === keyspace) return found;
  const bound = createTable(keyspace, table);
  known.set(table, bound);
  return bound;
}

function createTable(keyspace: string, table: Table): CqlTable {
  const columns = table.columns.map((column) => createColumn(column, `${keyspace}.${table.name}`));
  const name = `${printName(keyspace)}.${printName(table.name)}`;
  const byName = new Map(columns.map((column) => [column.name, column]));
  return {
    keyspace,
    table: table.name,
    definition: table,
    name,
    columns: byName,
    list: columns,
    key: columns.filter(({ isKey }) => isKey),
    partitionKey: columns.filter(({ kind }) => kind === "partition"),
    token: `token(${table.partitionKey.map(printName).join(", ")})`,
    unreadable: columns.filter(({ type }) => isBeyondDriver(type)),
    isCounterTable: columns.some(({ type }) => contains(type, "counter")),
    wholeInsert: piecesOfInsert(name, columns).join(""),
    texts: new Texts(),
    all: selectColumns(byName),
    selected: new WeakMap(),
  };
}

interface InsertForm {
  readonly ifNotExists?: boolean | undefined;
  /** Whether the statement has its own timestamp. */
  readonly isTimed?: boolean;
}

export function piecesOfInsert(
  table: string,
  columns: readonly CqlColumn[],
  { ifNotExists = false, isTimed = false }: InsertForm = {},
): readonly string[] {
  const listed = (member: "quoted" | "marker"): string[] =>
    columns.flatMap((column, index) => (index === 0 ? [column[member]] : [", ", column[member]]));
  const end = `)${ifNotExists ? " IF NOT EXISTS" : ""} USING ${isTimed ? "TIMESTAMP ? AND " : ""}TTL ?`;
  return ["INSERT INTO ", table, " (", ...listed("quoted"), ") VALUES (", ...listed("marker"), end];
}

/** The driver sets members of an object; by this name it would set the object's prototype. */
const unsafeName = "__proto__";

function createColumn({ name, type, kind }: Column, table: string): CqlColumn {
  const quoted = printName(name);
  const member = name === unsafeName ? "column __proto__" : name;
  const counts = contains(type, "counter");
  const marker = markerOf(type);
  return {
    name,
    type,
    kind,
    isKey: kind === "partition" || kind === "clustering",
    quoted,
    selected: member === name ? quoted : `${quoted} AS ${printName(member)}`,
    member,
    marker,
    assigned: `${quoted} = ${counts ? `${quoted} + ` : ""}${marker}`,
    isRepeatable: !counts && !(type.kind === "list" && isMultiCell(type)),
    read: cellReaderOf(type, `${table}.${name}`),
  };
}

/**
 * What stands for a value of a type: `(list<text>)?`. The cluster refuses the statement when the type is another one by now;
 * the driver prepares a statement again without a word when a table was created anew.
 */
export function markerOf(type: CqlType | undefined): string {
  // A type in Java may have no name in CQL; the cluster refuses parts of a type that has none.
  return type === undefined || hasCustom(type) ? "?" : `(${printCqlType(type)})?`;
}

function hasCustom(type: CqlType): boolean {
  return type.kind === "custom" || partsOf(type).some(hasCustom);
}

/** @throws {StoreError} `invalid` when the table has no such column */
export function columnOf(table: CqlTable, name: string): CqlColumn {
  const column = table.columns.get(name);
  if (column) return column;
  throw new StoreError("invalid", `Undefined column name ${name} in table ${table.keyspace}.${table.table}`);
}

/** What a selection returns of each row. */
export interface SelectedColumns {
  /** By their names. */
  readonly columns: ReadonlyMap<string, CqlColumn>;
  readonly list: readonly CqlColumn[];
  /** As a statement selects them: `sensor, at, value`. */
  readonly text: string;
  /** Whether all of them are the same for every row of a partition. */
  readonly isOfPartitions: boolean;
}

/**
 * The columns of a selection, made once for a list of names.
 *
 * @throws {StoreError} `invalid` when the table has no such column
 */
export function columnsOf(table: CqlTable, names: readonly string[] | undefined): SelectedColumns {
  if (!names) return table.all;
  let found = table.selected.get(names);
  if (!found) {
    table.selected.set(names, (found = selectColumns(new Map(names.map((name) => [name, columnOf(table, name)])))));
  }
  return found;
}

function selectColumns(columns: ReadonlyMap<string, CqlColumn>): SelectedColumns {
  const list = [...columns.values()];
  const isOfPartitions = list.every(({ kind }) => kind === "partition" || kind === "static");
  return { columns, list, text: selectedText(list), isOfPartitions };
}

export function selectedText(columns: readonly CqlColumn[]): string {
  return columns.map(({ selected }) => selected).join(", ");
}

/** @throws {StoreError} `invalid` for a column that the driver cannot decode */
export function requireReadable(table: CqlTable, { columns }: SelectedColumns): void {
  const column = table.unreadable.find(({ name }) => columns.has(name));
  if (!column) return;
  const reason = "cassandra-driver does not know vectors of user types that have vectors: select other columns";
  throw new StoreError("invalid", `${table.keyspace}.${table.table}.${column.name} cannot be read: ${reason}`);
}

/**
 * Statements as texts, each made once of its pieces: an app has few shapes of statements, and the driver finds what it has
 * prepared by the text.
 */
interface Node {
  readonly next: Map<string, Node>;
  text?: string;
}

/** Callers who choose columns as they like could make any number of texts: then the texts are made anew. */
const mostNodes = 20_000;

class Texts {
  #root: Node = { next: new Map() };
  #nodes = 0;

  /** The pieces, joined. */
  of(pieces: readonly string[]): string {
    let node = this.#root;
    for (const piece of pieces) {
      let next = node.next.get(piece);
      if (!next) {
        node.next.set(piece, (next = { next: new Map() }));
        this.#nodes++;
      }
      node = next;
    }
    const text = (node.text ??= pieces.join(""));
    if (this.#nodes > mostNodes) {
      this.#root = { next: new Map() };
      this.#nodes = 0;
    }
    return text;
  }
}
