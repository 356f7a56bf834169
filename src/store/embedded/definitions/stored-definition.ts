/**
 * Encodes user types and tables for the catalog: their definitions, with unknown types as text.
 *
 * Converts between the model and JSON. Stored definitions are not checked again: they were checked when created,
 * perhaps by looser rules, and a table that could not be defined today must not prevent the store from opening.
 */
import {
  parseTableDefinition,
  parseUserTypes,
  printTableDefinition,
  printUserTypeDefinition,
} from "../../../model/index.ts";
import type { Table, TableDefinition, UserType, UserTypeDefinition } from "../../../model/index.ts";
import { StoreError } from "../../store-error.ts";
import { firstNumbers } from "../rows/layout.ts";
import type { ColumnNumbers } from "../rows/layout.ts";
import { customTypesOf } from "./type-use.ts";

export interface StoredUserType {
  readonly definition: UserTypeDefinition;
  readonly customTypes: readonly string[];
}

export interface StoredTable {
  readonly definition: TableDefinition;
  readonly customTypes: readonly string[];
  /** Absent in format 2, where stored rows named columns by their places in the definition. */
  readonly numbers?: ColumnNumbers;
  /** The numbers of the indexes at their places in the definition. Absent in format 3, where indexes had no entries. */
  readonly indexIds?: readonly number[];
}

/** A table of format 1: as the model had it, when there were native types alone and no indexes. */
export interface StoredModel {
  readonly table: Omit<Table, "indexes">;
}

export function printStoredUserType(type: UserType): StoredUserType {
  const definition = printUserTypeDefinition(type);
  return { definition, customTypes: customTypesOf(type.fields.map((field) => field.type)) };
}

/** Columns stay in the order of the table: their numbers are at their places in it. */
export function printStoredTable(table: Table, numbers: ColumnNumbers = firstNumbers(table)): StoredTable {
  const printed = printTableDefinition(table);
  const place = new Map(table.columns.map((column, index) => [column.name, index]));
  const columnDefinitions = printed.columnDefinitions.toSorted(
    (one, other) => (place.get(one.name) ?? 0) - (place.get(other.name) ?? 0),
  );
  const customTypes = customTypesOf(table.columns.map((column) => column.type));
  return { definition: { ...printed, columnDefinitions }, customTypes, numbers };
}

/** All user types of a keyspace: they may be made of one another. */
export function parseStoredUserTypes(stored: readonly StoredUserType[]): ReadonlyMap<string, UserType> {
  const customTypes = new Set(stored.flatMap((type) => type.customTypes));
  const definitions = stored.map((type) => type.definition);
  const { userTypes, problems } = parseUserTypes(definitions, { customTypes, wasAccepted: true });
  const [problem] = problems.flat();
  if (problem) throw unreadable(problem.message);
  return userTypes;
}

export function parseStoredTable(stored: StoredTable | StoredModel, userTypes: ReadonlyMap<string, UserType>): Table {
  const { definition, customTypes } = "table" in stored ? printStoredTable({ ...stored.table, indexes: [] }) : stored;
  const known = { userTypes, customTypes: new Set(customTypes), wasAccepted: true };
  const { table, problems } = parseTableDefinition(definition, known);
  if (table) return table;
  throw unreadable(problems[0]?.message ?? "");
}

function unreadable(reason: string): StoreError {
  return new StoreError("newer-data", `the catalog holds a definition that cannot be read: ${reason}`);
}
