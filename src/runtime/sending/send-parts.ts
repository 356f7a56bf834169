/** Sends writes whose fields are not those of a row: of parts of its columns, and of many rows. */
import { printDeleteWhere, printUpdateParts } from "../graphql/print-parts.ts";
import { deletesNothing } from "../operation/checked-delete-where.ts";
import { checkWrite } from "../operation/operation.ts";
import type { WriteOperation } from "../operation/operation.ts";
import { printed, sendAlone, sendWrite } from "./send-write.ts";

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
