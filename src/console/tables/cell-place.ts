/** The cells of a grid, each with the name of its column as `data-column`. */

/** A cell of the page: the index of its row, and its column. */
export interface Place {
  readonly row: number;
  readonly column: string;
}

/** The cell around an element. */
export function placeOf(target: EventTarget | null): Place | undefined {
  const cell = (target as Element).closest<HTMLTableCellElement>("td[data-column]");
  const row = cell?.closest("tr")?.rowIndex;
  return cell && row !== undefined ? { row: row - 1, column: cell.dataset["column"] ?? "" } : undefined;
}

/** Whether text is marked, which is then to be copied. */
export function isTextMarked(): boolean {
  return getSelection()?.isCollapsed === false;
}

/** Copies the text of the cell with the focus. */
export function copyCell(event: ClipboardEvent, textOf: (place: Place) => string | undefined): void {
  const place = placeOf(event.target);
  const text = place && textOf(place);
  if (text === undefined || isTextMarked()) return;
  event.clipboardData?.setData("text/plain", text);
  event.preventDefault();
}

export function focusCell(root: HTMLElement | null, { row, column }: Place): void {
  const cells = root?.querySelector<HTMLTableElement>("table.grid")?.tBodies[0]?.rows[row]?.cells ?? [];
  Array.from(cells)
    .find(({ dataset }) => dataset["column"] === column)
    ?.focus();
}
