/**
 * The tree of a CQL statement, as data: the result of the parser.
 *
 * Names are the database's: without quotes, in lower case if they were not quoted. Types are texts, which `parseCqlType`
 * reads once the user types of the keyspace are known.
 */

/** A table, type or index that a statement names; in the session's keyspace if it names no keyspace. */
export interface Reference {
  readonly keyspace?: string | undefined;
  readonly name: string;
}

/** A value as written, or a selector of a query. */
export type Term =
  | { readonly kind: "constant"; readonly type: ConstantType; readonly text: string }
  | { readonly kind: "null" }
  /** `?` or `:name`; the index counts the markers of a text from 0. */
  | { readonly kind: "marker"; readonly index: number; readonly name?: string | undefined }
  /**
   * A `set` without items may be a map as well. A `tuple` of one item may be that term in parentheses, depending on the
   * expected type. As an operand, the term has no parentheses.
   */
  | { readonly kind: "list" | "set" | "tuple"; readonly items: readonly Term[] }
  | { readonly kind: "map"; readonly entries: readonly (readonly [key: Term, value: Term])[] }
  /** `{street: 'x', city: 'y'}` */
  | { readonly kind: "record"; readonly fields: readonly (readonly [name: string, value: Term])[] }
  | {
      readonly kind: "call";
      readonly keyspace?: string | undefined;
      readonly name: string;
      readonly arguments: readonly Term[];
    }
  /** The argument of `count(*)`. */
  | { readonly kind: "star" }
  /** `CAST(x AS int)`: converts. */
  | { readonly kind: "cast"; readonly of: Term; readonly type: string }
  /** `(int) x`: states the type of a term. */
  | { readonly kind: "hint"; readonly of: Term; readonly type: string }
  | {
      readonly kind: "operation";
      readonly operator: "+" | "-" | "*" | "/" | "%";
      readonly left: Term;
      readonly right: Term;
    }
  | { readonly kind: "negation"; readonly of: Term }
  | { readonly kind: "column"; readonly name: string }
  /** `m['key']` */
  | { readonly kind: "element"; readonly of: Term; readonly at: Term }
  /** `m['a'..'c']` */
  | { readonly kind: "slice"; readonly of: Term; readonly from?: Term | undefined; readonly to?: Term | undefined }
  | { readonly kind: "field"; readonly of: Term; readonly field: string };

/** `text` is the text without quotes, `float` may be `NaN`, `Infinity` and `-Infinity`, `blob` begins with `0x`; the others are as written. */
export type ConstantType = "text" | "integer" | "float" | "boolean" | "uuid" | "blob" | "duration";

/** A part of a column: an element of a collection, or a field of a user type. */
export type Part = { readonly at: Term } | { readonly field: string };

export type RelationOperator =
  "=" | "!=" | "<" | "<=" | ">" | ">=" | "IN" | "CONTAINS" | "CONTAINS KEY" | "LIKE" | "IS NOT NULL";

/** One test of `WHERE` or `IF`. */
export interface Relation {
  /** `column = 1`, `(a, b) > (1, 2)`, or `token(a, b) > 1`. */
  readonly kind: "column" | "tuple" | "token";
  /** One for `column`. */
  readonly columns: readonly string[];
  /** Only for `column`. */
  readonly part?: Part | undefined;
  readonly operator: RelationOperator;
  /** For `IN`, one marker or the terms of the list; undefined for `IS NOT NULL`. */
  readonly value?: Term | readonly Term[] | undefined;
}

export interface Using {
  readonly ttl?: Term | undefined;
  readonly timestamp?: Term | undefined;
}

export interface Selector {
  readonly term: Term;
  readonly alias?: string | undefined;
}

export interface Select {
  readonly kind: "select";
  readonly json: boolean;
  readonly distinct: boolean;
  /** Undefined for `*`. */
  readonly selectors?: readonly Selector[] | undefined;
  readonly table: Reference;
  readonly where: readonly Relation[];
  /** Columns, and function calls on them. */
  readonly groupBy: readonly Term[];
  readonly orderBy: readonly OrderBy[];
  readonly perPartitionLimit?: Term | undefined;
  readonly limit?: Term | undefined;
  readonly allowFiltering: boolean;
}

export type OrderBy =
  | { readonly column: string; readonly order: "ASC" | "DESC" }
  /** `ORDER BY v ANN OF [1, 2]` */
  | { readonly column: string; readonly nearestTo: Term; readonly isDescending?: boolean };

export interface Insert {
  readonly kind: "insert";
  readonly table: Reference;
  /** Columns with their terms, or a JSON text; `default` says what columns missing from it get. */
  readonly values:
    | { readonly columns: readonly string[]; readonly terms: readonly Term[] }
    | { readonly json: Term; readonly default: "null" | "unset" };
  readonly ifNotExists: boolean;
  readonly using: Using;
}

export type Assignment = { readonly column: string } & (
  | { readonly kind: "set"; readonly value: Term }
  | { readonly kind: "part"; readonly part: Part; readonly value: Term }
  /** `c = c + x`, `c = c - x`, `c = x + c`. */
  | { readonly kind: "add" | "subtract" | "prepend"; readonly value: Term }
);

/** `IF EXISTS`, or relations. */
export type If = "exists" | readonly Relation[];

export interface Update {
  readonly kind: "update";
  readonly table: Reference;
  readonly using: Using;
  readonly assignments: readonly Assignment[];
  readonly where: readonly Relation[];
  readonly if?: If | undefined;
}

export interface Delete {
  readonly kind: "delete";
  readonly table: Reference;
  readonly using: Using;
  /** Empty for whole rows. */
  readonly targets: readonly { readonly column: string; readonly part?: Part | undefined }[];
  readonly where: readonly Relation[];
  readonly if?: If | undefined;
}

