import { keySeparator } from "@colonnade/runtime/protocol";
import { primaryKey } from "../../model/index.ts";
import type { Column, Table } from "../../model/index.ts";
import type { Value } from "../../store/index.ts";
import { parseText } from "../column-value.ts";
import { decodeSegment } from "../exchange.ts";
import { badRequest } from "../refusal.ts";

/**
 * Parses the key in a row's path: `"a;2020-01-31"` gives values for the first two columns of the primary key.
 *
 * All of the partition key, and any prefix of the clustering key. @throws {Refusal} 400
 */
export function parseRowKey(table: Table, segment: string): ReadonlyMap<string, Value> {
  const names = primaryKey(table);
  // Split first: an escaped separator belongs to a value.
  const texts = segment.split(keySeparator).map(decodeSegment);
  const least = table.partitionKey.length;
  if (texts.length < least || texts.length > names.length) {
    throw badRequest(
      `Number of key values provided (${texts.length}) should be in [${least}, ${names.length}]. ` +
        "All partition key columns values are required plus 0..all clustering columns values in proper order.",
    );
  }
  return new Map(
    texts.map((text, index) => {
      const column = columnOf(table, names[index] ?? "");
      return [column.name, parseText(column, text)];
    }),
  );
}

/** @throws {Refusal} 400 */
export function columnOf(table: Table, name: string): Column {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (!column) throw badRequest(`Unknown field name '${name.slice(0, 100)}'.`);
  return column;
}
