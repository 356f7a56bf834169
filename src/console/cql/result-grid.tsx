import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Column } from "../../model/index.ts";
import { Cell } from "../tables/cell.tsx";
import { moveFocus } from "../tables/move-focus.ts";
import { ValuePanel } from "../tables/value-panel.tsx";
import type { ResultColumn, ResultRow } from "./send-statement.ts";

interface ResultGridProps {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly ResultRow[];
}

interface Place {
  readonly row: number;
  readonly column: number;
}

/** Values come as text. */
const textType: Column["type"] = { kind: "native", name: "text" };
const numbers = /^(?:tinyint|smallint|int|bigint|counter|varint|decimal|float|double)$/;

/** Rows of any statement below the names and types of their columns. A click or Enter shows a whole value, arrows move. */
export function ResultGrid({ columns, rows }: ResultGridProps): VNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<Place & { readonly byKeyboard: boolean }>();
  const placeOf = (target: EventTarget | null): Place | undefined => {
    const cell = (target as Element).closest<HTMLTableCellElement>("td[data-column]");
    const row = cell?.closest("tr")?.rowIndex;
    return cell && row !== undefined ? { row: row - 1, column: cell.cellIndex } : undefined;
  };
  const open = (target: EventTarget | null, byKeyboard: boolean): void => {
    const place = placeOf(target);
    if (place) setOpened({ ...place, byKeyboard });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const table = scroller.current?.querySelector("table");
    if (!table || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") open(event.target, true);
    else if (!moveFocus(table, event)) return;
    event.preventDefault();
  };
  const onCopy = (event: ClipboardEvent): void => {
    const place = placeOf(event.target);
    if (!place || !(getSelection()?.isCollapsed ?? true)) return;
    event.clipboardData?.setData("text/plain", rows[place.row]?.[place.column] ?? "");
    event.preventDefault();
  };
  const close = (): void => {
    if (opened) focusCell(scroller.current, opened);
    setOpened(undefined);
  };
  const openedColumn = opened && columns[opened.column];
  return (
    <>
      <div
        ref={scroller}
        class="scroller"
        tabIndex={0}
        role="region"
        aria-label="Rows of the result"
        onKeyDown={onKeyDown}
      >
        <table
          class="grid"
          role="grid"
          onClick={({ target }) => {
            // Text that was marked is to be copied.
            if (getSelection()?.isCollapsed ?? true) open(target, false);
          }}
          onCopy={onCopy}
        >
          <thead>
            <tr>
              {columns.map(({ name, type }, index) => (
                <th key={index} scope="col" tabIndex={-1} class={numbers.test(type) ? "number" : undefined}>
                  <span class="name">{name}</span>
                  <span class="type">{type}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {columns.map(({ type }, index) => (
                  <Cell
                    key={index}
                    name={String(index)}
                    type={textType}
                    value={row[index]}
                    width={undefined}
                    place={undefined}
                    isOpen={opened?.row === at && opened.column === index}
                    isNumber={numbers.test(type)}
                    isProse={type === "text"}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {openedColumn && (
        <ValuePanel
          key={openedColumn.name}
          column={{ name: openedColumn.name, type: textType, kind: "regular" }}
          typeText={openedColumn.type}
          value={rows[opened.row]?.[opened.column]}
          takesFocus={opened.byKeyboard}
          onClose={close}
        />
      )}
    </>
  );
}

function focusCell(scroller: HTMLElement | null, { row, column }: Place): void {
  scroller?.querySelector("table")?.tBodies[0]?.rows[row]?.cells[column]?.focus();
}
