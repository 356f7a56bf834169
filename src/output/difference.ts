import { OMIT_HEADERS, createPatch } from "diff";
import { loadDeclarations } from "./judge.ts";

export interface Difference {
  /** By name, with the members of interfaces: `["ProductsRow.price", "insertProducts"]`. Absent without the compiler. */
  readonly declarations?: readonly string[];
  /** The hunks of a unified diff, from the existing file to what a run would write. */
  readonly diff: string;
}

/** With more edits than this, two texts have too little in common for a useful diff. */
const mostEdits = 5000;

/** Compares an existing file with what a run would write. */
export async function showDifference(existing: string, wanted: string): Promise<Difference> {
  const plain = existing.replaceAll("\r\n", "\n");
  const patch = createPatch("", plain, wanted, "", "", {
    headerOptions: OMIT_HEADERS,
    context: 3,
    maxEditLength: mostEdits,
  });
  const declarations = (await loadDeclarations("the list of declarations"))?.differingDeclarations(plain, wanted);
  return { ...(declarations && { declarations }), diff: patch ?? "" };
}
