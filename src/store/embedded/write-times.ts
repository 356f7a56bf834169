import { isMultiCell } from "../../model/index.ts";
import type { Selection } from "../store.ts";
import { columnOf } from "./layout.ts";
import type { Layout } from "./layout.ts";
import { refusal } from "./refusal.ts";

/** @throws {StoreError} `invalid` for a column that is not a single cell */
export function checkWriteTimes(layout: Layout, { writeTimes = [], countsOnly }: Selection): void {
  if (countsOnly) return;
  for (const name of writeTimes) {
    const { kind, type } = columnOf(layout, name);
    if (kind === "partition" || kind === "clustering") {
      throw refusal(`Cannot use selection function writetime on PRIMARY KEY part ${name}`);
    }
    if (isMultiCell(type)) throw refusal(`Cannot use selection function writeTime on non-frozen column ${name}`);
  }
}
