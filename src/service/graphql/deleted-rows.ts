/** Says which rows a delete is of: those of a key, or those that pass tests of the primary key. */
import type { TableApi } from "../../api/index.ts";
import { primaryKey } from "../../model/index.ts";
import type { Encoded, Filter } from "../../store/index.ts";
import { invalid, readFilters, readRecord } from "./arguments.ts";
import type { EncodedValues, FilterArgument, RecordArgument } from "./arguments.ts";

/** The conditions of a write. */
export interface Guard {
  readonly ifExists?: boolean | null;
  readonly ifCondition?: FilterArgument | null;
}

export interface DeletedRowsArguments extends Guard {
  readonly value?: RecordArgument | null;
  readonly filter?: FilterArgument | null;
}

interface DeletedRows {
  readonly key: EncodedValues;
  readonly filters?: readonly Filter[];
  /** The keys that lists name together. */
  readonly combinations: number;
}

/** @throws {GraphQLError} for neither, both, or one that could mean more rows than the client had in mind */
export function readDeletedRows(
  api: TableApi,
  { value, filter, ifExists, ifCondition }: DeletedRowsArguments,
): DeletedRows {
  if (filter === null || value === null) {
    throw invalid(`${filter === null ? "filter" : "value"} is null: name the rows to delete`);
  }
  if (value && filter) throw invalid("value and filter exclude each other");
  if (value) return { key: readRecord(api, value), combinations: 0 };
  if (!filter || Object.keys(filter).length === 0) {
    throw invalid(`${filter ? "filter is empty" : "value or filter is missing"}: name the rows to delete`);
  }
  if (ifExists || ifCondition) throw invalid("filter and conditions exclude each other");
  return splitKey(api, readFilters(api, filter));
}

/** Parts equality with the first columns of the primary key from all other tests. */
function splitKey({ table }: TableApi, filters: readonly Filter[]): DeletedRows {
  const key = new Map<string, Encoded>();
  for (const name of primaryKey(table)) {
    const [test, ...others] = filters.filter(({ column }) => column === name);
    if (test?.operator !== "eq" || others.length > 0) break;
    key.set(name, test.value as Encoded);
  }
  const rest = filters.filter(({ column }) => !key.has(column));
  return { key, filters: rest, combinations: countCombinations(rest) };
}

function countCombinations(filters: readonly Filter[]): number {
  return filters.reduce((count, { operator, value }) => {
    return operator === "in" ? count * (value as readonly unknown[]).length : count;
  }, 1);
}
