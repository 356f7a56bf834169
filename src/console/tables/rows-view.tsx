import { find, readIndexed, scan } from "@colonnade/runtime";
import type { Page } from "@colonnade/runtime";
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { isCounterTable, primaryKey } from "../../model/index.ts";
import type { Keyspace, Table } from "../../model/index.ts";
import type { Connection } from "../connection.ts";
import { Empty, Loading, Notice } from "../notice.tsx";
import { useLoad } from "../use-load.ts";
import { columnsOf } from "./columns-of.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import { describeTable } from "./describe-table.ts";
import type { Row } from "./describe-table.ts";
import { Grid } from "./grid.tsx";
import type { Place } from "./grid.tsx";
import { LookUpForm } from "./look-up-form.tsx";
import { everyRow } from "./query.ts";
import { RowDialog } from "./row-dialog.tsx";
import { sortRows } from "./sort-rows.ts";
import { useTableLook } from "./table-look.ts";
import { ValuePanel } from "./value-panel.tsx";

const pageSizes = [25, 50, 100, 500] as const;

interface RowsViewProps {
  readonly keyspace: Keyspace;
  readonly table: Table;
  readonly connection: Connection;
}

/** The rows of a table, a page at a time. */
export function RowsView({ keyspace, table, connection }: RowsViewProps): VNode {
  const descriptor = useMemo(() => describeTable(keyspace, table), [keyspace, table]);
  const [query, setQuery] = useState(everyRow);
  const [edited, setEdited] = useState<{ readonly row: Row | undefined; readonly column?: string | undefined }>();
  const [look, setLook] = useTableLook(keyspace.name, table.name);
  const [opened, setOpened] = useState<Place & { readonly byKeyboard: boolean }>();
  const [done, setDone] = useState<string>();
  const [pageSize, setPageSize] = useState<number>(50);
  /** The page states that led to this page; an API without a way back leaves that to its clients. */
  const [states, setStates] = useState<readonly (string | null)[]>([null]);
  const section = useRef<HTMLElement>(null);
  const page = useLoad(
    (signal): Promise<Page<Row>> => {
      const options = { pageSize, pageState: states.at(-1), signal };
      const { session } = connection;
      if (query.kind === "scan") return scan(session, descriptor, options).page();
      const read = query.kind === "find" ? find : readIndexed;
      return read(session, descriptor, query.where, options).page();
    },
    [descriptor, query, pageSize, states, connection],
  );
  const columns = columnsOf(table);
  const shownColumns = columns.filter(({ name }) => primaryKey(table).includes(name) || !look.hidden.includes(name));
  const sorted = look.sort && columns.find(({ name }) => name === look.sort?.column);
  const rows = useMemo((): readonly Row[] => {
    const loaded = page.value?.rows ?? [];
    return sorted && look.sort ? sortRows(loaded, sorted.type, look.sort) : loaded;
  }, [page.value, look.sort]);
  useEffect(() => setOpened(undefined), [query, states, pageSize, look.sort]);
  const openedColumn = shownColumns.find(({ name }) => name === opened?.column);
  const openedRow = opened && rows[opened.row];
  const closeValue = (): void => {
    if (opened) focusCell(section.current, opened);
    setOpened(undefined);
  };
  const next = page.value?.pageState ?? null;
  const isEmpty = page.value !== undefined && rows.length === 0 && states.length === 1;
  const choosePageSize = (event: { readonly currentTarget: HTMLSelectElement }): void => {
    setPageSize(Number(event.currentTarget.value));
    setStates([null]);
  };

  return (
    <section ref={section} class="rows" aria-label="Rows" aria-busy={page.isLoading}>
      <div class="toolbar">
        <LookUpForm
          table={table}
          onQuery={(asked) => {
            setDone(undefined);
            setQuery(asked);
            setStates([null]);
          }}
        />
        <div class="actions">
          <ColumnsMenu
            columns={columns.filter(({ name }) => !primaryKey(table).includes(name))}
            look={look}
            onLook={setLook}
          />
          <button onClick={page.reload}>Refresh</button>
          <button class="primary" onClick={() => setEdited({ row: undefined })}>
            {isCounterTable(table) ? "Add to counters" : "Insert row"}
          </button>
        </div>
      </div>
      {done !== undefined && <Notice kind="done">{done}</Notice>}
      {page.problem !== undefined ? (
        <Notice kind="error">{page.problem}</Notice>
      ) : page.value === undefined ? (
        <Loading what="rows" />
      ) : isEmpty ? (
        <Empty title="No rows">
          {query.kind === "scan" ? "The table is empty." : "No row fits what you look for."}
        </Empty>
      ) : (
        <Grid
          table={table}
          columns={shownColumns}
          rows={rows}
          look={look}
          onLook={setLook}
          opened={opened}
          onOpen={(place, byKeyboard) => setOpened({ ...place, byKeyboard })}
          onEdit={(row, column) => setEdited({ row, column })}
        />
      )}
      {openedColumn && openedRow && (
        <ValuePanel
          key={openedColumn.name}
          column={openedColumn}
          value={openedRow[openedColumn.name]}
          takesFocus={opened.byKeyboard}
          onEdit={() => setEdited({ row: openedRow, column: openedColumn.name })}
          onClose={closeValue}
        />
      )}
      {!isEmpty && (
        <div class="pager">
          <span class="muted" role="status">
            {page.value && `Page ${states.length}, ${rows.length} ${rows.length === 1 ? "row" : "rows"}`}
            {sorted && `, sorted by ${sorted.name} within the page`}
          </span>
          <label>
            <span class="muted">Rows per page</span>
            <select value={pageSize} onChange={choosePageSize}>
              {pageSizes.map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </select>
          </label>
          <button disabled={states.length === 1} onClick={() => setStates(states.slice(0, -1))}>
            Previous page
          </button>
          <button disabled={next === null} onClick={() => setStates([...states, next])}>
            Next page
          </button>
        </div>
      )}
      {edited && (
        <RowDialog
          table={table}
          descriptor={descriptor}
          session={connection.session}
          row={edited.row}
          column={edited.column}
          onClose={() => setEdited(undefined)}
          onDone={(message) => {
            setDone(message);
            page.reload();
          }}
        />
      )}
    </section>
  );
}

function focusCell(section: HTMLElement | null, { row, column }: Place): void {
  const cells = section?.querySelector<HTMLTableElement>("table.grid")?.tBodies[0]?.rows[row]?.cells ?? [];
  Array.from(cells)
    .find(({ dataset }) => dataset["column"] === column)
    ?.focus();
}
