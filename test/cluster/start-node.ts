/**
 * One node of Apache Cassandra on free ports of this machine, in a temporary folder.
 *
 * In come the tools, out comes the node's address once it takes log-ins. It ends with the process that started it, even when
 * that is killed.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Tools } from "./find-tools.ts";
import { javaArguments } from "./java-arguments.ts";
import { loadJars } from "./load-jars.ts";
import { host, writeNodeFiles } from "./node-files.ts";
import { probeCql } from "./probe-cql.ts";

export interface RunningNode {
  /** `127.0.0.1:39042` */
  readonly contactPoint: string;
  /** Ends the node by its process id, and takes its folder away. */
  readonly stop: () => Promise<void>;
}

const startTimeoutMs = 120_000;

export async function startNode({ java, maven }: Tools): Promise<RunningNode> {
  const jars = await loadJars(maven);
  const folder = mkdtempSync(join(tmpdir(), "colonnade-cassandra-"));
  const [port, storagePort] = [await freePort(), await freePort()];
  writeNodeFiles({ folder, port, storagePort });
  const guard = join(import.meta.dirname, "guard.mjs");
  const child = spawn(process.execPath, [guard, folder, java, ...javaArguments(folder, jars)], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  const exit = new Promise((done) => child.on("close", done).on("error", done));
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await exit;
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + startTimeoutMs;
  while (!(await probeCql(host, port))) {
    if (child.exitCode === null && Date.now() < deadline) await setTimeout(100);
    else {
      const said = lastLines(join(folder, "system.log"));
      await stop();
      throw new Error(`Cassandra did not start:\n${said}`);
    }
  }
  return { contactPoint: `${host}:${port}`, stop };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, host, done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

function lastLines(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(-30).join("\n") : "it wrote nothing";
}
