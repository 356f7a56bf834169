import type { Session } from "@colonnade/runtime";
import { requireOptions } from "@colonnade/runtime/operations";
import { requestFailureOf, storeSession } from "../store-session/index.ts";
import { lazyStore } from "./lazy-store.ts";
import { openStore } from "./open-store.ts";
import type { CassandraSessionOptions } from "./open-store.ts";

export interface CassandraSession extends Session {
  /** Connects now rather than at the first call. After a failure the next call tries again. @throws {ServiceError} */
  readonly connect: () => Promise<void>;
  /** Ends the session, waits up to 3 s for calls in flight, and closes the connections unless the client was given. */
  readonly close: () => Promise<void>;
  /** The same as `close`, for `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/**
 * Opens a session on a cluster of Apache Cassandra:
 * `createCassandraSession({ contactPoints: ["10.0.0.1"], localDataCenter: "datacenter1" })`.
 *
 * Connects at its first call, and keeps the connections until `close`: one session serves a whole process. With
 * `createCassandraSession({ client })` it uses a client of cassandra-driver that the app has already, and never closes it.
 *
 * @throws {ConfigError} if an option does not exist
 */
export function createCassandraSession(options: CassandraSessionOptions): CassandraSession {
  requireOptions(options, ["contactPoints", "localDataCenter", "credentials", "tls", "client", "keyspace"]);
  const { store, open, close: closeStore } = lazyStore(() => openStore(options));
  const session = storeSession(store);
  const connect = async (): Promise<void> => {
    try {
      await open();
    } catch (error) {
      throw requestFailureOf(error, { operation: "connect" });
    }
  };
  const close = async (): Promise<void> => {
    session.close();
    await closeStore();
  };
  return { ...session, connect, close, [Symbol.asyncDispose]: close };
}
