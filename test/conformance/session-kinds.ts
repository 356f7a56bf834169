import { createCassandraSession } from "@colonnade/cassandra";
import { createSession, fetchTransport, serviceTransport } from "@colonnade/runtime";
import { batchWrites } from "@colonnade/runtime/batch";
import type { Batch, Session, Transport } from "@colonnade/runtime";
import { listenCql } from "../../src/cql/index.ts";
import { storeSession } from "../../src/index.ts";
import { createService, listen } from "../../src/service/index.ts";
import type { EmbeddedStore, Store } from "../../src/store/index.ts";
import type { Cluster } from "../cluster/describe-on-cluster.ts";

export interface OpenedSession {
  readonly session: Session;
  /** Ends the session and what serves it, but not the store. */
  readonly close: () => Promise<void>;
}

export interface SessionKind {
  readonly name: string;
  readonly open: (store: Store) => Promise<OpenedSession>;
}

const user = { username: "founder", password: "right" };

async function overHttp(store: Store, batch?: Batch): Promise<OpenedSession> {
  const listener = await listen(createService({ store, user, keyspace: "shop" }), { port: 0 });
  const session = sessionOf(listener.url, fetchTransport(), batch);
  const close = async (): Promise<void> => {
    session.close();
    await listener.close();
  };
  return { session, close };
}

async function onService(store: Store, batch?: Batch): Promise<OpenedSession> {
  const service = createService({ store, user, keyspace: "shop" });
  const session = sessionOf("http://localhost", serviceTransport(service), batch);
  return { session, close: async () => session.close() };
}

function sessionOf(url: string, transport: Transport, batch: Batch | undefined): Session {
  return createSession({
    url,
    credentials: user,
    keyspace: "shop",
    transport,
    random: () => 0,
    ...(batch && { batch }),
  });
}

async function onStore(store: Store): Promise<OpenedSession> {
  const session = storeSession(store);
  return { session, close: async () => session.close() };
}

const batching: SessionKind = {
  name: "a session over HTTP that batches",
  open: (store) => overHttp(store, batchWrites()),
};
const direct: SessionKind = { name: "a session on a store", open: onStore };

/** Every session that bound functions may be given; all answer alike. */
export const sessionKinds: readonly SessionKind[] = [
  { name: "a session over HTTP", open: (store) => overHttp(store) },
  batching,
  { name: "a session on the service as a function", open: (store) => onService(store) },
  { name: "a session on the service that batches", open: (store) => onService(store, batchWrites()) },
  direct,
];

/** A session of an app straight on an embedded store, by the driver of the database: its port has an open store behind it. */
export const driverKind: SessionKind = {
  name: "a session by the driver on an embedded store",
  open: async (store) => {
    const listener = await listenCql({ port: 0, graceMs: 0 });
    // The tests that use this kind put no store of their own before it.
    await listener.open({ store: store as EmbeddedStore });
    const session = createCassandraSession({ contactPoints: [`127.0.0.1:${listener.port}`] });
    const close = async (): Promise<void> => {
      await session.close();
      await listener.close();
    };
    return { session, close };
  },
};

/**
 * Those that are tried on the store of a cluster. The others differ from them only before a statement comes to the store.
 */
export const clusterKinds: readonly SessionKind[] = [batching, direct];

/** A session of an app straight on a cluster, whose store is open beside it. */
export function straightKind(cluster: () => Cluster): SessionKind {
  const open = async (): Promise<OpenedSession> => {
    const { contactPoints, credentials } = cluster();
    const session = createCassandraSession({ contactPoints, credentials });
    return { session, close: () => session.close() };
  };
  return { name: "a session straight on a cluster", open };
}
