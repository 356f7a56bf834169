/**
 * Requests of the service over HTTP, each beside a JSON echo on bare node:http in the same run.
 *
 *     node test/bench/service/http.mjs [--rounds 7] [--block 3000] [--dist FILE --dist FILE] [--memory] [--mercurius]
 *         [--connections 50] [--json FILE]
 *
 * Servers are processes of their own; this one sends over raw connections, one request in flight on each. The servers
 * take turns, a block of requests each. Prints medians of requests a second and of the server's CPU per request,
 * and the least CPU, which other work on the machine disturbs less.
 * `--dist` names builds to compare, by default this checkout's `dist/index.js`. `--mercurius` adds the same table on fastify
 * and mercurius, installed from the registry into a folder that is deleted afterwards.
 */
import { execFileSync, fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cases, keyspace } from "./http-cases.mjs";
import { mercuriusPackages } from "./mercurius-server.mjs";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    block: { type: "string", default: "3000" },
    dist: { type: "string", multiple: true, default: [join(import.meta.dirname, "../../../dist/index.js")] },
    disk: { type: "string", default: tmpdir() },
    only: { type: "string" },
    connections: { type: "string", default: "50" },
    json: { type: "string" },
    memory: { type: "boolean", default: false },
    mercurius: { type: "boolean", default: false },
  },
});
const connections = Number(options.connections);
const folders = [];

const servers = [{ name: "echo", ...(await start("echo", "-")) }];
for (const [index, dist] of options.dist.entries()) {
  const folder = mkdtempSync(join(options.disk, "colonnade-bench-"));
  folders.push(folder);
  const label = options.dist.length > 1 ? ` ${index}` : "";
  servers.push({ name: `durable${label}`, ...(await start("service", dist, folder)) });
  if (options.memory) servers.push({ name: `in memory${label}`, ...(await start("service", dist)) });
}

if (options.mercurius) servers.push({ name: "mercurius", ...(await start("mercurius", "-", installMercurius())) });

const rows = [];
for (const [name, bodyOf] of Object.entries(cases)) {
  if (options.only && name !== options.only) continue;
  const size = name.startsWith("50") ? Math.ceil(Number(options.block) / 20) : Number(options.block);
  const samples = servers.map(() => []);
  for (let round = -1; round < Number(options.rounds); round++) {
    for (const [index, server] of servers.entries()) {
      const sample = await block(server, bodyOf, size, name.startsWith("read") ? 0 : (round + 1) * size);
      if (round >= 0) samples[index].push(sample);
    }
  }
  const medians = samples.map((list) => ({
    rps: median(list, "rps"),
    cpu: median(list, "cpu"),
    least: Math.min(...list.map(({ cpu }) => cpu)),
  }));
  for (const [index, { name: server }] of servers.entries()) {
    const { rps, cpu, least } = medians[index];
    rows.push({
      case: name,
      server,
      "requests/s": Math.round(rps),
      "CPU µs": Math.round(cpu),
      "least CPU µs": Math.round(least),
      "÷ echo, requests/s": (rps / medians[0].rps).toFixed(2),
      "÷ echo, CPU": (medians[0].cpu / cpu).toFixed(2),
    });
  }
}
console.table(rows);
if (options.json) writeFileSync(options.json, JSON.stringify(rows));
for (const { child } of servers) child.disconnect();
for (const folder of folders) rmSync(folder, { recursive: true, force: true });

async function start(kind, dist, folder = "") {
  const child = fork(join(import.meta.dirname, "http-server.mjs"), [kind, dist, folder]);
  const told = {};
  await new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    child.on("message", (message) => {
      Object.assign(told, message);
      if (message.url) resolve();
    });
  });
  return { child, url: new URL(told.url), token: told.token ?? "-", usage: () => usage(child) };
}

function installMercurius() {
  const folder = mkdtempSync(join(tmpdir(), "colonnade-bench-"));
  folders.push(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: mercuriusPackages }));
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder, stdio: "ignore" });
  return folder;
}

function usage(child) {
  child.send("usage");
  return new Promise((resolve) => child.once("message", ({ cpu }) => resolve(cpu.user + cpu.system)));
}

/** Sends `count` requests, and waits for all answers. */
async function block(server, bodyOf, count, first) {
  const requests = Array.from({ length: count }, (_, index) => request(server, bodyOf(first + index)));
  const before = await server.usage();
  const begun = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: server.url.hostname, port: Number(server.url.port), noDelay: true });
      socket.setEncoding("latin1").on("error", (error) => Promise.reject(error));
      while (next < count) await exchange(socket, requests[next++]);
      socket.destroy();
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  return { rps: count / seconds, cpu: ((await server.usage()) - before) / count };
}

function request({ url, token }, json) {
  const body = JSON.stringify(json);
  return (
    `POST /api/graphql/${keyspace} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/json\r\n` +
    `x-service-token: ${token}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

function exchange(socket, text) {
  return new Promise((resolve, reject) => {
    let received = "";
    const onData = (chunk) => {
      received += chunk;
      const end = received.indexOf("\r\n\r\n");
      if (end === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
      if (received.length < end + 4 + length) return;
      socket.off("data", onData);
      if (!received.startsWith("HTTP/1.1 200") || received.includes('"errors"')) reject(new Error(received));
      else resolve();
    };
    socket.on("data", onData);
    socket.write(text);
  });
}

function median(list, name) {
  const sorted = list.map((sample) => sample[name]).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}
