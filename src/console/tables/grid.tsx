import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { primaryKey } from "../../model/index.ts";
import type { Column, Table } from "../../model/index.ts";
import { copyCell, isTextMarked, placeOf } from "./cell-place.ts";
import type { Place } from "./cell-place.ts";
import { cellText } from "./value-text.ts";
import { Cell } from "./cell.tsx";
import { ColumnHead } from "./column-head.tsx";
import type { Row } from "./describe-table.ts";
import { moveFocus } from "./move-focus.ts";
import type { TableLook } from "./table-look.ts";
import { useStickyColumns } from "./use-sticky-columns.ts";

interface GridProps {
  readonly table: Table;
  /** The columns to show, the key first. */
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly look: TableLook;
  readonly onLook: (change: Partial<TableLook>) => void;
  /** The cell whose whole value is shown. */
  readonly opened: Place | undefined;
  readonly onOpen: (place: Place, byKeyboard: boolean) => void;
  readonly selected: ReadonlySet<Row>;
  readonly onSelect: (selected: ReadonlySet<Row>) => void;
  readonly onDelete: (rows: readonly Row[]) => void;
  /** @param column where to begin. @default the first that can be changed */
  readonly onEdit: (row: Row, column?: string) => void;
}

/** Before the columns of the table: the selection and Edit. */
const actionColumns = 2;

/** Rows below the names and types of their columns. Scrolls by itself, so it can be focused; arrows then lead to the cells. */
export function Grid(props: GridProps): VNode {
  const { table, columns, rows, look, onLook, opened, onOpen, selected, onSelect, onDelete, onEdit } = props;
  const key = primaryKey(table);
  const scroller = useStickyColumns(actionColumns + key.length);
  const stays = (index: number): number | undefined => (index < key.length ? index + actionColumns : undefined);

  const last = useRef(0);
  /** Selects or deselects a row; with Shift all rows from the last one on. */
  const select = (index: number, withRange: boolean): void => {
    const row = rows[index];
    if (!row) return;
    const chosen = new Set(selected);
    const isOn = !selected.has(row);
    const range = withRange ? [last.current, index].toSorted((one, other) => one - other) : [index, index];
    for (const each of rows.slice(range[0], (range[1] ?? index) + 1)) {
      if (isOn) chosen.add(each);
      else chosen.delete(each);
    }
    last.current = index;
    onSelect(chosen);
  };

  const onClick = ({ target }: MouseEvent): void => {
    const place = placeOf(target);
    if (place && !isTextMarked()) onOpen(place, false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = placeOf(event.target);
    const row = place && rows[place.row];
    const isDone =
      (row && event.key === "Enter" && (onOpen(place, true), true)) ||
      (row && event.key === " " && (select(place.row, event.shiftKey), true)) ||
      (row && event.key === "Delete" && (onDelete(selected.size > 0 ? [...selected] : [row]), true)) ||
      (row && event.key === "F2" && (onEdit(row, place.column), true)) ||
      moveFocus(event.currentTarget as HTMLTableElement, event);
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    const place = placeOf(target);
    if (opened && place) onOpen(place, false);
  };
  const textOf = ({ row, column: name }: Place): string | undefined => {
    const column = columns.find((each) => each.name === name);
    return column && cellText(column.type, rows[row]?.[name]).text;
  };
  const enter = (event: KeyboardEvent): void => {
    const own = scroller.current?.querySelector("table");
    if (event.target === scroller.current && own && moveFocus(own, event)) event.preventDefault();
  };

  return (
    <div
      ref={scroller}
      class="scroller"
      tabIndex={0}
      role="region"
      aria-label={`Rows of ${table.name}`}
      onKeyDown={enter}
    >
      <table
        class="grid"
        role="grid"
        aria-multiselectable="true"
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocusCapture={onFocus}
        onCopy={(event) => copyCell(event, textOf)}
      >
        <thead>
          <tr>
            <td class="action stays" style={{ left: "var(--left-0)" }}>
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label="Select all rows of the page"
                disabled={rows.length === 0}
                checked={rows.length > 0 && selected.size === rows.length}
                onChange={({ currentTarget: { checked } }) => onSelect(new Set(checked ? rows : []))}
              />
            </td>
            <td class="action stays" tabIndex={-1} style={{ left: "var(--left-1)" }} />
            {columns.map((column, index) => (
              <ColumnHead
                key={column.name}
                column={column}
                sort={look.sort?.column === column.name ? look.sort : undefined}
                onSort={(sort) => onLook({ sort })}
                width={look.widths[column.name]}
                onWidth={(width) => onLook({ widths: withWidth(look.widths, column.name, width) })}
                place={stays(index)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} class={selected.has(row) ? "selected" : undefined} aria-selected={selected.has(row)}>
              <td class="action stays" style={{ left: "var(--left-0)" }}>
                <input
                  type="checkbox"
                  tabIndex={-1}
                  aria-label={`Select row ${index + 1}`}
                  checked={selected.has(row)}
                  onClick={(event) => select(index, event.shiftKey)}
                />
              </td>
              <td class="action stays" style={{ left: "var(--left-1)" }}>
                <button class="quiet" tabIndex={-1} aria-label={`Edit row ${index + 1}`} onClick={() => onEdit(row)}>
                  Edit
                </button>
              </td>
              {columns.map(({ name, type }, at) => (
                <Cell
                  key={name}
                  name={name}
                  type={type}
                  value={row[name]}
                  width={look.widths[name]}
                  place={stays(at)}
                  isOpen={opened?.row === index && opened.column === name}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function withWidth(
  widths: TableLook["widths"],
  column: string,
  width: number | undefined,
): Readonly<Record<string, number>> {
  const { [column]: _before, ...others } = widths;
  return width === undefined ? others : { ...others, [column]: width };
}
