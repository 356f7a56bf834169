// @generated from the table definition `every_type.keys`. Do not edit: run `colonnade generate`.
/* eslint-disable */
import type {
  Applied,
  Bound,
  Condition,
  Direction,
  Flag,
  InsertOptions,
  Inserted,
  Match,
  OrderedFindOptions,
  OrderedWhere,
  Read,
  ReadOptions,
  RemoveOptions,
  Rows,
  ScanOptions,
  Session,
  StaticOptions,
  Table,
  UpdateOptions,
  UpdateValue,
  Updated,
} from "@colonnade/runtime";
import {
  ascii,
  bigint,
  blob,
  boolean,
  date,
  decimal,
  double,
  find,
  float,
  get,
  inet,
  insert,
  int,
  readStatic,
  remove,
  scan,
  smallint,
  text,
  time,
  timestamp,
  timeuuid,
  tinyint,
  update,
  uuid,
  varchar,
  varint,
} from "@colonnade/runtime";
import type {
  CountAllOptions,
  CountOptions,
  PartitionOf,
  PartitionsOptions,
  RemoveWhereOptions,
} from "@colonnade/runtime/tables";
import {
  count,
  countAll,
  partitions,
  removeWhere,
} from "@colonnade/runtime/tables";

/**
 * A row of `every_type.keys`.
 *
 * The longest key that there is: every type that a key can have, each other one descending.
 */
export interface KeysRow {
  /** CQL `text`, partition key, column `text_key`. */
  textKey: string;
  /** CQL `uuid`, partition key, column `uuid_key`. */
  uuidKey: string;
  /** CQL `blob`, partition key, column `blob_key`. */
  blobKey: Uint8Array;
  /** CQL `inet`, partition key, column `inet_key`. */
  inetKey: string;
  /** CQL `varint`, partition key, column `varint_key`. */
  varintKey: bigint;
  /** CQL `ascii`, clustering key, column `ascii_key`. */
  asciiKey: string;
  /** CQL `bigint`, clustering key, descending, column `bigint_key`. */
  bigintKey: bigint;
  /** CQL `boolean`, clustering key, column `boolean_key`. */
  booleanKey: boolean;
  /** CQL `date`, clustering key, descending, column `date_key`. */
  dateKey: string;
  /** CQL `decimal`, clustering key, column `decimal_key`. */
  decimalKey: string;
  /** CQL `double`, clustering key, descending, column `double_key`. */
  doubleKey: number;
  /** CQL `float`, clustering key, column `float_key`. */
  floatKey: number;
  /** CQL `int`, clustering key, descending, column `int_key`. */
  intKey: number;
  /** CQL `smallint`, clustering key, column `smallint_key`. */
  smallintKey: number;
  /** CQL `time`, clustering key, descending, column `time_key`. */
  timeKey: string;
  /** CQL `timestamp`, clustering key, column `timestamp_key`. */
  timestampKey: Date;
  /** CQL `timeuuid`, clustering key, descending, column `timeuuid_key`. */
  timeuuidKey: string;
  /** CQL `tinyint`, clustering key, column `tinyint_key`. */
  tinyintKey: number;
  /** CQL `varchar`, clustering key, descending, column `varchar_key`. */
  varcharKey: string;
  /** CQL `text`. */
  note: string | null;
  /** CQL `text`, static. */
  shared: string | null;
}

/** The primary key of a row. */
export interface KeysKey {
  textKey: string;
  uuidKey: string;
  blobKey: Uint8Array;
  inetKey: string;
  varintKey: bigint;
  asciiKey: string;
  bigintKey: bigint;
  booleanKey: boolean;
  dateKey: string;
  decimalKey: string;
  doubleKey: number;
  floatKey: number;
  intKey: number;
  smallintKey: number;
  timeKey: string;
  timestampKey: Date;
  timeuuidKey: string;
  tinyintKey: number;
  varcharKey: string;
}

/** Selects a partition. */
export interface KeysPartition {
  textKey: Match<string>;
  uuidKey: Match<string>;
  blobKey: Match<Uint8Array>;
  inetKey: Match<string>;
  varintKey: Match<bigint>;
}

