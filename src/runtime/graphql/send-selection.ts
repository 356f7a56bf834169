/**
 * Sends a selection: reads one page of rows. Prints its field, and reads the rows of the response. Throws only what
 * `Session.page` declares.
 */
import { ClosedError, ProtocolError, TimeoutError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import type { CheckedSelection } from "../operation/checked-selection.ts";
import type { Selection, ServiceLink } from "../operation/operation.ts";
import type { Page } from "../operation/rows.ts";
import type { Profile } from "../profile/profile.ts";
import { wireOf } from "../protocol/objects.ts";
import type { BoundTable, Member } from "../table/bound-table.ts";
import {
  decodeRow,
  filterOf,
  printLiteral,
  printOptions,
  problemOfRow,
  selectionOf,
  sendDocument,
} from "./document.ts";
import type { Result, WireRow } from "./document.ts";
import { inTermsOfTables } from "./problems.ts";

/**
 * Reads one page; sends nothing if no row can match.
 *
 * @param print its field of a document @param readResult what the field answered
 */
export async function sendSelection(
  link: ServiceLink,
  selection: Selection,
  print = printSelection,
  readResult = readPage,
): Promise<Page<object>> {
  const { profile, clock, closing, deadlineMs } = link;
  const checked = selection.check(selection, profile);
  const { table, about, signal, findsNothing, waited = { ms: 0 } } = checked;
  if (findsNothing) {
    if (closing.aborted) throw new ClosedError(about);
    signal?.throwIfAborted();
    return { rows: [], pageState: null };
  }
  const members = selectedMembers(checked);
  const field = print(checked, members, profile);
  const begun = clock.monotonic();
  const leftMs = deadlineMs - waited.ms;
  /** The empty pages before this one have taken the time. Timers may fire a millisecond early. */
  const explain = (error: unknown): unknown => {
    const isLate = waited.ms > 0 && error instanceof TimeoutError && clock.monotonic() > begun + leftMs - 1;
    return isLate ? new TimeoutError("pages", deadlineMs, { ...about, cause: error }) : error;
  };
  try {
    const read = (result: Result): Page<object> => readResult(checked, members, result, profile);
    const document = { about, table, field, safety: "read", signal, read, deadlineMs: leftMs, explain } as const;
    return await sendDocument(link, document);
  } catch (error) {
    throw inTermsOfTables(error, table);
  } finally {
    waited.ms += clock.monotonic() - begun;
  }
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

/** The rows of a response. @throws {ProtocolError} when it has none */
export function rowsOf(rows: unknown, about: About): readonly WireRow[] {
  if (Array.isArray(rows) && rows.every((row) => typeof row === "object" && row !== null)) return rows as WireRow[];
  throw new ProtocolError("the response holds no rows", about);
}
