/**
 * Arguments of a table's fields → what the store takes: API names become CQL names, nothing else changes.
 *
 * A value that is missing where it would widen what is read or deleted is refused: real servers quietly read or delete
 * everything then. @see captures, Go server 3
 */
import { GraphQLError, Kind } from "graphql";
import type { GraphQLResolveInfo, ValueNode } from "graphql";
import type { Condition, Filter, Operator, Value, Values } from "../../store/index.ts";
import { codecOf } from "../column-value.ts";
import type { TableApi } from "./table-api.ts";

/** The argument `value`: field → value. */
export type RecordArgument = Readonly<Record<string, Value | null>>;
/** The argument `filter` or `ifCondition`: field → operator → value. */
export type FilterArgument = Readonly<Record<string, Tests | null>>;
type Tests = Readonly<Partial<Record<Operator, Value | null | readonly (Value | null)[]>>>;

export function readRecord(api: TableApi, record: RecordArgument): Values {
  return new Map(
    Object.entries(record).map(([field, value]) => {
      return [columnNameOf(api, field), value === null ? null : checked(api, field, value)];
    }),
  );
}

/** Equality with each member of a record. */
export function readEqualities(api: TableApi, record: RecordArgument): readonly Filter[] {
  return Object.entries(record).map(([field, value]) => {
    return { column: columnNameOf(api, field), operator: "eq", value: given(api, field, value) };
  });
}

export function readFilters(api: TableApi, filter: FilterArgument): readonly Filter[] {
  return readTests(filter).map(([field, operator, value]) => ({
    column: columnNameOf(api, field),
    operator,
    value: isList(value) ? value.map((item) => given(api, field, item)) : given(api, field, value),
  }));
}

export function readConditions(api: TableApi, filter: FilterArgument): readonly Condition[] {
  return readTests(filter).map(([field, operator, value]) => {
    if (operator === "in" && value === null) throw invalid(`Invalid null value for in on ${field}`);
    const check = (item: Value | null): Value | null => (item === null ? null : checked(api, field, item));
    return { column: columnNameOf(api, field), operator, value: isList(value) ? value.map(check) : check(value) };
  });
}

/**
 * Refuses a literal argument with a variable inside that has no value: GraphQL would leave the member out.
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

function variablesOf(node: ValueNode): readonly string[] {
  if (node.kind === Kind.VARIABLE) return [node.name.value];
  if (node.kind === Kind.LIST) return node.values.flatMap(variablesOf);
  return node.kind === Kind.OBJECT ? node.fields.flatMap((field) => variablesOf(field.value)) : [];
}

/** An error that the client can act on, worded as what the database refuses. */
export function invalid(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "invalid" } });
}

function readTests(filter: FilterArgument): [string, Operator, Value | null | readonly (Value | null)[]][] {
  return Object.entries(filter).flatMap(([field, tests]) => {
    const entries = Object.entries(tests ?? {});
    if (entries.length === 0) throw invalid(`The filter on ${field} is empty`);
    return entries.map(([operator, value]): [string, Operator, Value | null | readonly (Value | null)[]] => {
      return [field, operator as Operator, value];
    });
  });
}

function isList(value: Value | null | readonly (Value | null)[]): value is readonly (Value | null)[] {
  return Array.isArray(value);
}

function given(api: TableApi, field: string, value: Value | null): Value {
  if (value === null) throw invalid(`Invalid null value in condition for column ${columnNameOf(api, field)}`);
  return checked(api, field, value);
}

/** GraphQL's own scalars let through what the database cannot hold: half a character, an infinite `1e999`. */
function checked(api: TableApi, field: string, value: Value): Value {
  const codec = codecOf(api.columns.get(field)?.type.name ?? "text");
  if (!codec.check(value)) throw invalid(`The value of ${field} is not ${codec.expected}`);
  return value;
}

function columnNameOf(api: TableApi, field: string): string {
  return api.columns.get(field)?.name ?? field;
}
