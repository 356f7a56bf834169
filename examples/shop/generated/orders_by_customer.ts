// @generated from the table definition `shop.orders_by_customer`. Do not edit: run `colonnade generate`.
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

/** The primary key of a row. */
export interface OrdersByCustomerKey {
  customerId: string;
  orderedAt: Date;
  orderId: string;
}

/** Selects a partition. */
export interface OrdersByCustomerPartition {
  customerId: Match<string>;
}

/** Selects rows of a partition by a prefix of the clustering key. Its last column can have a range. */
export type OrdersByCustomerClustering =
  | { orderedAt: Match<Date>; orderId?: Bound<string> }
  | { orderedAt?: Bound<Date>; orderId?: never };

/** Selects rows by the whole partition key and a prefix of the clustering key. */
export type OrdersByCustomerWhere = OrdersByCustomerPartition &
  OrdersByCustomerClustering;

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface OrdersByCustomerInsert {
  customerId: string;
  orderedAt: Date;
  orderId: string;
  customerName?: string | null | undefined;
  total?: string | null | undefined;
  paid?: boolean | null | undefined;
}

/** An update of a row, with its whole key. */
export interface OrdersByCustomerRowUpdate extends OrdersByCustomerInsert {}

/** An update of the static columns, with only the partition key. */
export interface OrdersByCustomerStaticUpdate {
  customerId: string;
  orderedAt?: undefined;
  orderId?: undefined;
  customerName?: string | null | undefined;
  total?: undefined;
  paid?: undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export type OrdersByCustomerUpdate =
  OrdersByCustomerRowUpdate | OrdersByCustomerStaticUpdate;

/** A condition on a row: values of columns, or comparisons with them. */
export interface OrdersByCustomerIf {
  customerName?: Condition<string>;
  total?: Condition<string>;
  paid?: Condition<boolean>;
}

/** Groups the types above for the runtime. */
export interface OrdersByCustomerTypes {
  row: OrdersByCustomerRow;
  key: OrdersByCustomerKey;
  where: OrdersByCustomerWhere;
  if: OrdersByCustomerIf;
  insert: OrdersByCustomerInsert;
  update: OrdersByCustomerUpdate;
  partition: "customerId";
  reversed: "asc";
  static: "customerName";
}

/** Describes the table to the runtime. */
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

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getOrdersByCustomer<
  Column extends keyof OrdersByCustomerRow = keyof OrdersByCustomerRow,
  Timed extends keyof OrdersByCustomerIf = never,
>(
  session: Session,
  key: OrdersByCustomerKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<OrdersByCustomerRow, Column, Timed> | undefined> {
  return get(session, ordersByCustomerTable, key, options);
}

/** Reads the static columns of a partition. Returns undefined if the partition does not exist. */
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

/** Finds rows by partition. Sends nothing until the result is read. */
export function findOrdersByCustomer<
  Column extends keyof OrdersByCustomerRow = keyof OrdersByCustomerRow,
  Order extends Direction = never,
  Timed extends keyof OrdersByCustomerIf = never,
>(
  session: Session,
  where: OrderedWhere<OrdersByCustomerTypes, Order>,
  options?: OrderedFindOptions<Column, Order, Timed>,
): Rows<Read<OrdersByCustomerRow, Column, Timed>> {
  return find(session, ordersByCustomerTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanOrdersByCustomer<
  Column extends keyof OrdersByCustomerRow = keyof OrdersByCustomerRow,
  Timed extends keyof OrdersByCustomerIf = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<OrdersByCustomerRow, Column, Timed>> {
  return scan(session, ordersByCustomerTable, options);
}

/** Reads the key of each partition: a full scan. */
export function partitionsOfOrdersByCustomer(
  session: Session,
  options?: PartitionsOptions,
): Rows<PartitionOf<OrdersByCustomerTypes>> {
  return partitions(session, ordersByCustomerTable, options);
}

/** Counts rows of a partition. The database reads each of them. */
export function countOrdersByCustomer(
  session: Session,
  where: OrdersByCustomerWhere,
  options?: CountOptions,
): Promise<bigint> {
  return count(session, ordersByCustomerTable, where, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllOrdersByCustomer(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, ordersByCustomerTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertOrdersByCustomer<If extends Flag = false>(
  session: Session,
  value: OrdersByCustomerInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<OrdersByCustomerTypes, If>> {
  return insert(session, ordersByCustomerTable, value, options);
}

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export function updateOrdersByCustomer<
  If extends keyof OrdersByCustomerIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: UpdateValue<OrdersByCustomerTypes, If>,
  options?: UpdateOptions<OrdersByCustomerTypes, If, Exists>,
): Promise<Updated<OrdersByCustomerTypes, If, Exists>> {
  return update(session, ordersByCustomerTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
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

/** Deletes rows of a partition at once, without reading them. */
export function deleteOrdersByCustomerWhere(
  session: Session,
  where: OrdersByCustomerWhere,
  options?: RemoveWhereOptions,
): Promise<Applied> {
  return removeWhere(session, ordersByCustomerTable, where, options);
}
