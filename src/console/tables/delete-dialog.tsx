import type { OpenSession } from "@colonnade/runtime";
import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { primaryKey } from "../../model/index.ts";
import type { Table } from "../../model/index.ts";
import { Notice } from "../notice.tsx";
import { useWork } from "../use-work.ts";
import { cellText } from "./value-text.ts";
import { deleteRows } from "./delete-rows.ts";
import type { Done } from "./delete-rows.ts";
import type { Row, TableDescriptor } from "./describe-table.ts";
import { noWayBack } from "./undo.ts";

interface DeleteDialogProps {
  readonly table: Table;
  readonly descriptor: TableDescriptor;
  readonly session: OpenSession;
  readonly rows: readonly Row[];
  readonly onClose: () => void;
  readonly onDone: (done: Done) => void;
}

const listed = 10;

/** Deletes rows after one question, which names them by their keys. */
export function DeleteDialog({ table, descriptor, session, rows, onClose, onDone }: DeleteDialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const { isBusy, problem, run } = useWork();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const what = rows.length === 1 ? "row" : `${rows.length} rows`;
  const reason = noWayBack(table);
  const keyOf = (row: Row): string =>
    primaryKey(table)
      .flatMap((name) => table.columns.filter((column) => column.name === name))
      .map(({ name, type }) => cellText(type, row[name]).text)
      .join(", ");
  const start = (): Promise<void> =>
    run(async () => {
      onDone(await deleteRows(session, { table, descriptor }, rows));
      onClose();
    });
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="delete-dialog">
      <header>
        <h2 id="delete-dialog">Delete {what}?</h2>
        <span class="muted">{table.name}</span>
      </header>
      <div class="body">
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        <ul class="keys">
          {rows.slice(0, listed).map((row) => (
            <li key={keyOf(row)}>
              <code>{keyOf(row)}</code>
            </li>
          ))}
        </ul>
        {rows.length > listed && <p class="muted">and {rows.length - listed} more</p>}
        {reason !== undefined && <p class="muted">This cannot be undone: {reason}.</p>}
      </div>
      <footer>
        <button type="button" autofocus onClick={onClose}>
          Keep {rows.length === 1 ? "it" : "them"}
        </button>
        <button type="button" class="danger" disabled={isBusy} onClick={() => void start()}>
          {isBusy ? "Deleting…" : `Delete ${what}`}
        </button>
      </footer>
    </dialog>
  );
}
