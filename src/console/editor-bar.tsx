import type { VNode } from "preact";
import { titleOf } from "./history.ts";
import type { History, Sent } from "./history.ts";
import { KeyspaceChoice } from "./keyspace-choice.tsx";
import { Menu } from "./menu.tsx";
import type { View } from "./place.ts";

interface EditorBarProps {
  readonly view: View;
  readonly keyspace: string | undefined;
  readonly keyspaces: readonly string[];
  readonly history: History;
  /** Puts what was run before into the editor. */
  readonly onShow: (sent: Sent) => void;
  readonly isBusy: boolean;
  readonly isReady: boolean;
  /** What the button runs. */
  readonly title?: string;
  readonly onRun: () => Promise<void>;
}

const runKeys = navigator.userAgent.includes("Mac") ? "⌘ ⏎" : "Ctrl ⏎";

/** Above an editor: the keyspace, what was run before, and the button that runs. */
export function EditorBar(props: EditorBarProps): VNode {
  const { view, keyspace, keyspaces, history, onShow, isBusy, isReady, title, onRun } = props;
  return (
    <div class="toolbar">
      {keyspace !== undefined && <KeyspaceChoice view={view} keyspace={keyspace} keyspaces={keyspaces} />}
      <div class="actions">
        {history.sent.length > 0 && (
          <Menu title="History">
            {history.sent.map((sent, index) => (
              <button key={index} class="quiet" onClick={() => onShow(sent)}>
                <code>{titleOf(sent)}</code>
              </button>
            ))}
            <button onClick={history.clear}>Clear history</button>
          </Menu>
        )}
        <button class="primary" disabled={isBusy || !isReady} title={title} onClick={() => void onRun()}>
          {isBusy ? "Running…" : "Run"} <kbd>{runKeys}</kbd>
        </button>
      </div>
    </div>
  );
}
