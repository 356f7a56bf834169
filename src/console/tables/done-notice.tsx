import type { OpenSession } from "@colonnade/runtime";
import type { VNode } from "preact";
import { Notice } from "../notice.tsx";
import { useWork } from "../use-work.ts";
import type { Done } from "./delete-rows.ts";
import type { TableDescriptor } from "./describe-table.ts";
import { runUndo } from "./undo.ts";

interface DoneNoticeProps {
  readonly done: Done;
  readonly session: OpenSession;
  readonly descriptor: TableDescriptor;
  /** The change was undone, or could not be. */
  readonly onUndone: (done: Done) => void;
}

/** What happened last, with a button that undoes it, or the reason why nothing does. */
export function DoneNotice({ done: { message, undo }, session, descriptor, onUndone }: DoneNoticeProps): VNode {
  const { isBusy, problem, run } = useWork();
  const steps = undo && "steps" in undo && undo.steps.length > 0 ? undo.steps : undefined;
  const start = (): Promise<void> =>
    run(async () => onUndone({ message: await runUndo(session, descriptor, steps ?? []) }));
  return (
    <>
      <Notice kind="done">
        {message} {undo && "reason" in undo && <span class="small">It cannot be undone: {undo.reason}.</span>}
        {steps && (
          <button disabled={isBusy} onClick={() => void start()}>
            {isBusy ? "Undoing…" : "Undo"}
          </button>
        )}
      </Notice>
      {problem !== undefined && <Notice kind="error">Not undone: {problem}</Notice>}
    </>
  );
}
