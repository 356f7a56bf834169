import type { Session } from "@colonnade/runtime";
import type { Keyspace } from "../../src/model/index.ts";
import { mergeKeyspaces, observeRest, settleKeyspace } from "../../src/source/index.ts";

/** Introspects a keyspace with REST alone. */
export async function introspectRest(session: Session, keyspace: string): Promise<Keyspace> {
  return settleKeyspace(mergeKeyspaces([await observeRest(session, keyspace)])).keyspace;
}
