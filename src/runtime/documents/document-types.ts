/**
 * The types of generated documents, for clients that get them as `TypedDocumentNode`: what a document sends and what
 * its response holds, in JSON.
 */
import type { DocumentNode } from "graphql";
import type { WriteConsistency } from "../operation/write-options.ts";
import type { ReadConsistency } from "../operation/read-options.ts";

/**
 * A parsed document with the types of its data and variables, in the form that GraphQL clients agree on.
 *
 * Declared here so that generated modules need no package for it.
 */
export interface TypedDocumentNode<Data, Variables> extends DocumentNode {
  readonly __apiType?: (variables: Variables) => Data;
  /** The same, by the name that graphql itself uses. */
  readonly __ensureTypesOfVariablesAndResultMatching?: (variables: Variables) => Data;
}

/** An entry of a map. */
export interface EntryWire<Key, Value> {
  key: Key;
  value: Value;
}

/** A tuple: `{ item0: string; item1: number | null }` for `TupleWire<[string, number | null]>`. */
export type TupleWire<Items extends readonly unknown[]> = {
  [Index in Extract<keyof Items, `${number}`> as `item${Index}`]: Items[Index];
};

/** One of the compared values, or several. */
export type MatchWire<Value> = { eq: Value; in?: never } | { eq?: never; in: readonly Value[] };

/** `MatchWire`, or a range with at most one bound at each end. */
export type BoundWire<Value> =
  | MatchWire<Value>
  | ({ eq?: never; in?: never } & (
      | ({ gt: Value; gte?: never } & UpperWire<Value>)
      | ({ gt?: never; gte: Value } & UpperWire<Value>)
      | ({ gt?: never; gte?: never } & ({ lt: Value; lte?: never } | { lt?: never; lte: Value }))
    ));

type UpperWire<Value> = { lt?: Value; lte?: never } | { lt?: never; lte?: Value };

/** The tests of a condition on one column. All must hold. */
export interface ConditionWire<Value> {
  eq?: Value | null;
  notEq?: Value | null;
  gt?: Value;
  gte?: Value;
  lt?: Value;
  lte?: Value;
  in?: readonly (Value | null)[];
}

/** `ConditionWire` for a list: also tests of items by their index. */
export interface ItemsConditionWire<Value, Item> extends ConditionWire<Value> {
  at?: readonly { index: number; is: ConditionWire<Item> }[];
}

/** `ConditionWire` for a map: also tests of values by their key. */
export interface EntriesConditionWire<Value, Key, Item> extends ConditionWire<Value> {
  at?: readonly { key: Key; is: ConditionWire<Item> }[];
}

/** `ConditionWire` for a user type: also tests of its fields. */
export interface FieldsConditionWire<Fields> extends ConditionWire<Fields> {
  fields?: { [Name in keyof Fields]?: ConditionWire<NonNullable<Fields[Name]>> };
}

/** Changes of a set; all are applied. */
export interface SetChangesWire<Item> {
  add?: readonly Item[];
  remove?: readonly Item[];
}

/** Changes of a list; all are applied, those at an index first. */
export interface ListChangesWire<Item> {
  append?: readonly Item[];
  prepend?: readonly Item[];
  /** Removed wherever the list has them. */
  remove?: readonly Item[];
  setAt?: readonly { index: number; value: Item }[];
  removeAt?: readonly number[];
}

/** Changes of a map; all are applied. */
export interface MapChangesWire<Key, Value> {
  put?: readonly EntryWire<Key, Value>[];
  removeKeys?: readonly Key[];
}

/** Changes of a user type: fields that are not named stay unchanged, null clears a field. */
export interface FieldsChangesWire<Fields> {
  setFields?: Partial<Fields>;
}

/** The query of an index. */
export interface EqualWire<Value> {
  eq: Value;
}

/** `EqualWire`, or a range with at most one bound at each end. */
export type IndexedWire<Value> = Exclude<BoundWire<Value>, { in: readonly Value[] }>;

/** The query of an index on the items of a collection, or on the values of a map. */
export interface ContainsWire<Item> {
  contains: Item;
}

/** The query of an index on the keys of a map. */
export interface ContainsKeyWire<Key> {
  containsKey: Key;
}

/** The query of an index on the entries of a map. */
export interface ContainsEntryWire<Key, Value> {
  containsEntry: EntryWire<Key, Value>;
}

export interface MutationOptionsWire {
  /** @default "LOCAL_QUORUM" */
  consistency?: WriteConsistency | null | undefined;
  /** Seconds until the written values expire; 0 means never. @default the table's */
  ttl?: number | null | undefined;
  /** When the write takes place, in microseconds since 1970; not with a condition. @default when it is executed */
  timestamp?: string | null | undefined;
}

export interface QueryOptionsWire {
  /** @default "LOCAL_QUORUM" */
  consistency?: ReadConsistency | null | undefined;
  /** The most rows in all pages together. @default all */
  limit?: number | null | undefined;
  /** The most rows in a page. @default 100 */
  pageSize?: number | null | undefined;
  /** The page state of the previous page; null for the first page. */
  pageState?: string | null | undefined;
  /** The most rows of each partition in all pages together. @default all */
  perPartitionLimit?: number | null | undefined;
}

