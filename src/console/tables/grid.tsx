import type { VNode } from "preact";
import { printCqlType } from "../../model/index.ts";
import type { CqlType, Table } from "../../model/index.ts";
import { columnsOf } from "./columns-of.ts";
import type { Row } from "./describe-table.ts";
import { KindBadge } from "./kind-badge.tsx";
import { isNumeric, printValue } from "./value-text.ts";

interface GridProps {
  readonly table: Table;
  readonly rows: readonly Row[];
  readonly onEdit: (row: Row) => void;
}

/** Rows below the names and types of their columns. Scrolls by itself, so it can be focused. */
export function Grid({ table, rows, onEdit }: GridProps): VNode {
  const columns = columnsOf(table);
  return (
    <div class="scroller" tabIndex={0} role="region" aria-label={`Rows of ${table.name}`}>
      <table class="grid">
        <thead>
          <tr>
            <td class="action" />
            {columns.map((column) => (
              <th key={column.name} scope="col" class={isNumeric(column.type) ? "number" : undefined}>
                <span class="name">
                  {column.name} <KindBadge kind={column.kind} />
                </span>
                <span class="type">{printCqlType(column.type)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <td class="action">
                <button class="quiet" aria-label={`Edit row ${index + 1}`} onClick={() => onEdit(row)}>
                  Edit
                </button>
              </td>
              {columns.map(({ name, type }) => (
                <td key={name} class={isNumeric(type) ? "number" : undefined}>
                  <Cell type={type} value={row[name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ type, value }: { readonly type: CqlType; readonly value: unknown }): VNode {
  if (value === null || value === undefined) return <span class="null">null</span>;
  const text = printValue(type, value);
  if (text === "") return <span class="null">empty</span>;
  // The whole text is in the row's dialog.
  const kind = type.kind === "native" && type.name === "text" ? "value prose" : "value";
  return <span class={kind}>{text.length > 200 ? `${text.slice(0, 200)}…` : text}</span>;
}
