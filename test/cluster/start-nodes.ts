/**
 * A cluster of Apache Cassandra on free ports of this machine, each node in a temporary folder.
 *
 * Starts the nodes and waits until each of them takes log-ins and sees all others. They end with the process that started
 * them, even when that is killed.
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
import { hostOf, writeNodeFiles } from "./node-files.ts";
import type { NodePlace } from "./node-files.ts";
import { probeCql } from "./probe-cql.ts";

export interface RunningNode {
  /** Ends the process, `SIGKILL` as a crash does, `SIGTERM` after what is in flight. Its data stays. */
  readonly end: (signal: "SIGKILL" | "SIGTERM") => Promise<void>;
  /** Starts it again on its data. Resolves when it sees all others. */
  readonly start: () => Promise<void>;
}

export interface RunningNodes {
  /** The first node's: `127.0.0.1:39042`. The others have the same port on 127.0.0.2 and so on. */
  readonly contactPoint: string;
  readonly nodes: readonly RunningNode[];
  /** Ends the nodes, and takes their folders away. */
  readonly stop: () => Promise<void>;
}

const startTimeoutMs = 240_000;

export async function startNodes({ cassandra, java, maven }: Tools, count: number): Promise<RunningNodes> {
  const jars = await loadJars(cassandra, maven);
  const [port, storagePort] = [await freePort(), await freePort()];
  const nodes = Array.from({ length: count }, (_, index) => {
    const folder = mkdtempSync(join(tmpdir(), "colonnade-cassandra-"));
    return createNode(java, jars, { cassandra, folder, index, nodes: count, port, storagePort });
  });
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map(({ discard }) => discard()));
  };
  try {
    await Promise.all(nodes.map(({ start }) => start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return { contactPoint: `${hostOf(0)}:${port}`, nodes, stop };
}

function createNode(
  java: string,
  jars: readonly string[],
  place: NodePlace,
): RunningNode & { discard(): Promise<void> } {
  const { folder, index, port } = place;
  const guard = join(import.meta.dirname, "guard.mjs");
  let running: { readonly child: ReturnType<typeof spawn>; readonly exit: Promise<unknown> } | undefined;
  const start = async (): Promise<void> => {
    writeNodeFiles(place);
    const child = spawn(process.execPath, [guard, folder, java, ...javaArguments(place, jars)], {
      stdio: ["pipe", "ignore", "inherit"],
    });
    running = { child, exit: new Promise((done) => child.on("close", done).on("error", done)) };
    const deadline = Date.now() + startTimeoutMs;
    while (!(await probeCql(hostOf(index), port))) {
      if (child.exitCode === null && Date.now() < deadline) await setTimeout(100);
      else throw new Error(`Cassandra did not start:\n${lastLines(join(folder, "system.log"))}`);
    }
  };
  const end = async (signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    running?.child.stdin?.write(signal);
    await running?.exit;
    running = undefined;
  };
  const discard = async (): Promise<void> => {
    running?.child.stdin?.end();
    await running?.exit;
    rmSync(folder, { recursive: true, force: true });
  };
  return { start, end, discard };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, hostOf(0), done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

function lastLines(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(-30).join("\n") : "it wrote nothing";
}
