import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { OpenSession } from "@colonnade/runtime";
import type { Table } from "../../model/index.ts";
import { Check } from "../check.tsx";
import { Notice } from "../notice.tsx";
import type { Done } from "./delete-rows.ts";
import type { Row, TableDescriptor } from "./describe-table.ts";
import { emptyDraft } from "./draft.ts";
import type { Drafts } from "./draft.ts";
import { planChange } from "./plan-change.ts";
import { useRefusedFocus } from "../use-refused-focus.ts";
import { useWork } from "../use-work.ts";
import { ValueField } from "./value-field.tsx";

interface RowDialogProps {
  readonly table: Table;
  readonly descriptor: TableDescriptor;
  readonly session: OpenSession;
  /** The row to change. @default a new one */
  readonly row: Row | undefined;
  /** The field to begin with. @default the first that can be changed */
  readonly column?: string | undefined;
  readonly onClose: () => void;
  readonly onDone: (done: Done) => void;
}

/** Inserts, changes or deletes a row. Escape closes it, and asks before it discards changes. */
export function RowDialog({ table, descriptor, session, row, column, onClose, onDone }: RowDialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const change = useMemo(() => planChange({ table, descriptor, row }), [table, descriptor, row]);
  const { remove } = change;
  const open = change.fields.findIndex(({ name, isFixed }) => !isFixed && name === column);
  const first = open === -1 ? change.fields.findIndex(({ isFixed }) => !isFixed) : open;
  const [drafts, setDrafts] = useState<Drafts>(change.drafts);
  const { isBusy, problem, run } = useWork();
  const [asksToDelete, setAsksToDelete] = useState(false);
  const [asksToDiscard, setAsksToDiscard] = useState(false);
  const [overwrites, setOverwrites] = useState(false);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  // The browser reports a closed dialog late: by then, another one may be open.
  const hasLeft = useRef(false);
  const leave = (): void => {
    dialog.current?.close();
    if (!hasLeft.current) onClose();
    hasLeft.current = true;
  };
  const isChanged = Object.entries(drafts).some(([name, { text, isNull }]) => {
    const before = change.drafts[name];
    return text !== before?.text || isNull !== before.isNull;
  });
  const cancel = (event: Event): void => {
    event.preventDefault();
    if (isChanged) setAsksToDiscard((asks) => !asks);
    else leave();
  };
  // The browser closes a dialog at the second Escape, even if its own event is canceled. Listens for the key on any element,
  // because a clicked button that is hidden now has lost the focus.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.isComposing) cancel(event);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
  const keepButton = useRef<HTMLButtonElement>(null);
  const lastFocus = useRef<Element>(null);
  useLayoutEffect(() => {
    if (asksToDiscard) {
      lastFocus.current = document.activeElement;
      keepButton.current?.focus();
    } else if (lastFocus.current instanceof HTMLElement) lastFocus.current.focus();
  }, [asksToDiscard]);
  const focusRefused = useRefusedFocus(dialog);

  const finish = (done: Done): void => {
    leave();
    onDone(done);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void run(async () => {
      const result = await change.save(session, drafts, { overwrites });
      if (result.done) return finish(result.done);
      setDrafts(result.refused);
      focusRefused();
    });
  };

  return (
    <dialog ref={dialog} onCancel={cancel} onClose={leave} aria-labelledby="row-dialog">
      <form onSubmit={submit} noValidate>
        <header>
          <h2 id="row-dialog">{change.title}</h2>
          <span class="muted">{table.name}</span>
        </header>
        <div class="body">
          {problem !== undefined && <Notice kind="error">{problem}</Notice>}
          {change.fields.map((field, index) => (
            <ValueField
              key={field.name}
              {...field}
              isWritten
              isFirst={index === first}
              draft={drafts[field.name] ?? emptyDraft}
              onDraft={(draft) => setDrafts({ ...drafts, [field.name]: draft })}
            />
          ))}
        </div>
        <footer hidden={!asksToDiscard}>
          <span class="first" role="alert">
            {asksToDiscard && "Discard the changes?"}
          </span>
          <button type="button" ref={keepButton} onClick={() => setAsksToDiscard(false)}>
            Keep editing
          </button>
          <button type="button" class="danger" onClick={leave}>
            Discard changes
          </button>
        </footer>
        <footer hidden={asksToDiscard}>
          {remove && !asksToDelete && (
            <button type="button" class="danger first" disabled={isBusy} onClick={() => setAsksToDelete(true)}>
              Delete row…
            </button>
          )}
          {change.mayOverwrite && (
            <Check label="Overwrite a row with the same key" isFirst checked={overwrites} onChange={setOverwrites} />
          )}
          {remove && asksToDelete ? (
            <>
              <span class="first" role="alert">
                Delete this row?
              </span>
              <button type="button" autofocus onClick={() => setAsksToDelete(false)}>
                Keep it
              </button>
              <button
                type="button"
                class="danger"
                disabled={isBusy}
                onClick={() => void run(async () => finish(await remove(session)))}
              >
                Delete row
              </button>
            </>
          ) : (
            <>
              <button type="button" onClick={leave}>
                Cancel
              </button>
              <button class="primary" disabled={isBusy}>
                {isBusy ? "Saving…" : change.action}
              </button>
            </>
          )}
        </footer>
      </form>
    </dialog>
  );
}
