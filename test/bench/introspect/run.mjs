/**
 * Measures `introspect` on a real Cassandra, and prints tables of medians; `../README.md` tells what is asked and what was found.
 *
 * The cases take turns, round by round, and what is compared is the ratio of their medians within one run. Runs `dist/`; the
 * steps alone are a bundle of the sources. No test depends on this.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { describeMachine, formatted } from "../runtime/results.mjs";
import { findCassandra, startCassandra } from "./cassandra.mjs";
import { measureSize } from "./measure-size.mjs";
import { findPostgres, startPostgres } from "./postgres.mjs";
import { renderSize, saveResults, writeReport } from "./report.mjs";

const { sizes, save } = parseCommandLine();
const root = join(import.meta.dirname, "../../..");
execFileSync(process.execPath, [join(root, ".ci/prepare.mjs")], { stdio: ["ignore", 2, 2] });
const cassandra = await findCassandra();
if ("reason" in cassandra) {
  console.error(`there is nothing to introspect: ${cassandra.reason}`);
  process.exit(1);
}
const postgres = findPostgres();
if (postgres.reason) console.error(`without the peers: ${postgres.reason}`);
else install();

// The first Ctrl-C ends what is measured, and that failure clears up here; a second one ends us at once.
process.once("SIGINT", () => {});
const machine = describeMachine();
const folder = mkdtempSync(join(tmpdir(), "colonnade-bench-"));
const opened = [];
try {
  const cluster = open(await startCassandra(cassandra));
  const database = postgres.reason ? undefined : open(await startPostgres(postgres));
  // Every process that is measured has them.
  process.env.CASSANDRA_USERNAME = cluster.credentials.username;
  process.env.CASSANDRA_PASSWORD = cluster.credentials.password;
  for (const tables of sizes) {
    const results = { ...machine, tables, ...(await measureSize(tables, { folder, cluster, database })) };
    process.stdout.write(await formatted(renderSize(results), "markdown"));
    if (save) await saveResults(results);
  }
  if (save) await writeReport();
} finally {
  await Promise.allSettled(opened.map(({ stop }) => stop()));
  rmSync(folder, { recursive: true, force: true });
}

function parseCommandLine() {
  const flag = { type: "boolean", default: false };
  try {
    const { values } = parseArgs({ options: { quick: flag, long: flag, save: flag } });
    if (!values.quick) return { sizes: values.long ? [200, 1000] : [200], save: values.save };
    if (!values.long && !values.save) return { sizes: [50], save: false };
  } catch {
    // The usage tells what would have been right.
  }
  console.error("node test/bench/introspect/run.mjs [--quick | [--long] [--save]]");
  process.exit(2);
}

function install() {
  const cwd = join(import.meta.dirname, "peers");
  const lock = readFileSync(join(cwd, "package-lock.json"), "utf8");
  const stamp = join(cwd, "node_modules/.colonnade");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.error("installing the peers …");
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel", "error"], {
    cwd,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  writeFileSync(stamp, lock);
}

function open(server) {
  opened.push(server);
  return server;
}
