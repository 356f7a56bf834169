import type { VNode } from "preact";
import { printCqlType } from "../../model/index.ts";
import type { Column } from "../../model/index.ts";
import { KindBadge } from "./kind-badge.tsx";
import type { Sort } from "./sort-rows.ts";
import { isNumeric } from "./value-text.ts";

interface ColumnHeadProps {
  readonly column: Column;
  /** The order of the rows by this column; undefined while they are not sorted by it. */
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort | undefined) => void;
  /** In pixels. @default as wide as its values */
  readonly width: number | undefined;
  /** Without a width, the column is as wide as its values again. */
  readonly onWidth: (width: number | undefined) => void;
  /** The column's place among those that stay when the table is scrolled; undefined if it does not stay. */
  readonly place: number | undefined;
}

const leastWidth = 40;
const widthStep = 16;

/** The head of a column: sorts by a click, and changes the width at its edge or with Shift and an arrow. */
export function ColumnHead({ column, sort, onSort, width, onWidth, place }: ColumnHeadProps): VNode {
  const { name, type, kind } = column;
  const widthOf = (from: Element): number => from.closest("th")?.querySelector(".head")?.clientWidth ?? leastWidth;
  const resize = (event: PointerEvent): void => {
    const handle = event.currentTarget as HTMLElement;
    const start = widthOf(handle) - event.clientX;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = ({ clientX }) => onWidth(Math.max(leastWidth, Math.round(start + clientX)));
    handle.onlostpointercapture = () => (handle.onpointermove = null);
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -widthStep, ArrowRight: widthStep }[event.key];
    if (!event.shiftKey || step === undefined) return;
    event.stopPropagation();
    event.preventDefault();
    onWidth(Math.max(leastWidth, widthOf(event.currentTarget as Element) + step));
  };
  const next = !sort
    ? { column: name, descending: false }
    : sort.descending
      ? undefined
      : { ...sort, descending: true };
  return (
    <th
      scope="col"
      class={`${isNumeric(type) ? "number" : ""} ${place === undefined ? "" : "stays"}`}
      style={place === undefined ? undefined : { left: `var(--left-${place})` }}
      aria-sort={sort ? (sort.descending ? "descending" : "ascending") : undefined}
    >
      <div class="head" style={width === undefined ? undefined : { width: `${width}px` }}>
        <button
          type="button"
          tabIndex={-1}
          title="Sort the rows of this page"
          onClick={() => onSort(next)}
          onKeyDown={onKeyDown}
        >
          <span class="name">
            {name} <KindBadge kind={kind} />
            {sort && <span aria-hidden="true">{sort.descending ? " ↓" : " ↑"}</span>}
          </span>
          <span class="type">{printCqlType(type)}</span>
        </button>
      </div>
      <span class="edge" title="Drag to resize" onPointerDown={resize} onDblClick={() => onWidth(undefined)} />
    </th>
  );
}
