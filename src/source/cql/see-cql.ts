import type { SeenKeyspace } from "../seen-keyspace.ts";
import type { CqlOptions } from "./cql-options.ts";
import { introspectCql } from "./introspect-cql.ts";
import { seenSystemKeyspace } from "./seen-system-keyspace.ts";

/** Reads a keyspace from a cluster. @throws as `introspectCql` does */
export async function seeCql(options: CqlOptions): Promise<SeenKeyspace> {
  return seenSystemKeyspace(await introspectCql(options), "CQL");
}
