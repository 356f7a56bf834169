/**
 * Values of columns ↔ JSON and the text in paths. Lossless: each type has the wire form of its codec, and a JSON number
 * that may have lost digits is refused.
 *
 * @see design 6.1 for the forms, service-facts 1.7 for what real clients send
 */
import { natives } from "@colonnade/runtime/protocol";
import type { Codec, Wire } from "@colonnade/runtime/protocol";
import type { Column, NativeType, Table } from "../model/index.ts";
import type { Value, Values } from "../store/index.ts";
import { Refusal, badRequest, notProcessed } from "./refusal.ts";

/** The codec of a native type, for values that are known to be of that type. */
export function codecOf(type: NativeType): Codec<Value> {
  return natives[type] as Codec<Value>;
}

/** Decodes what a client sent; undefined when it is no value of the type. Unlike a codec alone it checks the range. */
export function decodeWire(type: NativeType, wire: Wire): Value | undefined {
  const codec = codecOf(type);
  if (type === "decimal" && typeof wire === "number" && !isExact(wire)) return undefined;
  try {
    const value = codec.decode(wire);
    return codec.check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a number still has all digits that the client wrote: fifteen survive, more may have been rounded. */
function isExact(value: number): boolean {
  return Number(value.toPrecision(15)) === value;
}

const integer = (text: string): Wire => (/^[+-]?\d+$/.test(text) ? Number(text) : text);
const real = (text: string): Wire => (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text);
const signless = (text: string): Wire => text.replace(/^\+(?=\d)/, "");
const truth = (text: string): Wire => (/^(?:true|false)$/i.test(text) ? text.toLowerCase() === "true" : text);

/** Types whose wire form is no text, or whose text may have a sign before it. */
const fromText: Partial<Record<NativeType, (text: string) => Wire>> = {
  tinyint: integer,
  smallint: integer,
  int: integer,
  float: real,
  double: real,
  boolean: truth,
  bigint: signless,
  varint: signless,
  counter: signless,
};

/** Parses the text of a value, as paths and real clients have it: `"12"` is the `int` 12. @throws {Refusal} 400 */
export function parseText(column: Column, text: string): Value {
  const type = column.type.name;
  const value = decodeWire(type, fromText[type]?.(text) ?? text);
  if (value === undefined) throw cannotParse(column, text);
  return value;
}

function cannotParse(column: Column, text: string): Refusal {
  const name = column.type.name.replace(/^./, (letter) => letter.toUpperCase());
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  return badRequest(`Invalid ${name} value '${shown}': cannot parse`);
}

/** Types that a number or a truth value can be text of, since real servers read any JSON scalar as text. */
const textual: ReadonlySet<NativeType> = new Set(["ascii", "text", "varchar"]);

/** Parses a value of a posted row: its wire form, or the text of it. @throws {Refusal} 400 */
export function parseValue(column: Column, json: unknown): Value | null {
  if (json === undefined || json === null) return null;
  if (typeof json === "string") return parseText(column, json);
  if (typeof json !== "number" && typeof json !== "boolean") throw notProcessed();
  if (textual.has(column.type.name)) return String(json);
  const value = decodeWire(column.type.name, json);
  if (value === undefined) throw cannotParse(column, String(json));
  return value;
}

/** A row as JSON: every column by its CQL name. @throws {Refusal} 500 when it holds what JSON cannot express */
export function printRow(table: Table, row: Values): Readonly<Record<string, Wire>> {
  // Not a literal to assign to: a column may be called `__proto__`.
  return Object.fromEntries(
    table.columns.map((column) => {
      const value = row.get(column.name) ?? null;
      if (typeof value === "number" && !Number.isFinite(value)) {
        throw new Refusal(500, `Server error: column ${column.name} holds ${value}, which JSON cannot express`);
      }
      return [column.name, value === null ? null : codecOf(column.type.name).encode(value)];
    }),
  );
}
