/** The rows of a result as the text of a file. */
import { printCsv } from "../tables/print-rows.ts";
import type { Format } from "../tables/print-rows.ts";
import type { ResultRows } from "./send-statement.ts";

/** Types whose values are numbers or truths in JSON, and are not rounded by programs. */
const plainTypes: ReadonlySet<string> = new Set(["boolean", "double", "float", "int", "smallint", "tinyint"]);

interface Printed {
  readonly type: string;
  readonly content: string;
}

export function printResult(format: Format, columns: ResultRows["columns"], rows: ResultRows["rows"]): Printed {
  if (format === "json") return printJson(columns, rows);
  return { type: "text/csv", content: printCsv([columns.map(({ name }) => name), ...rows]) };
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
