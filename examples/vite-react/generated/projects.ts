// @generated from the table definition `tasks.projects`. Do not edit: run `colonnade generate`.
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
  find,
  get,
  insert,
  remove,
  scan,
  text,
  update,
} from "@colonnade/runtime";
import type { CountAllOptions } from "@colonnade/runtime/tables";
import { countAll } from "@colonnade/runtime/tables";

/**
 * A row of `tasks.projects`.
 *
 * Projects that have tasks. Few enough to be read by a full scan.
 */
export interface ProjectsRow {
  /** CQL `text`, partition key. */
  name: string;
  /** CQL `text`. */
  goal: string | null;
}

/** The primary key of a row. */
export interface ProjectsKey {
  name: string;
}

/** Selects rows by the whole partition key. */
export interface ProjectsWhere {
  name: Match<string>;
}

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface ProjectsInsert {
  name: string;
  goal?: string | null | undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export interface ProjectsUpdate extends ProjectsInsert {}

/** A condition on a row: values of columns, or comparisons with them. */
export interface ProjectsIf {
  goal?: Condition<string>;
}

/** Groups the types above for the runtime. */
export interface ProjectsTypes {
  row: ProjectsRow;
  key: ProjectsKey;
  where: ProjectsWhere;
  if: ProjectsIf;
  insert: ProjectsInsert;
  update: ProjectsUpdate;
}

/** Describes the table to the runtime. */
export const projectsTable: Table<ProjectsTypes> = {
  keyspace: "tasks",
  name: "projects",
  apiName: "Projects",
  columns: {
    name: text,
    goal: text,
  },
  partitionKey: ["name"],
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getProjects<
  Column extends keyof ProjectsRow = keyof ProjectsRow,
  Timed extends keyof ProjectsIf = never,
>(
  session: Session,
  key: ProjectsKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<ProjectsRow, Column, Timed> | undefined> {
  return get(session, projectsTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findProjects<
  Column extends keyof ProjectsRow = keyof ProjectsRow,
  Timed extends keyof ProjectsIf = never,
>(
  session: Session,
  where: ProjectsWhere,
  options?: FindOptions<Column, Timed>,
): Rows<Read<ProjectsRow, Column, Timed>> {
  return find(session, projectsTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanProjects<
  Column extends keyof ProjectsRow = keyof ProjectsRow,
  Timed extends keyof ProjectsIf = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<ProjectsRow, Column, Timed>> {
  return scan(session, projectsTable, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllProjects(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, projectsTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertProjects<If extends Flag = false>(
  session: Session,
  value: ProjectsInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<ProjectsTypes, If>> {
  return insert(session, projectsTable, value, options);
}

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export function updateProjects<
  If extends keyof ProjectsIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: ProjectsUpdate,
  options?: UpdateOptions<ProjectsTypes, If, Exists>,
): Promise<Updated<ProjectsTypes, If, Exists>> {
  return update(session, projectsTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteProjects<
  If extends keyof ProjectsIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: ProjectsKey,
  options?: RemoveOptions<ProjectsTypes, If, Exists>,
): Promise<Updated<ProjectsTypes, If, Exists>> {
  return remove(session, projectsTable, key, options);
}
