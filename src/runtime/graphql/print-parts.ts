import type { CheckedChange, CheckedWrite } from "../operation/checked-write.ts";
import type { Wire } from "../protocol/codec.ts";
import { filterOf, printLiteral, printOptions, printWrite } from "./print.ts";

/** The field of an update that changes parts: `updateRooms(value: {…}, changes: {tags: {add: ["red"]}}) { applied }` */
export function printUpdateParts(checked: CheckedWrite): string {
  return printWrite(checked, checked.changes && `, changes: ${printLiteral(changesOf(checked.changes))}`);
}

/** The same changes as an object: `{ tags: { add: ["red"] } }` */
export function changesOf(changes: readonly CheckedChange[]): Record<string, Record<string, Wire>> {
  // A column may have the name of an inherited member of objects.
  const columns = Object.create(null) as Record<string, Record<string, Wire>>;
  for (const { member, kind, wire } of changes) (columns[member.apiName] ??= {})[kind] = wire;
  return columns;
}

/** The field of a delete of rows: `deleteMessages(filter: {room: {eq: "hall"}}) { applied }` */
export function printDeleteWhere({ table, filters = [], options }: CheckedWrite): string {
  const { consistency, timestamp } = options;
  const rest = printOptions({ consistency, timestamp: timestamp?.toString() });
  return `delete${table.type}(filter: ${printLiteral(filterOf(filters))}${rest}) { applied }`;
}
