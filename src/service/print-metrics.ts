/** Prints metrics in the text format of Prometheus. */
import { Histogram } from "../store/index.ts";
import type { Statistic } from "../store/index.ts";

/** Labels → value. */
type Samples = Iterable<readonly [labels: string, value: number | Histogram]>;

/** Without a value it is not printed. */
export type Metric = readonly [
  name: string,
  kind: Statistic["kind"],
  help: string,
  value: number | Histogram | Samples | undefined,
];

export function printMetrics(metrics: readonly Metric[]): string {
  return `${metrics.flatMap(printMetric).join("\n")}\n`;
}

function printMetric([name, kind, help, value]: Metric): readonly string[] {
  if (value === undefined) return [];
  const samples = typeof value === "number" || value instanceof Histogram ? [["", value] as const] : [...value];
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${kind}`,
    ...samples.flatMap(([labels, sample]) => printSample(name, labels, sample)),
  ];
}

function printSample(name: string, labels: string, value: number | Histogram): readonly string[] {
  const inBraces = labels && `{${labels}}`;
  if (typeof value === "number") return [`${name}${inBraces} ${value}`];
  const { bounds, counts, sum } = value;
  const prefix = labels && `${labels},`;
  return [
    ...counts.map((count, index) => `${name}_bucket{${prefix}le="${bounds[index] ?? "+Inf"}"} ${count}`),
    `${name}_sum${inBraces} ${sum}`,
    `${name}_count${inBraces} ${counts.at(-1)}`,
  ];
}
