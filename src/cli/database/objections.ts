/** Finds additions that the database would reject, before anything is sent. */
import type { Problem } from "../../errors.ts";
import { breakageRules, isCounterTable } from "../../model/index.ts";
import type { CqlType, Keyspace, Table, UserType } from "../../model/index.ts";
import { userTypesIn } from "../../model/order-user-types.ts";
import { quoted } from "./describe-change.ts";
import type { LiveKeyspace } from "./live-keyspace.ts";
import type { Step } from "./step.ts";

/** @see service-facts 5.7, 5.9 */
export function objectionsTo(step: Step, { keyspace: before, views = [] }: LiveKeyspace): readonly Problem[] {
  // Cassandra responds with an error, but then has two objects of the same name.
  if (step.kind === "table" && views.includes(step.table.name)) {
    const message = `${step.keyspace}.${step.table.name}: a materialized view has that name`;
    return [cannot(message, "give the table another name, or drop the view first")];
  }
  if (step.kind === "column") {
    const { keyspace, table, column } = step;
    const there = before.tables.find(({ name }) => name === table.name);
    if (!there || isCounterTable(table) === isCounterTable(there)) return [];
    const [rule, next] = isCounterTable(there)
      ? ["a table with counters cannot have other columns", "create a table with another name for the other columns"]
      : ["a table without counters cannot get one", "create a table with another name for the counters"];
    return [cannot(`${keyspace}.${table.name}.${column.name}: ${rule}`, next)];
  }
  if (step.kind === "field") {
    const { keyspace, type, field } = step;
    const place = `${keyspace}.${type.name}.${field.name}`;
    const keyed = before.tables.filter((table) => hasInPartitionKey(table, type.name)).map(({ name }) => name);
    if (keyed.length > 0) {
      const message = `${place}: the type is in the partition key of ${keyed.join(", ")}, so it cannot get another field`;
      return [cannot(message, breakageRules["field-type"].way)];
    }
  }
  if (step.kind === "index" && step.index.using === "sai" && /\W/.test(step.index.column)) {
    const place = `${step.keyspace}.${step.table.name}.${step.index.column}`;
    const message = `${place}: an index with "sai" supports only column names of letters, digits and underscores`;
    return [cannot(message, "omit `using`, or give the column another name")];
  }
  return [];
}

/** Finds indexes whose name is taken: the database would skip them as existing. */
export function takenNames(defined: Keyspace, before: Keyspace, steps: readonly Step[]): readonly Problem[] {
  const owners = new Map<string, string>();
  const placeOf = (table: Table, column: string): string => `${defined.name}.${table.name}.${column}`;
  for (const table of before.tables) {
    for (const { name, column } of table.indexes) if (name !== undefined) owners.set(name, placeOf(table, column));
  }
  return steps.flatMap((step) => {
    if (step.kind !== "index" || step.index.name === undefined) return [];
    const { name, column } = step.index;
    const place = placeOf(step.table, column);
    const owner = owners.get(name);
    owners.set(name, place);
    if (owner === undefined) return [];
    return [cannot(`${place}: the index of ${owner} is also called ${quoted(name)}`, "give it a name of its own")];
  });
}

function hasInPartitionKey({ columns, partitionKey }: Table, userType: string): boolean {
  const uses = (type: CqlType): boolean => userTypesIn(type).some(isOrHas);
  const isOrHas = ({ name, fields }: UserType): boolean => name === userType || fields.some(({ type }) => uses(type));
  return columns.some(({ name, type }) => partitionKey.includes(name) && uses(type));
}

export function cannot(message: string, next?: string): Problem {
  return { code: "cannot-push", message, ...(next !== undefined && { next }) };
}
