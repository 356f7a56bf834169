import type { GraphQLAnswer } from "@colonnade/runtime/protocol";
import { getNamedType, isLeafType, isObjectType } from "graphql";
import type { GraphQLSchema } from "graphql";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Connection } from "../connection.ts";
import { EditorBar } from "../editor-bar.tsx";
import { useHistory } from "../history.ts";
import type { Sent } from "../history.ts";
import { Empty, Loading, Notice } from "../notice.tsx";
import { useLoad } from "../use-load.ts";
import { useWork } from "../use-work.ts";
import { createEditor } from "./editor.ts";
import type { Editor } from "./editor.ts";
import { SchemaDocs } from "./schema-docs.tsx";
import { loadSchema, sendDocument } from "./send-document.ts";
import type { Response } from "./send-document.ts";

interface GraphQLViewProps {
  readonly keyspace: string;
  readonly keyspaces: readonly string[];
  readonly connection: Connection;
}

/** What was typed, by keyspace, until the page is closed. */
const kept = new Map<string, { query: string; variables: string }>();

/** Writes GraphQL with completion and documentation, and shows the response. */
export function GraphQLView({ keyspace, keyspaces, connection }: GraphQLViewProps): VNode {
  const schema = useLoad((signal) => loadSchema(connection, keyspace, signal), [connection, keyspace]);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const [variables, setVariables] = useState(kept.get(keyspace)?.variables ?? "");
  const [response, setResponse] = useState<Response>();
  const { isBusy, problem, run } = useWork();
  const history = useHistory(`colonnade history ${keyspace}`);
  const [trail, setTrail] = useState<readonly string[]>([]);

  const keep = (change: { readonly query?: string; readonly variables?: string }): void =>
    void kept.set(keyspace, { ...{ query: "", variables: "" }, ...kept.get(keyspace), ...change });
  const start = (): Promise<void> =>
    run(async () => {
      const { query = "", variables: text = "" } = kept.get(keyspace) ?? {};
      history.add({ query, variables: text });
      setResponse(undefined);
      setResponse(await sendDocument(connection, { keyspace, query, variables: parseVariables(text) }));
    });
  const show = (sent: Sent): void => {
    editor.current?.setText(sent.query);
    setVariables(sent.variables);
    keep(sent);
    editor.current?.focus();
  };

  useEffect(() => {
    if (!host.current || !schema.value) return undefined;
    if (!kept.has(keyspace)) keep({ query: sampleDocument(schema.value) });
    const created = createEditor(host.current, {
      text: kept.get(keyspace)?.query ?? "",
      label: "GraphQL document",
      onText: (query) => keep({ query }),
      onRun: () => void start(),
      onShow: (typeName) => setTrail([typeName.replace(/[[\]!]/g, "")]),
    });
    created.setSchema(schema.value);
    editor.current = created;
    return () => created.destroy();
  }, [schema.value]);

  return (
    <main id="main" tabIndex={-1} class="graphql">
      <h1 class="unseen">GraphQL</h1>
      <EditorBar
        {...{ keyspace, keyspaces, history, isBusy }}
        view="graphql"
        onShow={show}
        isReady={schema.value !== undefined}
        onRun={start}
      />
      {schema.problem !== undefined && <Notice kind="error">{schema.problem}</Notice>}
      <div class="panes">
        <section class="pane document" aria-label="Document">
          {!schema.value && schema.problem === undefined && <Loading what="the schema" />}
          <div class="editor" ref={host} hidden={!schema.value} />
          <label class="variables">
            <span>Variables</span>
            <textarea
              class="code"
              rows={3}
              spellcheck={false}
              placeholder='{ "id": "…" }'
              value={variables}
              onInput={({ currentTarget: { value } }) => {
                setVariables(value);
                keep({ variables: value });
              }}
            />
          </label>
        </section>
        <section class="pane response" aria-label="Response" aria-busy={isBusy}>
          {problem !== undefined ? (
            <Notice kind="error">{problem}</Notice>
          ) : response ? (
            <>
              <p class="small muted" role="status">
                {Math.round(response.tookMs)} ms, request {response.requestId}
              </p>
              {messagesOf(response.json).map((message, index) => (
                <Notice key={index} kind="error">
                  {message}
                </Notice>
              ))}
              <pre tabIndex={0}>
                <code>{JSON.stringify(response.json, undefined, 2)}</code>
              </pre>
            </>
          ) : (
            <Empty title="No response yet">Run the document to see the rows.</Empty>
          )}
        </section>
        <section class="pane docs" aria-label="Documentation" tabIndex={0}>
          {schema.value && <SchemaDocs schema={schema.value} trail={trail} onTrail={setTrail} />}
        </section>
      </div>
    </main>
  );
}

function messagesOf(json: unknown): readonly string[] {
  return ((json as GraphQLAnswer | null)?.errors ?? []).map(({ message }) => message);
}

/** @throws {Error} if the text is not JSON */
function parseVariables(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the variables are not JSON");
  }
}

/** A query of the first table, to begin with. */
function sampleDocument(schema: GraphQLSchema): string {
  const [query] = Object.values(schema.getQueryType()?.getFields() ?? {});
  const page = query && getNamedType(query.type);
  const rows = isObjectType(page) ? getNamedType(page.getFields()["values"]?.type) : undefined;
  if (!query || !isObjectType(rows)) return "query {\n  __typename\n}\n";
  const columns = Object.values(rows.getFields()).filter(({ type }) => isLeafType(getNamedType(type)));
  const fields = columns.map(({ name }) => `      ${name}\n`).join("");
  return `query {\n  ${query.name}(options: { pageSize: 10 }) {\n    values {\n${fields}    }\n    pageState\n  }\n}\n`;
}
