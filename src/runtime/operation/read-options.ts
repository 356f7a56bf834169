export type ReadConsistency = "LOCAL_ONE" | "LOCAL_QUORUM" | "ALL";

export interface ReadOptions<Column extends PropertyKey> {
  /** The columns to read. @default all */
  select?: readonly Column[] | undefined;
  /** How many replicas must agree. @default the service's, LOCAL_QUORUM */
  consistency?: ReadConsistency | undefined;
  signal?: AbortSignal | undefined;
}

export interface FindOptions<Column extends PropertyKey> extends ReadOptions<Column> {
  /** The most rows of this reading, in all pages together. Where rows remain, the last page has a page state. @default all */
  limit?: number | undefined;
  /** Rows in a page. @default the service's, 100 */
  pageSize?: number | undefined;
  /** Where to read on: the page state of the page before. Undefined or null begins with the first page. */
  pageState?: string | null | undefined;
}

/** For tables with a clustering key. */
export interface OrderedFindOptions<Column extends PropertyKey> extends FindOptions<Column> {
  /**
   * The order of the first clustering column; the others follow their declared order, or its exact reverse with it. @default
   * the declared order
   */
  order?: "asc" | "desc" | undefined;
}

/** For the static columns of one partition. */
export type StaticOptions = Omit<ReadOptions<never>, "select">;

export type Selected<Row, Column extends keyof Row> = keyof Row extends Column ? Row : Pick<Row, Column>;
