/** The saved results → the tables of the runtime's README: what was wanted, what was found, and the same for others. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatted, loadResults, renderNumber, renderTable } from "./results.mjs";
import { targets } from "./targets.mjs";

const readme = join(import.meta.dirname, "../../../src/runtime/README.md");
const [begin, end] = ["<!-- test/bench/runtime/results -->", "<!-- end of test/bench/runtime/results -->"];

/** What a table says where nothing was saved. */
const unknown = "–";

const [overFetch, overNode] = ["session, fetchTransport", "session, nodeTransport"];

/** Of a benchmark's saved groups, by their order: their titles tell how much was asked for. */
const median = (benchmark, group, name, key) => (results) => find(results, benchmark, group, name)?.medians[key];
const ratio = (benchmark, group, name, key) => (results) => find(results, benchmark, group, name)?.ratios[key];
/** How many times the second the first is. */
const quotient = (one, other) => (results) => one(results) / other(results);
const kilobytes = (group, name) => (results) => median("size", group, name, "gzipped")(results) / 1000;
const added = (results) =>
  kilobytes(1, "createSession, nodeTransport")(results) - kilobytes(1, "createSession")(results);
const rows = (group, name) => median("batch", group, name, "perSecond");
const check = (name) => median("validate", 0, name, "nsPerRow");

/** Name, aim, what was found, digits. Where an aim depends on Node, it stands for 20, 22 and 24. */
const aims = [
  ...targets.flatMap(([what, found, digits, wanted]) =>
    wanted === "" ? [] : [[what, wanted, (results) => found(results, ""), digits]],
  ),
  ["what `nodeTransport` adds, kB", "≤ 1.0", added, 1],
  ["calls a second over `nodeTransport` ÷ plain `fetch`", "≥ 2.5, 2, 1.6", ratio("call", 0, overNode, "perSecond"), 2],
  ["rows a second, batched ÷ a call for each, stub", "≥ 20", ratio("batch", 0, "Promise.all, fetch", "perSecond"), 1],
  ["the same, graphql-js", "≥ 5", ratio("batch", 3, "Promise.all, fetch", "perSecond"), 1],
  [
    "batched ÷ each row awaited, 2 ms",
    "≥ 100",
    quotient(rows(1, "Promise.all, fetch"), rows(1, "each row awaited, fetch")),
    0,
  ],
  ["bytes that a call leaves in memory", "0", median("memory", 0, "session in process", "retainedBytes"), 1],
  ["ms that the process lives on", "≤ 50", median("memory", 1, "nodeTransport", "waitedMs"), 1],
  ["import of 1,000 tables, ms", "≤ 25", median("import", 1, "tables", "importMs"), 1],
  ["copies of zod loaded by that", "0", median("import", 1, "tables", "zod"), 0],
  ["check of a row ÷ zod", "≤ 0.80", ratio("validate", 0, "runtime, check alone", "nsPerRow"), 2],
  ["check of a row ÷ zod without JIT", "≤ 0.20", quotient(check("runtime, check alone"), check("zod without JIT")), 2],
  [
    "the same ÷ the CPU of a call over `fetch`",
    "≤ 0.05",
    (results) => check("runtime, check alone")(results) / (1000 * median("call", 0, overFetch, "cpuUs")(results)),
    3,
  ],
];

/** Client of the call benchmark → its case in that of size; Node's own weigh nothing. */
const clients = new Map([
  ["fetch", undefined],
  [overFetch, "createSession, insert, find"],
  [overNode, undefined],
  ["ofetch", "ofetch"],
  ["ky", "ky"],
  ["graphql-request", "graphql-request"],
  ["urql", "@urql/core with authExchange and retryExchange"],
]);

/** Renews the tables in the README, between their marks; without them it prints what would stand there. */
export async function writeReport() {
  const text = readFileSync(readme, "utf8");
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  const report = renderReport(loadResults());
  if (from < 0 || to < from) {
    console.error(
      `src/runtime/README.md lacks the lines ${begin} and ${end}, between which this belongs:\n\n${report}`,
    );
    return;
  }
  const changed = `${text.slice(0, from + begin.length)}\n\n${report}\n${text.slice(to)}`;
  writeFileSync(readme, await formatted(changed, "markdown"));
}

/** As Markdown; a column for each Node that something was saved of. */
function renderReport(results) {
  const nodes = [...results].sort(([one], [other]) => one - other);
  const show = (find, digits) => nodes.map(([, saved]) => renderFound(find(saved), digits));
  const aimed = aims.map(([name, wanted, find, digits]) => [name, wanted, ...show(find, digits)]);
  const compared = [...clients].map(([name, program]) => [
    name,
    program ? show(kilobytes(0, program), 1).find((shown) => shown !== unknown) : "",
    ...["latencyUs", "cpuUs", "perSecond"].map((key) => show(ratio("call", 0, name, key), 2).join(" / ")),
  ]);
  const versions = nodes.map(([node]) => node);
  return [
    renderTable(["aim", "wanted", ...versions.map((node) => `Node ${node}`)], aimed),
    `Beside others in the same run, as multiples of plain \`fetch\`, on Node ${versions.join(" / ")}:\n`,
    renderTable(["client", "kB in gzip", "time of a call", "its CPU", "calls a second, 50 at once"], compared),
  ].join("\n");
}

function find(results, benchmark, group, name) {
  return results[benchmark]?.groups[group]?.cases.find((one) => one.name === name);
}

function renderFound(value, digits) {
  return value === undefined || Number.isNaN(value) ? unknown : renderNumber(value, digits);
}
