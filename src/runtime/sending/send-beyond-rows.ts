/** Sends operations whose fields are not those of a row: writes of parts of columns and of many rows, and reads beyond rows. */
import { printBeyondRows, readBeyondRows } from "../graphql/beyond-rows.ts";
import { printDeleteWhere, printUpdateParts } from "../graphql/print-parts.ts";
import { deletesNothing } from "../operation/checked-delete-where.ts";
import { checkWrite } from "../operation/operation.ts";
import type { Selection, WriteOperation } from "../operation/operation.ts";
import { printed, sendAlone, sendSelection, sendWrite } from "./send.ts";

export const sendUpdateParts: WriteOperation["send"] = (link, operation) =>
  sendWrite(link, operation, printUpdateParts);

/** Sent in its own document unless the batch is atomic: the writes of other batches have no order. */
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
