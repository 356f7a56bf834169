import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";
import { repository } from "../support/repository.ts";

const definition = {
  name: "products",
  columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
  primaryKey: { partitionKey: ["id"] },
};

it("stdout has the command's data alone, whatever a config file prints", async () => {
  const cwd = createTemporaryFolder();
  writeTree(cwd, {
    "definitions/shop/products.json": JSON.stringify(definition),
    "colonnade.config.mjs":
      'console.log("loading"); export default { keyspaces: { shop: { definitions: "definitions", output: "db" } } };',
  });
  const words = [join(repository, "dist/colonnade.cjs"), "generate", "--json"];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, words, { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ keyspaces: [{ keyspace: "shop", tables: 1 }] });
  expect(stderr).toMatch(/^loading\n/);
});

describe.skipIf(process.platform === "win32")("a signal", () => {
  const userOfService = { COLONNADE_USERNAME: "dev", COLONNADE_PASSWORD: "correct horse" };

  /** Starts the built service, with a client whose request is never complete: stopping waits for it. */
  async function startBusy(): Promise<{ process: ChildProcess; exited: Promise<unknown[]> }> {
    const words = [join(repository, "dist/colonnade.cjs"), "serve", "--port", "0", "--keyspace", "shop"];
    const env = { ...process.env, ...userOfService };
    const child = spawn(process.execPath, words, {
      cwd: createTemporaryFolder(),
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const exited = once(child, "exit");
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const client = connect(Number(new URL(line).port), "127.0.0.1").on("error", () => undefined);
    const head = "POST /api/rest/v1/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    client.write(`${head}Content-Length: 100\r\n\r\n{`);
    onTestFinished(() => void client.destroy());
    // Until the request has reached the service.
    await fetch(`${line}/__local/live`);
    return { process: child, exited };
  }

  const stopBoth = async (signal: "SIGINT" | "SIGTERM"): Promise<void> => {
    const patient = await startBusy();
    const hasty = await startBusy();
    const before = performance.now();
    for (const { process: child } of [patient, hasty]) child.kill(signal);
    // One key press may arrive twice: what comes within 100 ms is the same signal.
    await sleep(300);
    hasty.process.kill(signal);
    expect(await hasty.exited, signal).toEqual([130, null]);
    const hastyMs = performance.now() - before;
    expect(await patient.exited, signal).toEqual([0, null]);
    expect(performance.now() - before).toBeGreaterThan(Math.max(4000, hastyMs));
  };

  it("stops serve with 0, and a second one ends it at once: SIGINT and SIGTERM", async () => {
    // At the same time, since most of it is waiting.
    await Promise.all([stopBoth("SIGINT"), stopBoth("SIGTERM")]);
  });
});
