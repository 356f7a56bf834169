import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Keyspace } from "../../model/index.ts";
import type { Connection } from "../connection.ts";
import { addSent, parseHistory, titleOf } from "../graphql/history.ts";
import { KeyspaceChoice } from "../keyspace-choice.tsx";
import { readKept, writeKept } from "../kept-text.ts";
import { Menu } from "../menu.tsx";
import { messageOf } from "../message-of.ts";
import { Empty, Notice } from "../notice.tsx";
import { printPlace } from "../place.ts";
import { createCqlEditor } from "./cql-editor.ts";
import type { CqlEditor } from "./cql-editor.ts";
import type { Definitions } from "./complete.ts";
import { ResultView } from "./result-view.tsx";
import { sampleStatement } from "./sample-statement.ts";
import { sendStatement } from "./send-statement.ts";
import { statementAt } from "./statement-at.ts";
import type { Outcome } from "./outcome.ts";
import { addPage } from "./outcome.ts";

interface CqlViewProps {
  readonly keyspace: string | undefined;
  readonly keyspaces: readonly string[];
  readonly connection: Connection;
  /** Called when keyspaces were created or dropped. */
  readonly onKeyspaces: () => void;
}

/** What was typed, until the page is closed. */
let kept: string | undefined;

const historyKey = "colonnade history of CQL";
const runKeys = navigator.userAgent.includes("Mac") ? "⌘ ⏎" : "Ctrl ⏎";

/** Writes CQL with completion, runs the statement at the cursor, and shows what comes back. */
export function CqlView({ keyspace, keyspaces, connection, onKeyspaces }: CqlViewProps): VNode {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CqlEditor | null>(null);
  const definitions = useDefinitions(connection, keyspace, keyspaces);
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setBusy] = useState(false);
  const [history, setHistory] = useState(() => parseHistory(readKept(historyKey)));

  const work = async (run: () => Promise<Outcome>): Promise<void> => {
    setBusy(true);
    try {
      setOutcome(await run());
    } catch (error) {
      setOutcome({ kind: "failure", message: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  const run = async (): Promise<void> => {
    const { current } = editor;
    const statement = current && statementAt(current.text(), current.cursor());
    if (!statement) return;
    const { text: query, start } = statement;
    setHistory((before) => {
      const after = addSent(before, { query, variables: "" });
      writeKept(historyKey, JSON.stringify(after));
      return after;
    });
    await work(async () => {
      const { result, tookMs } = await sendStatement(connection, { query, keyspace });
      if (result.kind === "schema-change") {
        definitions.forget();
        if (result.target === "KEYSPACE") onKeyspaces();
      }
      if (result.kind === "set-keyspace") location.hash = printPlace({ view: "cql", keyspace: result.keyspace });
      if (result.kind === "error" && result.place) {
        const [from, to] = [start + result.place.start, start + result.place.end];
        current.mark(from, to, result.message);
        return {
          kind: "answer",
          query,
          keyspace,
          result,
          tookMs,
          place: { at: from, line: lineAt(current.text(), from) },
        };
      }
      return { kind: "answer", query, keyspace, result, tookMs };
    });
  };
  const readMore = (): Promise<void> =>
    work(async () => {
      if (outcome?.kind !== "answer" || outcome.result.kind !== "rows") throw new Error("there are no rows");
      const { query, keyspace: of, result } = outcome;
      return addPage(outcome, await sendStatement(connection, { query, keyspace: of, pageState: result.pageState }));
    });
  const clear = (): void => {
    writeKept(historyKey, undefined);
    setHistory([]);
  };
  // The editor is created once, and runs what is current then.
  const current = useRef({ run, definitions });
  current.current = { run, definitions };

  useEffect(() => {
    let isGone = false;
    const create = async (): Promise<void> => {
      kept ??= sampleStatement(keyspace === undefined ? undefined : await definitions.find(keyspace));
      if (!host.current || isGone) return;
      editor.current = createCqlEditor(host.current, {
        text: kept,
        label: "CQL statements",
        definitions: () => current.current.definitions,
        onText: (text) => void (kept = text),
        onRun: () => void current.current.run(),
      });
    };
    void create();
    return () => {
      isGone = true;
      editor.current?.destroy();
    };
  }, []);

  return (
    <main id="main" tabIndex={-1} class="graphql statements">
      <h1 class="unseen">CQL</h1>
      <div class="toolbar">
        {keyspace !== undefined && <KeyspaceChoice view="cql" keyspace={keyspace} keyspaces={keyspaces} />}
        <div class="actions">
          {history.length > 0 && (
            <Menu title="History">
              {history.map((sent, index) => (
                <button key={index} class="quiet" onClick={() => editor.current?.append(sent.query)}>
                  <code>{titleOf(sent)}</code>
                </button>
              ))}
              <button onClick={clear}>Clear history</button>
            </Menu>
          )}
          <button class="primary" disabled={isBusy} title="Runs the statement at the cursor" onClick={() => void run()}>
            {isBusy ? "Running…" : "Run"} <kbd>{runKeys}</kbd>
          </button>
        </div>
      </div>
      <div class="panes">
        <section class="pane document" aria-label="Statements">
          <div class="editor" ref={host} />
        </section>
        <section class="pane response rows" aria-label="Result" aria-busy={isBusy}>
          {!outcome ? (
            <Empty title="No result yet">Run the statement at the cursor.</Empty>
          ) : outcome.kind === "failure" ? (
            <Notice kind="error">{outcome.message}</Notice>
          ) : (
            <ResultView
              answer={outcome}
              isBusy={isBusy}
              onMore={() => void readMore()}
              onShow={(place) => editor.current?.show(place)}
            />
          )}
        </section>
      </div>
    </main>
  );
}

/** Definitions as completion needs them, each keyspace read once until definitions change. */
function useDefinitions(
  connection: Connection,
  keyspace: string | undefined,
  keyspaces: readonly string[],
): Definitions & { readonly forget: () => void } {
  const known = useRef(new Map<string, Promise<Keyspace | undefined>>());
  const find = (name: string): Promise<Keyspace | undefined> => {
    const path = `/__local/definitions/${encodeURIComponent(name)}`;
    const found =
      known.current.get(name) ?? connection.read<Keyspace>("read the definitions", path).catch(() => undefined);
    known.current.set(name, found);
    return found;
  };
  return { keyspace, keyspaces, find, forget: () => known.current.clear() };
}

/** From 1. */
function lineAt(text: string, place: number): number {
  return text.slice(0, place).split("\n").length;
}
