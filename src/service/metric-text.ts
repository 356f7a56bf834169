/** Lines of the text format of Prometheus. */
import type { Histogram, Statistic } from "../store/index.ts";

export function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

export function printCounts(
  name: string,
  help: string,
  counts: Iterable<readonly [labels: string, count: number]>,
): string[] {
  return [...head(name, "counter", help), ...Array.from(counts, ([labels, count]) => `${name}{${labels}} ${count}`)];
}

/** @param labels of all its samples; none if empty */
export function printHistogram(name: string, { bounds, counts, sum }: Histogram, labels = ""): string[] {
  const own = labels === "" ? "" : `{${labels}}`;
  const bucket = labels === "" ? "" : `${labels},`;
  return [
    ...counts.map((count, index) => `${name}_bucket{${bucket}le="${bounds[index] ?? "+Inf"}"} ${count}`),
    `${name}_sum${own} ${sum}`,
    `${name}_count${own} ${counts.at(-1)}`,
  ];
}

export function head(name: string, kind: Statistic["kind"], help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`];
}

export function simple(name: string, kind: Statistic["kind"], help: string, value: number): string[] {
  return [...head(name, kind, help), `${name} ${value}`];
}

/** The bounds of request durations, in seconds. */
export const durationBuckets: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];
