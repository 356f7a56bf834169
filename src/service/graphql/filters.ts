/**
 * Converts the arguments `value` and `filter` of a table's fields to filters of the store: API names become CQL names, nothing else
 * changes.
 *
 * Rejects a missing value that would widen a read or a delete: real servers quietly read or delete everything then.
 */
import { Kind } from "graphql";
import type { GraphQLError, GraphQLResolveInfo, ValueNode } from "graphql";
import type { TableApi } from "../../api/index.ts";
import type { CqlType } from "../../model/index.ts";
import type { Filter, Operator, Value } from "../../store/index.ts";
import { limits } from "../limits.ts";
import { invalid } from "./problem.ts";
import { columnOf, encodeArgument, fromGraphQLArgument, readRecord } from "./values.ts";
import type { RecordArgument } from "./values.ts";

/** The argument `filter` or `ifCondition`: field → operator → value. */
export type FilterArgument = Readonly<Record<string, Tests | null>>;
export type Tests = Readonly<Partial<Record<Operator | PartOperator, unknown>>>;
/** Tests of the parts of a value, which only conditions have. */
type PartOperator = "at" | "fields";

/** Equality with each member of a record. */
export function readEqualities(api: TableApi, record: RecordArgument): readonly Filter[] {
  const filters: Filter[] = [];
  for (const [column, value] of readRecord(api, record)) {
    if (value === null) throw nullInFilter(column);
    filters.push({ column, operator: "eq", value });
  }
  return filters;
}

export function readFilters(api: TableApi, filter: FilterArgument): readonly Filter[] {
  return readTests(filter).map(([field, operator, argument]) => {
    const { name: column, type } = columnOf(api, field);
    if (argument === null) throw nullInFilter(column);
    switch (operator) {
      case "at":
      case "fields":
        throw invalid(`${field}: only a condition can test parts of a value, with ${operator}`);
      case "in": {
        const items = listOf(operator, field, argument);
        if (items.includes(null)) throw nullInFilter(column);
        return { column, operator, value: items.map((item) => encodeArgument(type, field, item)) };
      }
      case "contains":
      case "containsKey":
        return { column, operator, value: partOf(type, operator, argument) };
      case "containsEntry": {
        const { key, value } = argument as Entry;
        return {
          column,
          operator,
          value: { key: partOf(type, "containsKey", key), value: partOf(type, "contains", value ?? null) },
        };
      }
      default:
        return { column, operator, value: encodeArgument(type, field, argument) };
    }
  });
}

interface Entry {
  readonly key: unknown;
  readonly value?: unknown;
}

/** A test of what a collection contains; the store checks it. */
function partOf(type: CqlType, operator: "contains" | "containsKey", argument: unknown): Value {
  const part =
    type.kind === "map" ? (operator === "contains" ? type.value : type.key) : "item" in type ? type.item : type;
  return fromGraphQLArgument(part, argument) as Value;
}

/**
 * Rejects a literal argument that contains a variable without a value: GraphQL would omit the member.
 *
 * `products(value: {id: $id})` without `$id` would read every row.
 */
export function refuseMissingVariables(info: GraphQLResolveInfo, name: string): void {
  for (const { arguments: args } of info.fieldNodes) {
    const value = args?.find((argument) => argument.name.value === name)?.value;
    if (!value || value.kind === Kind.VARIABLE) continue;
    const missing = variablesOf(value).find((variable) => !Object.hasOwn(info.variableValues, variable));
    if (missing !== undefined) {
      throw invalid(`The variable $${missing} has no value, and ${name} means something else without it`);
    }
  }
}

/** The variables within literals: a document that is run again has the same nodes. */
const variablesIn = new WeakMap<ValueNode, readonly string[]>();

function variablesOf(literal: ValueNode): readonly string[] {
  let found = variablesIn.get(literal);
  if (!found) variablesIn.set(literal, (found = findVariables(literal)));
  return found;
}

function findVariables(node: ValueNode): readonly string[] {
  if (node.kind === Kind.VARIABLE) return [node.name.value];
  const parts = node.kind === Kind.LIST ? node.values : node.kind === Kind.OBJECT ? node.fields : [];
  return parts.flatMap((part) => findVariables(part.kind === Kind.OBJECT_FIELD ? part.value : part));
}

/** The tests of each field, one after the other. */
export function readTests(
  filter: FilterArgument,
): readonly (readonly [field: string, operator: keyof Tests, argument: unknown])[] {
  const all: (readonly [string, keyof Tests, unknown])[] = [];
  for (const [field, tests] of Object.entries(filter)) {
    const entries = Object.entries(tests ?? {});
    if (entries.length === 0) throw invalid(`The filter on ${field} is empty`);
    for (const [operator, argument] of entries) all.push([field, operator as keyof Tests, argument]);
  }
  return all;
}

/** @throws {GraphQLError} for a list that would keep the service busy */
export function listOf(name: string, field: string, argument: unknown): readonly unknown[] {
  const items: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  if (items.length <= limits.inItems) return items;
  throw invalid(
    `The list "${name}" of ${field} has ${items.length} items, more than ${limits.inItems}; send several requests`,
  );
}

function nullInFilter(column: string): GraphQLError {
  return invalid(`Invalid null value in condition for column ${column}`);
}
