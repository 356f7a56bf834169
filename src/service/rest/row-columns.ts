import type { Table } from "../../model/index.ts";
import type { Value, Values } from "../../store/index.ts";
import { parseValue } from "../column-value.ts";
import { isJsonObject } from "../json.ts";
import { Refusal, badRequest, notProcessed } from "../refusal.ts";
import { columnOf } from "./row-key.ts";

/** What a list of columns with values is called in messages, and the member that names a column. */
interface ColumnsForm {
  readonly title: string;
  readonly member: "name" | "column";
}
export const columnsForm: ColumnsForm = { title: "Columns", member: "name" };
export const changesetForm: ColumnsForm = { title: "Changeset", member: "column" };

/** Parses a list of columns with values. @throws {Refusal} 400 or 422 */
export function parseRowColumns(table: Table, json: unknown, { title, member }: ColumnsForm): Values {
  const empty = json === undefined || json === null || (Array.isArray(json) && json.length === 0);
  if (empty) throw new Refusal(422, `Request invalid: ${title} cannot be null or empty.`);
  if (!Array.isArray(json) || !json.every(isJsonObject)) throw notProcessed();
  const values = new Map<string, Value | null>();
  for (const { [member]: name, value } of json) {
    if (name !== undefined && name !== null && typeof name !== "string") throw notProcessed();
    // A column may have a blank for its name.
    const isMissing = !name?.trim() && !table.columns.some((column) => column.name === name);
    if (isMissing || !name) throw new Refusal(422, "Request invalid: Name of the column cannot be null or blank.");
    const column = columnOf(table, name);
    if (values.has(name)) throw badRequest("The column names contains duplicates");
    values.set(name, parseValue(column, value));
  }
  return values;
}
