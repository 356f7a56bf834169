// @generated from the table definition `shop.orders_by_customer`. Do not edit: run `colonnade generate`.
/* eslint-disable */
import type {
  Bound,
  Condition,
  FindOptions,
  Flag,
  InsertOptions,
  Inserted,
  Match,
  OrderedFindOptions,
  ReadOptions,
  RemoveOptions,
  Rows,
  Selected,
  Session,
  StaticOptions,
  Table,
  UpdateOptions,
  Updated,
} from "@colonnade/runtime";
import {
  boolean,
  decimal,
  find,
  get,
  insert,
  readStatic,
  remove,
  scan,
  text,
  timestamp,
  timeuuid,
  update,
  uuid,
} from "@colonnade/runtime";

/**
 * A row of `shop.orders_by_customer`.
 *
 * The orders of a customer, newest first; what is known of the customer stands once beside them.
 */
export interface OrdersByCustomerRow {
  /** CQL `uuid`, partition key, column `customer_id`. */
  customerId: string;
  /** CQL `timestamp`, clustering key, descending, column `ordered_at`. */
  orderedAt: Date;
  /** CQL `timeuuid`, clustering key, column `order_id`. */
  orderId: string;
  /** CQL `text`, static, column `customer_name`. */
  customerName: string | null;
  /** CQL `decimal`. */
  total: string | null;
  /** CQL `boolean`. */
  paid: boolean | null;
}

/** What identifies a row. */
export interface OrdersByCustomerKey {
  customerId: string;
  orderedAt: Date;
  orderId: string;
}

/** What selects a partition. */
export interface OrdersByCustomerPartition {
  customerId: Match<string>;
}

/** Which rows of a partition: a prefix of the clustering key, its last column may have a range. */
export type OrdersByCustomerClustering =
  | { orderedAt: Match<Date>; orderId?: Bound<string> }
  | { orderedAt?: Bound<Date>; orderId?: never };

/** What selects rows: the whole partition key, and of the clustering key a prefix. */
export type OrdersByCustomerWhere = OrdersByCustomerPartition &
  OrdersByCustomerClustering;

/** What an insert takes: a column left out stays as it is, null deletes its value. */
export interface OrdersByCustomerInsert {
  customerId: string;
  orderedAt: Date;
  orderId: string;
  customerName?: string | null | undefined;
  total?: string | null | undefined;
  paid?: boolean | null | undefined;
}

/** An update of a row, by its whole key. */
export interface OrdersByCustomerRowUpdate extends OrdersByCustomerInsert {}

/** An update of the static columns, by the partition key alone. */
export interface OrdersByCustomerStaticUpdate {
  customerId: string;
  orderedAt?: undefined;
  orderId?: undefined;
  customerName?: string | null | undefined;
  total?: undefined;
  paid?: undefined;
}

/** What an update takes: a column left out stays as it is, null deletes its value. */
export type OrdersByCustomerUpdate =
  OrdersByCustomerRowUpdate | OrdersByCustomerStaticUpdate;

/** What a condition can ask of a row: a value that a column has, or how it compares. */
export interface OrdersByCustomerIf {
  customerName?: Condition<string>;
  total?: Condition<string>;
  paid?: Condition<boolean>;
}

/** The types above, as one for the runtime. */
export interface OrdersByCustomerTypes {
  row: OrdersByCustomerRow;
  key: OrdersByCustomerKey;
  where: OrdersByCustomerWhere;
  if: OrdersByCustomerIf;
  insert: OrdersByCustomerInsert;
  update: OrdersByCustomerUpdate;
}

/** What the runtime knows of the table. */
export const ordersByCustomerTable: Table<OrdersByCustomerTypes> = {
  keyspace: "shop",
  name: "orders_by_customer",
  apiName: "OrdersByCustomer",
  columns: {
    customerId: uuid,
    orderedAt: timestamp,
    orderId: timeuuid,
    customerName: text,
    total: decimal,
    paid: boolean,
  },
  partitionKey: ["customerId"],
  clusteringKey: [["orderedAt", "desc"], "orderId"],
  staticColumns: ["customerName"],
  cqlNames: {
    customerId: "customer_id",
    orderedAt: "ordered_at",
    orderId: "order_id",
    customerName: "customer_name",
  },
};

/** Reads the row of a key; undefined when there is none. */
export function getOrdersByCustomer<
  Column extends keyof OrdersByCustomerRow = keyof OrdersByCustomerRow,
>(
  session: Session,
  key: OrdersByCustomerKey,
  options?: ReadOptions<Column>,
): Promise<Selected<OrdersByCustomerRow, Column> | undefined> {
  return get(session, ordersByCustomerTable, key, options);
}

/** Reads the static columns of a partition; undefined when there is no such partition. */
export function getOrdersByCustomerStatic(
  session: Session,
  key: Pick<OrdersByCustomerKey, "customerId">,
  options?: StaticOptions,
): Promise<
  Pick<OrdersByCustomerRow, "customerId" | "customerName"> | undefined
> {
  return readStatic(
    session,
    ordersByCustomerTable,
    key,
    ["customerId", "customerName"],
    options,
  );
}

/** Finds rows by their partition; nothing is sent before the result is read. */
export function findOrdersByCustomer<
  Column extends keyof OrdersByCustomerRow = keyof OrdersByCustomerRow,
>(
  session: Session,
  where: OrdersByCustomerWhere,
  options?: OrderedFindOptions<Column>,
): Rows<Selected<OrdersByCustomerRow, Column>> {
  return find(session, ordersByCustomerTable, where, options);
}

/** Reads every row of the table: a full scan, for small tables and for jobs. */
export function scanOrdersByCustomer<
  Column extends keyof OrdersByCustomerRow = keyof OrdersByCustomerRow,
>(
  session: Session,
  options?: FindOptions<Column>,
): Rows<Selected<OrdersByCustomerRow, Column>> {
  return scan(session, ordersByCustomerTable, options);
}

/** Writes a row; one that is there is overwritten, unless `ifNotExists` is set. */
export function insertOrdersByCustomer<If extends Flag = false>(
  session: Session,
  value: OrdersByCustomerInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<OrdersByCustomerTypes, If>> {
  return insert(session, ordersByCustomerTable, value, options);
}

/** Changes columns of a row; one that is not there comes to be, unless a condition is set. */
export function updateOrdersByCustomer<
  If extends keyof OrdersByCustomerIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: OrdersByCustomerUpdate,
  options?: UpdateOptions<OrdersByCustomerTypes, If, Exists>,
): Promise<Updated<OrdersByCustomerTypes, If, Exists>> {
  return update(session, ordersByCustomerTable, value, options);
}

/** Deletes a row; one that is not there is no error. */
export function deleteOrdersByCustomer<
  If extends keyof OrdersByCustomerIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: OrdersByCustomerKey,
  options?: RemoveOptions<OrdersByCustomerTypes, If, Exists>,
): Promise<Updated<OrdersByCustomerTypes, If, Exists>> {
  return remove(session, ordersByCustomerTable, key, options);
}
