import { OMIT_HEADERS, createPatch } from "diff";
import { isMissingPackage, loadWithPackage } from "../errors.ts";

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
  const declarations = await findDeclarations(plain, wanted);
  return { ...(declarations && { declarations }), diff: patch ?? "" };
}

async function findDeclarations(existing: string, wanted: string): Promise<readonly string[] | undefined> {
  try {
    const load = (): Promise<typeof import("./declarations.ts")> => import("./declarations.ts");
    const { differingDeclarations } = await loadWithPackage("ts-morph", "the list of declarations", load);
    return differingDeclarations(existing, wanted);
  } catch (error) {
    if (isMissingPackage(error)) return undefined;
    throw error;
  }
}
