import type { Codec } from "../protocol/codec.ts";

/** The types of one table, as one type argument. */
export interface TableTypes {
  row: object;
  key: object;
  where: object;
  /** What a condition can ask of the columns; never where there are none. */
  if: object;
  insert: object;
  update: object;
}

export type Columns<Row> = { readonly [Name in keyof Row]-?: Codec<NonNullable<Row[Name]>> };

/**
 * What the runtime knows of a table. Generated code holds it as a literal, so that bundlers can drop what is unused.
 *
 * Columns go by their member names; where a CQL name or an API name differs from the plain one, it stands here.
 */
export interface Table<T extends TableTypes> {
  readonly keyspace: string;
  readonly name: string;
  /** The API's name of the row type: `Products`. */
  readonly apiName: string;
  /** The API's name of the query. @default `apiName` with its first letter lowered */
  readonly queryName?: string;
  readonly columns: Columns<T["row"]>;
  readonly partitionKey: readonly (keyof T["row"])[];
  /** Ascending unless it says `"desc"`. */
  readonly clusteringKey?: readonly (keyof T["row"] | readonly [keyof T["row"], "desc"])[];
  readonly staticColumns?: readonly (keyof T["row"])[];
  /** CQL names of columns whose member is called otherwise. */
  readonly cqlNames?: { readonly [Name in keyof T["row"]]?: string };
  /** API names of columns whose member is called otherwise. */
  readonly apiNames?: { readonly [Name in keyof T["row"]]?: string };
  /** Seconds; absent means that values stay. */
  readonly defaultTimeToLive?: number;
  /** Others write to the same rows: no write whose answer is lost is sent once more. @default false */
  readonly contended?: boolean;
  /** Never there at run time; it keeps `T` for the compiler. */
  readonly types?: T;
}

/** Any table's descriptor, whatever its rows are: what every `Table<…>` is. */
export interface AnyTable {
  readonly keyspace: string;
  readonly name: string;
  readonly columns: object;
  readonly partitionKey: readonly PropertyKey[];
  readonly clusteringKey?: readonly (PropertyKey | readonly [PropertyKey, "desc"])[];
  readonly staticColumns?: readonly PropertyKey[];
  readonly cqlNames?: object;
  readonly apiNames?: object;
  readonly apiName: string;
  readonly queryName?: string;
  readonly defaultTimeToLive?: number;
  readonly contended?: boolean;
}
