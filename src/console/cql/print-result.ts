/** The rows of a result as the text of a file. */
import { rowPrinter } from "../tables/print-rows.ts";
import type { Format } from "../tables/print-rows.ts";
import type { Column } from "../../model/index.ts";
import type { ResultRows } from "./send-statement.ts";

/** Types whose values are numbers or truths in JSON, and are not rounded by programs. */
const plainTypes: ReadonlySet<string> = new Set(["boolean", "double", "float", "int", "smallint", "tinyint"]);

interface Printed {
  readonly type: string;
  readonly content: string;
}

export function printResult(format: Format, columns: ResultRows["columns"], rows: ResultRows["rows"]): Printed {
  return format === "csv" ? printCsv(columns, rows) : printJson(columns, rows);
}

function printCsv(columns: ResultRows["columns"], rows: ResultRows["rows"]): Printed {
  const { type, begin } = rowPrinter("csv", columns.map(textColumn));
  // By their places: two columns may have the same name.
  const { print } = rowPrinter(
    "csv",
    columns.map((_, place) => textColumn({ name: String(place) })),
  );
  return { type, content: begin + print(rows.map((row) => ({ ...row })) as never, true) };
}

function textColumn({ name }: { readonly name: string }): Column {
  return { name, type: { kind: "native", name: "text" }, kind: "regular" };
}

function printJson(columns: ResultRows["columns"], rows: ResultRows["rows"]): Printed {
  const objects = rows.map((row) => {
    const members = columns.map(({ name, type }, place) => `${JSON.stringify(name)}:${printCell(type, row[place])}`);
    return `\n{${members.join(",")}}`;
  });
  return { type: "application/json", content: `[${objects.join(",")}\n]\n` };
}

/** NaN and Infinity are not JSON. */
function printCell(type: string, text: string | null | undefined): string {
  if (text === null || text === undefined) return "null";
  return plainTypes.has(type) && /^(?:true|false|-?\d+(?:\.\d+)?(?:E-?\d+)?)$/.test(text) ? text : JSON.stringify(text);
}
