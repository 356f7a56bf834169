import { OMIT_HEADERS, createPatch } from "diff";
import { differingDeclarations } from "./declarations.ts";

export interface Difference {
  /** By name, with the members of interfaces: `["ProductsRow.price", "insertProducts"]`. */
  readonly declarations: readonly string[];
  /** The hunks of a unified diff, from what is there to what a run would write. */
  readonly diff: string;
}

/** Edits beyond which two texts have nothing in common that is worth finding. */
const mostEdits = 5000;

/** What differs between a file that is there and what a run would write. */
export function showDifference(there: string, wanted: string): Difference {
  const plain = there.replaceAll("\r\n", "\n");
  const patch = createPatch("", plain, wanted, "", "", {
    headerOptions: OMIT_HEADERS,
    context: 3,
    maxEditLength: mostEdits,
  });
  return { declarations: differingDeclarations(plain, wanted), diff: patch ?? "" };
}
