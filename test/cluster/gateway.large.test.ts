/** `serve --store cassandra` on a real node: rows, definitions, tokens, and a cluster that is away for a while. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { headers } from "@colonnade/runtime/protocol";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { openCassandraStore } from "../../src/store/index.ts";
import { serve, user } from "../cli/serve/serving.ts";
import type { Serving } from "../cli/serve/serving.ts";
import { runLine } from "../cli/run-line.ts";
import { keyspaceOf } from "../support/keyspaces.ts";
import { writeTree } from "../support/temporary-folder.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";
import { openWay } from "./open-way.ts";
import type { Way } from "./open-way.ts";

const keyspace = "served_by_gateways";

interface Gateway extends Serving {
  readonly url: string;
}

await describeOnCluster("a gateway on a cluster", (cluster) => {
  const cwd = mkdtempSync(join(tmpdir(), "colonnade-gateway-"));
  let way: Way;
  let [one, other]: Gateway[] = [];

  const start = async (contactPoint: string, more = ""): Promise<Gateway> => {
    const { username, password } = cluster().credentials;
    const env = { ...user, CASSANDRA_USERNAME: username, CASSANDRA_PASSWORD: password };
    const flags = `--store cassandra --contact-points ${contactPoint} --keyspace ${keyspace} ${more}`;
    const serving = await serve(flags, cwd, env, {}, "all tests");
    return { ...serving, url: serving.stdout.trim() };
  };

  beforeAll(async () => {
    const [node = ""] = cluster().contactPoints;
    way = await openWay(node);
    one = await start(way.contactPoint);
    other = await start(node);
  }, 60_000);

  afterAll(async () => {
    await Promise.all([one?.stop(), other?.stop()]);
    await way?.cut();
    rmSync(cwd, { recursive: true, force: true });
  }, 60_000);

  const send = async (gateway: Gateway | undefined, method: string, path: string, token = "", body?: object) => {
    const response = await fetch(`${gateway?.url}${path}`, {
      method,
      headers: { [headers.token]: token, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, json: (await response.json()) as any };
  };
  const logIn = async (gateway: Gateway | undefined): Promise<string> => {
    const { COLONNADE_USERNAME: username, COLONNADE_PASSWORD: password } = user;
    const { json } = await send(gateway, "POST", "/api/rest/v1/auth", "", { username, password });
    return json.authToken;
  };
  const tables = `/api/rest/v1/keyspaces/${keyspace}/tables`;

  it("creates a table by REST, inserts by GraphQL, and reads by REST; the other gateway sees it with the same token", async () => {
    const token = await logIn(one);
    const columns = [
      { name: "id", typeDefinition: "int" },
      { name: "price", typeDefinition: "decimal" },
      { name: "tags", typeDefinition: "map<text, frozen<list<int>>>" },
    ];
    const definition = { name: "products", columnDefinitions: columns, primaryKey: { partitionKey: ["id"] } };
    expect((await send(one, "POST", tables, token, definition)).status).toBe(201);
    const query = `mutation { insertProducts(value: {id: 1, price: "1.50", tags: [{key: "a", value: [1, 2]}]}) { applied } }`;
    const inserted = await send(one, "POST", "/api/graphql", token, { query });
    expect(inserted.json).toEqual({ data: { insertProducts: { applied: true } } });
    for (const gateway of [one, other]) {
      const { status, json } = await send(gateway, "GET", `${tables}/products/rows/1`, token);
      expect({ status, json }).toMatchObject({ status: 200, json: { count: 1, rows: [{ id: 1, price: "1.50" }] } });
    }
  }, 60_000);

  it("ends with 3 when the cluster is lost while tables or rows of the start are written", async () => {
    const { contactPoints, credentials } = cluster();
    const env = { ...user, CASSANDRA_USERNAME: credentials.username, CASSANDRA_PASSWORD: credentials.password };
    const definition = {
      name: "lost",
      columnDefinitions: [{ name: "id", typeDefinition: "int" }],
      primaryKey: { partitionKey: ["id"] },
    };
    writeTree(cwd, {
      [`definitions/${keyspace}/lost.json`]: JSON.stringify(definition),
      [`rows/${keyspace}/lost.jsonl`]: '{ "id": 1 }\n',
    });
    const { username, password } = credentials;
    const store = await openCassandraStore({ contactPoints, credentials: { username, password } });
    onTestFinished(() => store.close());
    for (const breaksAt of ["CREATE TABLE", "INSERT INTO"]) {
      const broken = await openWay(contactPoints[0] ?? "", `${breaksAt} ${keyspace}.lost`);
      const line = `serve --port 0 --store cassandra --contact-points ${broken.contactPoint} --definitions definitions --seed rows`;
      const { code, stderr } = await runLine(line, { cwd, env });
      expect(stderr).toContain(`the cluster at ${broken.contactPoint} cannot be used: `);
      expect([breaksAt, code, stderr.includes("[cql-no-answer]")]).toEqual([breaksAt, 3, true]);
      if (breaksAt === "CREATE TABLE") {
        const [table] = keyspaceOf(keyspace, [definition]).tables;
        await store.createTable(keyspace, table as NonNullable<typeof table>);
      }
    }
  }, 120_000);

  it("serves what another client defines", async () => {
    const token = await logIn(one);
    await cluster().run(`CREATE TABLE ${keyspace}.stock (id int PRIMARY KEY, amount int);`);
    const query = "mutation { insertStock(value: {id: 1, amount: 7}) { applied } }";
    const insert = async () => (await send(one, "POST", "/api/graphql", token, { query })).json;
    await expect.poll(insert, { timeout: 10_000 }).toEqual({ data: { insertStock: { applied: true } } });
    await cluster().run(`ALTER TABLE ${keyspace}.stock ADD place text;`);
    const columns = async () => (await send(one, "GET", `${tables}/stock/columns`, token)).json;
    await expect.poll(async () => JSON.stringify(await columns()), { timeout: 10_000 }).toContain("place");
  }, 60_000);

  it("shows neither the tokens nor the keyspaces of the database", async () => {
    const token = await logIn(one);
    const { json } = await send(one, "GET", "/api/rest/v1/keyspaces", token);
    expect(json).toContain(keyspace);
    expect(json.filter((name: string) => /^(system|colonnade_service)/.test(name))).toEqual([]);
    expect((await send(one, "GET", "/api/rest/v1/keyspaces/colonnade_service/tables", token)).status).toBe(404);
    expect((await send(one, "GET", "/api/rest/v1/keyspaces/system_auth/tables", token)).status).toBe(404);
  });

  it("says 503 and is not ready while the cluster is away, never 401; then goes on with the same token", async () => {
    const token = await logIn(one);
    const row = `${tables}/products/rows/1`;
    expect((await send(one, "GET", row, token)).status).toBe(200);
    await way.cut();
    try {
      const failed = await send(one, "GET", row, token);
      expect(failed.status).toBe(503);
      expect(failed.headers.get("retry-after")).toBe("1");
      expect(JSON.stringify(failed.json)).not.toContain("127.0.0.1");
      // A token that this gateway has not seen yet: nobody knows whether it is valid.
      expect((await send(one, "GET", row, await logIn(other))).status).toBe(503);
      expect((await send(one, "GET", "/__local/ready")).json).toEqual({ status: "unavailable" });
      expect((await send(one, "GET", "/__local/live")).status).toBe(200);
      expect((await send(other, "GET", row, token)).status).toBe(200);
    } finally {
      await way.restore();
    }
    const isReady = async () => (await send(one, "GET", "/__local/ready")).json.status;
    await expect.poll(isReady, { timeout: 20_000, interval: 200 }).toBe("ready");
    expect((await send(one, "GET", row, token)).status).toBe(200);
  }, 60_000);

  it("answers what it began before it stops, and its tokens live on", async () => {
    const [node = ""] = cluster().contactPoints;
    const third = await start(node);
    const token = await logIn(third);
    const reads = Array.from({ length: 50 }, () => send(third, "GET", `${tables}/products/rows/1`, token));
    await Promise.race(reads);
    const { code } = await third.stop();
    expect(code).toBe(0);
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect((await send(other, "GET", `${tables}/products/rows/1`, token)).status).toBe(200);
  }, 60_000);
});
