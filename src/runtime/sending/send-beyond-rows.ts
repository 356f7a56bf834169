/** Sends operations whose fields are not those of a row: writes of parts of columns and of many rows, and reads beyond rows. */
import { printDeleteWhere, printUpdateParts, printLiteral, printSelection, readPage } from "../graphql/fields.ts";
import type { PageSelection, Result } from "../graphql/fields.ts";
import { deletesNothing } from "../operation/checked-delete-where.ts";
import type { CheckedSelection } from "../operation/checked-selection.ts";
import { checkWrite } from "../operation/operation.ts";
import type { Selection, ServiceLink, WriteOperation } from "../operation/operation.ts";
import type { Page } from "../operation/rows.ts";
import type { Member } from "../table/bound-table.ts";
import { printed, sendAlone, sendSelection, sendWrite } from "./send.ts";
import { ProtocolError } from "../errors/errors.ts";

export const sendUpdateParts: WriteOperation["send"] = (link, operation) =>
  sendWrite(link, operation, printUpdateParts);

/** Sends a delete of many rows in its own document, unless the link collects the writes of an atomic one (`isAtomic`). */
export const sendDeleteWhere: WriteOperation["send"] = async (link, operation) => {
  const checked = checkWrite(operation, link.profile);
  if (deletesNothing(checked)) {
    checked.options.signal?.throwIfAborted();
    return { applied: true };
  }
  const field = printed(checked, printDeleteWhere);
  return link.isAtomic && link.addToBatch ? link.addToBatch(checked, field) : sendAlone(link, checked, field);
};

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
