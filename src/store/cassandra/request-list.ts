/**
 * Keeps the requests in flight of a client's connections in a list, in place of the driver's own `Map`.
 *
 * V8 copies a `Map` that loses as many entries as it gets, and reaches each copy from the one before. So its young generation
 * never loses what any of the requests had, and moving that takes a fifth of a client's CPU. The member is private to the driver:
 * where another version has none, everything stays as it is.
 */
interface Connection {
  _operations?: unknown;
}

/** What of the driver's client and its hosts says when there is a connection. */
export interface ConnectedClient {
  readonly hosts: { values(): readonly ConnectedHost[] } | undefined;
  on(event: "hostAdd", listener: (host: ConnectedHost) => void): unknown;
}

interface ConnectedHost {
  readonly pool?: {
    readonly connections: readonly Connection[];
    on(event: "open", listener: (error: unknown, connection: Connection) => void): unknown;
    addExistingConnection?(connection: Connection): void;
  };
}

/** Changes the connections that a client has, and those that it opens later. */
export function keepRequestsInLists(client: ConnectedClient): void {
  const watch = ({ pool }: ConnectedHost): void => {
    pool?.connections.forEach(change);
    pool?.on("open", (_, connection) => change(connection));
    // After the loss of all hosts, the driver's control connection becomes the first of a new pool, without an event.
    const add = pool?.addExistingConnection;
    if (!add) return;
    pool.addExistingConnection = (connection) => {
      change(connection);
      add.call(pool, connection);
    };
  };
  client.hosts?.values().forEach(watch);
  client.on("hostAdd", watch);
}

function change(connection: Connection): void {
  const requests = connection._operations;
  if (requests instanceof Map) connection._operations = new RequestList(requests as ReadonlyMap<number, unknown>);
}

/** Requests by the number of their stream: the driver takes the lowest numbers again and again. */
class RequestList {
  readonly #requests: unknown[] = [];

  constructor(requests: ReadonlyMap<number, unknown>) {
    for (const [stream, request] of requests) this.set(stream, request);
  }

  get(stream: number): unknown {
    return this.#requests[stream];
  }

  set(stream: number, request: unknown): void {
    this.#requests[stream] = request;
  }

  delete(stream: number): void {
    this.#requests[stream] = undefined;
  }

  values(): readonly unknown[] {
    return this.#requests.filter((request) => request !== undefined);
  }
}
