import type { CqlType } from "../../model/index.ts";
import { printName } from "../../model/print-cql.ts";
import { StoreError } from "../store-error.ts";
import type { Operand } from "../store.ts";
import { markerOf } from "./bound-table.ts";
import type { CqlColumn } from "./bound-table.ts";
import type { Parameter } from "./client.ts";
import { itemOf, partBytes } from "./parameters.ts";

export type Part = { readonly at: Operand } | { readonly field: string };

const index: CqlType = { kind: "native", name: "int" };

/**
 * Adds a part of a column as CQL names it: `settings[(text)?]`, `address.city`.
 *
 * @returns the type of the part's value
 * @throws {StoreError} `invalid` when the column's type has no such part
 */
export function pushPart(column: CqlColumn, part: Part, pieces: string[], parameters: Parameter[]): CqlType {
  const { name, type, quoted } = column;
  if ("field" in part) {
    const field = type.kind === "user" ? type.type.fields.find((one) => one.name === part.field) : undefined;
    if (!field) throw new StoreError("invalid", `Column ${name} does not have a field named ${part.field}`);
    pieces.push(quoted, ".", printName(field.name));
    return field.type;
  }
  const item = type.kind === "map" || type.kind === "list" ? itemOf(type) : undefined;
  if (!item) throw new StoreError("invalid", `Column ${name} does not have elements that a key or an index names`);
  const key = type.kind === "map" ? type.key : index;
  pieces.push(quoted, "[", markerOf(key), "]");
  parameters.push(partBytes(name, key, part.at));
  return item;
}
