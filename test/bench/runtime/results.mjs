/** Samples → medians and their ratios → tables for people, and files that keep them. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";

const directory = join(import.meta.dirname, "results");

/** What the name of a case ends with that measures an earlier version; the same name without it is the new one. */
export const labelOfBefore = " (before)";

/**
 * The median of each measure of each case, how many times that of the group's first case it is, and the samples. `change` is
 * how many times the median of the version before, when that was measured too.
 */
export function summarize({ title, measures, cases }, samples) {
  const medians = new Map(cases.map(({ name }) => [name, mediansOf(samples.get(name), Object.keys(measures))]));
  const first = medians.get(cases[0].name);
  return {
    title,
    measures,
    cases: cases.map(({ name }) => {
      const own = medians.get(name);
      const before = medians.get(name + labelOfBefore);
      const change = before && { change: ratiosOf(own, before) };
      return { name, medians: own, ratios: ratiosOf(own, first), ...change, samples: samples.get(name) };
    }),
  };
}

function ratiosOf(own, other) {
  return Object.fromEntries(Object.keys(own).map((key) => [key, round(own[key] / other[key], 3)]));
}

function mediansOf(samples, keys) {
  return Object.fromEntries(keys.map((key) => [key, median(samples.map((sample) => sample[key]))]));
}

/**
 * As Markdown; prettier aligns the columns. Behind a figure stands how many times that of the first case it is, and behind that
 * how many times that of the version before.
 */
export function renderGroup({ title, measures, cases }) {
  const columns = Object.entries(measures);
  const head = [title, ...columns.map(([, { head }]) => head)];
  const rows = cases.map(({ name, medians, ratios, change }) => [
    name,
    ...columns.map(([key, { digits, compared = true }]) => {
      const figure = renderNumber(medians[key], digits);
      const ratio = compared ? [`${ratios[key].toFixed(2)} ×`] : [];
      const both = Number.isFinite(change?.[key]) ? [...ratio, `${change[key].toFixed(2)} × before`] : ratio;
      return both.length > 0 ? `${figure} (${both.join(", ")})` : figure;
    }),
  ]);
  return renderTable(head, rows);
}

/** The first column is text, the others are numbers. */
export function renderTable(head, rows) {
  const rule = head.map((_, column) => (column === 0 ? "---" : "---:"));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

export function renderNumber(value, digits) {
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** What the numbers depend on, without a word of whose machine it is. */
export function describeMachine() {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    // Over the last minute, before we began.
    load: round(loadavg()[0], 2),
  };
}

/** Each Node has a folder of its own, since what is compared is what one run found. */
export async function saveResults(name, results) {
  const folder = join(directory, `node${parseInt(process.versions.node)}`);
  mkdirSync(folder, { recursive: true });
  const slim = JSON.stringify(results, (_, value) => (typeof value === "number" ? round(value, 3) : value));
  writeFileSync(join(folder, `${name}.json`), await formatted(slim, "json"));
}

/** Node's major version → benchmark → what was saved of it. */
export function loadResults() {
  const nodes = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(
    nodes.map(({ name }) => {
      const files = readdirSync(join(directory, name));
      const saved = files.map((file) => [
        file.slice(0, -5),
        JSON.parse(readFileSync(join(directory, name, file), "utf8")),
      ]);
      return [Number(name.slice(4)), Object.fromEntries(saved)];
    }),
  );
}

/** Imported after all is measured, and as the repository's own files are formatted. */
export async function formatted(text, parser) {
  const prettier = await import("prettier");
  return prettier.format(text, { parser, ...(await prettier.resolveConfig(import.meta.filename)) });
}

export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function round(value, digits) {
  return Number(value.toFixed(digits));
}
