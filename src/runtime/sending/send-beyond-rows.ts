import { printBeyondRows, readBeyondRows } from "../graphql/beyond-rows.ts";
import type { Selection } from "../operation/operation.ts";
import { sendSelection } from "./send-selection.ts";

/** Sends a selection that has something else than rows. */
export const sendBeyondRows: Selection["send"] = (link, selection) =>
  sendSelection(link, selection, printBeyondRows, readBeyondRows);
