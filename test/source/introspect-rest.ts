import type { Session } from "@colonnade/runtime";
import type { Keyspace } from "../../src/model/index.ts";
import { mergeKeyspaces } from "../../src/source/merge-keyspaces.ts";
import { observeRest } from "../../src/source/observe-rest.ts";
import { settleKeyspace } from "../../src/source/settle-keyspace.ts";

/** Introspects a keyspace with REST alone. */
export async function introspectRest(session: Session, keyspace: string): Promise<Keyspace> {
  return settleKeyspace(mergeKeyspaces([await observeRest(session, keyspace)])).keyspace;
}
