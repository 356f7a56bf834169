/**
 * Creates the types of a table: a query, three mutations, and what they take and return.
 */
import type { Table } from "../model/index.ts";
import { listOf, required } from "./api-type.ts";
import type { ApiArgument, ApiField, ApiObject } from "./api-type.ts";
import { describeColumn, describeTable } from "./describe-table.ts";
import type { TableTexts } from "./describe-table.ts";
import { mostRows, mutationOptions, queryOptions } from "./option-types.ts";
import { bigint, boolean, float, int, string } from "./scalars.ts";
import type { TableApi, mutationVerbs } from "./table-api.ts";
import { createTableInputs } from "./table-inputs.ts";
import type { TableInputs } from "./table-inputs.ts";
import type { ValueTypes } from "./value-types.ts";

/** The operations of a table, which lead to its other types. */
export interface TableTypes {
  readonly api: TableApi;
  readonly row: ApiObject;
  readonly query: ApiField;
  readonly mutations: Readonly<Record<(typeof mutationVerbs)[number], ApiField>>;
}

const known = new WeakMap<Table, { readonly key: string; readonly types: TableTypes }>();

/** The same objects for as long as the table stays as it is and its names do. */
export function tableTypesOf(api: TableApi, values: ValueTypes): TableTypes {
  const { keyspace, table, type, query, inputs } = api;
  const columns = table.columns.map((column) => values.identify(column.type));
  const key = [keyspace, type, query, inputs.changes, inputs.nearest, ...columns].join("\n");
  const found = known.get(table);
  if (found?.key === key) return found.types;
  const types = createTableTypes(api, values);
  known.set(table, { key, types });
  return types;
}

function createTableTypes(api: TableApi, values: ValueTypes): TableTypes {
  const texts = describeTable(api);
  const inputs = createTableInputs(api, values, texts);
  const row: ApiObject = {
    kind: "object",
    name: api.type,
    description: texts.row,
    fields: Array.from(api.columns, ([name, column]) => {
      return { name, column, description: describeColumn(column), type: values.output(column.type) };
    }),
  };
  return { api, row, query: createQuery(api, row, inputs, texts), mutations: createMutations(api, row, inputs, texts) };
}

function createQuery(api: TableApi, row: ApiObject, inputs: TableInputs, texts: TableTexts): ApiField {
  const { record, filter, order, nearest } = inputs;
  const result: ApiObject = {
    kind: "object",
    name: `${api.type}Result`,
    description: texts.result,
    fields: [
      { name: "pageState", type: string, description: "Where the next page begins; null after the last page." },
      {
        name: "values",
        type: listOf(required(row)),
        description: "The rows of the page; there may be none although a next page exists.",
      },
      {
        name: "count",
        type: int,
        description: "The number of rows in the page. Without `values`, they are counted and not read.",
      },
      {
        name: "writeTimes",
        type: listOf(listOf(bigint)),
        description: "For each of `values` the times that the option `writeTimes` names; null without that option.",
      },
      ...(nearest ? [similarities] : []),
    ],
  };
  return {
    name: api.query,
    type: result,
    description: texts.query,
    args: [
      { name: "value", type: record, description: texts.selectValue },
      { name: "filter", type: filter, description: texts.selectFilter },
      { name: "orderBy", type: listOf(order), description: texts.orderBy },
      { name: "options", type: queryOptions, description: "Consistency and paging." },
      ...(nearest ? [{ name: "nearest", type: nearest, description: nearestText }] : []),
    ],
  };
}

const similarities: ApiField = {
  name: "similarities",
  type: listOf(required(float)),
  description:
    "For each of `values` how similar it is, from 0 to 1, by the function of the index; null without `nearest`.",
};
const nearestText = `Finds the rows nearest to a vector, the nearest first, in one page. Needs \`options.limit\`, at most ${mostRows.nearest}. Null is rejected.`;

function createMutations(
  { type }: TableApi,
  row: ApiObject,
  { record, filter, changes }: TableInputs,
  texts: TableTexts,
): TableTypes["mutations"] {
  const written: ApiObject = {
    kind: "object",
    name: `${type}MutationResult`,
    description: texts.written,
    fields: [
      { name: "applied", type: boolean, description: "False if a condition failed and nothing was written." },
      {
        name: "value",
        type: row,
        description: "The written values; if a condition failed, the current ones, each null for a missing row.",
      },
    ],
  };
  const value = (description: string): ApiArgument => ({ name: "value", type: required(record), description });
  const write = (name: string, description: string, args: readonly ApiArgument[]): ApiField => {
    return { name: `${name}${type}`, type: written, description, args: [...args, mutationOptionsArgument] };
  };
  const ifCondition: ApiArgument = {
    name: "ifCondition",
    type: filter,
    description: "Write only if the row passes these tests. Not with `ifExists`. Null means no condition.",
  };
  return {
    insert: write("insert", texts.insert, [value(texts.insertValue), ifNotExists]),
    update: write("update", texts.update, [
      value(texts.updateValue),
      ...(changes ? [{ name: "changes", type: changes, description: changesText }] : []),
      ifExists,
      ifCondition,
    ]),
    delete: write("delete", texts.delete, [
      { name: "value", type: record, description: texts.deleteValue },
      { name: "filter", type: filter, description: texts.deleteFilter },
      ifExists,
      ifCondition,
    ]),
  };
}

const mutationOptionsArgument: ApiArgument = {
  name: "options",
  type: mutationOptions,
  description: "Consistency and time to live.",
};
const changesText = "Changes of parts of fields that `value` does not have. Null means none.";
const ifExists: ApiArgument = {
  name: "ifExists",
  type: boolean,
  description: "Write only if the row exists. Null means false.",
};
const ifNotExists: ApiArgument = {
  name: "ifNotExists",
  type: boolean,
  description: "Write only if the row does not exist. Null means false.",
};
