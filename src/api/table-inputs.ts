/** Creates what the operations of a table take: rows, tests, orders, changes of parts, and vectors to be near to. */
import { isMultiCell } from "../model/index.ts";
import { listOf, required } from "./api-type.ts";
import type { ApiArgument, ApiEnum, ApiInput } from "./api-type.ts";
import { describeColumn, describeOrder, describeTest } from "./describe-table.ts";
import type { TableTexts } from "./describe-table.ts";
import { float } from "./scalars.ts";
import { hasNeighbors } from "./table-api.ts";
import type { TableApi } from "./table-api.ts";
import type { ValueTypes } from "./value-types.ts";

export interface TableInputs {
  readonly record: ApiInput;
  readonly filter: ApiInput;
  readonly order: ApiEnum;
  /** Undefined for a table without collections and user types that are not frozen. */
  readonly changes: ApiInput | undefined;
  /** Undefined for a table without an index of vectors. */
  readonly nearest: ApiInput | undefined;
}

export function createTableInputs(api: TableApi, values: ValueTypes, texts: TableTexts): TableInputs {
  const { type, table, inputs } = api;
  const name = `\`${api.keyspace}.${table.name}\``;
  const columns = Array.from(api.columns, ([field, column]) => ({ field, column }));
  const input = (named: string, description: string, fields: readonly ApiArgument[]): ApiInput => {
    return { kind: "input", name: named, description, fields };
  };
  const optional = (named: string, description: string, fields: readonly ApiArgument[]): ApiInput | undefined =>
    fields.length === 0 ? undefined : input(named, description, fields);
  return {
    record: input(
      `${type}Input`,
      texts.input,
      columns.map(({ field, column }) => {
        return { name: field, description: describeColumn(column), type: values.input(column.type), column };
      }),
    ),
    filter: input(
      `${type}FilterInput`,
      texts.filter,
      columns.map(({ field, column }) => {
        return { name: field, description: describeTest(column, api), type: values.filter(column.type) };
      }),
    ),
    order: {
      kind: "enum",
      name: `${type}Order`,
      description: texts.order,
      values: columns.flatMap(({ field, column }) => {
        const description = describeOrder(column);
        return (["ASC", "DESC"] as const).map((way) => {
          return { name: `${field}_${way}`, description, order: { column: column.name, order: way } };
        });
      }),
    },
    changes: optional(
      inputs.changes,
      `Changes of parts of a row of ${name}, by field.`,
      columns.flatMap(({ field, column }) =>
        isMultiCell(column.type)
          ? [{ name: field, description: describeColumn(column), type: values.changes(column.type) }]
          : [],
      ),
    ),
    nearest: optional(
      inputs.nearest,
      `The vector that the vectors of rows of ${name} are near to, by field. Exactly one.`,
      columns.flatMap(({ field, column }) =>
        hasNeighbors(column, table)
          ? [{ name: field, description: describeColumn(column), type: listOf(required(float)) }]
          : [],
      ),
    ),
  };
}
