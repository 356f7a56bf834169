/**
 * The model: a keyspace, whatever its source. Plain readonly data that could be printed as JSON, except an `UnreadTable`.
 *
 * Its tables are created by `parse-definition.ts`, whatever the source; used by the plan, the service and the stores. Independent of requests and TypeScript,
 * and of files except for their names.
 */
import { contains } from "./cql-type.ts";
import type { CqlType, UserType } from "./cql-type.ts";

export interface Keyspace {
  readonly name: string;
  /** In code-unit order of their names. */
  readonly tables: readonly Table[];
  /** In code-unit order of their names. */
  readonly userTypes: readonly UserType[];
}

export interface Table {
  readonly name: string;
  readonly description?: string | undefined;
  /** The table whose rows a materialized view shows: it is read like a table, and nothing writes to it. */
  readonly viewOf?: string | undefined;
  /** In the order of the definition. */
  readonly columns: readonly Column[];
  /** Names of the columns that determine the partition; at least one. */
  readonly partitionKey: readonly string[];
  /** The columns that order the rows of a partition. */
  readonly clusteringKey: readonly ClusteringColumn[];
  /** Seconds after which a written value expires, unless the write sets its own; 0 means never. */
  readonly defaultTimeToLive: number;
  /** In the order of the definition. */
  readonly indexes: readonly Index[];
}

/** An index, which finds rows by a column outside the key. */
export interface Index {
  /** The database chooses one if it is missing. */
  readonly name?: string;
  readonly column: string;
  readonly kind: IndexKind;
  /** Storage-attached indexes support ranges; others support only equality. */
  readonly using?: "sai";
  /** The database's options of a storage-attached index: `case_sensitive`, `similarity_function`. Sorted by name, not empty. */
  readonly options?: IndexOptions;
}

/** Every value is text: `"false"`. */
export type IndexOptions = Readonly<Record<string, string>>;

/** The indexed part of a column: the whole value, or the values, keys or entries of a collection. */
export type IndexKind = "full" | "values" | "keys" | "entries";

/** Types for which a storage-attached index supports only equality. */
const unordered: ReadonlySet<string> = new Set(["ascii", "text", "varchar", "boolean", "uuid"]);

/** Whether an index of a column of this type finds rows by a range of values. */
export function knowsRanges({ kind, using }: Index, type: CqlType): boolean {
  return kind === "full" && using === "sai" && type.kind === "native" && !unordered.has(type.name);
}

/** Whether an index of a column of this type finds rows by a value; an index of vectors finds only neighbors. */
export function knowsEquality({ kind }: Index, type: CqlType): boolean {
  return kind === "full" && type.kind !== "vector";
}

export interface Column {
  readonly name: string;
  readonly description?: string;
  readonly type: CqlType;
  readonly kind: ColumnKind;
}

/** A static column has one value per partition, shown in each of its rows. */
export type ColumnKind = "partition" | "clustering" | "regular" | "static";

interface ClusteringColumn {
  readonly name: string;
  readonly order: Order;
}

export type Order = "ASC" | "DESC";

/** Something that a definition file defines: a table or user type, or a column or field of one. */
export interface Defined {
  readonly kind: "table" | "user type";
  readonly name: string;
  readonly member?: string;
}

/** The columns of the primary key: partition key, then clustering key. */
export function primaryKey(table: Table): readonly string[] {
  return [...table.partitionKey, ...table.clusteringKey.map((column) => column.name)];
}

/** A column whose kind is unknown, as some servers report it, does not count as one. */
export function isInKey({ kind }: Partial<Pick<Column, "kind">>): boolean {
  return kind === "partition" || kind === "clustering";
}

/** Whether a table has a counter: then all its columns outside the key are counters. */
export function isCounterTable(table: Table): boolean {
  return table.columns.some((column) => contains(column.type, "counter"));
}

/**
 * The names of a table's indexes, in their order. One without a name has the name that the database would choose:
 * `products_name_idx`.
 */
export function indexNames({ name: table, indexes }: Table): readonly string[] {
  const taken = new Set(indexes.flatMap(({ name }) => name ?? []));
  return indexes.map(({ name, column }) => {
    if (name !== undefined) return name;
    const free = chooseIndexName(table, column, taken);
    taken.add(free);
    return free;
  });
}

/** The name that the database chooses for an index, other than the names that are taken. */
export function chooseIndexName(table: string, column: string, taken: { has(name: string): boolean }): string {
  const chosen = `${table}_${column}_idx`.replace(/\W/g, "");
  let free = chosen;
  for (let number = 1; taken.has(free); number++) free = `${chosen}_${number}`;
  return free;
}

/**
 * A table of which only the name is read. Its definition is parsed when more is needed.
 *
 * For definitions that an earlier run found valid: parsing them cannot fail. Only its name is a member of its own, so it is
 * neither copied by `{ ...table }` nor printed as JSON. By `Required` the compiler demands optional members as well.
 */
export class UnreadTable implements Required<Record<keyof Table, unknown>>, Table {
  readonly name: string;
  readonly #parse: () => Table;
  #parsed: Table | undefined;

  constructor(name: string, parse: () => Table) {
    this.name = name;
    this.#parse = parse;
  }

  get description(): string | undefined {
    return this.#table.description;
  }

  get viewOf(): string | undefined {
    return this.#table.viewOf;
  }

  get columns(): readonly Column[] {
    return this.#table.columns;
  }

  get partitionKey(): readonly string[] {
    return this.#table.partitionKey;
  }

  get clusteringKey(): readonly ClusteringColumn[] {
    return this.#table.clusteringKey;
  }

  get defaultTimeToLive(): number {
    return this.#table.defaultTimeToLive;
  }

  get indexes(): readonly Index[] {
    return this.#table.indexes;
  }

  get #table(): Table {
    return (this.#parsed ??= this.#parse());
  }
}

/** Names that some file system reserves. */
const reserved = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** Leaves room for file endings within the 255 bytes that file systems allow. */
const longest = 200;

interface StemRules {
  /** Whether a stem is used for something else. @default no stem is */
  readonly isTaken?: (stem: string) => boolean;
  /** Eight hex digits for a name that is too long. */
  readonly hash: (name: string) => string;
}

/**
 * The file name, without ending, for a name in the database: `"products"` is unchanged, `"Index"` is `"x49_ndex"`. It
 * is the same on every machine.
 *
 * Escapes capitals, since some file systems ignore letter case; the first letter of a name that is in use; and an `x`
 * that would look like an escape. A name that is too long ends in its hash, written as an escape of eight digits, which
 * no character has. Different names have different stems, unless they are too long and have the same hash.
 */
export function fileStemOf(name: string, { isTaken = () => false, hash }: StemRules): string {
  const stem = name.replace(/[^a-z0-9_]|x(?=[0-9a-f]+_)/g, escaped);
  const free = reserved.test(stem) || isTaken(stem) ? escaped(stem[0] ?? "") + stem.slice(1) : stem;
  // The escape of the hash has ten characters.
  return free.length <= longest ? free : `${free.slice(0, longest - 10)}x${hash(name)}_`;
}

function escaped(character: string): string {
  return `x${(character.codePointAt(0) ?? 0).toString(16)}_`;
}
