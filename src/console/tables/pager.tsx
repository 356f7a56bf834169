import type { VNode } from "preact";
import type { Pages } from "./use-pages.ts";

const pageSizes = [25, 50, 100, 500] as const;

interface PagerProps {
  readonly pages: Pages;
  /** A column. */
  readonly sortedBy: string | undefined;
  /** How many rows are selected. */
  readonly selected: number;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** Which page is shown, the way to others, and what to do with the selected rows. */
export function Pager({ pages, sortedBy, selected, onDelete, onClear }: PagerProps): VNode {
  const { page, number, pageSize } = pages;
  const count = page.value?.rows.length ?? 0;
  const isAll = number === 1 && pages.isLast;
  return (
    <div class="pager">
      {selected > 0 && (
        <span class="selection">
          <button class="danger" onClick={onDelete}>
            Delete {selected === 1 ? "1 row" : `${selected} rows`}…
          </button>
          <button onClick={onClear}>Clear selection</button>
        </span>
      )}
      <span class="muted state" role="status">
        {selected > 0 && `${selected} selected · `}
        {page.value &&
          `${isAll ? "" : `Page ${number}, `}${count} ${count === 1 ? "row" : "rows"}${isAll ? " in all" : ""}`}
        {sortedBy !== undefined && `, sorted by ${sortedBy} within the page`}
      </span>
      <label>
        <span class="muted">Rows per page</span>
        <select value={pageSize} onChange={(event) => pages.setPageSize(Number(event.currentTarget.value))}>
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <button disabled={number === 1} onClick={pages.previous}>
        Previous page
      </button>
      <button disabled={pages.isLast} onClick={pages.next}>
        Next page
      </button>
    </div>
  );
}
