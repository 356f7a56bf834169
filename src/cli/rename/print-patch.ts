import { OMIT_HEADERS, createPatch } from "diff";
import { relative } from "node:path";
import type { TextChange } from "../../generate/write-together.ts";

/** The changes as a unified diff that `git apply` takes, by line. */
export function printPatch(changes: readonly TextChange[], root: string): readonly string[] {
  return [...changes]
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .flatMap(({ path, before, text }) => {
      const shown = relative(root, path).replaceAll("\\", "/");
      const from = before === undefined ? "/dev/null" : `a/${shown}`;
      const hunks = createPatch("", before ?? "", text, "", "", { headerOptions: OMIT_HEADERS, context: 3 });
      return [`--- ${from}`, `+++ b/${shown}`, ...hunks.trimEnd().split("\n")];
    });
}
