import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Keyspace } from "../../model/index.ts";
import { printName } from "../../model/index.ts";
import type { Connection } from "../connection.ts";
import { EditorBar } from "../editor-bar.tsx";
import { useHistory } from "../history.ts";
import { Empty, Notice } from "../notice.tsx";
import { printPlace } from "../place.ts";
import { useWork } from "../use-work.ts";
import { createCqlEditor } from "./cql-editor.ts";
import type { CqlEditor } from "./cql-editor.ts";
import type { Definitions } from "./complete.ts";
import { ResultView } from "./result-view.tsx";
import { addPage, sendStatement } from "./send-statement.ts";
import type { Answered } from "./send-statement.ts";
import { statementAt } from "./statement-at.ts";

interface CqlViewProps {
  readonly keyspace: string | undefined;
  readonly keyspaces: readonly string[];
  readonly connection: Connection;
  /** Called when keyspaces were created or dropped. */
  readonly onKeyspaces: () => void;
}

/** What was typed, until the page is closed. */
let kept: string | undefined;

/** Writes CQL with completion, runs the statement at the cursor, and shows what comes back. */
export function CqlView({ keyspace, keyspaces, connection, onKeyspaces }: CqlViewProps): VNode {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CqlEditor | null>(null);
  const definitions = useDefinitions(connection, keyspace, keyspaces);
  const [answer, setAnswer] = useState<Answered>();
  const { isBusy, problem, run } = useWork();
  const history = useHistory("colonnade history of CQL");

  const start = async (): Promise<void> => {
    const { current } = editor;
    const statement = current && statementAt(current.text(), current.cursor());
    if (!statement) return;
    const { text: query, start } = statement;
    history.add({ query, variables: "" });
    await run(async () => {
      const { result, tookMs } = await sendStatement(connection, { query, keyspace });
      if (result.kind === "schema-change") {
        definitions.forget();
        if (result.target === "KEYSPACE") onKeyspaces();
      }
      if (result.kind === "set-keyspace") location.hash = printPlace({ view: "cql", keyspace: result.keyspace });
      const isPlaced = result.kind === "error" && result.place;
      const at = isPlaced ? start + isPlaced.start : 0;
      if (isPlaced) current.mark(at, start + isPlaced.end, result.message);
      setAnswer({
        query,
        keyspace,
        result,
        tookMs,
        ...(isPlaced && { place: { at, line: lineAt(current.text(), at) } }),
      });
    });
  };
  const readMore = (): Promise<void> =>
    run(async () => {
      if (answer?.result.kind !== "rows") throw new Error("there are no rows");
      const { query, keyspace: of, result } = answer;
      setAnswer(addPage(answer, await sendStatement(connection, { query, keyspace: of, pageState: result.pageState })));
    });
  // The editor is created once, and runs what is current then.
  const current = useRef({ start, definitions });
  current.current = { start, definitions };

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
        onRun: () => void current.current.start(),
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
      <EditorBar
        {...{ keyspace, keyspaces, history, isBusy }}
        view="cql"
        onShow={({ query }) => editor.current?.append(query)}
        isReady
        title="Runs the statement at the cursor"
        onRun={start}
      />
      <div class="panes">
        <section class="pane document" aria-label="Statements">
          <div class="editor" ref={host} />
        </section>
        <section class="pane response rows" aria-label="Result" aria-busy={isBusy}>
          {problem !== undefined ? (
            <Notice kind="error">{problem}</Notice>
          ) : !answer ? (
            <Empty title="No result yet">Run the statement at the cursor.</Empty>
          ) : (
            <ResultView
              answer={answer}
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

/** A query of the first table, to begin with. */
function sampleStatement(keyspace: Keyspace | undefined): string {
  const table = keyspace?.tables[0];
  if (!table) return "SELECT keyspace_name FROM system_schema.keyspaces;\n";
  return `SELECT * FROM ${printName(table.name)} LIMIT 10;\n`;
}
