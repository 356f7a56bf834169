/**
 * Prints operations as fields of a GraphQL document, and reads the result or the failure of each field.
 *
 * Values are literals in the text, as in the samples of the service document: every server of this family accepts them, while the
 * names of input types differ.
 */
import { ProtocolError } from "../errors/errors.ts";
import type { Failure } from "../errors/failure.ts";
import type { CheckedSelection } from "../operation/checked-selection.ts";
import type { CheckedChange, CheckedWrite } from "../operation/checked-write.ts";
import type { Answer } from "../operation/operation.ts";
import type { Written } from "../operation/write-options.ts";
import type { Page } from "../operation/rows.ts";
import type { Test } from "../operation/where.ts";
import type { Filter, Profile } from "../profile/profile.ts";
import type { Wire } from "../protocol/codec.ts";
import { isObject, wireOf } from "../protocol/json.ts";
import type { GraphQLAnswer, GraphQLProblem } from "../protocol/payloads.ts";
import type { BoundTable, Member } from "../table/bound-table.ts";
import { decodeRow, problemOfRow, rowsOf } from "../table/record.ts";
import type { WireRow } from "../table/record.ts";
import { fieldFailure, noResult, problemOf, rejection } from "./problems.ts";

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

/** The field of an update that changes parts: `updateRooms(value: {…}, changes: {tags: {add: ["red"]}}) { applied }` */
export function printUpdateParts(checked: CheckedWrite): string {
  return printWrite(checked, checked.changes && `, changes: ${printLiteral(changesOf(checked.changes))}`);
}

/** The same changes as an object: `{ tags: { add: ["red"] } }` */
export function changesOf(changes: readonly CheckedChange[]): Record<string, Record<string, Wire>> {
  // A column may have the name of an inherited member of objects.
  const columns = Object.create(null) as Record<string, Record<string, Wire>>;
  for (const { member, kind, wire } of changes) (columns[member.apiName] ??= {})[kind] = wire;
  return columns;
}

/** The field of a delete of rows: `deleteMessages(filter: {room: {eq: "hall"}}) { applied }` */
export function printDeleteWhere({ table, filters = [], options }: CheckedWrite): string {
  const { consistency, timestamp } = options;
  const rest = printOptions({ consistency, timestamp: timestamp?.toString() });
  return `delete${table.type}(filter: ${printLiteral(filterOf(filters))}${rest}) { applied }`;
}

/** The result of one field of a document: an object. */
export type Result = Readonly<Record<string, unknown>>;

/** The results of the fields in their order, or the failure of the whole document: then nothing was executed. */
export function readFields(
  answer: Answer,
  names: readonly string[],
  profile: Profile,
): readonly (Result | Failure)[] | Failure {
  const { data, errors } = (answer.json ?? {}) as GraphQLAnswer;
  const all: readonly unknown[] = Array.isArray(errors) ? errors : noProblems;
  const problems = all.slice(0, mostProblems).map(problemOf);
  // A path in one of them means that something was executed, even if the data is null.
  if (!data && all.length > 0 && !all.some(hasPath)) {
    return rejection(problems, answer, profile);
  }
  return names.map((name) => {
    const result = data?.[name];
    const found = isObject(result);
    if (problems.length > 0) {
      const own = problems.filter((problem) => (problem.path?.length ? problem.path[0] === name : !found));
      if (own.length > 0) return fieldFailure(own, answer, profile);
    }
    return found ? result : noResult(answer);
  });
}

const noProblems: readonly unknown[] = [];
/** The most problems that are read: many times those of a full document, far fewer than fit into a megabyte. */
const mostProblems = 1000;

function hasPath(problem: unknown): boolean {
  const { path } = (problem ?? {}) as Partial<GraphQLProblem>;
  return Array.isArray(path) && path.length > 0;
}

/** Reads the result of a write. @throws {ProtocolError} if it does not say whether the write was applied */
export function readWritten(
  { about, effect, conditions, selected }: CheckedWrite,
  result: Result,
  { leavesAppliedNull }: Profile,
): Written {
  const isConditional = effect === "conditional";
  const { applied, value } = result;
  if (applied === true || (applied === null && !isConditional && leavesAppliedNull)) return { applied: true };
  if (applied !== false || !isConditional) {
    throw new ProtocolError("the response does not say whether the write was applied", about);
  }
  // An insert that was not applied found a row, so it has a key; a condition on a missing row finds nothing.
  if (selected.length === 0) return { applied: false, current: null };
  if (value === null && conditions) return { applied: false, current: decodeRow(selected, {}, about) };
  const problem = isObject(value) ? problemOfRow(selected, value) : "the response holds no row";
  if (problem !== undefined) throw new ProtocolError(problem, about);
  return { applied: false, current: decodeRow(selected, value as WireRow, about) };
}

/**
 * The columns that a document selects: those to return, and one that distinguishes rows from partitions without rows.
 */
export function selectedMembers({ selected, marker }: CheckedSelection): readonly Member[] {
  return [...new Set(marker ? [...selected, marker] : selected)];
}

/** What of a selection decides how its page is read. */
export type PageSelection = Pick<CheckedSelection, "about" | "selected" | "marker" | "kind" | "timed">;

/** Reads a page of rows. @throws {ProtocolError} if the result has no rows, or a row lacks a column of its key */
export function readPage(
  { about, selected, marker, kind: reading, timed }: PageSelection,
  members: readonly Member[],
  result: Result,
  { paging }: Pick<Profile, "paging">,
): Page<object> {
  const { [paging.rows]: found, [paging.pageState]: pageState, writeTimes: times } = result;
  const key = members.filter(({ isKey, kind }) => (reading === "static" ? kind === "partition" : isKey));
  const rows: object[] = [];
  let place = 0;
  for (const row of rowsOf(found, about)) {
    const own = timed && ((times as readonly WireRow[] | undefined)?.[place++] ?? {});
    if (marker && wireOf(row, marker.apiName) === null) continue;
    const problem = problemOfRow(key, row);
    if (problem !== undefined) throw new ProtocolError(problem, about);
    const decoded = decodeRow(selected, row, about);
    rows.push(own ? { ...decoded, $writeTimes: decodeRow(timed!, own, about) } : decoded);
  }
  return { rows, pageState: typeof pageState === "string" && pageState !== "" ? pageState : null };
}
