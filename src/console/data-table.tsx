import type { ComponentChildren, Key, VNode } from "preact";

/** `look` is a class of the column's cells. */
export type DataColumn<Item> = readonly [
  head: string,
  cell: (item: Item) => ComponentChildren,
  look?: "number" | "wrapped",
];

interface DataTableProps<Item> {
  /** A name for screen readers. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => Key;
  /** False for a column that is left out. */
  readonly columns: readonly (DataColumn<Item> | false)[];
  /** Whether its height is not limited. @default false */
  readonly isTall?: boolean;
  /** Whether the first cell of a row names the row. @default false */
  readonly hasRowHeads?: boolean;
}

/** A table that only shows, a row for each item. It scrolls within its place. */
export function DataTable<Item>(props: DataTableProps<Item>): VNode {
  const { label, items, keyOf, isTall, hasRowHeads } = props;
  const columns = props.columns.filter((column) => column !== false);
  return (
    <div class={isTall ? "scroller tall" : "scroller"} tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map(([head, , look]) => (
              <th key={head} scope="col" class={look}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              {columns.map(([head, cell, look], index) =>
                hasRowHeads && index === 0 ? (
                  <th key={head} scope="row" class={look}>
                    {cell(item)}
                  </th>
                ) : (
                  <td key={head} class={look}>
                    {cell(item)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
