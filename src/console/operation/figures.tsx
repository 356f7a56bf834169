import type { VNode } from "preact";
import { DataTable } from "../data-table.tsx";
import type { Figure } from "./state.ts";
import { printBytes } from "./units.ts";

/** A figure for people, with the name by which metrics and alerts know it. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }): VNode {
  return (
    <DataTable
      label="Figures of the store"
      items={figures}
      keyOf={({ name }) => name}
      columns={[
        ["Figure", titleOf, "wrapped"],
        ["Metric", ({ name }) => <code class="muted">colonnade_store_{name}</code>],
        ["Value", printFigure, "number"],
      ]}
      isTall
      hasRowHeads
    />
  );
}

/** Titles for what is not a count; the others have their own sentence. */
const titles: Readonly<Record<string, string>> = { writable: "Accepts writes" };

function titleOf({ name, help }: Figure): string {
  return titles[name] ?? help.replace(/\.$/, "");
}

export function printFigure({ name, value }: Figure): string {
  if (name === "writable") return value === 1 ? "yes" : "no: a write failed, and the store has not recovered yet";
  return name.endsWith("_bytes") ? printBytes(value) : value.toLocaleString();
}
