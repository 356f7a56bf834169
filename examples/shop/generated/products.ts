// @generated from the table definition `shop.products`. Do not edit: run `colonnade generate`.
/* eslint-disable */
import type {
  Condition,
  FindOptions,
  Flag,
  InsertOptions,
  Inserted,
  Match,
  Read,
  ReadOptions,
  RemoveOptions,
  Rows,
  ScanOptions,
  Session,
  Table,
  UpdateOptions,
  Updated,
} from "@colonnade/runtime";
import {
  decimal,
  find,
  get,
  insert,
  remove,
  scan,
  text,
  timestamp,
  update,
  uuid,
} from "@colonnade/runtime";
import type { CountAllOptions } from "@colonnade/runtime/tables";
import { countAll } from "@colonnade/runtime/tables";

/**
 * A row of `shop.products`.
 *
 * What the shop sells.
 */
export interface ProductsRow {
  /** CQL `uuid`, partition key. */
  id: string;
  /** CQL `text`. */
  name: string | null;
  /** CQL `text`. */
  description: string | null;
  /**
   * In euros, with cents.
   *
   * CQL `decimal`.
   */
  price: string | null;
  /** CQL `timestamp`. */
  created: Date | null;
}

/** The primary key of a row. */
export interface ProductsKey {
  id: string;
}

/** Selects rows by the whole partition key. */
export interface ProductsWhere {
  id: Match<string>;
}

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface ProductsInsert {
  id: string;
  name?: string | null | undefined;
  description?: string | null | undefined;
  /** In euros, with cents. */
  price?: string | null | undefined;
  created?: Date | null | undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export interface ProductsUpdate extends ProductsInsert {}

/** A condition on a row: values of columns, or comparisons with them. */
export interface ProductsIf {
  name?: Condition<string>;
  description?: Condition<string>;
  price?: Condition<string>;
  created?: Condition<Date>;
}

/** Groups the types above for the runtime. */
export interface ProductsTypes {
  row: ProductsRow;
  key: ProductsKey;
  where: ProductsWhere;
  if: ProductsIf;
  insert: ProductsInsert;
  update: ProductsUpdate;
}

/** Describes the table to the runtime. */
export const productsTable: Table<ProductsTypes> = {
  keyspace: "shop",
  name: "products",
  apiName: "Products",
  columns: {
    id: uuid,
    name: text,
    description: text,
    price: decimal,
    created: timestamp,
  },
  partitionKey: ["id"],
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getProducts<
  Column extends keyof ProductsRow = keyof ProductsRow,
  Timed extends keyof ProductsIf = never,
>(
  session: Session,
  key: ProductsKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<ProductsRow, Column, Timed> | undefined> {
  return get(session, productsTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findProducts<
  Column extends keyof ProductsRow = keyof ProductsRow,
  Timed extends keyof ProductsIf = never,
>(
  session: Session,
  where: ProductsWhere,
  options?: FindOptions<Column, Timed>,
): Rows<Read<ProductsRow, Column, Timed>> {
  return find(session, productsTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanProducts<
  Column extends keyof ProductsRow = keyof ProductsRow,
  Timed extends keyof ProductsIf = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<ProductsRow, Column, Timed>> {
  return scan(session, productsTable, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllProducts(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, productsTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertProducts<If extends Flag = false>(
  session: Session,
  value: ProductsInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<ProductsTypes, If>> {
  return insert(session, productsTable, value, options);
}

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export function updateProducts<
  If extends keyof ProductsIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: ProductsUpdate,
  options?: UpdateOptions<ProductsTypes, If, Exists>,
): Promise<Updated<ProductsTypes, If, Exists>> {
  return update(session, productsTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteProducts<
  If extends keyof ProductsIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: ProductsKey,
  options?: RemoveOptions<ProductsTypes, If, Exists>,
): Promise<Updated<ProductsTypes, If, Exists>> {
  return remove(session, productsTable, key, options);
}