/** Options of a query of a whole table. */
export interface ScanOptionsWire extends QueryOptionsWire {
  /** One of the equal parts of the table, from 1 to `of`. @default the whole table */
  part?: { number: number; of: number } | null | undefined;
}

/** One page of rows. */
export interface PageWire<Row> {
  values: Row[] | null;
  /** Where the next page begins; null after the last page. */
  pageState: string | null;
}

/** The result of a query: no page if it failed, or before its response arrived. */
export type PageResult<Row> = PageWire<Row> | null | undefined;

/** One page of a count. */
export interface CountWire {
  /** The number of rows in the page. */
  count: number | null;
  /** Where the next page begins; null after the last page. */
  pageState: string | null;
}

/** The rows nearest to a vector, in one page. */
export interface NeighborsWire<Row> extends PageWire<Row> {
  /** For each row how similar it is, from 0 to 1. */
  similarities: number[] | null;
}

/** The result of a query of neighbors: nothing if it failed, or before its response arrived. */
export type NeighborsResult<Row> = NeighborsWire<Row> | null | undefined;

export interface WrittenWire {
  /** False if a condition failed. */
  applied: boolean | null;
}

// Variables are type aliases, since clients want index signatures, which interfaces do not have.

export type InsertVariables<Value> = {
  value: Value;
  /** Insert only if the row does not exist. @default false */
  ifNotExists?: boolean | null | undefined;
  options?: MutationOptionsWire | null | undefined;
};

export type UpdateVariables<Value, If> = {
  value: Value;
  /** Write only if the row exists. @default false */
  ifExists?: boolean | null | undefined;
  /** Write only if the row passes these tests. */
  ifCondition?: If | null | undefined;
  options?: MutationOptionsWire | null | undefined;
};

/** Variables of an update of a table with collections or user types that are not frozen. */
export type UpdatePartsVariables<Value, Changes, If> = UpdateVariables<Value, If> & {
  /** Changes of parts of columns that `value` does not have. */
  changes?: Changes | null | undefined;
};

export type DeleteVariables<Key, If> = {
  /** The key. */
  value: Key;
  /** Delete only if the row exists. @default false */
  ifExists?: boolean | null | undefined;
  /** Delete only if the row passes these tests. */
  ifCondition?: If | null | undefined;
  options?: Pick<MutationOptionsWire, "consistency" | "timestamp"> | null | undefined;
};

/** @template Options the options that the table has: counters have no timestamp */
export type DeleteWhereVariables<Where, Options extends keyof MutationOptionsWire = "consistency" | "timestamp"> = {
  /** Selects the rows. */
  where: Where;
  options?: Pick<MutationOptionsWire, Options> | null | undefined;
};

/** Variables of a write to counters, which supports no conditions: the key, and the amounts to add. */
export type IncrementVariables<Value> = {
  value: Value;
  options?: Pick<MutationOptionsWire, "consistency"> | null | undefined;
};

export type GetVariables<Key> = {
  key: Key;
  options?: Pick<QueryOptionsWire, "consistency"> | null | undefined;
};

export type FindVariables<Where> = {
  where: Where;
  options?: QueryOptionsWire | null | undefined;
};

/** @template Order the reversed order of the clustering key */
export type OrderedFindVariables<Where, Order> = FindVariables<Where> & {
  /** The opposite of the declared order. @default the declared order */
  orderBy?: Order | null | undefined;
};

export type ScanVariables = {
  options?: ScanOptionsWire | null | undefined;
};

export type PartitionsVariables = {
  options: ScanOptionsWire & { distinct: true };
};

export type CountVariables<Where> = {
  where: Where;
  /** `pageSize` is the number of rows counted per page: at most 10,000, which is the default. */
  options?: QueryOptionsWire | null | undefined;
};

/** @template Where what else an index narrows the rows by; never if there is no such index */
export type NearestVariables<Where> = {
  vector: readonly number[];
  where?: Where | null | undefined;
  options: Pick<QueryOptionsWire, "consistency"> & { limit: number };
};

/** @template Field the name of the mutation: `insertProducts` */
export type WriteDocument<Field extends string, Variables> = TypedDocumentNode<
  { [Name in Field]: WrittenWire | null },
  Variables
>;

/** @template Field the name of the query: `products` */
export type PageDocument<Field extends string, Row, Variables> = TypedDocumentNode<
  { [Name in Field]: PageWire<Row> | null },
  Variables
>;

/** @template Field the name of the query: `products` */
export type CountDocument<Field extends string, Variables> = TypedDocumentNode<
  { [Name in Field]: CountWire | null },
  Variables
>;

/** @template Field the name of the query: `docs` */
export type NeighborsDocument<Field extends string, Row, Variables> = TypedDocumentNode<
  { [Name in Field]: NeighborsWire<Row> | null },
  Variables
>;
