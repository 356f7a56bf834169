import { printSpecial, readSpecial } from "../graphql/special.ts";
import type { Selection } from "../operation/operation.ts";
import { sendSelection } from "./send-selection.ts";

/** Sends a selection that has something else than rows. */
export const sendSpecial: Selection["send"] = (link, selection) =>
  sendSelection(link, selection, printSpecial, readSpecial);
