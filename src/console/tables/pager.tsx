import type { VNode } from "preact";
import type { Pages } from "./use-pages.ts";

const pageSizes = [25, 50, 100, 500] as const;

/** Which page is shown, and the way to others. @param sortedBy a column */
export function Pager({ pages, sortedBy }: { readonly pages: Pages; readonly sortedBy: string | undefined }): VNode {
  const { page, number, pageSize } = pages;
  const count = page.value?.rows.length ?? 0;
  return (
    <div class="pager">
      <span class="muted" role="status">
        {page.value && `Page ${number}, ${count} ${count === 1 ? "row" : "rows"}`}
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
