import type { VNode } from "preact";
import { download } from "../download.ts";
import { Menu } from "../menu.tsx";
import { Notice } from "../notice.tsx";
import type { Format } from "../tables/print-rows.ts";
import { printResult } from "./print-result.ts";
import { ResultGrid } from "./result-grid.tsx";
import type { CqlResult } from "../../service/console/cql.ts";
import type { Answered } from "./send-statement.ts";

interface ResultViewProps {
  readonly answer: Answered;
  readonly isBusy: boolean;
  readonly onMore: () => void;
  /** Leads to a place of the text. */
  readonly onShow: (place: number) => void;
}

/** What a statement answered: rows, what it has done, or why it was refused. */
export function ResultView({ answer, isBusy, onMore, onShow }: ResultViewProps): VNode {
  const { result, tookMs, place } = answer;
  if (result.kind === "error") {
    return (
      <Notice kind="error">
        {result.message}{" "}
        {place && (
          <button type="button" onClick={() => onShow(place.at)}>
            Show line {place.line}
          </button>
        )}
      </Notice>
    );
  }
  const rows = result.kind === "rows" ? result.rows : [];
  const save = (format: Format): void => {
    if (result.kind !== "rows") return;
    const { type, content } = printResult(format, result.columns, rows);
    download(`result.${format}`, type, [content]);
  };
  return (
    <>
      <div class="small result-state">
        <span class="muted" role="status">
          {describe(result)}, {Math.round(tookMs)} ms
        </span>
        {result.kind === "rows" && (
          <span class="actions">
            {result.pageState !== undefined && (
              <button type="button" disabled={isBusy} onClick={onMore}>
                More rows
              </button>
            )}
            {rows.length > 0 && (
              <Menu title="Export">
                <button onClick={() => save("csv")}>CSV</button>
                <button onClick={() => save("json")}>JSON</button>
                <p class="small muted">The rows that are shown.</p>
              </Menu>
            )}
          </span>
        )}
      </div>
      {result.warnings?.map((warning) => (
        <Notice key={warning} kind="warning">
          {warning}
        </Notice>
      ))}
      {result.kind === "rows" && <ResultGrid key={answer.query} columns={result.columns} rows={rows} />}
    </>
  );
}

function describe(result: Exclude<CqlResult, { readonly kind: "error" }>): string {
  switch (result.kind) {
    case "void":
      return "Done";
    case "set-keyspace":
      return `Keyspace ${result.keyspace}`;
    case "schema-change": {
      const { change, target, keyspace, name } = result;
      const done = `${change.charAt(0)}${change.slice(1).toLowerCase()} ${target.toLowerCase()}`;
      return `${done} ${keyspace}${name === undefined ? "" : `.${name}`}`;
    }
    case "rows": {
      const { length } = result.rows;
      return `${result.pageState === undefined ? "" : "First "}${length} ${length === 1 ? "row" : "rows"}`;
    }
  }
}
