import { resolve } from "node:path";
import type { Session } from "@colonnade/runtime";
import { loadKeyspace } from "../../src/source/parse-keyspace.ts";
import type { OpenStore } from "../conformance/open-store.ts";
import type { SessionKind } from "../conformance/session-kinds.ts";

/** A session on a store with the tables of an example, whose keyspace has its name. */
export async function openExample(
  name: string,
  { open }: SessionKind,
  openStore: OpenStore,
): Promise<{ readonly session: Session; readonly close: () => Promise<void> }> {
  const stored = await openStore(name);
  const { tables, userTypes } = await loadKeyspace(
    resolve(import.meta.dirname, `../../examples/${name}/definitions/${name}`),
    name,
  );
  for (const type of userTypes) await stored.store.createUserType(name, type);
  for (const table of tables) await stored.store.createTable(name, table);
  const opened = await open(stored.store);
  const close = async (): Promise<void> => {
    await opened.close();
    await stored.close();
  };
  return { session: opened.session, close };
}
