import type { DroppedColumn } from "../../model/index.ts";
import { seenKeyspaceOf } from "../seen-keyspace.ts";
import type { Fact, SeenKeyspace } from "../seen-keyspace.ts";
import type { SystemKeyspace } from "./parse-system-rows.ts";

/** What system tables report, in the form that is merged with other sources. */
export function seenSystemKeyspace(system: SystemKeyspace, source: string): SeenKeyspace {
  const { keyspace, notes, droppedColumns, unknown } = system;
  return {
    ...seenKeyspaceOf(keyspace, source, unknown.filter(isFact)),
    notes: notes.map(({ kind, message }) => ({ code: kind, message })),
    ...(!unknown.includes("droppedColumns") && { dropped: droppedColumns.map(withoutTime) }),
  };
}

function withoutTime({ droppedAt: _, ...dropped }: SystemKeyspace["droppedColumns"][number]): DroppedColumn {
  return dropped;
}

/** Dropped columns are recorded beside the definitions, not in them. */
function isFact(untold: SystemKeyspace["unknown"][number]): untold is Exclude<typeof untold, "droppedColumns"> & Fact {
  return untold !== "droppedColumns";
}
