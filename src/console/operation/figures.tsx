import type { VNode } from "preact";
import type { Figure } from "./state.ts";
import { printBytes } from "./units.ts";

/** A figure for people, with the name by which metrics and alerts know it. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }): VNode {
  return (
    <div class="scroller tall" tabIndex={0} role="region" aria-label="Figures of the store">
      <table>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col">Metric</th>
            <th scope="col" class="number">
              Value
            </th>
          </tr>
        </thead>
        <tbody>
          {figures.map((figure) => (
            <tr key={figure.name}>
              <th scope="row" class="wrapped">
                {titleOf(figure)}
              </th>
              <td>
                <code class="muted">colonnade_store_{figure.name}</code>
              </td>
              <td class="number">{printFigure(figure)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