/** Selects rows of a partition by a prefix of the clustering key. Its last column can have a range. */
export type KeysClustering =
  | {
      asciiKey: Match<string>;
      bigintKey: Match<bigint>;
      booleanKey: Match<boolean>;
      dateKey: Match<string>;
      decimalKey: Match<string>;
      doubleKey: Match<number>;
      floatKey: Match<number>;
      intKey: Match<number>;
      smallintKey: Match<number>;
      timeKey: Match<string>;
      timestampKey: Match<Date>;
      timeuuidKey: Match<string>;
      tinyintKey: Match<number>;
      varcharKey?: Bound<string>;
    }
  | {
      asciiKey: Match<string>;
      bigintKey: Match<bigint>;
      booleanKey: Match<boolean>;
      dateKey: Match<string>;
      decimalKey: Match<string>;
      doubleKey: Match<number>;
      floatKey: Match<number>;
      intKey: Match<number>;
      smallintKey: Match<number>;
      timeKey: Match<string>;
      timestampKey: Match<Date>;
      timeuuidKey: Match<string>;
      tinyintKey?: Bound<number>;
      varcharKey?: never;
    }
  | {
      asciiKey: Match<string>;
      bigintKey: Match<bigint>;
      booleanKey: Match<boolean>;
      dateKey: Match<string>;
      decimalKey: Match<string>;
      doubleKey: Match<number>;
      floatKey: Match<number>;
      intKey: Match<number>;
      smallintKey: Match<number>;
      timeKey: Match<string>;
      timestampKey: Match<Date>;
      timeuuidKey?: Bound<string>;
      tinyintKey?: never;
      varcharKey?: never;
    }
  | {
      asciiKey: Match<string>;
      bigintKey: Match<bigint>;
      booleanKey: Match<boolean>;
      dateKey: Match<string>;
      decimalKey: Match<string>;
      doubleKey: Match<number>;
      floatKey: Match<number>;
      intKey: Match<number>;
      smallintKey: Match<number>;
      timeKey: Match<string>;
      timestampKey?: Bound<Date>;
      timeuuidKey?: never;
      tinyintKey?: never;
      varcharKey?: never;
    }
  | {
      asciiKey: Match<string>;
      bigintKey: Match<bigint>;
      booleanKey: Match<boolean>;
      dateKey: Match<string>;
      decimalKey: Match<string>;
      doubleKey: Match<number>;
      floatKey: Match<number>;
      intKey: Match<number>;
      smallintKey: Match<number>;
      timeKey?: Bound<string>;
      timestampKey?: never;
      timeuuidKey?: never;
      tinyintKey?: never;
      varcharKey?: never;
    }
  | {
      asciiKey: Match<string>;
      bigintKey: Match<bigint>;
      booleanKey: Match<boolean>;
      dateKey: Match<string>;
      decimalKey: Match<string>;
      doubleKey: Match<number>;
      floatKey: Match<number>;
      intKey: Match<number>;
      smallintKey?: Bound<number>;
      timeKey?: never;
      timestampKey?: never;
      timeuuidKey?: never;
      tinyintKey?: never;
      varcharKey?: never;
    }
  | {
      asciiKey: Match<string>;
      bigintKey: Match<bigint>;
      booleanKey: Match<boolean>;
      dateKey: Match<string>;
      decimalKey: Match<string>;
      doubleKey: Match<number>;
      floatKey: Match<number>;
      intKey?: Bound<number>;
      smallintKey?: never;
      timeKey?: never;
      timestampKey?: never;
      timeuuidKey?: never;
      tinyintKey?: never;
      varcharKey?: never;
    }
  | {
      asciiKey: Match<string>;
      bigintKey: Match<bigint>;
      booleanKey: Match<boolean>;
      dateKey: Match<string>;
      decimalKey: Match<string>;
      doubleKey: Match<number>;
      floatKey?: Bound<number>;
      intKey?: never;
      smallintKey?: never;
      timeKey?: never;
      timestampKey?: never;
      timeuuidKey?: never;
      tinyintKey?: never;
      varcharKey?: never;
    }
  | {
      asciiKey: Match<string>;
      bigintKey: Match<bigint>;
      booleanKey: Match<boolean>;
      dateKey: Match<string>;
      decimalKey: Match<string>;
      doubleKey?: Bound<number>;
      floatKey?: never;
      intKey?: never;
      smallintKey?: never;
      timeKey?: never;
      timestampKey?: never;
      timeuuidKey?: never;
      tinyintKey?: never;
      varcharKey?: never;
    }
  | {
      asciiKey: Match<string>;
      bigintKey: Match<bigint>;
      booleanKey: Match<boolean>;
      dateKey: Match<string>;
      decimalKey?: Bound<string>;
      doubleKey?: never;
      floatKey?: never;
      intKey?: never;
      smallintKey?: never;
      timeKey?: never;
      timestampKey?: never;
      timeuuidKey?: never;
      tinyintKey?: never;
      varcharKey?: never;
    }
  | {
      asciiKey: Match<string>;
      bigintKey: Match<bigint>;
      booleanKey: Match<boolean>;
      dateKey?: Bound<string>;
      decimalKey?: never;
      doubleKey?: never;
      floatKey?: never;
      intKey?: never;
      smallintKey?: never;
      timeKey?: never;
      timestampKey?: never;
      timeuuidKey?: never;
      tinyintKey?: never;
      varcharKey?: never;
    }
  | {
      asciiKey: Match<string>;
      bigintKey: Match<bigint>;
      booleanKey?: Bound<boolean>;
      dateKey?: never;
      decimalKey?: never;
      doubleKey?: never;
      floatKey?: never;
      intKey?: never;
      smallintKey?: never;
      timeKey?: never;
      timestampKey?: never;
      timeuuidKey?: never;
      tinyintKey?: never;
      varcharKey?: never;
    }
  | {
      asciiKey: Match<string>;
      bigintKey?: Bound<bigint>;
      booleanKey?: never;
      dateKey?: never;
      decimalKey?: never;
      doubleKey?: never;
      floatKey?: never;
      intKey?: never;
      smallintKey?: never;
      timeKey?: never;
      timestampKey?: never;
      timeuuidKey?: never;
      tinyintKey?: never;
      varcharKey?: never;
    }
  | {
      asciiKey?: Bound<string>;
      bigintKey?: never;
      booleanKey?: never;
      dateKey?: never;
      decimalKey?: never;
      doubleKey?: never;
      floatKey?: never;
      intKey?: never;
      smallintKey?: never;
      timeKey?: never;
      timestampKey?: never;
      timeuuidKey?: never;
      tinyintKey?: never;
      varcharKey?: never;
    };

