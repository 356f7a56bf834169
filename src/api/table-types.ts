/**
 * Creates the types of a table: a query, three mutations, and what they take and return.
 */
import type { Table } from "../model/index.ts";
import { listOf, required } from "./api-type.ts";
import type { ApiArgument, ApiEnum, ApiField, ApiInput, ApiObject } from "./api-type.ts";
import { describeColumn, describeOrder, describeTable, describeTest } from "./describe-table.ts";
import { mutationOptions, queryOptions } from "./option-types.ts";
import { boolean, string } from "./scalars.ts";
import type { TableApi, mutationVerbs } from "./table-api.ts";
import type { ValueTypes } from "./value-types.ts";

/** The operations of a table, which lead to its other types. */
export interface TableTypes {
  readonly api: TableApi;
  readonly row: ApiObject;
  readonly query: ApiField;
  readonly mutations: Readonly<Record<(typeof mutationVerbs)[number], ApiField>>;
}

const typesByTable = new WeakMap<Table, { readonly key: string; readonly types: TableTypes }>();

/** The same objects for as long as the table stays as it is and its names do. */
export function tableTypesOf(api: TableApi, values: ValueTypes): TableTypes {
  const { keyspace, table, type, query } = api;
  const composites = table.columns.flatMap((column) =>
    column.type.kind === "native" || column.type.kind === "custom" ? [] : [values.identify(column.type)],
  );
  const key = [keyspace, type, query, ...composites].join("\n");
  const found = typesByTable.get(table);
  if (found?.key === key) return found.types;
  const types = createTableTypes(api, values);
  typesByTable.set(table, { key, types });
  return types;
}

function createTableTypes(api: TableApi, values: ValueTypes): TableTypes {
  const { type } = api;
  const texts = describeTable(api);
  const columns = Array.from(api.columns, ([name, column]) => ({ name, column, description: describeColumn(column) }));
  const row: ApiObject = {
    kind: "object",
    name: type,
    description: texts.row,
    fields: columns.map((field) => ({ ...field, type: values.output(field.column.type) })),
  };
  const input: ApiInput = {
    kind: "input",
    name: `${type}Input`,
    description: texts.input,
    fields: columns.map(({ name, column, description }) => ({ name, description, type: values.input(column.type) })),
  };
  const filter: ApiInput = {
    kind: "input",
    name: `${type}FilterInput`,
    description: texts.filter,
    fields: columns.map(({ name, column }) => {
      return { name, description: describeTest(column, api), type: values.filter(column.type) };
    }),
  };
  const order: ApiEnum = {
    kind: "enum",
    name: `${type}Order`,
    description: texts.order,
    values: columns.flatMap(({ name, column }) => {
      const description = describeOrder(column);
      return (["ASC", "DESC"] as const).map((way) => {
        return { name: `${name}_${way}`, description, order: { column: column.name, order: way } };
      });
    }),
  };
  const result: ApiObject = {
    kind: "object",
    name: `${type}Result`,
    description: texts.result,
    fields: [
      { name: "pageState", type: string, description: "Where the next page begins; null after the last page." },
      {
        name: "values",
        type: listOf(required(row)),
        description: "The rows of the page; there may be none although a next page exists.",
      },
    ],
  };
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

  const options = { name: "options", type: mutationOptions, description: "Consistency and time to live." };
  const record = { name: "value", type: required(input) };
  const conditions: readonly ApiArgument[] = [
    { name: "ifExists", type: boolean, description: "Write only if the row exists. Null means false." },
    {
      name: "ifCondition",
      type: filter,
      description: "Write only if the row passes these tests. Not with `ifExists`. Null means no condition.",
    },
  ];
  const ifNotExists = {
    name: "ifNotExists",
    type: boolean,
    description: "Write only if the row does not exist. Null means false.",
  };
  return {
    api,
    row,
    query: {
      name: api.query,
      type: result,
      description: texts.query,
      args: [
        { name: "value", type: input, description: texts.selectValue },
        { name: "filter", type: filter, description: texts.selectFilter },
        { name: "orderBy", type: listOf(order), description: texts.orderBy },
        { name: "options", type: queryOptions, description: "Consistency and paging." },
      ],
    },
    mutations: {
      insert: {
        name: `insert${type}`,
        type: written,
        description: texts.insert,
        args: [{ ...record, description: texts.insertValue }, ifNotExists, options],
      },
      update: {
        name: `update${type}`,
        type: written,
        description: texts.update,
        args: [{ ...record, description: texts.updateValue }, ...conditions, options],
      },
      delete: {
        name: `delete${type}`,
        type: written,
        description: texts.delete,
        args: [{ ...record, description: texts.deleteValue }, ...conditions, options],
      },
    },
  };
}
