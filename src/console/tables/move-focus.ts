/** Arrow keys in a table: from cell to cell, to the control of a cell that has one. */

const pageRows = 10;

/** Key → rows down and cells to the right. */
const moves: Readonly<Record<string, readonly [rows: number, cells: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-pageRows, 0],
  PageDown: [pageRows, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/** Moves the focus by a key, from outside the cells to the first value. @returns whether it is such a key */
export function moveFocus(table: HTMLTableElement, { key, target }: KeyboardEvent): boolean {
  const move = moves[key];
  if (!move) return false;
  const cell = (target as Element).closest<HTMLTableCellElement>("td, th");
  const row = cell?.closest("tr");
  const within = (value: number, count: number): number => Math.max(0, Math.min(value, count - 1));
  if (cell && row) {
    const next = table.rows[within(row.rowIndex + move[0], table.rows.length)];
    focusCell(next?.cells[within(cell.cellIndex + move[1], next.cells.length)]);
  } else focusCell(table.querySelector<HTMLTableCellElement>("td[data-column]") ?? undefined);
  return true;
}

function focusCell(cell: HTMLTableCellElement | undefined): void {
  (cell?.querySelector<HTMLElement>("button, input") ?? cell)?.focus();
}
