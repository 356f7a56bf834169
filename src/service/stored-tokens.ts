/**
 * Tokens in a table of a store, for services that share the store: what one of them creates, all accept.
 *
 * Each write has a condition, so that no late use revives a token that was ended, and a time to live, so that dead ones
 * leave by themselves. The register of each service decides whether a token is dead, by its own clock.
 */
import { tokenIdleMs } from "@colonnade/runtime/protocol";
import type { Table } from "../model/index.ts";
import { StoreError } from "../store/index.ts";
import type { Store, Values } from "../store/index.ts";
import type { StoredToken, TokenStorage } from "./tokens.ts";

/** Not served: whoever could write to it could make tokens. */
export const tokenKeyspace = "colonnade_service";

/** The least time between two writes of a token's last use. */
const slideMs = 60_000;
/** Clocks of services and nodes differ. */
const spareMs = 60_000;
const ttlSeconds = Math.ceil((tokenIdleMs + slideMs + spareMs) / 1000);

const tokens: Table = {
  name: "tokens",
  description: "Hashes of the tokens that work, kept by colonnade serve",
  columns: [
    { name: "hash", type: { kind: "native", name: "text" }, kind: "partition" },
    { name: "user", type: { kind: "native", name: "text" }, kind: "regular" },
    { name: "last_use", type: { kind: "native", name: "timestamp" }, kind: "regular" },
  ],
  partitionKey: ["hash"],
  clusteringKey: [],
  defaultTimeToLive: ttlSeconds,
  indexes: [],
};

/** Creates the table where it is missing. @throws {StoreError} */
export async function openStoredTokens(store: Store): Promise<TokenStorage> {
  await store.createKeyspace(tokenKeyspace);
  await store.createTable(tokenKeyspace, tokens);
  const table = { keyspace: tokenKeyspace, table: tokens.name };
  const row = (hash: string, { owner, lastUseMs }: StoredToken): Values =>
    new Map<string, string | Date>([
      ["hash", hash],
      ["user", owner],
      ["last_use", new Date(lastUseMs)],
    ]);
  const find: TokenStorage["find"] = async (hash) => {
    const filters = [{ column: "hash", operator: "eq", value: hash } as const];
    const { rows } = await store.select({ ...table, filters, pageSize: 1 });
    const [owner, lastUse] = [rows[0]?.get("user"), rows[0]?.get("last_use")];
    return typeof owner === "string" && lastUse instanceof Date ? { owner, lastUseMs: lastUse.getTime() } : undefined;
  };
  return {
    slideMs,
    find,
    add: async (hash, token) => {
      await store.insert({ ...table, values: row(hash, token), ttlSeconds, ifNotExists: true });
    },
    slide: async (hash, token) => {
      // Behind a balancer every service sees every token: each would write what one of them has written, with four round trips
      // between the nodes, where a read takes one.
      const kept = await find(hash);
      if (!kept || token.lastUseMs - kept.lastUseMs < slideMs) return kept?.lastUseMs;
      const { applied } = await store.update({ ...table, values: row(hash, token), ttlSeconds, ifExists: true });
      return applied ? token.lastUseMs : undefined;
    },
    remove: async (hash) => {
      await store.delete({ ...table, key: new Map([["hash", hash]]), ifExists: true });
    },
  };
}

/** The store without the keyspace of tokens, as clients of a service see it. */
export function withoutTokens(store: Store): Store {
  const at = <Result>(keyspace: string, call: () => Promise<Result>): Promise<Result> =>
    keyspace === tokenKeyspace ? Promise.reject(unknown()) : call();
  return {
    keyspaces: async () => (await store.keyspaces()).filter((name) => name !== tokenKeyspace),
    keyspace: (name) => (name === tokenKeyspace ? Promise.resolve(undefined) : store.keyspace(name)),
    insert: (write) => at(write.keyspace, () => store.insert(write)),
    update: (write) => at(write.keyspace, () => store.update(write)),
    delete: (write) => at(write.keyspace, () => store.delete(write)),
    batch: (writes, options) =>
      writes.some(({ keyspace }) => keyspace === tokenKeyspace)
        ? Promise.reject(unknown())
        : store.batch(writes, options),
    select: (selection) => at(selection.keyspace, () => store.select(selection)),
    createKeyspace: async (name, replication) => {
      if (name !== tokenKeyspace) return store.createKeyspace(name, replication);
      throw new StoreError("invalid", `keyspace ${name} is reserved for the tokens of the service`);
    },
    createUserType: (keyspace, type) => at(keyspace, () => store.createUserType(keyspace, type)),
    alterUserType: (keyspace, type, change) => at(keyspace, () => store.alterUserType(keyspace, type, change)),
    createTable: (keyspace, table) => at(keyspace, () => store.createTable(keyspace, table)),
    alterTable: (keyspace, table, change) => at(keyspace, () => store.alterTable(keyspace, table, change)),
    truncateTable: (keyspace, table) => at(keyspace, () => store.truncateTable(keyspace, table)),
    dropTable: (keyspace, table) => at(keyspace, () => store.dropTable(keyspace, table)),
    dropUserType: (keyspace, type) => at(keyspace, () => store.dropUserType(keyspace, type)),
    dropKeyspace: async (name) => name !== tokenKeyspace && store.dropKeyspace(name),
    onChange: (listener) =>
      store.onChange((changed) => (changed.keyspace === tokenKeyspace ? undefined : listener(changed))),
    statistics: () => store.statistics(),
    tableSizes: (keyspace) => at(keyspace, () => store.tableSizes(keyspace)),
    close: () => store.close(),
  };
}

function unknown(): StoreError {
  return new StoreError("unknown-keyspace", `keyspace ${tokenKeyspace} does not exist`);
}
