import { createPatch } from "diff";
import { OMIT_HEADERS } from "diff";
import type { ComparedFile } from "./compare.ts";
import { differingDeclarations } from "./declarations.ts";

/** Edits beyond which two texts have nothing in common that is worth finding. */
const mostEdits = 5000;

/** What differs between a file that is there and what a run would write. */
export function showDifference(there: string, wanted: string): Required<Pick<ComparedFile, "declarations" | "diff">> {
  const plain = there.replaceAll("\r\n", "\n");
  const patch = createPatch("", plain, wanted, "", "", {
    headerOptions: OMIT_HEADERS,
    context: 3,
    maxEditLength: mostEdits,
  });
  return { declarations: differingDeclarations(plain, wanted), diff: patch ?? "" };
}
