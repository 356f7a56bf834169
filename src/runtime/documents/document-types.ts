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

export interface MutationOptionsWire {
  /** @default "LOCAL_QUORUM" */
  consistency?: WriteConsistency | null | undefined;
  /** Seconds until the written values expire; 0 means never. @default the table's */
  ttl?: number | null | undefined;
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
}

/** One page of rows. */
export interface PageWire<Row> {
  values: Row[] | null;
  /** Where the next page begins; null after the last page. */
  pageState: string | null;
}

/** What a query returns: no page if it failed, or before its response arrived. */
export type PageResult<Row> = PageWire<Row> | null | undefined;

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

export type DeleteVariables<Key, If> = {
  /** The key. */
  value: Key;
  /** Delete only if the row exists. @default false */
  ifExists?: boolean | null | undefined;
  /** Delete only if the row passes these tests. */
  ifCondition?: If | null | undefined;
  options?: Pick<MutationOptionsWire, "consistency"> | null | undefined;
};

/** Of a write to counters, which supports no conditions: the key, and the amounts to add. */
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
