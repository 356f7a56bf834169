/**
 * Prints the table of targets from the saved results: before, after and wanted, for each Node.
 *
 * `node targets.mjs` also writes it to `../targets.md`; so does every run of `run.mjs` with `--save`.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatted, labelOfBefore, loadResults, renderNumber, renderTable } from "./results.mjs";

/** The benchmarks that the table is made of. */
export const targetBenchmarks = ["size", "cpu", "call", "rows", "import", "store"];

const file = join(import.meta.dirname, "../targets.md");
const unknown = "–";

const [overFetch, overNode] = ["session, fetchTransport", "session, nodeTransport"];
const batching = "createSession, insert, find, batchWrites";
const unbatched = "createSession, insert, find";

const median = (benchmark, group, name, key) => (saved, label) =>
  find(saved, benchmark, group, name + label)?.medians[key];
const ratio = (benchmark, group, name, key) => (saved, label) =>
  find(saved, benchmark, group, name + label)?.ratios[key];
const size = (name) => (saved, label) => median("size", 0, name, "gzipped")(saved, label) / 1000;
const cpu = (name) => median("cpu", 0, name, "cpuUs");
const rows = (place) => (saved, label) => inOrder(saved.rows, label)[place]?.medians.perSecond;

/** A version without `batchWrites` ships batching with every session. */
const sizeWithout = (saved, label) => (hasBatching(saved, label) ? size(unbatched)(saved, label) : undefined);
const sizeWith = (saved, label) => size(hasBatching(saved, label) ? batching : unbatched)(saved, label);
const hasBatching = (saved, label) => find(saved, "size", 0, batching + label) !== undefined;

/** What is measured, how to find it, digits, and what is wanted. */
export const targets = [
  ["`createSession`, kB in gzip", size("createSession"), 1, "≤ 6"],
  ["with insert and find, without batching", sizeWithout, 1, "≤ 8.5"],
  ["with insert, find and batching", sizeWith, 1, "≤ 10"],
  ["everything", size("all of it"), 1, "≤ 18"],
  ["our CPU, no I/O, µs: insert, without batching", cpu("insert, without batching"), 1, "≤ 8"],
  ["insert awaited, with batching", cpu("insert, awaited"), 1, "≤ 15"],
  ["a row of a `Promise.all` of 1,000", cpu("a row of a Promise.all of 1,000"), 1, "≤ 8"],
  ["a row of a `Promise.all` of 20,000", cpu("a row of a Promise.all of 20,000"), 1, "≤ 8"],
  ["a row of `bulk`", cpu("a row of bulk"), 1, ""],
  ["get", cpu("get"), 1, "≤ 12"],
  ["a call over `fetch` ÷ plain `fetch`, time", ratio("call", 0, overFetch, "latencyUs"), 2, "≤ 1.08"],
  ["the same, CPU", ratio("call", 0, overFetch, "cpuUs"), 2, "≤ 1.10"],
  ["a call over `nodeTransport` ÷ plain `fetch`, time", ratio("call", 0, overNode, "latencyUs"), 2, "≤ 0.55"],
  ["the same, CPU", ratio("call", 0, overNode, "cpuUs"), 2, "≤ 0.45"],
  ["rows a second over `nodeTransport`: one `Promise.all` of 100,000", rows(0), 0, "≥ 80,000"],
  ["slices of 5,000 rows", rows(1), 0, ""],
  ["`bulk`", rows(2), 0, ""],
  ["plain documents by hand", (saved, label) => (label ? undefined : byHand(saved)?.medians.perSecond), 0, ""],
  ["import of the built runtime, ms", median("import", 0, "runtime, as it is built", "importMs"), 1, "≤ 5"],
  ["insert by `storeSession` ÷ the store's own", ratio("store", 0, "storeSession", "latencyUs"), 2, "≤ 1.3"],
  ["get by `storeSession` ÷ the store's own", ratio("store", 1, "storeSession", "latencyUs"), 2, "≤ 1.3"],
];

/** Writes the file. @returns its text */
export async function writeTargets() {
  const nodes = [...loadResults()].sort(([one], [other]) => one - other);
  const text = await formatted(
    `# Targets of the runtime\n\nWritten by \`node test/bench/runtime/targets.mjs\` from the saved results; [README](README.md) describes the benchmarks.
Medians. Both columns come from one run in which the versions took turns.\n\n${nodes.map(renderNode).join("\n")}`,
    "markdown",
  );
  writeFileSync(file, text);
  return text;
}

function renderNode([node, saved]) {
  const runs = Object.entries(saved).filter(([name]) => targetBenchmarks.includes(name));
  const found = targets.map(([what, find, digits, wanted]) => {
    const [before, after] = [labelOfBefore, ""].map((label) => find(saved, label));
    return [what, render(before, digits), render(after, digits), wanted, judge(after, wanted)];
  });
  const when = runs.map(([name, { date, before, node: version, load }]) => {
    return `${name}: ${date}, Node ${version.slice(1)}, load ${load}${before ? `, before is \`${before.slice(0, 8)}\`` : ""}`;
  });
  const table = renderTable(["what", "before", "after", "wanted", "met"], found);
  return `## Node ${node}\n\n${table}\n${when.map((line) => `- ${line}\n`).join("")}`;
}

/** Whether `8.2` meets `≤ 8`. */
function judge(value, wanted) {
  if (wanted === "" || isUnknown(value)) return "";
  const limit = Number(wanted.slice(1).replaceAll(",", ""));
  return (wanted.startsWith("≤") ? value <= limit : value >= limit) ? "yes" : "no";
}

/** The cases of a version; the first case, by hand, belongs to none. */
function inOrder(saved, label) {
  const cases = saved?.groups[0].cases.slice(1) ?? [];
  return cases.filter(({ name }) => name.endsWith(labelOfBefore) === (label !== ""));
}

function byHand({ rows }) {
  return rows?.groups[0].cases[0];
}

function find(saved, benchmark, group, name) {
  return saved[benchmark]?.groups[group]?.cases.find((one) => one.name === name);
}

function render(value, digits) {
  return isUnknown(value) ? unknown : renderNumber(value, digits);
}

function isUnknown(value) {
  return value === undefined || Number.isNaN(value);
}

if (process.argv[1] === import.meta.filename) process.stdout.write(await writeTargets());
