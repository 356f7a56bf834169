import { describe, expect, it, test } from "vitest";
import { addSample, pointsOf, quantile } from "../../../src/console/operation/samples.ts";
import type { Sample } from "../../../src/console/operation/samples.ts";

const bounds = [0.01, 0.1, 1];
const sample = (atMs: number, requests: number, failed: number, counts: readonly number[]): Sample => ({
  atMs,
  requests,
  failed,
  responses: { bounds, counts },
  commits: undefined,
});

test.each([
  [[0, 0, 0, 0], 0.5, undefined],
  [[10, 10, 10, 10], 0.5, 0.005],
  [[0, 10, 10, 10], 0.5, 0.055],
  [[5, 10, 10, 10], 0.5, 0.01],
  [[0, 0, 0, 4], 0.99, 1],
])("of counts %j the quantile %d is %d", (counts, share, value) => {
  const found = quantile({ bounds, counts }, share);
  if (value === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(value);
});

describe("readings", () => {
  it("become what happened between them", () => {
    const samples = [sample(0, 100, 1, [90, 100, 100, 100]), sample(5_000, 150, 2, [90, 150, 150, 150])];
    const [point] = pointsOf(samples);
    expect(point).toMatchObject({ atMs: 5_000, requestsPerSecond: 10, failedPerSecond: 0.2, commitMs: undefined });
    expect(point?.medianMs).toBeCloseTo(55);
    expect(pointsOf([samples[0]!, { ...samples[0]!, atMs: 5_000 }])[0]).toMatchObject({ medianMs: undefined });
  });

  it("begin again with the service, and are kept for a while", () => {
    const first = sample(0, 100, 0, [0, 0, 0, 100]);
    expect(addSample([first], sample(1, 3, 0, [0, 0, 0, 3]))).toHaveLength(1);
    let samples: readonly Sample[] = [];
    for (let index = 0; index < 400; index++) samples = addSample(samples, sample(index, index, 0, [0, 0, 0, index]));
    expect([samples.length, samples.at(-1)?.requests]).toEqual([360, 399]);
  });
});
