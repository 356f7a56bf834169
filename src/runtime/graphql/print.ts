/**
 * Prints operations as GraphQL. Values are literals in the text, as in the samples of the service document: every
 * server of this family accepts them, while the names of input types differ.
 */
import type { CheckedSelection } from "../operation/checked-selection.ts";
import type { CheckedWrite } from "../operation/checked-write.ts";
import type { Test } from "../operation/where.ts";
import type { Filter, Profile } from "../profile/profile.ts";
import type { Wire } from "../protocol/codec.ts";
import type { BoundTable, Member } from "../table/bound-table.ts";

/** A value as GraphQL text: `"a"`, `12`, `{key: "a", value: null}`. */
export function printLiteral(value: Wire | undefined): string {
  // GraphQL accepts all escapes of a JSON string, and the same numbers.
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(printLiteral).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    let text = "";
    for (const name in value) {
      const member = (value as Record<string, Wire | undefined>)[name];
      if (member !== undefined) text += `${text && ", "}${name}: ${printLiteral(member)}`;
    }
    return `{${text}}`;
  }
  // JSON writes minus zero without its sign, and unsupported values as null.
  return Object.is(value, -0) ? "-0.0" : (JSON.stringify(value) ?? "null");
}

/**
 * The field of a write: `insertProducts(value: {id: "1"}) { applied }`
 *
 * @param more another argument: `, changes: {tags: {add: ["red"]}}`
 */
export function printWrite(
  { table, kind, cells, effect, conditions, selected, options }: CheckedWrite,
  more = "",
): string {
  let value = "";
  for (const { apiName, index } of table.members) {
    const cell = cells[index];
    if (cell !== undefined) value += `${value && ", "}${apiName}: ${printLiteral(cell)}`;
  }
  let rest = more;
  if (conditions) rest += `, ifCondition: ${printLiteral(filterOf(conditions))}`;
  else if (effect === "conditional") rest += kind === "insert" ? ", ifNotExists: true" : ", ifExists: true";
  const { consistency, ttl, timestamp } = options;
  rest += printOptions({ consistency, ttl, timestamp: timestamp?.toString() });
  const columns = selected.length > 0 ? ` value { ${selectionOf(selected)} }` : "";
  const action = kind === "increment" ? "update" : kind;
  return `${action}${table.type}(value: {${value}}${rest}) { applied${columns} }`;
}

/**
 * The field of a query: `products(filter: {id: {eq: "1"}}) { values { id name } pageState }`
 *
 * @param fields the selection of its result, in place of rows
 * @param args another argument: `, nearest: {embedding: [0.5]}`
 */
export function printSelection(
  { table, tests, reversed, consistency, pageSize, pageState, timed, more }: CheckedSelection,
  members: readonly Member[],
  { paging, selectBy }: Profile,
  fields = `${paging.rows} { ${selectionOf(members)} }`,
  args = "",
): string {
  let name = table.query;
  if (selectBy) {
    const [field, given] = selectBy(name, tests && filterOf(tests));
    name = field;
    for (const arg in given) if (given[arg]) args += `, ${arg}: ${printLiteral(given[arg])}`;
  } else if (tests) args += `, filter: ${printLiteral(filterOf(tests))}`;
  if (reversed) args += `, orderBy: [${reversedOrder(table).join(", ")}]`;
  args += printOptions({
    consistency,
    [paging.pageSize]: pageSize,
    [paging.pageState]: JSON.stringify(pageState),
    ...more,
  });
  return `${name}${args && `(${args.slice(2)})`} { ${fields} ${paging.pageState}${timed ? " writeTimes" : ""} }`;
}

/** All clustering columns reversed: the database supports only this and the declared order. */
export function reversedOrder({ clusteringKey }: BoundTable): readonly string[] {
  return clusteringKey.map(({ apiName, descending }) => `${apiName}_${descending ? "ASC" : "DESC"}`);
}

/** The selection of these columns in a document: `id home { street zip }` */
function selectionOf(members: readonly Member[]): string {
  return members.map(({ selection }) => selection).join(" ");
}

/** The same tests as an object: `{ sensor: { eq: "…" }, at: { gte: "…", lt: "…" } }` */
export function filterOf(tests: readonly Test[]): Filter {
  const filter: Record<string, Record<string, Wire>> = {};
  for (const { member, operator, wire } of tests) {
    const { apiName } = member;
    // A column may have the name of an inherited member of objects.
    if (!Object.hasOwn(filter, apiName)) filter[apiName] = {};
    filter[apiName]![operator] = wire;
  }
  return filter;
}

/** The argument `options`, if one is given. Texts are unquoted, like names of enums. */
export function printOptions(options: Readonly<Record<string, Wire | undefined>>): string {
  let text = "";
  for (const name in options) {
    const value = options[name];
    if (value !== undefined)
      text += `${text && ", "}${name}: ${typeof value === "string" ? value : printLiteral(value)}`;
  }
  return text && `, options: {${text}}`;
}
