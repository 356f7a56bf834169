// @generated from the table definition `shop.products`. Do not edit: run `colonnade generate`.
/* eslint-disable */
import type {
  Condition,
  FindOptions,
  Flag,
  InsertOptions,
  Inserted,
  Match,
  ReadOptions,
  RemoveOptions,
  Rows,
  Selected,
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

/** What identifies a row. */
export interface ProductsKey {
  id: string;
}

/** What selects rows: the whole partition key. */
export interface ProductsWhere {
  id: Match<string>;
}

/** What an insert takes: a column left out stays as it is, null deletes its value. */
export interface ProductsInsert {
  id: string;
  name?: string | null | undefined;
  description?: string | null | undefined;
  /** In euros, with cents. */
  price?: string | null | undefined;
  created?: Date | null | undefined;
}

/** What an update takes: a column left out stays as it is, null deletes its value. */
export interface ProductsUpdate extends ProductsInsert {}

/** What a condition can ask of a row: a value that a column has, or how it compares. */
export interface ProductsIf {
  name?: Condition<string>;
  description?: Condition<string>;
  price?: Condition<string>;
  created?: Condition<Date>;
}

/** The types above, as one for the runtime. */
export interface ProductsTypes {
  row: ProductsRow;
  key: ProductsKey;
  where: ProductsWhere;
  if: ProductsIf;
  insert: ProductsInsert;
  update: ProductsUpdate;
}

/** What the runtime knows of the table. */
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

/** Reads the row of a key; undefined when there is none. */
export function getProducts<
  Column extends keyof ProductsRow = keyof ProductsRow,
>(
  session: Session,
  key: ProductsKey,
  options?: ReadOptions<Column>,
): Promise<Selected<ProductsRow, Column> | undefined> {
  return get(session, productsTable, key, options);
}

/** Finds rows by their partition; nothing is sent before the result is read. */
export function findProducts<
  Column extends keyof ProductsRow = keyof ProductsRow,
>(
  session: Session,
  where: ProductsWhere,
  options?: FindOptions<Column>,
): Rows<Selected<ProductsRow, Column>> {
  return find(session, productsTable, where, options);
}

/** Reads every row of the table: a full scan, for small tables and for jobs. */
export function scanProducts<
  Column extends keyof ProductsRow = keyof ProductsRow,
>(
  session: Session,
  options?: FindOptions<Column>,
): Rows<Selected<ProductsRow, Column>> {
  return scan(session, productsTable, options);
}

/** Writes a row; one that is there is overwritten, unless `ifNotExists` is set. */
export function insertProducts<If extends Flag = false>(
  session: Session,
  value: ProductsInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<ProductsTypes, If>> {
  return insert(session, productsTable, value, options);
}

/** Changes columns of a row; one that is not there comes to be, unless a condition is set. */
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

/** Deletes a row; one that is not there is no error. */
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
