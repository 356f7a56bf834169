/** Sends operations whose fields are not those of a row: writes of parts of columns and of many rows, and reads beyond rows. */
import { ProtocolError } from "../errors/errors.ts";
import { deletesNothing } from "../operation/checked-delete-where.ts";
import type { CheckedSelection } from "../operation/checked-selection.ts";
import type { CheckedChange, CheckedWrite } from "../operation/checked-write.ts";
import type { Selection, ServiceLink, WriteOperation } from "../operation/operation.ts";
import type { Page } from "../operation/rows.ts";
import type { Wire } from "../protocol/codec.ts";
import type { Member } from "../table/bound-table.ts";
import { filterOf, printLiteral, printOptions } from "./document.ts";
import type { Result } from "./document.ts";
import { printSelection, readPage, sendSelection } from "./send-selection.ts";
import type { PageSelection } from "./send-selection.ts";
import { printField, printWrite, sendAlone, sendWrite } from "./send-write.ts";

export const sendUpdateParts: WriteOperation["send"] = (link, operation) =>
  sendWrite(link, operation, printUpdateParts);

/** The field of an update that changes parts: `updateRooms(value: {…}, changes: {tags: {add: ["red"]}}) { applied }` */
function printUpdateParts(checked: CheckedWrite): string {
  return printWrite(checked, checked.changes && `, changes: ${printLiteral(changesOf(checked.changes))}`);
}

/** The same changes as an object: `{ tags: { add: ["red"] } }` */
export function changesOf(changes: readonly CheckedChange[]): Record<string, Record<string, Wire>> {
  // A column may have the name of an inherited member of objects.
  const columns = Object.create(null) as Record<string, Record<string, Wire>>;
  for (const { member, kind, wire } of changes) (columns[member.apiName] ??= {})[kind] = wire;
  return columns;
}

/** Sends a delete of many rows in its own document, unless the link collects the writes of an atomic one (`isAtomic`). */
export const sendDeleteWhere: WriteOperation["send"] = async (link, operation) => {
  const checked = operation.check(operation, link.profile);
  if (deletesNothing(checked)) {
    checked.options.signal?.throwIfAborted();
    return { applied: true };
  }
  const field = printField(checked, printDeleteWhere);
  return link.isAtomic && link.addToBatch ? link.addToBatch(checked, field) : sendAlone(link, checked, field);
};

/** The field of a delete of rows: `deleteMessages(filter: {room: {eq: "hall"}}) { applied }` */
function printDeleteWhere({ table, filters = [], options }: CheckedWrite): string {
  const { consistency, timestamp } = options;
  const rest = printOptions({ consistency, timestamp: timestamp?.toString() });
  return `delete${table.type}(filter: ${printLiteral(filterOf(filters))}${rest}) { applied }`;
}

export const sendBeyondRows: Selection["send"] = (link, selection) =>
  sendSelection(link, selection, printBeyondRows, readBeyondRows);

/** The field of a query: `docs(nearest: {embedding: [0.5]}, options: {limit: 5}) { values { id } similarities pageState }` */
const printBeyondRows: typeof printSelection = (checked, members, profile) => {
  if (checked.countsOnly) return printSelection(checked, members, profile, "count");
  const { nearest } = checked;
  if (!nearest) return printSelection(checked, members, profile);
  const args = `, nearest: {${nearest.member.apiName}: ${printLiteral(nearest.to)}}`;
  return `${printSelection(checked, members, profile, undefined, args).slice(0, -1)}similarities }`;
};

/** @throws {ProtocolError} when the result lacks what was asked for */
function readBeyondRows(
  checked: PageSelection & Pick<CheckedSelection, "nearest" | "countsOnly">,
  members: readonly Member[],
  result: Result,
  profile: Pick<ServiceLink["profile"], "paging">,
): Page<object> {
  const { about } = checked;
  const { count, similarities } = result;
  if (checked.countsOnly) {
    if (typeof count !== "number") throw new ProtocolError("the response holds no count", about);
    const { pageState } = readPage(
      { ...checked, selected: [], marker: undefined },
      [],
      { ...result, [profile.paging.rows]: [] },
      profile,
    );
    return { rows: [{ count }], pageState };
  }
  const page = readPage(checked, members, result, profile);
  if (!checked.nearest) return page;
  const found: readonly unknown[] = Array.isArray(similarities) ? similarities : [];
  if (found.length !== page.rows.length || !found.every((one) => typeof one === "number")) {
    throw new ProtocolError("the response does not hold one similarity for each row", about);
  }
  return { ...page, rows: page.rows.map((row, place) => ({ ...row, similarity: found[place] })) };
}
