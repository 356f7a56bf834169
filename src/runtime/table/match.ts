/** The argument of a finder for a column: a value, several, or a range. */

export interface In<T> {
  in: readonly T[];
}
/** A value, or one of several. */
export type Match<T> = T | In<T>;

interface GtLt<T> {
  gt: T;
  lt?: T;
  gte?: never;
  lte?: never;
  in?: never;
}
interface GtLte<T> {
  gt: T;
  lte?: T;
  gte?: never;
  lt?: never;
  in?: never;
}
interface GteLt<T> {
  gte: T;
  lt?: T;
  gt?: never;
  lte?: never;
  in?: never;
}
interface GteLte<T> {
  gte: T;
  lte?: T;
  gt?: never;
  lt?: never;
  in?: never;
}
interface Lt<T> {
  lt: T;
  gt?: never;
  gte?: never;
  lte?: never;
  in?: never;
}
interface Lte<T> {
  lte: T;
  gt?: never;
  gte?: never;
  lt?: never;
  in?: never;
}
/** One lower bound, one upper bound, or both. */
export type Range<T> = GtLt<T> | GtLte<T> | GteLt<T> | GteLte<T> | Lt<T> | Lte<T>;
/** The argument for the last restricted clustering column. */
export type Bound<T> = Match<T> | Range<T>;
/** `Match` for values that are plain objects themselves, which could be taken for operators. */
export type ObjectMatch<T> = { eq: T; in?: never } | { in: readonly T[]; eq?: never };
/** `Bound` for values that are plain objects themselves. */
export type ObjectBound<T> = ObjectMatch<T> | (Range<T> & { eq?: never });

/** The query of an index with ranges: a value, or a range. */
export type Indexed<T> = T | Range<T>;
/** `Indexed` for values that are plain objects themselves. */
export type ObjectIndexed<T> =
  { eq: T; gt?: never; gte?: never; lt?: never; lte?: never } | (Range<T> & { eq?: never });
