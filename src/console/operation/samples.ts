/** The figures of the service over time: what happened between one reading and the next. */
import type { Figures } from "../../service/metrics.ts";

/** Counts up to each bound; the last counts all. */
export type Durations = Figures["durations"];

/** Figures that only grow, as they were at one time. */
export interface Sample {
  readonly atMs: number;
  readonly requests: number;
  readonly failed: number;
  /** The durations of responses, in seconds. */
  readonly responses: Durations;
  /** The durations of the store's batches, in seconds; undefined for a store that does not measure them. */
  readonly commits: Durations | undefined;
}

/** What happened up to a time; undefined if nothing did. */
interface Point {
  readonly atMs: number;
  readonly requestsPerSecond: number;
  readonly failedPerSecond: number;
  readonly medianMs: number | undefined;
  readonly slowMs: number | undefined;
  readonly commitMs: number | undefined;
}

/** Half an hour of readings every five seconds. */
const most = 360;

/** Adds a reading. Figures that shrank come from a restarted service. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const before = samples.at(-1);
  if (before && sample.requests < before.requests) return [sample];
  return [...samples, sample].slice(-most);
}

export function pointsOf(samples: readonly Sample[]): readonly Point[] {
  return samples.slice(1).map((sample, index) => {
    const before = samples[index] ?? sample;
    const seconds = Math.max(0.001, (sample.atMs - before.atMs) / 1000);
    const responses = between(before.responses, sample.responses);
    const commits = sample.commits && before.commits && between(before.commits, sample.commits);
    return {
      atMs: sample.atMs,
      requestsPerSecond: (sample.requests - before.requests) / seconds,
      failedPerSecond: (sample.failed - before.failed) / seconds,
      medianMs: inMs(quantile(responses, 0.5)),
      slowMs: inMs(quantile(responses, 0.99)),
      commitMs: commits && inMs(quantile(commits, 0.5)),
    };
  });
}

function between(before: Durations, { bounds, counts }: Durations): Durations {
  return { bounds, counts: counts.map((count, index) => count - (before.counts[index] ?? 0)) };
}

/**
 * The value below which that share of all lies, taken as evenly spread between two bounds.
 *
 * @returns undefined if there is none; the largest bound if it lies beyond
 */
export function quantile({ bounds, counts }: Durations, share: number): number | undefined {
  const all = counts.at(-1) ?? 0;
  if (all === 0) return undefined;
  const wanted = share * all;
  const index = counts.findIndex((count) => count >= wanted);
  const [low, high] = [bounds[index - 1] ?? 0, bounds[index]];
  if (high === undefined) return bounds.at(-1);
  const [below = 0, upTo = 0] = [index > 0 ? counts[index - 1] : 0, counts[index]];
  return low + ((high - low) * (wanted - below)) / (upTo - below);
}

function inMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}
