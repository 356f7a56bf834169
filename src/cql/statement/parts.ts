/** What the parts of a column are, named as the database names them in its messages and its metadata. */
import type { CqlType } from "../../model/index.ts";
import { nativeType } from "../values/index.ts";
import type { Receiver } from "../values/index.ts";

type MapType = Extract<CqlType, { readonly kind: "map" }>;
type ItemsType = Extract<CqlType, { readonly kind: "list" | "set" }>;
type RecordType = Extract<CqlType, { readonly kind: "user" }>;

export function indexReceiver(column: string): Receiver {
  return { name: `idx(${column})`, type: nativeType("int") };
}

export function keyReceiver(column: string, { key }: MapType): Receiver {
  return { name: `key(${column})`, type: key };
}

/** An item of a list or a set, or a value of a map. */
export function elementReceiver(column: string, type: MapType | ItemsType): Receiver {
  return { name: `value(${column})`, type: type.kind === "map" ? type.value : type.item };
}

/** Undefined when the type has no such field. */
export function fieldReceiver(column: string, { type }: RecordType, field: string): Receiver | undefined {
  const found = type.fields.find(({ name }) => name === field);
  return found && { name: `${column}.${field}`, type: found.type };
}
