/**
 * Reads the result or the failure of each field of a document from a response.
 *
 * A failure of the whole document means that nothing was executed.
 */
import { messageOf } from "../errors/answer-body.ts";
import { FieldError, DocumentRejectedError, ProtocolError } from "../errors/errors.ts";
import type { Failure } from "../errors/failure.ts";
import { httpError } from "../errors/http-error.ts";
import { showAll } from "../errors/redact.ts";
import type { CheckedSelection } from "../operation/checked-selection.ts";
import type { CheckedWrite } from "../operation/checked-write.ts";
import type { Written } from "../operation/operation-input.ts";
import type { Answer } from "../operation/request.ts";
import type { Page } from "../operation/rows.ts";
import { meaningOf } from "../profile/meaning-of.ts";
import type { Profile } from "../profile/profile.ts";
import { isObject, wireOf } from "../protocol/member-of.ts";
import type { GraphQLAnswer, GraphQLProblem } from "../protocol/payloads.ts";
import type { Member } from "../table/bound-table.ts";
import { decodeRow, problemOfRow, rowsOf } from "../table/record.ts";
import type { WireRow } from "../table/record.ts";
import { unknownNamesIn } from "./unknown-names.ts";

/** The result of one field of a document: an object. */
export type Result = Readonly<Record<string, unknown>>;

/**
 * Returns the results of the fields in their order, or the failure of the whole document.
 */
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

function fieldFailure(problems: readonly GraphQLProblem[], answer: Answer, profile: Profile): Failure {
  const { status, requestId, show = showAll } = answer;
  const meanings = new Set(problems.map(profile.meaningOf ?? meaningOf));
  const throttled = meanings.has("overloaded");
  const unknown = throttled || meanings.has("unknown");
  const outcome = unknown ? "unknown" : "refused";
  const isPageState = !unknown && problems.some(({ extensions }) => extensions?.["code"] === "page-state");
  return {
    outcome,
    transient: unknown || meanings.has("not-now"),
    throttled,
    raise: (known) => {
      const said = problems.map(({ message }) => show(message));
      return !unknown && meanings.has("forbidden")
        ? httpError(403, `${said.join("; ")}; grant it, or use another role`, { requestId, ...known })
        : new FieldError(isPageState ? "page-state" : "field", said, { status, requestId, outcome, ...known });
    },
  };
}

function noResult({ json, status, requestId }: Answer): Failure {
  return {
    outcome: "unknown",
    transient: (json ?? undefined) === undefined,
    raise: (known) => new ProtocolError("the response holds no result", { status, requestId, ...known }),
  };
}

function rejection(problems: readonly GraphQLProblem[], answer: Answer, profile: Profile): Failure {
  const { status, requestId, show = showAll } = answer;
  return {
    outcome: "refused",
    transient: false,
    ofLine: (line) => {
      const own = problems.filter((problem) => problem.locations?.some((location) => location?.line === line));
      return own.length > 0 ? rejection(own, answer, profile) : undefined;
    },
    raise: (known) => {
      const said = problems.map(({ message }) => show(message));
      const unknownNames = problems.flatMap(({ message }) => (profile.unknownNamesIn ?? unknownNamesIn)(message));
      return new DocumentRejectedError("document-rejected", said, { status, requestId, ...known, unknownNames });
    },
  };
}

/** Reads a problem of the list, whatever its form. */
function problemOf(problem: unknown): GraphQLProblem {
  const { path, locations, extensions } = (problem ?? {}) as Partial<GraphQLProblem>;
  return {
    message: messageOf(problem),
    ...(Array.isArray(path) && { path }),
    ...(Array.isArray(locations) && { locations }),
    ...(typeof extensions === "object" && extensions !== null && { extensions }),
  };
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

/** Reads a page of rows. @throws {ProtocolError} if the result has no rows, or a row lacks a column of its key */
export function readPage(
  {
    about,
    selected,
    marker,
    kind: reading,
    timed,
  }: Pick<CheckedSelection, "about" | "selected" | "marker" | "kind" | "timed" | "nearest" | "countsOnly">,
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
