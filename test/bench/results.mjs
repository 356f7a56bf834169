/** Samples → medians → a table for people. */

const measures = ["wallMs", "cpuMs", "peakBytes", "writtenBytes"];

/**
 * The medians of each case, the samples they come of, and how many times the wall time of the first case it takes.
 *
 * @param samples case → what was measured in each round
 */
export function summarize(samples) {
  const [floor] = samples.values();
  return [...samples].map(([name, own]) => {
    const columns = Object.fromEntries(
      measures.filter((measure) => measure in own[0]).map((measure) => [measure, own.map((sample) => sample[measure])]),
    );
    const medians = Object.fromEntries(Object.entries(columns).map(([measure, values]) => [measure, median(values)]));
    const timesEmpty = Number((medians.wallMs / median(floor.map((sample) => sample.wallMs))).toFixed(2));
    return { name, timesEmpty, medians, samples: columns };
  });
}

/** As Markdown; prettier aligns the columns. */
export function renderTable(groups) {
  const rows = groups.flatMap(({ title, cases }) =>
    cases.map(({ name, timesEmpty, medians: { wallMs, cpuMs, peakBytes, writtenBytes } }, index) => [
      index === 0 ? title : "",
      name,
      wallMs.toFixed(0),
      timesEmpty.toFixed(2),
      cpuMs.toFixed(0),
      (peakBytes / 1e6).toFixed(0),
      writtenBytes === undefined ? "" : (writtenBytes / 1e3).toFixed(0),
    ]),
  );
  const head = ["", "case", "wall ms", "× empty", "CPU ms", "peak MB", "written kB"];
  const rule = head.map((_, column) => (column < 2 ? "---" : "---:"));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const value = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return Number(value.toFixed(1));
}
