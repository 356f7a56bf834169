/** Requests in flight of the driver's connections, kept in lists: of connections that are there, and of those that come. */
import { EventEmitter } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { keepRequestsInLists } from "../../../src/store/cassandra/request-list.ts";
import type { ConnectedClient } from "../../../src/store/cassandra/request-list.ts";

/** As the driver's connection has it. */
interface Requests {
  get(stream: number): unknown;
  set(stream: number, request: unknown): void;
  delete(stream: number): void;
  values(): Iterable<unknown>;
}

interface Connection {
  _operations?: Requests;
}

const connectionWith = (...requests: readonly (readonly [number, string])[]): Connection => ({
  _operations: new Map(requests),
});

class Pool extends EventEmitter {
  readonly connections: readonly Connection[];

  constructor(...connections: readonly Connection[]) {
    super();
    this.connections = connections;
  }
}

class Client extends EventEmitter {
  readonly hosts: { values(): readonly { readonly pool: Pool }[] };

  constructor(...pools: readonly Pool[]) {
    super();
    this.hosts = { values: () => pools.map((pool) => ({ pool })) };
  }
}

const keep = (client: Client): void => keepRequestsInLists(client as unknown as ConnectedClient);
const isMap = ({ _operations }: Connection): boolean => _operations instanceof Map;

describe("requests in flight", () => {
  it("of a connection that is there stay, and are found by their stream", () => {
    const connection = connectionWith([2, "second"], [7, "seventh"]);
    keep(new Client(new Pool(connection)));
    expect(isMap(connection)).toBe(false);
    expect([0, 2, 7].map((stream) => connection._operations?.get(stream))).toEqual([undefined, "second", "seventh"]);
    expect([...(connection._operations?.values() ?? [])]).toEqual(["second", "seventh"]);
  });

  it("begin and end", () => {
    const connection = connectionWith();
    keep(new Client(new Pool(connection)));
    const requests = connection._operations as Requests;
    requests.set(3, "a");
    requests.set(0, "b");
    requests.delete(3);
    expect(requests.get(3)).toBeUndefined();
    expect([...requests.values()]).toEqual(["b"]);
    requests.set(3, "c");
    expect(requests.get(3)).toBe("c");
  });

  it("of connections that open later are kept so, too, also of hosts that come later", () => {
    const [pool, later] = [new Pool(), new Pool()];
    const client = new Client(pool);
    keep(client);
    client.emit("hostAdd", { pool: later });
    const opened = [connectionWith(), connectionWith()];
    pool.emit("open", undefined, opened[0]);
    later.emit("open", undefined, opened[1]);
    expect(opened.map(isMap)).toEqual([false, false]);
  });

  it("of the control connection, which a pool gets without an event, are kept so, too", () => {
    const added: Connection[] = [];
    const pool = Object.assign(new Pool(), { addExistingConnection: (it: Connection) => void added.push(it) });
    const client = new Client();
    keep(client);
    client.emit("hostAdd", { pool });
    pool.addExistingConnection(connectionWith([1, "first"]));
    expect(added.map(isMap)).toEqual([false]);
    expect([...(added[0]?._operations?.values() ?? [])]).toEqual(["first"]);
  });

  it("of a driver that has no such member are left to it", () => {
    const connection: Connection = {};
    keep(new Client(new Pool(connection)));
    expect(connection).toEqual({});
  });

  it("are used by the installed driver by these methods alone", () => {
    const folder = dirname(createRequire(import.meta.url).resolve("cassandra-driver/lib/connection.js"));
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
    const used = files.flatMap((name) => [
      ...readFileSync(join(folder, name), "utf8").matchAll(/\b_operations\b(?:\.\w+| = new Map\(\))?/g),
    ]);
    expect([...new Set(used.map(([text]) => text.slice("_operations".length)))].sort()).toEqual([
      " = new Map()",
      ".delete",
      ".get",
      ".set",
      ".values",
    ]);
  });
});
