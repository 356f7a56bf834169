import type { Rows } from "@colonnade/runtime";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Column } from "../../model/index.ts";
import { download } from "../download.ts";
import { Menu } from "../menu.tsx";
import { messageOf } from "../message-of.ts";
import { Notice } from "../notice.tsx";
import type { Row } from "./describe-table.ts";
import { rowPrinter } from "./print-rows.ts";
import type { Format } from "./print-rows.ts";

interface ExportMenuProps {
  /** The file's name without its extension. */
  readonly name: string;
  /** The columns to export. */
  readonly columns: readonly Column[];
  /** The rows of the page. */
  readonly rows: readonly Row[];
  /** Reads every row of the result; undefined if the page has them all. */
  readonly readAll: ((signal: AbortSignal) => Rows<Row>) | undefined;
}

/** Saves the page or the whole result as CSV or JSON. */
export function ExportMenu({ name, columns, rows, readAll }: ExportMenuProps): VNode {
  const [count, setCount] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const savePage = (format: Format): void => {
    const { type, begin, print, end } = rowPrinter(format, columns);
    download(`${name}.${format}`, type, [begin, print(rows, true), end]);
  };
  const saveAll = async (format: Format): Promise<void> => {
    const { type, begin, print, end } = rowPrinter(format, columns);
    const controller = (running.current = new AbortController());
    const parts = [begin];
    let done = 0;
    setProblem(undefined);
    setCount(0);
    try {
      for await (const page of readAll?.(controller.signal).pages() ?? []) {
        parts.push(print(page.rows, done === 0));
        setCount((done += page.rows.length));
      }
      download(`${name}.${format}`, type, [...parts, end]);
    } catch (error) {
      if (!controller.signal.aborted) setProblem(messageOf(error));
    } finally {
      setCount(undefined);
    }
  };

  return (
    <>
      <Menu title="Export">
        <button onClick={() => savePage("csv")}>{readAll ? "This page as CSV" : "CSV"}</button>
        <button onClick={() => savePage("json")}>{readAll ? "This page as JSON" : "JSON"}</button>
        {readAll && <button onClick={() => void saveAll("csv")}>All pages as CSV</button>}
        {readAll && <button onClick={() => void saveAll("json")}>All pages as JSON</button>}
        <p class="small muted">Hidden columns are left out.</p>
      </Menu>
      {count !== undefined && (
        <div class="wide">
          <Notice kind="done">
            Reading rows: {count.toLocaleString()} so far.{" "}
            <button onClick={() => running.current?.abort()}>Cancel export</button>
          </Notice>
        </div>
      )}
      {problem !== undefined && (
        <div class="wide">
          <Notice kind="error">The export failed: {problem}</Notice>
        </div>
      )}
    </>
  );
}
