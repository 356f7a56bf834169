/** Converts the argument `ifCondition` to the store's conditions: tests of columns, and of parts of those. */
import type { TableApi } from "../../api/index.ts";
import { isMultiCell } from "../../model/index.ts";
import type { Column, CqlType } from "../../model/index.ts";
import { fieldNamesOf } from "../../store/index.ts";
import type { Comparison, Condition, Encoded } from "../../store/index.ts";
import { listOf, readTests } from "./filters.ts";
import type { FilterArgument, Tests } from "./filters.ts";
import { invalid } from "./problem.ts";
import { columnOf, encodeArgument } from "./values.ts";

/** A tested column, or a part of it. */
interface Tested {
  readonly column: Column;
  /** As the client calls it. */
  readonly field: string;
  readonly part?: NonNullable<Condition["part"]>;
  readonly type: CqlType;
}

export function readConditions(api: TableApi, filter: FilterArgument): readonly Condition[] {
  return readTests(filter).flatMap(([field, operator, argument]) => {
    const column = columnOf(api, field);
    if (operator === "at") return partsAt(column, field, argument).flatMap(conditionsOf);
    if (operator === "fields") return fieldsOf(column, field, argument).flatMap(conditionsOf);
    return [conditionOf({ column, field, type: column.type }, operator, argument)];
  });
}

/** Something tested, and its tests. */
type Part = readonly [Tested, Tests];

function conditionsOf([tested, tests]: Part): readonly Condition[] {
  return readTests({ [tested.field]: tests }).map(([, operator, argument]) => conditionOf(tested, operator, argument));
}

function conditionOf({ column, field, part, type }: Tested, operator: keyof Tests, argument: unknown): Condition {
  if (operator === "contains" || operator === "containsKey" || operator === "containsEntry") {
    throw invalid(`${field}: a condition cannot say what a collection contains`);
  }
  if (operator === "at" || operator === "fields") throw invalid(`${field}: its parts are frozen; test the whole`);
  if (operator === "in" && argument === null) throw invalid(`Invalid null value for in on ${field}`);
  const nullable = (item: unknown): Encoded | null => (item === null ? null : encodeArgument(type, field, item));
  const value = operator === "in" ? listOf("in", field, argument).map(nullable) : nullable(argument);
  return { column: column.name, ...(part && { part }), operator: operator satisfies Comparison, value };
}

interface ItemTest {
  readonly index?: number;
  readonly key?: unknown;
  readonly is: Tests;
}

/** `at: [{ index: 0, is: { eq: "x" } }]` of a list, `at: [{ key: "theme", is: { eq: "dark" } }]` of a map. */
function partsAt(column: Column, field: string, argument: unknown): readonly Part[] {
  const { type } = column;
  if (!isMultiCell(type) || (type.kind !== "list" && type.kind !== "map")) throw noParts(field, "at");
  const tests = (argument === null ? [] : listOf("at", field, argument)) as readonly ItemTest[];
  if (tests.length === 0) throw invalid(`The list "at" of ${field} is empty`);
  return tests.map(({ index = 0, key, is }): Part => {
    if (type.kind !== "map") return [{ column, field, part: { at: index }, type: type.item }, is];
    return [{ column, field, part: { at: encodeArgument(type.key, field, key) }, type: type.value }, is];
  });
}

/** `fields: { city: { eq: "Bern" } }` of a user type. */
function fieldsOf(column: Column, field: string, argument: unknown): readonly Part[] {
  const { type } = column;
  if (!isMultiCell(type) || type.kind !== "user") throw noParts(field, "fields");
  const names = fieldNamesOf(type.type);
  const tests = (argument ?? {}) as FilterArgument;
  const parts = type.type.fields.flatMap(({ name, type: of }): readonly Part[] => {
    const apiName = names.get(name) ?? name;
    if (!Object.hasOwn(tests, apiName)) return [];
    return [[{ column, field: `${field}.${apiName}`, part: { field: name }, type: of }, tests[apiName] ?? {}]];
  });
  if (parts.length === 0) throw invalid(`The tests "fields" of ${field} are empty`);
  return parts;
}

function noParts(field: string, operator: string): Error {
  return invalid(`${field} is frozen or has no such parts: test the whole value, without ${operator}`);
}
