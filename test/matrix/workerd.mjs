/**
 * Cloudflare's workerd, where what one request begins ends with it: a worker writes to the service, in bursts, and must go on
 * answering. Everything is on the loopback address.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { startService } from "./shop-service.mjs";

const program = join(import.meta.dirname, "node_modules/workerd/bin/workerd");
const bursts = 10;
const atOnce = 8;

/** One check for each way of having a session; undefined where this platform has no workerd. */
export function planWorkerd(work) {
  return [
    ["one session in the module", "shared"],
    ["one that does not batch", "alone"],
    ["a session of each request", "own"],
  ].map(([which, whose]) => ({
    what: "ten bursts of eight writes",
    where: "workerd",
    which,
    without: "skipped: workerd is installed on Linux x64 alone",
    ask: async () => (existsSync(program) ? askWorker(work, whose) : undefined),
  }));
}

async function askWorker(work, whose) {
  const folder = mkdtempSync(join(work, "workerd-"));
  const service = await startService(work, folder);
  const worker = await startWorker(work, folder, service.url).catch(async (error) => {
    await service.close();
    throw error;
  });
  try {
    return await writeInBursts(`${worker.url}/${whose}`);
  } finally {
    worker.stop();
    await service.close();
  }
}

/** Every answer that is not 200 is a problem; so is a write that is not there. */
async function writeInBursts(url) {
  const problems = [];
  let written = 0;
  const ask = async (method, number, signal = AbortSignal.timeout(60_000)) => {
    const id = `5f3a1d52-6e59-4b8e-9c43-${String(number).padStart(12, "0")}`;
    const body = method === "POST" ? `${number}` : null;
    const response = await fetch(`${url}/${id}`, { method, body, signal });
    return { status: response.status, text: await response.text() };
  };
  const write = async () => {
    const number = written++;
    const { status, text } = await ask("POST", number).catch((error) => ({ status: "no answer", text: String(error) }));
    if (status !== 200) problems.push(`write ${number}: ${status} ${text}`);
  };
  for (let burst = 0; burst < bursts; burst += 1) await Promise.all(Array.from({ length: atOnce }, write));
  for (let single = 0; single < 3; single += 1) await write();
  // Clients that go away end the worker's requests wherever these are.
  for (const ms of [1, 5, 20]) {
    const signal = AbortSignal.timeout(ms);
    await Promise.allSettled(Array.from({ length: atOnce }, () => ask("POST", 1_000 + ms, signal)));
    await Promise.all(Array.from({ length: atOnce }, write));
  }
  for (let number = 0; number < written && problems.length === 0; number += 1) {
    const { status, text } = await ask("GET", number);
    if (status !== 200 || JSON.parse(text)?.name !== `${number}`) problems.push(`row ${number}: ${status} ${text}`);
  }
  return problems;
}

async function startWorker(work, folder, serviceUrl) {
  cpSync(join(import.meta.dirname, "app/worker.ts"), join(work, "run/worker.ts"));
  await esbuild.build({
    entryPoints: [join(work, "run/worker.ts")],
    bundle: true,
    format: "esm",
    outfile: join(folder, "worker.js"),
    define: { serviceUrl: JSON.stringify(serviceUrl) },
  });
  writeFileSync(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "loopback", network = (allow = ["local"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
  globalOutbound = "loopback",
);
`,
  );
  const child = spawn(program, ["serve", join(folder, "config.capnp"), "--control-fd=3"], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text) => (said += text));
  // It tells its port there; or it has ended, and that ends too.
  const [line] = await Promise.race([once(child.stdio[3], "data"), once(child, "exit").then(() => [])]);
  if (!line) throw new Error(`workerd did not start: ${said.slice(0, 1_000)}`);
  const { port } = JSON.parse(String(line).split("\n")[0]);
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}
