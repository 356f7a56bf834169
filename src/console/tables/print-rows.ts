/** Rows as the text of a file: CSV by RFC 4180, or JSON in the form of rows of a service under test. */
import type { Column } from "../../model/index.ts";
import { printJsonValue } from "../../service/json-value.ts";
import { printJson } from "../../service/json.ts";
import type { Value } from "../../store/index.ts";
import type { Row } from "./describe-table.ts";
import { cellText } from "./value-text.ts";

export type Format = "csv" | "json";

/** Prints the columns of rows, a chunk of rows at a time: `begin`, then any number of chunks, then `end`. */
interface RowPrinter {
  readonly type: string;
  readonly begin: string;
  /** @param isFirst whether no row was printed before */
  readonly print: (rows: readonly Row[], isFirst: boolean) => string;
  readonly end: string;
}

export function rowPrinter(format: Format, columns: readonly Column[]): RowPrinter {
  return format === "csv" ? csvPrinter(columns) : jsonPrinter(columns);
}

function csvPrinter(columns: readonly Column[]): RowPrinter {
  const cell = ({ name, type }: Column, row: Row): string | null => {
    const { text, absent } = cellText(type, row[name]);
    return absent === "null" ? null : text;
  };
  return {
    type: "text/csv",
    begin: printCsv([columns.map(({ name }) => name)]),
    print: (rows) => printCsv(rows.map((row) => columns.map((column) => cell(column, row)))),
    end: "",
  };
}

/** Lines of CSV: nothing for null, `""` for the empty text. */
export function printCsv(lines: readonly (readonly (string | null)[])[]): string {
  return lines.map((cells) => `${cells.map((text) => (text === null ? "" : quoted(text))).join(",")}\r\n`).join("");
}

function quoted(text: string): string {
  return text === "" || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Numbers that programs would round are text: bigint, counter, decimal and varint. */
function jsonPrinter(columns: readonly Column[]): RowPrinter {
  const object = (row: Row): string => {
    const members = columns.map(({ name, type }) => {
      const value = (row[name] ?? null) as Value | null;
      return `${JSON.stringify(name)}:${value === null ? "null" : printJson(printJsonValue(type, value))}`;
    });
    return `{${members.join(",")}}`;
  };
  return {
    type: "application/json",
    begin: "[",
    print: (rows, isFirst) => rows.map((row, index) => `${isFirst && index === 0 ? "" : ","}\n${object(row)}`).join(""),
    end: "\n]\n",
  };
}
