/** A process of `colonnade serve` on the cluster, which can be killed and started again on its port. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { superuser } from "../node-files.ts";
import { freePort } from "../start-nodes.ts";
import { localDataCenter } from "./ways.ts";

export const user = { username: "founder", password: "not-a-secret-here" };

export interface Gateway {
  readonly url: string;
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Ends it as a container does. @returns the exit code, and how long it took */
  readonly stop: () => Promise<{ readonly code: number | null; readonly ms: number }>;
  /** Kills what still runs, and takes its folder away. */
  readonly discard: () => Promise<void>;
}

const bin = join(import.meta.dirname, "../../../dist/colonnade.cjs");
const env = {
  ...process.env,
  COLONNADE_USERNAME: user.username,
  COLONNADE_PASSWORD: user.password,
  CASSANDRA_USERNAME: superuser.username,
  CASSANDRA_PASSWORD: superuser.password,
};

export async function createGateway(contactPoints: readonly string[]): Promise<Gateway> {
  const port = await freePort();
  const cwd = mkdtempSync(join(tmpdir(), "colonnade-gateway-"));
  const cluster = ["--contact-points", contactPoints.join(","), "--local-dc", localDataCenter];
  const args = [bin, "serve", "--port", String(port), "--keyspace", "shop", "--store", "cassandra", ...cluster];
  let child: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    child = started;
    let said = "";
    started.stderr.on("data", (chunk) => (said = (said + chunk).slice(-2000)));
    const line = once(createInterface(started.stdout), "line");
    const ended = once(started, "exit").then(() => Promise.reject(new Error(`the gateway ended: ${said}`)));
    await Promise.race([line, ended]);
    ended.catch(() => {});
  };
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exit = once(child, "exit") as Promise<[number | null]>;
    child.kill(signal);
    return (await exit)[0];
  };
  const stop = async (): ReturnType<Gateway["stop"]> => {
    const begun = Date.now();
    const late = setTimeout(() => void end("SIGKILL"), stopTimeoutMs);
    const code = await end("SIGTERM");
    clearTimeout(late);
    return { code, ms: Date.now() - begun };
  };
  const kill = async (): Promise<void> => void (await end("SIGKILL"));
  const discard = async (): Promise<void> => {
    await kill();
    rmSync(cwd, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, start, kill, stop, discard };
}

const stopTimeoutMs = 20_000;
