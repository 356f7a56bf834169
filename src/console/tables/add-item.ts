/** Adds an item to a collection, or an entry to a map, without rewriting the rest: what others add meanwhile stays. */
import type { OpenSession } from "@colonnade/runtime";
import { add, append, put, updateParts } from "@colonnade/runtime/changes";
import { isMultiCell, primaryKey } from "../../model/index.ts";
import type { Column, CqlType, Table } from "../../model/index.ts";
import { pick } from "./describe-table.ts";
import type { Row, TableDescriptor } from "./describe-table.ts";
import { readDrafts } from "./draft.ts";
import type { Drafts, Field } from "./draft.ts";

export interface Addition {
  /** What the button says: "Add", and what it adds. */
  readonly action: string;
  /** An item, or a key and a value. */
  readonly fields: readonly Field[];
}

/** Undefined for a value that is written as a whole, and for a view. */
export function additionTo({ type, kind }: Column, table: Table): Addition | undefined {
  const isKey = kind === "partition" || kind === "clustering";
  return table.viewOf === undefined && !isKey && isMultiCell(type) ? additionOf(type) : undefined;
}

function additionOf(type: CqlType): Addition | undefined {
  switch (type.kind) {
    case "set":
      return { action: "Add item", fields: [{ name: "item", type: type.item }] };
    case "list":
      return { action: "Append item", fields: [{ name: "item", type: type.item }] };
    case "map":
      return {
        action: "Put entry",
        fields: [
          { name: "key", type: type.key },
          { name: "value", type: type.value },
        ],
      };
    default:
      return undefined;
  }
}

/** @returns the drafts with their problems, after which nothing was sent @throws {ServiceError} if the service refuses it */
export async function addItem(
  session: OpenSession,
  descriptor: TableDescriptor,
  { table, row, column, drafts }: { table: Table; row: Row; column: Column; drafts: Drafts },
): Promise<Drafts | undefined> {
  const { values, refused } = readDrafts(drafts, additionOf(column.type)?.fields ?? []);
  if (refused) return refused;
  const item = values.get("item");
  const change =
    column.type.kind === "set"
      ? add([item])
      : column.type.kind === "list"
        ? append([item])
        : put(new Map([[values.get("key"), values.get("value")]]));
  // Static values belong to the partition: with the key of a row, the database refuses to write them alone.
  const isStatic = column.kind === "static";
  const key = pick(row, isStatic ? table.partitionKey : primaryKey(table));
  const value = { ...key, [column.name]: change };
  const { applied } = await updateParts(session, descriptor, value, { ifExists: !isStatic });
  if (!applied) throw new Error("the row no longer exists");
  return undefined;
}
