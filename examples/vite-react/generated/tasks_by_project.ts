// @generated from the table definition `tasks.tasks_by_project`. Do not edit: run `colonnade generate`.
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
  Table,
  UpdateOptions,
  Updated,
} from "@colonnade/runtime";
import {
  boolean,
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
 * A row of `tasks.tasks_by_project`.
 *
 * The tasks of a project, newest first.
 */
export interface TasksByProjectRow {
  /** CQL `text`, partition key. */
  project: string;
  /** CQL `timestamp`, clustering key, descending, column `added_at`. */
  addedAt: Date;
  /** CQL `uuid`, clustering key, column `task_id`. */
  taskId: string;
  /** CQL `text`. */
  title: string | null;
  /** CQL `boolean`. */
  done: boolean | null;
}

/** The primary key of a row. */
export interface TasksByProjectKey {
  project: string;
  addedAt: Date;
  taskId: string;
}

/** Selects a partition. */
export interface TasksByProjectPartition {
  project: Match<string>;
}

/** Selects rows of a partition by a prefix of the clustering key. Its last column can have a range. */
export type TasksByProjectClustering =
  | { addedAt: Match<Date>; taskId?: Bound<string> }
  | { addedAt?: Bound<Date>; taskId?: never };

/** Selects rows by the whole partition key and a prefix of the clustering key. */
export type TasksByProjectWhere = TasksByProjectPartition &
  TasksByProjectClustering;

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface TasksByProjectInsert {
  project: string;
  addedAt: Date;
  taskId: string;
  title?: string | null | undefined;
  done?: boolean | null | undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export interface TasksByProjectUpdate extends TasksByProjectInsert {}

/** A condition on a row: values of columns, or comparisons with them. */
export interface TasksByProjectIf {
  title?: Condition<string>;
  done?: Condition<boolean>;
}

/** Groups the types above for the runtime. */
export interface TasksByProjectTypes {
  row: TasksByProjectRow;
  key: TasksByProjectKey;
  where: TasksByProjectWhere;
  if: TasksByProjectIf;
  insert: TasksByProjectInsert;
  update: TasksByProjectUpdate;
  partition: "project";
  reversed: "asc";
}

/** Describes the table to the runtime. */
export const tasksByProjectTable: Table<TasksByProjectTypes> = {
  keyspace: "tasks",
  name: "tasks_by_project",
  apiName: "TasksByProject",
  columns: {
    project: text,
    addedAt: timestamp,
    taskId: uuid,
    title: text,
    done: boolean,
  },
  partitionKey: ["project"],
  clusteringKey: [["addedAt", "desc"], "taskId"],
  cqlNames: {
    addedAt: "added_at",
    taskId: "task_id",
  },
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getTasksByProject<
  Column extends keyof TasksByProjectRow = keyof TasksByProjectRow,
  Timed extends keyof TasksByProjectIf = never,
>(
  session: Session,
  key: TasksByProjectKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<TasksByProjectRow, Column, Timed> | undefined> {
  return get(session, tasksByProjectTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findTasksByProject<
  Column extends keyof TasksByProjectRow = keyof TasksByProjectRow,
  Order extends Direction = never,
  Timed extends keyof TasksByProjectIf = never,
>(
  session: Session,
  where: OrderedWhere<TasksByProjectTypes, Order>,
  options?: OrderedFindOptions<Column, Order, Timed>,
): Rows<Read<TasksByProjectRow, Column, Timed>> {
  return find(session, tasksByProjectTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanTasksByProject<
  Column extends keyof TasksByProjectRow = keyof TasksByProjectRow,
  Timed extends keyof TasksByProjectIf = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<TasksByProjectRow, Column, Timed>> {
  return scan(session, tasksByProjectTable, options);
}

/** Reads the key of each partition: a full scan. */
export function partitionsOfTasksByProject(
  session: Session,
  options?: PartitionsOptions,
): Rows<PartitionOf<TasksByProjectTypes>> {
  return partitions(session, tasksByProjectTable, options);
}

/** Counts rows of a partition. The database reads each of them. */
export function countTasksByProject(
  session: Session,
  where: TasksByProjectWhere,
  options?: CountOptions,
): Promise<bigint> {
  return count(session, tasksByProjectTable, where, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllTasksByProject(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, tasksByProjectTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertTasksByProject<If extends Flag = false>(
  session: Session,
  value: TasksByProjectInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<TasksByProjectTypes, If>> {
  return insert(session, tasksByProjectTable, value, options);
}

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export function updateTasksByProject<
  If extends keyof TasksByProjectIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: TasksByProjectUpdate,
  options?: UpdateOptions<TasksByProjectTypes, If, Exists>,
): Promise<Updated<TasksByProjectTypes, If, Exists>> {
  return update(session, tasksByProjectTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteTasksByProject<
  If extends keyof TasksByProjectIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: TasksByProjectKey,
  options?: RemoveOptions<TasksByProjectTypes, If, Exists>,
): Promise<Updated<TasksByProjectTypes, If, Exists>> {
  return remove(session, tasksByProjectTable, key, options);
}

/** Deletes rows of a partition at once, without reading them. */
export function deleteTasksByProjectWhere(
  session: Session,
  where: TasksByProjectWhere,
  options?: RemoveWhereOptions,
): Promise<Applied> {
  return removeWhere(session, tasksByProjectTable, where, options);
}
