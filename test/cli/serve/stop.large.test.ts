import { connect } from "node:net";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { serve, user } from "./serving.ts";

const products = {
  name: "products",
  columnDefinitions: [
    { name: "id", typeDefinition: "int" },
    { name: "name", typeDefinition: "text" },
  ],
  primaryKey: { partitionKey: ["id"] },
};
const rows = "/api/rest/v1/keyspaces/shop/tables/products/rows";

async function createHeaders(url: string): Promise<Record<string, string>> {
  const json = { "content-type": "application/json" };
  const body = JSON.stringify({ username: user.COLONNADE_USERNAME, password: user.COLONNADE_PASSWORD });
  const response = await fetch(`${url}/api/rest/v1/auth`, { method: "POST", headers: json, body });
  const { authToken } = (await response.json()) as { authToken: string };
  return { ...json, "x-service-token": authToken };
}

/** Clients, on a thread of their own, until the service refuses connections. */
const clients = `
  const { parentPort, workerData: { url, keepAlive } } = require("node:worker_threads");
  const { Agent, get } = require("node:http");
  const outcomes = {};
  const call = (agent) => new Promise((resolve) => {
    const request = get(url + "/__local/live", { agent }, (response) => {
      response.resume();
      response.on("end", () => resolve(String(response.statusCode)));
      response.on("error", (error) => resolve(error.code));
    });
    request.on("error", (error) => resolve(error.code));
  });
  const run = async () => {
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    for (let outcome = ""; outcome !== "ECONNREFUSED";) {
      outcome = await call(agent);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (outcomes[outcome] === 1000) parentPort.postMessage("busy");
    }
  };
  Promise.all(Array.from({ length: 50 }, run)).then(() => parentPort.postMessage(outcomes));
`;

describe("stopping under load", () => {
  const resetsNone = async (keepAlive: boolean): Promise<void> => {
    const serving = await serve("--keyspace shop", createTemporaryFolder());
    const worker = new Worker(clients, { eval: true, workerData: { url: serving.stdout.trim(), keepAlive } });
    const next = (): Promise<unknown> => new Promise((resolve) => worker.once("message", resolve));
    expect(await next()).toBe("busy");
    const ended = next();
    expect((await serving.stop()).code).toBe(0);
    const outcomes = (await ended) as Record<string, number>;
    await worker.terminate();
    // Until the service is stopped it is ready, and it answers until nobody can ask any more.
    expect(outcomes).toEqual({ 200: expect.any(Number) as number, ECONNREFUSED: 50 });
  };

  it("resets no request of 50 clients that keep their connections", { timeout: 60_000 }, () => resetsNone(true));

  it("resets no request of 50 clients that open one for each", { timeout: 60_000 }, () => resetsNone(false));

  it("answers every request that it began, and keeps what it acknowledged", { timeout: 60_000 }, async () => {
    const cwd = createTemporaryFolder();
    writeTree(cwd, { "definitions/shop/products.json": JSON.stringify(products) });
    const serving = await serve("--log --definitions definitions", cwd);
    const url = serving.stdout.trim();
    const headers = await createHeaders(url);
    const statuses: number[] = [];
    const acknowledged: number[] = [];
    let next = 0;
    const write = async (): Promise<void> => {
      for (;;) {
        const id = next++;
        const body = JSON.stringify({ columns: [{ name: "id", value: id }] });
        // Rejected once the service refuses connections.
        const response = await fetch(url + rows, { method: "POST", headers, body }).catch(() => undefined);
        if (!response) return;
        await response.text();
        statuses.push(response.status);
        if (response.status === 201) acknowledged.push(id);
      }
    };
    const writers = Array.from({ length: 20 }, write);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(100);
    const { code, stderr } = await serving.stop();
    await Promise.all(writers);
    expect(code).toBe(0);
    expect(new Set(statuses)).toEqual(new Set([201]));
    const logged = stderr.split("\n").filter((line) => line.includes('"method":"POST"') && line.includes("/rows"));
    expect(logged).toHaveLength(statuses.length);

    const again = await serve("", cwd);
    const restarted = again.stdout.trim();
    const fresh = await createHeaders(restarted);
    for (const id of acknowledged) {
      const response = await fetch(`${restarted}${rows}/${id}`, { headers: fresh });
      expect(await response.json()).toMatchObject({ count: 1 });
    }
  });

  it("ends by itself, though clients keep their connections and one never sends anything", async () => {
    const serving = await serve("--keyspace shop", createTemporaryFolder());
    const url = serving.stdout.trim();
    await createHeaders(url);
    const silent = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
    await new Promise((resolve) => silent.once("connect", resolve));
    const before = performance.now();
    expect((await serving.stop()).code).toBe(0);
    expect(performance.now() - before).toBeLessThan(4000);
  });
});