/** Selects rows by the whole partition key and a prefix of the clustering key. */
export type KeysWhere = KeysPartition & KeysClustering;

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface KeysInsert {
  textKey: string;
  uuidKey: string;
  blobKey: Uint8Array;
  inetKey: string;
  varintKey: bigint;
  asciiKey: string;
  bigintKey: bigint;
  booleanKey: boolean;
  dateKey: string;
  decimalKey: string;
  doubleKey: number;
  floatKey: number;
  intKey: number;
  smallintKey: number;
  timeKey: string;
  timestampKey: Date;
  timeuuidKey: string;
  tinyintKey: number;
  varcharKey: string;
  note?: string | null | undefined;
  shared?: string | null | undefined;
}

/** An update of a row, with its whole key. */
export interface KeysRowUpdate extends KeysInsert {}

/** An update of the static columns, with only the partition key. */
export interface KeysStaticUpdate {
  textKey: string;
  uuidKey: string;
  blobKey: Uint8Array;
  inetKey: string;
  varintKey: bigint;
  asciiKey?: undefined;
  bigintKey?: undefined;
  booleanKey?: undefined;
  dateKey?: undefined;
  decimalKey?: undefined;
  doubleKey?: undefined;
  floatKey?: undefined;
  intKey?: undefined;
  smallintKey?: undefined;
  timeKey?: undefined;
  timestampKey?: undefined;
  timeuuidKey?: undefined;
  tinyintKey?: undefined;
  varcharKey?: undefined;
  note?: undefined;
  shared?: string | null | undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export type KeysUpdate = KeysRowUpdate | KeysStaticUpdate;

/** A condition on a row: values of columns, or comparisons with them. */
export interface KeysIf {
  note?: Condition<string>;
  shared?: Condition<string>;
}

/** Groups the types above for the runtime. */
export interface KeysTypes {
  row: KeysRow;
  key: KeysKey;
  where: KeysWhere;
  if: KeysIf;
  insert: KeysInsert;
  update: KeysUpdate;
  partition: "textKey" | "uuidKey" | "blobKey" | "inetKey" | "varintKey";
  reversed: "desc";
  static: "shared";
}

/** Describes the table to the runtime. */
export const keysTable: Table<KeysTypes> = {
  keyspace: "every_type",
  name: "keys",
  apiName: "Keys",
  columns: {
    textKey: text,
    uuidKey: uuid,
    blobKey: blob,
    inetKey: inet,
    varintKey: varint,
    asciiKey: ascii,
    bigintKey: bigint,
    booleanKey: boolean,
    dateKey: date,
    decimalKey: decimal,
    doubleKey: double,
    floatKey: float,
    intKey: int,
    smallintKey: smallint,
    timeKey: time,
    timestampKey: timestamp,
    timeuuidKey: timeuuid,
    tinyintKey: tinyint,
    varcharKey: varchar,
    note: text,
    shared: text,
  },
  partitionKey: ["textKey", "uuidKey", "blobKey", "inetKey", "varintKey"],
  clusteringKey: [
    "asciiKey",
    ["bigintKey", "desc"],
    "booleanKey",
    ["dateKey", "desc"],
    "decimalKey",
    ["doubleKey", "desc"],
    "floatKey",
    ["intKey", "desc"],
    "smallintKey",
    ["timeKey", "desc"],
    "timestampKey",
    ["timeuuidKey", "desc"],
    "tinyintKey",
    ["varcharKey", "desc"],
  ],
  staticColumns: ["shared"],
  cqlNames: {
    textKey: "text_key",
    uuidKey: "uuid_key",
    blobKey: "blob_key",
    inetKey: "inet_key",
    varintKey: "varint_key",
    asciiKey: "ascii_key",
    bigintKey: "bigint_key",
    booleanKey: "boolean_key",
    dateKey: "date_key",
    decimalKey: "decimal_key",
    doubleKey: "double_key",
    floatKey: "float_key",
    intKey: "int_key",
    smallintKey: "smallint_key",
    timeKey: "time_key",
    timestampKey: "timestamp_key",
    timeuuidKey: "timeuuid_key",
    tinyintKey: "tinyint_key",
    varcharKey: "varchar_key",
  },
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getKeys<
  Column extends keyof KeysRow = keyof KeysRow,
  Timed extends keyof KeysIf = never,
>(
  session: Session,
  key: KeysKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<KeysRow, Column, Timed> | undefined> {
  return get(session, keysTable, key, options);
}

/** Reads the static columns of a partition. Returns undefined if the partition does not exist. */
export function getKeysStatic(
  session: Session,
  key: Pick<
    KeysKey,
    "textKey" | "uuidKey" | "blobKey" | "inetKey" | "varintKey"
  >,
  options?: StaticOptions,
): Promise<
  | Pick<
      KeysRow,
      "textKey" | "uuidKey" | "blobKey" | "inetKey" | "varintKey" | "shared"
    >
  | undefined
> {
  return readStatic(
    session,
    keysTable,
    key,
    ["textKey", "uuidKey", "blobKey", "inetKey", "varintKey", "shared"],
    options,
  );
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findKeys<
  Column extends keyof KeysRow = keyof KeysRow,
  Order extends Direction = never,
  Timed extends keyof KeysIf = never,
>(
  session: Session,
  where: OrderedWhere<KeysTypes, Order>,
  options?: OrderedFindOptions<Column, Order, Timed>,
): Rows<Read<KeysRow, Column, Timed>> {
  return find(session, keysTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanKeys<
  Column extends keyof KeysRow = keyof KeysRow,
  Timed extends keyof KeysIf = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<KeysRow, Column, Timed>> {
  return scan(session, keysTable, options);
}

/** Reads the key of each partition: a full scan. */
export function partitionsOfKeys(
  session: Session,
  options?: PartitionsOptions,
): Rows<PartitionOf<KeysTypes>> {
  return partitions(session, keysTable, options);
}

/** Counts rows of a partition. The database reads each of them. */
export function countKeys(
  session: Session,
  where: KeysWhere,
  options?: CountOptions,
): Promise<bigint> {
  return count(session, keysTable, where, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllKeys(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, keysTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertKeys<If extends Flag = false>(
  session: Session,
  value: KeysInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<KeysTypes, If>> {
  return insert(session, keysTable, value, options);
}

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export function updateKeys<
  If extends keyof KeysIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: UpdateValue<KeysTypes, If>,
  options?: UpdateOptions<KeysTypes, If, Exists>,
): Promise<Updated<KeysTypes, If, Exists>> {
  return update(session, keysTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteKeys<
  If extends keyof KeysIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: KeysKey,
  options?: RemoveOptions<KeysTypes, If, Exists>,
): Promise<Updated<KeysTypes, If, Exists>> {
  return remove(session, keysTable, key, options);
}

/** Deletes rows of a partition at once, without reading them. */
export function deleteKeysWhere(
  session: Session,
  where: KeysWhere,
  options?: RemoveWhereOptions,
): Promise<Applied> {
  return removeWhere(session, keysTable, where, options);
}
