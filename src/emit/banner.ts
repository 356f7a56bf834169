import { hardline } from "./doc.ts";
import type { Doc } from "./doc.ts";

/** The head of every generated file: no version, no date, no path, so that the same definition gives the same bytes. */
export function banner(source: string): Doc {
  return [
    `// @generated from ${source}. Do not edit: run \`colonnade generate\`.`,
    hardline,
    "/* eslint-disable */",
    hardline,
  ];
}
