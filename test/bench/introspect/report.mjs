/** Results of one size of keyspace → tables for people; saved ones → the report in the README of the benchmarks. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderTable as renderCases } from "../results.mjs";
import { formatted, renderNumber, renderTable } from "../runtime/results.mjs";
import { names } from "./cases.mjs";

const directory = join(import.meta.dirname, "results");
const readme = join(import.meta.dirname, "../README.md");
const [begin, end] = ["<!-- test/bench/introspect/results -->", "<!-- end of test/bench/introspect/results -->"];

/** One file for each number of tables, since they are not always measured together. */
export async function saveResults(results) {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `tables-${results.tables}.json`), await formatted(JSON.stringify(results), "json"));
}

/** Renews the report, between its marks. */
export async function writeReport() {
  const saved = readdirSync(directory).map((file) => JSON.parse(readFileSync(join(directory, file), "utf8")));
  const report = saved.sort((one, other) => one.tables - other.tables).map(renderSize);
  const text = readFileSync(readme, "utf8");
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`test/bench/README.md lacks the lines ${begin} and ${end}`);
  const changed = `${text.slice(0, from + begin.length)}\n\n${report.join("\n")}\n${text.slice(to)}`;
  writeFileSync(readme, await formatted(changed, "markdown"));
}

/** As Markdown. */
export function renderSize({ date, node, system, cores, load, tables, rounds, driver, steps, database, peers }) {
  const title = `${tables.toLocaleString("en")} tables`;
  const place = `${date}, Node ${node.slice(1)}, ${system}, ${cores} cores, load ${load} before it began`;
  const cold = rounds.cold ? ", none before it" : "";
  return [
    `#### ${title}\n`,
    `${place}; medians of ${count(rounds.driver)}.\n`,
    renderCases([{ title, cases: driver }]),
    renderAims(driver),
    `Step by step, in a process with nothing but what the steps need; medians of ${count(rounds.steps)}:\n`,
    renderSteps(steps, driver),
    ...(peers
      ? [`Beside the peers on PostgreSQL ${database}, ${count(rounds.peers)}${cold}:\n`, renderPeers(peers)]
      : ["There was no PostgreSQL to run the peers on.\n"]),
  ].join("\n");
}

function renderAims(cases) {
  const [bare, introspect, generate] = [names.bare, names.introspect, names.generate].map((name) => find(cases, name));
  const beyond = (key) => (introspect[key] - bare[key]) / generate[key];
  return renderTable(
    ["aim", "wanted", "found"],
    [
      ["wall beyond the driver's ÷ `generate`", "≤ 1.3", renderNumber(beyond("wallMs"), 2)],
      ["the same, CPU", "", renderNumber(beyond("cpuMs"), 2)],
      ["`introspect` ÷ the driver alone, wall", "", renderNumber(introspect.wallMs / bare.wallMs, 2)],
    ],
  );
}

function renderSteps(steps, cases) {
  const sum = steps.reduce((total, { ms }) => total + ms, 0);
  const whole = find(cases, names.introspect).wallMs;
  const rows = steps.map(({ name, ms }) => [name, renderNumber(ms, 1)]);
  const ends = ["together", renderNumber(sum, 1)];
  return renderTable(["step", "ms"], [...rows, ends, ["`introspect` beside the driver", renderNumber(whole, 1)]]);
}

function renderPeers(cases) {
  const both = find(cases, names.both);
  const rows = cases.map(({ name, medians: { wallMs, cpuMs, peakBytes, writtenBytes } }) => [
    name,
    renderNumber(wallMs, 0),
    renderNumber(cpuMs, 0),
    renderNumber(peakBytes / 1e6, 0),
    writtenBytes === undefined ? "" : renderNumber(writtenBytes / 1e3, 0),
    renderNumber(both.wallMs / wallMs, 2),
    renderNumber(both.cpuMs / cpuMs, 2),
  ]);
  const heads = ["case", "wall ms", "CPU ms", "peak MB", "written kB", "both of ours ÷ this, wall", "the same, CPU"];
  return renderTable(heads, rows);
}

function count(rounds) {
  return `${rounds} ${rounds === 1 ? "round" : "rounds"}`;
}

function find(cases, name) {
  return cases.find((one) => one.name === name).medians;
}
