/** A service with the console and rows to show, on a port of its own. */
import { join } from "node:path";
import { Flags } from "../../src/cli/arguments/command.ts";
import { loadConsole } from "../../src/cli/serve/load-console.ts";
import { openTextRunner } from "../../src/cql/index.ts";
import { orderUserTypes } from "../../src/model/cql-type.ts";
import {
  Faults,
  ServiceClock,
  checkRows,
  createService,
  listRows,
  listen,
  writeRows,
} from "../../src/service/index.ts";
import type { ServiceOptions } from "../../src/service/index.ts";
import { loadKeyspace } from "../../src/source/parse-keyspace.ts";
import { openMemoryStore } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import { repository } from "../support/repository.ts";
import { rows } from "./shop-rows.ts";

export const user = { username: "ann", password: "correct horse" };

export interface ServedConsole {
  readonly url: string;
  readonly clock: ServiceClock;
  readonly faults: Faults;
  readonly store: Store;
  /** Gives the tables their first rows again; the definitions stay as they are. */
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function serveConsole(options: Partial<ServiceOptions> = {}): Promise<ServedConsole> {
  const [clock, faults] = [new ServiceClock(), new Faults()];
  const store = await openMemoryStore({ now: clock.now });
  const keyspaces = await Promise.all(
    ["shop", "videos"].map((name) => loadKeyspace(join(repository, "examples", name, "definitions", name), name)),
  );
  for (const { name, userTypes, tables } of keyspaces) {
    await store.createKeyspace(name);
    for (const type of orderUserTypes(userTypes)) await store.createUserType(name, type);
    for (const table of tables) await store.createTable(name, table);
  }
  await writeRows(store, checkRows(listRows(rows, keyspaces), keyspaces));
  const first = await store.copyRows();
  const loaded = loadConsole(new Flags({}), "localhost");
  const console = loaded && { ...loaded, storeName: "memory" };
  const runner = await openTextRunner(store, { now: clock.now, report: () => undefined });
  const service = createService({
    ...{ store, user, now: clock.now, control: { clock, faults }, console, cql: runner.run },
    ...options,
  });
  const listener = await listen(service, { port: 0, graceMs: 0 });
  const close = async (): Promise<void> => {
    await listener.close();
    await runner.close();
    await store.close();
  };
  return { url: listener.url, clock, faults, store, reset: () => store.restoreRows(first), close };
}
