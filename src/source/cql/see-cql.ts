import type { DroppedColumn } from "../../model/index.ts";
import { seenKeyspaceOf } from "../seen-keyspace.ts";
import type { Fact, SeenKeyspace } from "../seen-keyspace.ts";
import type { CqlOptions } from "./cql-options.ts";
import { introspectCql } from "./introspect-cql.ts";
import type { SystemKeyspace } from "./parse-system-rows.ts";

/** Reads a keyspace from a cluster, in the form that is merged with other sources. @throws as `introspectCql` does */
export async function seeCql(options: CqlOptions): Promise<SeenKeyspace> {
  const { keyspace, notes, droppedColumns, unknown } = await introspectCql(options);
  return {
    ...seenKeyspaceOf(keyspace, "CQL", unknown.filter(isFact)),
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
