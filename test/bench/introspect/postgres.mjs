/**
 * A PostgreSQL on a free port of this machine, in a temporary folder, for the peers; it ends with the process that started it.
 *
 * As it comes, but for not waiting for the disk, which only loading the tables would notice.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";

const guard = join(import.meta.dirname, "../../cluster/guard.mjs");
const user = "bench";

/** The folder of PostgreSQL's programs, or the reason why there can be none. */
export function findPostgres() {
  const onPath = (process.env.PATH ?? "").split(delimiter);
  const has = (folder, ...names) => names.every((name) => existsSync(join(folder, name)));
  const folder = [...onPath, ...debianFolders()].find((one) => has(one, "postgres", "initdb"));
  if (folder === undefined) return { reason: "there is no PostgreSQL (postgres and initdb, PATH)" };
  if (!isRoot()) return { folder };
  if (!onPath.some((one) => has(one, "setpriv")))
    return { reason: "PostgreSQL does not run as root, and there is no setpriv" };
  try {
    execFileSync("id", ["postgres"], { stdio: "ignore" });
  } catch {
    return { reason: "PostgreSQL does not run as root, and there is no user postgres" };
  }
  return { folder };
}

/** Debian has the newest last, and none of them on the path. */
function debianFolders() {
  const all = "/usr/lib/postgresql";
  const versions = existsSync(all) ? readdirSync(all).sort((one, other) => Number(other) - Number(one)) : [];
  return versions.map((version) => join(all, version, "bin"));
}

/** @returns its version, a function that makes a database with tables and gives its address, and how to end it */
export async function startPostgres({ folder: programs }) {
  const folder = mkdtempSync(join(tmpdir(), "colonnade-postgres-"));
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  const as = isRoot() ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];
  if (isRoot()) execFileSync("chown", ["-R", "postgres", folder]);
  const run = (name, ...argv) => [...as, join(programs, name), ...argv];
  const [initdb, ...options] = run("initdb", "-D", data, "-U", user, "-A", "trust", "-E", "UTF8", "--no-locale", "-N");
  execFileSync(initdb, options, { cwd: folder, stdio: ["ignore", "ignore", 2] });
  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"].flatMap((one) => [
    "-c",
    one,
  ]);
  const child = spawn(
    process.execPath,
    [guard, folder, ...run("postgres", "-D", data, "-p", String(port), ...settings)],
    {
      stdio: ["pipe", "ignore", "inherit"],
    },
  );
  const exit = new Promise((done) => child.on("close", done).on("error", done));
  const stop = async () => {
    child.stdin.on("error", () => {});
    // In an orderly way: one that is killed leaves a piece of memory behind.
    const pid = child.exitCode === null ? readPid(join(data, "postmaster.pid")) : undefined;
    if (pid !== undefined) process.kill(pid, "SIGINT");
    else child.stdin.end();
    await exit;
    rmSync(folder, { recursive: true, force: true });
  };
  const urlOf = (database) => `postgres://${user}@127.0.0.1:${port}/${database}`;
  try {
    const version = await waitFor(() => query(urlOf("postgres"), "show server_version"), child);
    return { version: version.rows[0].server_version.split(" ")[0], createTables, stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function createTables(database, sql) {
    await query(urlOf("postgres"), `create database ${database}`);
    await query(urlOf(database), sql);
    return urlOf(database);
  }
}

function readPid(file) {
  return existsSync(file) ? parseInt(readFileSync(file, "utf8")) : undefined;
}

/** Imported only now: whoever has no PostgreSQL does without the peers, too. */
async function query(connectionString, sql) {
  const { Client } = createRequire(join(import.meta.dirname, "peers/package.json"))("pg");
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function waitFor(attempt, child) {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) throw error;
      await setTimeout(100);
    }
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

function isRoot() {
  return process.getuid?.() === 0;
}
