/**
 * Opens a session on a cluster: a session on a store that connects at its first call. Errors of connecting are those of a session,
 * in place of those of the command line.
 */
import type { Session } from "@colonnade/runtime";
import { ConfigError, httpError, requireOptions } from "@colonnade/runtime/operations";
import { isColonnadeError } from "../errors.ts";
import { requestFailureOf, storeSession } from "../store-session/index.ts";
import { storeFailure } from "../store/cassandra/failures.ts";
import { StoreError, openCassandraStore } from "../store/index.ts";
import type { CassandraOptions, DefinitionStore, RowStore, Store } from "../store/index.ts";

export type CassandraSessionOptions = CassandraOptions & {
  /** Looked up when the session connects: a wrong name fails then. Functions name their keyspaces themselves. @default none */
  readonly keyspace?: string | undefined;
};

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

/** What a session needs of a store: rows, and tables for `createTable`. */
type SessionStore = RowStore & Pick<DefinitionStore, "createTable">;

/** A store that its first call opens, once; after a failure the next call tries again. */
function lazyStore(openStore: () => Promise<Store>) {
  let opened: Store | undefined;
  let opening: Promise<Store> | undefined;

  function open(): Promise<Store> {
    return (opening ??= openStore().then(
      (store) => (opened = store),
      (error: unknown) => {
        opening = undefined;
        throw error;
      },
    ));
  }

  /** A method of the store. Once the store is open, a call waits for nothing but its own result. */
  function through<Name extends keyof SessionStore>(name: Name): SessionStore[Name] {
    type Method = (...args: unknown[]) => Promise<unknown>;
    const call = (store: Store, args: unknown[]): Promise<unknown> => (store[name] as Method).apply(store, args);
    const method: Method = (...args) => (opened ? call(opened, args) : open().then((store) => call(store, args)));
    return method as SessionStore[Name];
  }

  const store: SessionStore = {
    keyspaces: through("keyspaces"),
    keyspace: through("keyspace"),
    insert: through("insert"),
    update: through("update"),
    delete: through("delete"),
    batch: through("batch"),
    select: through("select"),
    createTable: through("createTable"),
  };
  /** Closes what was opened, now or when it is. */
  const close = async (): Promise<void> => (await opening?.catch(() => undefined))?.close();
  return { store, open, close };
}

/**
 * @throws {ConfigError} for options that never work
 * @throws {NotFoundError} if there is no such keyspace
 * @throws {StoreError} `unavailable`
 */
async function openStore({ keyspace, ...options }: CassandraSessionOptions): Promise<Store> {
  const store = await openCluster(options);
  if (keyspace === undefined || (await store.keyspace(keyspace))) return store;
  await store.close();
  throw httpError(404, `Unknown keyspace '${keyspace}'`, { operation: "connect", keyspace });
}

/** Errors because of the options: no later call can succeed either. */
const optionErrors: readonly string[] = ["no-cql-driver", "bad-contact-point", "cql-data-center"];

async function openCluster(options: CassandraOptions): Promise<Store> {
  try {
    return await openCassandraStore(options);
  } catch (error) {
    if (!isColonnadeError(error)) throw storeFailure(error);
    const { code, message, next } = error;
    if (optionErrors.includes(code)) throw new ConfigError(next ? `${message}: ${next}` : message, { cause: error });
    throw new StoreError("unavailable", next ? `${message}; ${next}` : message, error, "no");
  }
}