export interface Batch {
  readonly kind: "batch";
  readonly type: "logged" | "unlogged" | "counter";
  readonly using: Using;
  readonly writes: readonly (Insert | Update | Delete)[];
}

/** The options after `WITH`: a text, number or boolean as written, or a map of such. */
export type Options = ReadonlyMap<string, string | ReadonlyMap<string, string>>;

export interface FieldNode {
  readonly name: string;
  readonly type: string;
}

export interface ColumnNode extends FieldNode {
  readonly isStatic: boolean;
  readonly mask?: Mask | undefined;
}

/** `MASKED WITH DEFAULT`, or a function with the rest of its arguments. */
export type Mask = "default" | (Term & { readonly kind: "call" });

export interface CreateTable {
  readonly kind: "create-table";
  readonly table: Reference;
  readonly ifNotExists: boolean;
  readonly columns: readonly ColumnNode[];
  /** `PRIMARY KEY` occurs twice, which the database refuses after parsing. */
  readonly hasTwoKeys?: boolean;
  readonly partitionKey: readonly string[];
  readonly clusteringKey: readonly string[];
  /** The columns of `CLUSTERING ORDER BY`. */
  readonly clusteringOrder: readonly { readonly column: string; readonly order: "ASC" | "DESC" }[];
  readonly compactStorage: boolean;
  readonly options: Options;
}

export interface CreateView extends Pick<
  CreateTable,
  "ifNotExists" | "partitionKey" | "clusteringKey" | "clusteringOrder" | "options"
> {
  readonly kind: "create-view";
  readonly view: Reference;
  /** Undefined for `*`. */
  readonly columns?: readonly string[] | undefined;
  readonly of: Reference;
  readonly where: readonly Relation[];
}

interface Rename {
  readonly kind: "rename";
  readonly ifExists: boolean;
  readonly renames: readonly (readonly [from: string, to: string])[];
}

export type TableAlteration =
  | { readonly kind: "add"; readonly ifNotExists: boolean; readonly columns: readonly ColumnNode[] }
  /** The time is the one of `USING TIMESTAMP`. */
  | {
      readonly kind: "drop";
      readonly ifExists: boolean;
      readonly columns: readonly string[];
      readonly timestamp?: string | undefined;
    }
  | Rename
  /** No longer in the language; the database says why. */
  | { readonly kind: "retype"; readonly column: string; readonly type: string }
  /** `ALTER c MASKED WITH …`; no mask for `DROP MASKED`. */
  | { readonly kind: "mask"; readonly ifExists: boolean; readonly column: string; readonly mask?: Mask | undefined }
  | { readonly kind: "drop-compact-storage" }
  | { readonly kind: "options"; readonly options: Options };

export type TypeAlteration =
  | { readonly kind: "add"; readonly ifNotExists: boolean; readonly field: FieldNode }
  | Rename
  | { readonly kind: "retype"; readonly field: string; readonly type: string };

export interface CreateIndex {
  readonly kind: "create-index";
  readonly isCustom: boolean;
  readonly name?: string | undefined;
  readonly ifNotExists: boolean;
  readonly table: Reference;
  /** None and several are possible for custom indexes. */
  readonly targets: readonly {
    readonly column: string;
    readonly kind?: "values" | "keys" | "entries" | "full" | undefined;
  }[];
  /** `'sai'` or the name of a class. */
  readonly using?: string | undefined;
  readonly options: Options;
}

export type Definition =
  | {
      readonly kind: "create-keyspace";
      readonly keyspace: string;
      readonly ifNotExists: boolean;
      readonly options: Options;
    }
  | {
      readonly kind: "alter-keyspace";
      readonly keyspace: string;
      readonly ifExists: boolean;
      readonly options: Options;
    }
  | { readonly kind: "drop-keyspace"; readonly keyspace: string; readonly ifExists: boolean }
  | CreateTable
  | {
      readonly kind: "alter-table";
      readonly table: Reference;
      readonly ifExists: boolean;
      readonly alteration: TableAlteration;
    }
  | CreateView
  | {
      readonly kind: "create-type";
      readonly type: Reference;
      readonly ifNotExists: boolean;
      readonly fields: readonly FieldNode[];
    }
  | {
      readonly kind: "alter-type";
      readonly type: Reference;
      readonly ifExists: boolean;
      readonly alteration: TypeAlteration;
    }
  | CreateIndex
  | {
      readonly kind: "drop-table" | "drop-type" | "drop-index" | "drop-view";
      readonly name: Reference;
      readonly ifExists: boolean;
    }
  | { readonly kind: "truncate"; readonly table: Reference };

/** Kinds of objects that can be described one by one, or all of them. */
type Listed = "keyspace" | "table" | "type" | "function" | "aggregate";

/** `DESCRIBE …`, which the server answers with rows since 4.0. */
export interface Describe {
  readonly kind: "describe";
  /** `any` is an object of any kind. */
  readonly what: "cluster" | "schema" | "any" | "index" | "view" | Listed | `${Listed}s`;
  readonly name?: Reference | undefined;
  /** `FULL SCHEMA`: includes the system keyspaces. */
  readonly full: boolean;
  /** `ONLY`: a keyspace without its tables and types. */
  readonly only: boolean;
  readonly withInternals: boolean;
}

export type Statement =
  | Select
  | Insert
  | Update
  | Delete
  | Batch
  | Definition
  | Describe
  | { readonly kind: "use"; readonly keyspace: string }
  /** A statement about roles, permissions, functions, aggregates or triggers; only its first words are read: `create function`. */
  | { readonly kind: "other"; readonly words: string };
