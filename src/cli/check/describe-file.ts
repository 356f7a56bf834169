import type { Finding } from "../reports/finding.ts";

/** A generated file in a report. */
export interface ReportedFile {
  /** Relative to the repository, with `/`. */
  readonly file: string;
  /** `"up to date"`, `"definitions changed"`, `"edited by hand"`, … */
  readonly state: string;
  readonly stale: boolean;
  /** Of the first difference, from 1. */
  readonly line?: number | undefined;
  /** What differs, if known: `"ProductsRow.price"`. */
  readonly declarations?: readonly string[] | undefined;
  /** The command that fixes it. */
  readonly next: string;
}

const shownDeclarations = 10;

/** A generated file as a finding: the declarations that differ, and the command that fixes it. */
export function describeFile({ file, line, state, stale, declarations = [], next }: ReportedFile): Finding {
  const more = declarations.length - shownDeclarations;
  const names = [...declarations.slice(0, shownDeclarations), ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const differs = names === "" ? [] : [`${names} ${declarations.length === 1 ? "differs" : "differ"}`];
  const about = { check: state.replaceAll(" ", "-"), title: state, text: [...differs, next].join("\n") };
  return { name: file, ...about, kind: stale ? "failure" : "fine", file, line };
}
