// Loaded before the command line: whatever opens a connection, starts a process or reads a secret is noted in the file
// TRAP_LOG, where nothing that catches errors can hide it, and fails.
import childProcess from "node:child_process";
import dgram from "node:dgram";
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import http from "node:http";
import http2 from "node:http2";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import tls from "node:tls";
import workerThreads from "node:worker_threads";

const { TRAP_LOG: log, TRAP_NAMES: names = "", TRAP_SECRETS: secrets = "on" } = process.env;

function spring(what) {
  appendFileSync(log, `${what}\n`);
  throw new Error(`${what} was used`);
}

/** What leads out of the process, by where it stands. */
export const ways = {
  "net.Socket.prototype": [net.Socket.prototype, ["connect"]],
  "net.Server.prototype": [net.Server.prototype, ["listen"]],
  net: [net, ["connect", "createConnection"]],
  tls: [tls, ["connect"]],
  http: [http, ["request", "get"]],
  https: [https, ["request", "get"]],
  http2: [http2, ["connect"]],
  dns: [dns, ["lookup", "resolve", "resolve4", "resolve6"]],
  "dns.promises": [dns.promises, ["lookup", "resolve", "resolve4", "resolve6"]],
  dgram: [dgram, ["createSocket"]],
  childProcess: [childProcess, ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"]],
  workerThreads: [workerThreads, ["Worker"]],
  globalThis: [globalThis, ["fetch", "WebSocket", "EventSource"]],
};

for (const [place, [object, members]] of Object.entries(ways)) {
  for (const member of members) {
    // A function of its own, so that `new` springs it too.
    object[member] = function () {
      spring(`${place}.${member}`);
    };
  }
}
syncBuiltinESMExports();

const given = names.split(",");
const isSecret = (name) =>
  secrets === "on" && (/^(?:COLONNADE_(?:URL|USERNAME|PASSWORD|TOKEN)$|CASSANDRA_)/.test(name) || given.includes(name));

// To list the names of variables, as some packages do, is not to read them.
process.env = new Proxy(process.env, {
  get(env, name) {
    if (typeof name === "string" && isSecret(name)) spring(`process.env.${name}`);
    return env[name];
  },
});
