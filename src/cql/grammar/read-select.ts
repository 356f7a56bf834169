import { readReference } from "./reference.ts";
import { readWhere, seesMarker } from "./read-relation.ts";
import { readMarker, readTerm, readValue } from "./read-term.ts";
import { beginsTerm } from "./term-beginning.ts";
import type { TokenReader } from "./token-reader.ts";
import type { OrderBy, Select, Selector, Term } from "./tree.ts";

/** Reads what follows `SELECT`. */
export function readSelect(reader: TokenReader): Select {
  const json = takeModifier(reader, "json");
  const distinct = takeModifier(reader, "distinct");
  const selectors = reader.take("*") ? undefined : reader.series(() => readSelector(reader));
  reader.expect("from");
  return {
    kind: "select",
    json,
    distinct,
    selectors,
    table: readReference(reader, "table"),
    where: readWhere(reader),
    groupBy: reader.take("group") ? readBy(reader, () => readTerm(reader, "selection")) : [],
    orderBy: reader.take("order") ? readBy(reader, () => readOrder(reader)) : [],
    perPartitionLimit: reader.take("per") ? (reader.expect("partition", "limit"), readInteger(reader)) : undefined,
    limit: reader.take("limit") ? readInteger(reader) : undefined,
    allowFiltering: reader.take("allow") && (reader.expect("filtering"), true),
  };
}

/** `JSON` and `DISTINCT` may be columns, too: they are modifiers if a term follows. */
function takeModifier(reader: TokenReader, word: string): boolean {
  const isAlias = reader.sees("as", 1) && !reader.sees("from", 2);
  const hasTerm = reader.sees("*", 1) || reader.sees("-", 1) || beginsTerm(reader, "selection", 1);
  return reader.sees(word) && hasTerm && !isAlias && reader.take(word);
}

function readSelector(reader: TokenReader): Selector {
  const term = readTerm(reader, "selection");
  return reader.take("as") ? { term, alias: reader.name("new", "an alias") } : { term };
}

function readBy<Item>(reader: TokenReader, readItem: () => Item): Item[] {
  reader.expect("by");
  return reader.series(readItem);
}

function readOrder(reader: TokenReader): OrderBy {
  const column = reader.column();
  const nearestTo = reader.take("ann") ? (reader.expect("of"), readValue(reader)) : undefined;
  const order = readDirection(reader);
  if (!nearestTo) return { column, order };
  return { column, nearestTo, ...(order === "DESC" && { isDescending: true }) };
}

function readDirection(reader: TokenReader): "ASC" | "DESC" {
  if (reader.take("desc")) return "DESC";
  reader.take("asc");
  return "ASC";
}

/** A whole number, or a marker for one. */
export function readInteger(reader: TokenReader): Term {
  const token = reader.takeKind("integer");
  if (token) return { kind: "constant", type: "integer", text: token.value };
  if (!seesMarker(reader)) throw reader.unexpected("a whole number or a marker");
  return readMarker(reader);
}
