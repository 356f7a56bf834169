import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { isCounterTable, primaryKey } from "../../model/index.ts";
import type { Keyspace, Table } from "../../model/index.ts";
import type { Connection } from "../connection.ts";
import { Load } from "../load.tsx";
import { Empty } from "../notice.tsx";
import { AddItemForm } from "./add-item-form.tsx";
import { addItem, additionTo } from "./add-item.ts";
import { focusCell } from "./cell-place.ts";
import type { Place } from "./cell-place.ts";
import { columnsOf } from "./columns-of.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import type { Done } from "./delete-rows.ts";
import { DoneNotice } from "./done-notice.tsx";
import { describeTable } from "./describe-table.ts";
import type { Row } from "./describe-table.ts";
import { ExportMenu } from "./export-menu.tsx";
import { Grid } from "./grid.tsx";
import { LookUpForm } from "./look-up-form.tsx";
import { Pager } from "./pager.tsx";
import { everyRow } from "./query.ts";
import { RowDialog } from "./row-dialog.tsx";
import { sortRows } from "./sort-rows.ts";
import { useTableLook } from "./table-look.ts";
import { readQuery, usePages } from "./use-pages.ts";
import { ValuePanel } from "./value-panel.tsx";

interface RowsViewProps {
  readonly keyspace: Keyspace;
  readonly table: Table;
  readonly connection: Connection;
}

const none: ReadonlySet<Row> = new Set();
/** Rows per request of an export. */
const exportPageSize = 500;

/** The rows of a table, a page at a time. */
export function RowsView({ keyspace, table, connection: { session } }: RowsViewProps): VNode {
  const descriptor = useMemo(() => describeTable(keyspace, table), [keyspace, table]);
  const [query, setQuery] = useState(everyRow);
  const pages = usePages(session, descriptor, query);
  const { page } = pages;
  const [look, setLook] = useTableLook(keyspace.name, table.name);
  const [opened, setOpened] = useState<Place & { readonly byKeyboard: boolean }>();
  const [edited, setEdited] = useState<{ readonly row: Row | undefined; readonly column?: string | undefined }>();
  const [done, setDone] = useState<Done>();
  const [selected, setSelected] = useState<ReadonlySet<Row>>(none);
  const [deleted, setDeleted] = useState<readonly Row[]>();
  const section = useRef<HTMLElement>(null);

  const columns = columnsOf(table);
  const isKey = (name: string): boolean => primaryKey(table).includes(name);
  const shownColumns = columns.filter(({ name }) => isKey(name) || !look.hidden.includes(name));
  const sorted = look.sort && columns.find(({ name }) => name === look.sort?.column);
  const rows = useMemo((): readonly Row[] => {
    const loaded = page.value?.rows ?? [];
    return sorted && look.sort ? sortRows(loaded, sorted.type, look.sort) : loaded;
  }, [page.value, look.sort]);
  const isEmpty = page.value !== undefined && rows.length === 0 && pages.number === 1;

  useEffect(() => setSelected(none), [page.value]);
  useEffect(() => setOpened(undefined), [query, pages.number, pages.pageSize, look.sort]);
  const openedColumn = shownColumns.find(({ name }) => name === opened?.column);
  const openedRow = opened && rows[opened.row];
  const addition = openedColumn && additionTo(openedColumn, table);
  const closeValue = (): void => {
    if (opened) focusCell(section.current, opened);
    setOpened(undefined);
  };

  const finish = (what: Done): void => {
    setDone(what);
    page.reload();
  };

  return (
    <section ref={section} class="rows" aria-label="Rows" aria-busy={page.isLoading}>
      <div class="toolbar">
        <LookUpForm
          keyspace={keyspace.name}
          table={table}
          onQuery={(asked) => {
            setDone(undefined);
            setQuery(asked);
            pages.first();
          }}
        />
        <div class="actions">
          <ColumnsMenu columns={columns.filter(({ name }) => !isKey(name))} look={look} onLook={setLook} />
          <ExportMenu
            name={`${keyspace.name}.${table.name}`}
            columns={shownColumns}
            rows={rows}
            readAll={
              pages.number === 1 && pages.isLast
                ? undefined
                : (signal) => readQuery(session, descriptor, query, { pageSize: exportPageSize, signal })
            }
          />
          <button onClick={page.reload}>Refresh</button>
          <button class="primary" onClick={() => setEdited({ row: undefined })}>
            {isCounterTable(table) ? "Add to counters" : "Insert row"}
          </button>
        </div>
      </div>
      {done && <DoneNotice {...{ done, session, descriptor }} onUndone={finish} />}
      <Load of={page} what="rows">
        {() => (
          <Grid
            {...{ table, rows, look, opened, selected }}
            columns={shownColumns}
            onLook={setLook}
            onOpen={(place, byKeyboard) => setOpened({ ...place, byKeyboard })}
            onSelect={setSelected}
            onDelete={setDeleted}
            onEdit={(row, column) => setEdited({ row, column })}
          />
        )}
      </Load>
      {isEmpty && (
        <Empty
          title="No rows"
          action={
            query.kind === "scan" && (
              <button onClick={() => setEdited({ row: undefined })}>
                {isCounterTable(table) ? "Add to the first counters" : "Insert the first row"}
              </button>
            )
          }
        >
          {query.kind === "scan" ? "The table is empty." : "No row fits what you look for."}
        </Empty>
      )}
      {openedColumn && openedRow && (
        <ValuePanel
          key={openedColumn.name}
          column={openedColumn}
          value={openedRow[openedColumn.name]}
          takesFocus={opened.byKeyboard}
          onEdit={() => setEdited({ row: openedRow, column: openedColumn.name })}
          onClose={closeValue}
        >
          {addition && (
            <AddItemForm
              name={openedColumn.name}
              addition={addition}
              onAdd={async (drafts) => {
                const given = { table, row: openedRow, column: openedColumn, drafts };
                const refused = await addItem(session, descriptor, given);
                if (!refused) finish({ message: `Added to ${openedColumn.name}.` });
                return refused;
              }}
            />
          )}
        </ValuePanel>
      )}
      {!isEmpty && (
        <Pager
          pages={pages}
          sortedBy={sorted?.name}
          selected={selected.size}
          onDelete={() => setDeleted([...selected])}
          onClear={() => setSelected(none)}
        />
      )}
      {edited && (
        <RowDialog
          {...{ table, descriptor, session }}
          {...edited}
          onClose={() => setEdited(undefined)}
          onDone={finish}
        />
      )}
      {deleted && (
        <DeleteDialog
          {...{ table, descriptor, session }}
          rows={deleted}
          onClose={() => setDeleted(undefined)}
          onDone={finish}
        />
      )}
    </section>
  );
}
