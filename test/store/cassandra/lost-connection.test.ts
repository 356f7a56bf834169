/** Connections of the driver that are lost with requests in flight: lists of requests behave as the driver's own maps. */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import cassandra from "cassandra-driver";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { listenCql } from "../../../src/cql/index.ts";
import type { CqlListener } from "../../../src/cql/index.ts";
import { keepRequestsInLists } from "../../../src/store/cassandra/request-list.ts";
import type { ConnectedClient } from "../../../src/store/cassandra/request-list.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import type { EmbeddedStore } from "../../../src/store/index.ts";

let store: EmbeddedStore;
let listener: CqlListener;
beforeAll(async () => {
  store = await openMemoryStore();
  listener = await listenCql({ port: 0, graceMs: 0 });
  await listener.open({ store });
});
afterAll(async () => {
  await listener.close();
  await store.close();
});

/** What is between the driver and the service: it can hold responses back, and cut all connections. */
async function openRelay() {
  let isHolding = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(listener.port, "127.0.0.1");
    near.pipe(far);
    far.on("data", (data) => isHolding || near.write(data));
    for (const socket of [near, far]) socket.on("error", () => undefined);
    near.on("close", () => far.destroy());
    sockets.add(near);
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    hold: () => void (isHolding = true),
    cut: () => {
      isHolding = false;
      cut();
    },
  };
}

interface Connection {
  readonly _operations: object;
}

/** The lists of requests, or maps, of the connections that a client has. */
function requestsOf(client: cassandra.Client): readonly object[] {
  const hosts = (client as unknown as { hosts: { values(): { pool: { connections: Connection[] } }[] } }).hosts;
  return hosts.values().flatMap(({ pool }) => pool.connections.map(({ _operations }) => _operations));
}

const query = "SELECT key FROM system.local";
const requests = Array.from({ length: 300 }, (_, index) => ({
  // Sent again if another host may answer it.
  isIdempotent: index % 3 === 0,
  // Some are too late before the connection is lost; the driver still has them in flight.
  isLate: index % 10 === 1,
}));

describe.each([
  ["lists", true],
  ["the driver's own maps", false],
] as const)("requests in flight in %s", (_, inLists) => {
  it("all fail when their connections are lost, and later ones use new connections", async () => {
    const relay = await openRelay();
    const client = new cassandra.Client({
      contactPoints: [`127.0.0.1:${relay.port}`],
      localDataCenter: "datacenter1",
      pooling: { coreConnectionsPerHost: { 0: 2 } },
      policies: { reconnection: new cassandra.policies.reconnection.ConstantReconnectionPolicy(10) },
    });
    onTestFinished(() => client.shutdown());
    await client.connect();
    if (inLists) keepRequestsInLists(client as unknown as ConnectedClient);
    const areLists = (): readonly boolean[] => requestsOf(client).map((requests) => !(requests instanceof Map));
    const inFlight = (): number => {
      const state = client.getState();
      return state.getConnectedHosts().reduce((sum, host) => sum + state.getInFlightQueries(host), 0);
    };
    // These use streams, and free them.
    await Promise.all(Array.from({ length: 50 }, () => client.execute(query)));
    expect(areLists()).toEqual([inLists, inLists]);

    relay.hold();
    let failed = 0;
    const failures = requests.map(async ({ isIdempotent, isLate }) => {
      const sent = client.execute(query, [], { isIdempotent, readTimeout: isLate ? 20 : 60_000 });
      const error: unknown = await sent.catch((error: unknown) => error);
      failed += 1;
      return (error as Error).name;
    });
    await vi.waitFor(() => expect([failed, inFlight()]).toEqual([30, 300]));
    relay.cut();
    expect(await Promise.all(failures)).toEqual(
      requests.map(({ isIdempotent, isLate }) => {
        if (isIdempotent) return "NoHostAvailableError";
        return isLate ? "OperationTimedOutError" : "DriverError";
      }),
    );

    await vi.waitFor(async () => expect((await client.execute(query)).rowLength).toBe(1));
    await vi.waitFor(() => expect(inFlight()).toBe(0));
    expect(new Set(areLists())).toEqual(new Set([inLists]));
  });
});
