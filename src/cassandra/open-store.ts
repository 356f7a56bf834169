import { ConfigError, httpError } from "@colonnade/runtime/operations";
import { isColonnadeError } from "../errors.ts";
import { StoreError, openCassandraStore } from "../store/index.ts";
import type { CassandraOptions, Store } from "../store/index.ts";
import { storeFailure } from "../store/cassandra/failures.ts";

export type CassandraSessionOptions = CassandraOptions & {
  /** Looked up when the session connects: a wrong name fails then. Functions name their keyspaces themselves. @default none */
  readonly keyspace?: string | undefined;
};

/** What no later call can succeed with. */
const ofTheOptions: readonly string[] = ["no-cql-driver", "bad-contact-point", "cql-data-center"];

/**
 * Opens a cluster, with errors for an app in place of those of the command line.
 *
 * @throws {ConfigError} for options that never work
 * @throws {NotFoundError} when there is no such keyspace
 * @throws {StoreError} `unavailable`
 */
export async function openStore({ keyspace, ...options }: CassandraSessionOptions): Promise<Store> {
  const store = await openCluster(options);
  if (keyspace === undefined || (await store.keyspace(keyspace))) return store;
  await store.close();
  throw httpError(404, `Unknown keyspace '${keyspace}'`, { operation: "connect", keyspace });
}

async function openCluster(options: CassandraOptions): Promise<Store> {
  try {
    return await openCassandraStore(options);
  } catch (error) {
    if (!isColonnadeError(error)) throw storeFailure(error);
    const { code, message, next } = error;
    if (ofTheOptions.includes(code)) throw new ConfigError(next ? `${message}: ${next}` : message, { cause: error });
    throw new StoreError("unavailable", next ? `${message}; ${next}` : message, error, "no");
  }
}
