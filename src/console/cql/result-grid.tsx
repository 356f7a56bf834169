import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Column } from "../../model/index.ts";
import { copyCell, focusCell, isTextMarked, placeOf } from "../tables/cell-place.ts";
import type { Place } from "../tables/cell-place.ts";
import { Cell } from "../tables/cell.tsx";
import { moveFocus } from "../tables/move-focus.ts";
import { ValuePanel } from "../tables/value-panel.tsx";
import type { ResultRows } from "./send-statement.ts";

/** Values come as text. */
const textType: Column["type"] = { kind: "native", name: "text" };
const numbers = /^(?:tinyint|smallint|int|bigint|counter|varint|decimal|float|double)$/;

/** Rows of any statement below the names and types of their columns. A click or Enter shows a whole value, arrows move. */
export function ResultGrid({ columns, rows }: Pick<ResultRows, "columns" | "rows">): VNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<Place & { readonly byKeyboard: boolean }>();
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
  const close = (): void => {
    if (opened) focusCell(scroller.current, opened);
    setOpened(undefined);
  };
  const openedColumn = opened && columns[Number(opened.column)];
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
          onClick={({ target }) => !isTextMarked() && open(target, false)}
          onCopy={(event) => copyCell(event, ({ row, column }) => rows[row]?.[Number(column)] ?? "")}
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
                    isOpen={opened?.row === at && opened.column === String(index)}
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
          value={rows[opened.row]?.[Number(opened.column)]}
          takesFocus={opened.byKeyboard}
          onClose={close}
        />
      )}
    </>
  );
}
