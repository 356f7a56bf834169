/**
 * What the documents of reads and writes share: prints values, sends a document, and reads its fields and the rows in them.
 *
 * Values are literals in the text: every server of this family accepts them, while the names of input types differ.
 */
import { ValidationError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import { isFailure } from "../errors/failure.ts";
import type { Failure } from "../errors/failure.ts";
import type { Answer, CallRequest, ServiceLink } from "../operation/operation.ts";
import type { Test } from "../operation/where.ts";
import type { Filter, Profile } from "../profile/profile.ts";
import type { Wire } from "../protocol/codec.ts";
import { isObject, setCell, wireOf } from "../protocol/objects.ts";
import type { GraphQLAnswer } from "../protocol/payloads.ts";
import type { BoundTable, Member } from "../table/bound-table.ts";
import { fieldFailure, noResult, problemOf, rejection } from "./problems.ts";

/** A value as GraphQL text: `"a"`, `12`, `{key: "a", value: null}`. */
export function printLiteral(value: Wire | undefined): string {
  // GraphQL accepts all escapes of a JSON string, and the same numbers.
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(printLiteral).join(", ")}]`;
  if (isObject(value)) {
    let text = "";
    for (const name in value) {
      const member = value[name] as Wire | undefined;
      if (member !== undefined) text += `${text && ", "}${name}: ${printLiteral(member)}`;
    }
    return `{${text}}`;
  }
  // JSON writes minus zero without its sign, and unsupported values as null.
  return Object.is(value, -0) ? "-0.0" : (JSON.stringify(value) ?? "null");
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

/** Tests of columns as an object: `{ sensor: { eq: "…" }, at: { gte: "…", lt: "…" } }` */
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

/** The selection of these columns in a document: `id home { street zip }` */
export function selectionOf(members: readonly Member[]): string {
  return members.map(({ selection }) => selection).join(" ");
}

/** What a document with one field needs of its call: a page of a selection has its own deadline, and explains its timeout. */
interface DocumentRequest<T> extends Pick<CallRequest, "about" | "signal" | "safety" | "deadlineMs" | "explain"> {
  readonly table: BoundTable;
  /** `insertProducts(value: {id: "1"}) { applied }` */
  readonly field: string;
  /** Reads the result of the field. */
  readonly read: (result: Result) => T;
}

/** Sends a document with one field, and reads the result of that field. @throws what ends the call, as it is */
export function sendDocument<T extends object>(
  link: ServiceLink,
  { table: { keyspace }, field, read, ...call }: DocumentRequest<T>,
): Promise<T> {
  const isRead = call.safety === "read";
  const path = documentPath(link, keyspace);
  return link.call<T>({
    ...call,
    method: "POST",
    path,
    body: bodyOf(`${isRead ? "query" : "mutation"} { result: ${field} }`),
    paged: isRead,
    advice: (status) => adviceOnPath(status, link, keyspace, path),
    // A call does not depend on the form of documents, so it gets a function that reads them.
    accept: (answer) => {
      const fields = readFields(answer, ["result"], link.profile);
      const result = isFailure(fields) ? fields : (fields[0] as Result | Failure);
      return isFailure(result) ? result : read(result);
    },
  });
}

/** Where documents for the tables of a keyspace are sent. */
export function documentPath({ profile, keyspace: own }: ServiceLink, keyspace: string): string {
  return profile.graphqlPath(keyspace === own ? undefined : keyspace, keyspace);
}

/** The advice after a 404 at a keyspace's path: some services respond only at a path without a keyspace. */
export function adviceOnPath(
  status: number,
  { profile }: ServiceLink,
  keyspace: string,
  path: string,
): string | undefined {
  const unnamed = profile.graphqlPath(undefined, keyspace);
  if (status !== 404 || path === unnamed) return undefined;
  return `if the service serves ${keyspace} only at ${unnamed}, open the session with keyspace: ${JSON.stringify(keyspace)}`;
}

/** The body of a request that sends a document without variables: an empty object, as the service's own document has it. */
export function bodyOf(query: string): string {
  return `{"query":${JSON.stringify(query)},"variables":{}}`;
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
  const all = (Array.isArray(errors) ? errors : []).map(problemOf);
  const problems = all.slice(0, mostProblems);
  // A path in one of them means that something was executed, even if the data is null.
  if (!data && all.length > 0 && !all.some(({ path }) => path?.length)) return rejection(problems, answer, profile);
  return names.map((name) => {
    const result = data?.[name];
    const found = isObject(result);
    if (problems.length > 0) {
      // A problem without a path belongs to every field without a result.
      const own = problems.filter((problem) => (problem.path?.length ? problem.path[0] === name : !found));
      if (own.length > 0) return fieldFailure(own, answer, profile);
    }
    return found ? result : noResult(answer);
  });
}

/** The most problems that are reported: many times those of a full document, far fewer than fit into a megabyte. */
const mostProblems = 1000;

/** A row as the service sent it. */
export type WireRow = Readonly<Record<string, unknown>>;

/** The problem of a row in a response; undefined if it has these columns and none of the key is null. */
export function problemOfRow(members: readonly Member[], row: WireRow): string | undefined {
  for (const { apiName, name, isKey } of members) {
    const cell = wireOf(row, apiName);
    if (cell === undefined || (cell === null && isKey)) return `the response's row has no ${name}`;
  }
  return undefined;
}

/**
 * A row as the service sent it, by member names; columns that it did not send are null, or empty collections.
 * @throws {ValidationError} with direction `out` when a value is not what its column holds
 */
export function decodeRow(members: readonly Member[], wire: WireRow, about: About): object {
  const row: Record<string, unknown> = {};
  for (const { name, apiName, codec } of members) {
    const cell = wireOf(wire, apiName);
    let value: unknown;
    try {
      value = cell === null || cell === undefined ? (codec.empty?.() ?? null) : codec.decode(cell as Wire);
    } catch {
      throw new ValidationError("out", [name], `the response's ${name} is not ${codec.expected}`, about);
    }
    setCell(row, name, value);
  }
  return row;
}
