import type { Column, CqlType } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import type { Receiver } from "./receiver.ts";

/** The bytes of a value of the type that a JSON text has. */
export function fromJson(type: CqlType, text: string, receiver: Receiver): Buffer | null {
  throw invalid(`fromJson of ${text} for ${receiver.name} of ${type.kind}`);
}

/** The columns of the JSON object that `INSERT … JSON` is given: only those that it names. */
export function readJsonRow(text: string, columns: readonly Column[]): ReadonlyMap<string, Buffer | null> {
  throw invalid(`${text} for ${columns.length}`);
}
