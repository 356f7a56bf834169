/** Connections of the engine: TLS on each of them, the port of each node, and their end; and what an old statement reads. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { Value } from "@colonnade/runtime/protocol";
import { openCassandraClient } from "../../src/store/cassandra/open-client.ts";
import { openCassandraStore } from "../../src/store/index.ts";
import { repository } from "../support/repository.ts";
import { serve, user } from "../cli/serve/serving.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";
import { nodeCertificate } from "./node-files.ts";
import { openWay } from "./open-way.ts";
import type { Way } from "./open-way.ts";

const tlsHandshake = 22;
const keyspace = "connected";

await describeOnCluster("the engine", (cluster) => {
  const cwd = mkdtempSync(join(tmpdir(), "colonnade-connections-"));
  let way: Way;

  beforeAll(async () => {
    writeFileSync(join(cwd, "ca.pem"), nodeCertificate);
    await cluster().run(`
      CREATE KEYSPACE ${keyspace} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
      CREATE TYPE ${keyspace}.place (city text);
      CREATE TABLE ${keyspace}.notes (id int PRIMARY KEY, body text, place place, places list<frozen<place>>);
    `);
    way = await openWay(cluster().contactPoints[0] ?? "");
  }, 60_000);

  afterAll(async () => {
    await way.cut();
    rmSync(cwd, { recursive: true, force: true });
  }, 60_000);

  const beginnings = async (work: () => Promise<void>): Promise<readonly number[]> => {
    const before = way.firstBytes.length;
    await work();
    return way.firstBytes.slice(before);
  };
  const values = (columns: Record<string, Value>) => new Map(Object.entries(columns));

  it("has TLS on every connection, if it is asked for", async () => {
    const { credentials } = cluster();
    const options = { contactPoints: [way.contactPoint], credentials };
    const select = { keyspace, table: "notes", filters: [], pageSize: 10 };
    const plain = await beginnings(async () => {
      const store = await openCassandraStore(options);
      await store.select(select);
      await store.close();
    });
    expect(plain).not.toContain(tlsHandshake);
    const guarded = await beginnings(async () => {
      const store = await openCassandraStore({ ...options, tls: { ca: nodeCertificate } });
      await store.select(select);
      await store.close();
    });
    expect(guarded.length).toBeGreaterThan(1);
    expect(new Set(guarded)).toEqual(new Set([tlsHandshake]));
  });

  it("has TLS on every connection of a gateway, by its flags", async () => {
    const { username, password } = cluster().credentials;
    const env = { ...user, CASSANDRA_USERNAME: username, CASSANDRA_PASSWORD: password };
    const guarded = await beginnings(async () => {
      const flags = `--store cassandra --contact-points ${way.contactPoint} --cluster-tls-ca ca.pem --keyspace ${keyspace}`;
      const serving = await serve(flags, cwd, env);
      const ready = await fetch(`${serving.stdout.trim()}/__local/ready`);
      expect(ready.status).toBe(200);
      expect((await serving.stop()).code).toBe(0);
    });
    expect(guarded.length).toBeGreaterThan(1);
    expect(new Set(guarded)).toEqual(new Set([tlsHandshake]));
  });

  it("looks for all nodes at the port of the contact point, not at the usual one", async () => {
    const { contactPoints, credentials } = cluster();
    const { client, close } = await openCassandraClient({ contactPoints, credentials });
    const { protocolOptions } = client.options as { readonly protocolOptions: { readonly port: number } };
    await close();
    expect(protocolOptions.port).toBe(Number(contactPoints[0]?.split(":")[1]));
  });

  it("reads and writes what came into a type or a table after its statements were prepared", async () => {
    const { contactPoints, credentials } = cluster();
    const store = await openCassandraStore({ contactPoints, credentials });
    onTestFinished(() => store.close());
    const put = (columns: Record<string, Value>) =>
      store.insert({ keyspace, table: "notes", values: values({ id: 1, ...columns }) });
    const read = async () => {
      const { rows } = await store.select({ keyspace, table: "notes", filters: [], pageSize: 10 });
      return rows.map((row) => Object.fromEntries(row));
    };
    await put({ body: "old", place: { city: "Graz" }, places: [{ city: "Linz" }] });
    const old = { id: 1, body: "old", place: { city: "Graz" }, places: [{ city: "Linz" }] };
    expect(await read()).toEqual([old]);
    await cluster().run(`
      ALTER TYPE ${keyspace}.place ADD zip int;
      ALTER TABLE ${keyspace}.notes ADD stars int;
      UPDATE ${keyspace}.notes SET stars = 5, place = {city: 'Graz', zip: 8010} WHERE id = 1;
    `);
    const changed = {
      ...{ id: 1, body: "old", stars: 5 },
      ...{ place: { city: "Graz", zip: 8010 }, places: [{ city: "Linz", zip: null }] },
    };
    await expect.poll(read, { timeout: 10_000 }).toEqual([changed]);
    await put({ places: [{ city: "Wels", zip: 4600 }], stars: 4 });
    expect(await read()).toEqual([{ ...changed, places: [{ city: "Wels", zip: 4600 }], stars: 4 }]);
  });

  it(
    "leaves nothing open that keeps a process from ending, when the cluster was away",
    { timeout: 60_000 },
    async () => {
      const { credentials } = cluster();
      const options = JSON.stringify({ contactPoints: [way.contactPoint], credentials });
      const jiti = join(repository, "node_modules/jiti/lib/jiti-cli.mjs");
      const child = spawn(process.execPath, [jiti, join(import.meta.dirname, "read-twice.ts"), options], {
        stdio: ["pipe", "pipe", "inherit"],
      });
      onTestFinished(() => void child.kill());
      const ended = once(child, "exit").then(() => Date.now());
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      const said = async (): Promise<unknown> => (await lines.next()).value;
      // The keyspace of the example need not be there.
      expect(["read", "NotFoundError"]).toContain(await said());
      await way.cut();
      child.stdin.write("again\n");
      const failed = await said();
      expect(await said()).toBe("closed");
      const closedAt = Date.now();
      expect(["ServerError", "FieldError"]).toContain(failed);
      expect((await ended) - closedAt).toBeLessThan(3_000);
      await way.restore();
    },
  );
});
