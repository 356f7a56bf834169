/**
 * Loses nodes and gateways of a cluster of three under load, and looks for what got lost with them.
 *
 *     npm run cluster                         # two minutes
 *     npm run cluster -- --long --save        # all scenarios, and the results in the README
 *     npm run cluster -- --only "a node killed"
 *     npm run cluster -- --older              # only the tests on older versions of Cassandra, which the long form ends with
 *
 * Exits with 1 when an acknowledged write is missing, a write that was said to be not applied is there, or a read does not
 * find an acknowledged row.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { format } from "prettier";
import { findTools } from "../find-tools.ts";
import { startNodes } from "../start-nodes.ts";
import type { Ledger } from "./ledger.ts";
import { startLoad } from "./load.ts";
import { testOlderVersions } from "./older-versions.ts";
import { openWays } from "./open-ways.ts";
import { renderFailures, renderResults } from "./report.ts";
import type { Mark, Result } from "./report.ts";
import { scenarios, shortScenarios } from "./scenarios.ts";
import { judge, problemsOf, readRows } from "./verdict.ts";

const { values: options } = parseArgs({
  options: {
    long: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    older: { type: "boolean", default: false },
  },
});
const warmUpMs = 2_000;
const recoveryTimeoutMs = 60_000;
const phase = options.long ? 10 : 3;
const names = options.only ?? (options.long ? Object.keys(scenarios) : shortScenarios);

const say = (text: string): void => void process.stderr.write(`${text}\n`);
if (options.older) {
  const failed = await testOlderVersions(say);
  say(failed.join("\n"));
  process.exit(failed.length > 0 ? 1 : 0);
}
const tools = await findTools();
if ("reason" in tools) {
  console.log(`nothing was tried: ${tools.reason}`);
  process.exit(0);
}
const cluster = await startNodes(tools, 3);
const results: Result[] = [];
const problems: string[] = [];
try {
  const { ways, gateways, contactPoints, close } = await openWays(cluster);
  try {
    for (const name of names) {
      const scenario = scenarios[name];
      if (!scenario) throw new Error(`unknown scenario "${name}": there are ${Object.keys(scenarios).join(", ")}`);
      say(name);
      const marks: Mark[] = [];
      const mark = (what: string): void => {
        marks.push({ at: Date.now(), what });
        say(`  ${what}`);
      };
      const begun = Date.now();
      const load = startLoad(ways);
      await setTimeout(warmUpMs);
      await scenario({ nodes: cluster.nodes, gateways, phase, mark });
      await setTimeout(phase * 1000);
      await recovery([...load.ledgers.values()], marks.at(-1)?.at ?? begun);
      mark("load stopped");
      await load.stop();
      const seconds = (Date.now() - begun) / 1000;
      const rows = await readRows(contactPoints);
      for (const [way, ledger] of load.ledgers) {
        const verdict = judge(ledger, rows);
        results.push({ scenario: name, way, seconds, marks, ledger, verdict });
        problems.push(...problemsOf(verdict).map((problem) => `${name}, ${way}: ${problem}`));
      }
    }
  } finally {
    problems.push(...(await close()));
  }
} finally {
  await cluster.stop();
}
const table = renderResults(results);
process.stdout.write(table);
say(renderFailures(results));
if (options.long && !options.only) problems.push(...(await testOlderVersions(say)));
say(problems.join("\n"));
if (options.save) await save(table);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Waits until every way acknowledges writes again, but not for ever. */
async function recovery(ledgers: readonly Ledger[], since: number): Promise<void> {
  const deadline = Date.now() + recoveryTimeoutMs;
  while (ledgers.some(({ lastAcknowledged }) => lastAcknowledged < since)) {
    if (Date.now() > deadline) return void problems.push("not every way acknowledged writes again");
    await setTimeout(50);
  }
}

/** Renews the table in the README, below the mark. */
async function save(table: string): Promise<void> {
  const file = join(import.meta.dirname, "README.md");
  const mark = "<!-- results -->\n";
  const [head = ""] = readFileSync(file, "utf8").split(mark);
  const date = new Date().toISOString().slice(0, 10);
  const text = `${head}${mark}\n${date}, Node ${process.versions.node}, ${process.platform}:\n\n${table}`;
  writeFileSync(file, await format(text, { parser: "markdown", printWidth: 120 }));
}
