/**
 * What breaks first as gateways are added: a simulation with measured costs, in seconds.
 *
 *     node test/bench/scale/simulate.mjs            # tables for docs/scaling.md
 *     node test/bench/scale/simulate.mjs --save     # and the curves, docs/images/scaling-*.svg
 *
 * Tokens are simulated use by use: a balancer sends each request to any gateway, and a gateway writes the last use of a token
 * as the service does. All else is arithmetic on the costs below.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { drawCurves } from "../draw-charts.mjs";

/** CPU µs, each of a benchmark beside this one; `docs/scaling.md` says of which. */
export const costs = {
  gatewayInsert: 210,
  gatewayRow: 280,
  /** Of each replica, by `measure-nodes.mjs`. A conditional write has four round trips between the replicas. */
  nodeInsert: 254,
  nodeRead: 138,
  nodeConditional: 1666,
  login: 200_000,
};
const replicas = 3;
/** Half of a core, so that peaks and the failure of a machine have room. */
const usable = 0.5;
const slideMs = 60_000;

/**
 * Slides and reads of the last use a minute for one token, which is used so often a minute through so many gateways.
 *
 * `readsFirst` is what the service does; without it each gateway writes by itself.
 */
export function simulateToken({ gateways, usesPerMinute, readsFirst, minutes = 20, random }) {
  const known = new Map();
  let kept = 0;
  const counts = { reads: 0, writes: 0 };
  const end = minutes * slideMs;
  for (let now = 0; now < end; now += (-Math.log(1 - random()) * slideMs) / usesPerMinute) {
    const gateway = Math.floor(random() * gateways);
    let seen = known.get(gateway);
    if (seen === undefined) {
      counts.reads++;
      seen = kept;
    }
    if (now - seen >= slideMs) {
      if (readsFirst) counts.reads++;
      const isFresh = readsFirst && now - kept < slideMs;
      if (!isFresh) {
        counts.writes++;
        kept = now;
      }
      seen = isFresh ? kept : now;
    }
    known.set(gateway, seen);
  }
  return { reads: counts.reads / minutes, writes: counts.writes / minutes };
}

/** Cores of nodes that tokens take: each conditional write works on all replicas, a read at LOCAL_QUORUM on two of them. */
export function coresForTokens({ reads, writes }, tokens) {
  const perMinute = tokens * (writes * replicas * costs.nodeConditional + reads * 2 * costs.nodeRead);
  return perMinute / 60 / 1e6;
}

/** A generator of numbers from 0 to 1 that gives the same ones each time. */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const gatewayCounts = [1, 3, 10, 30, 100, 300, 1000];
/** Of a backend, which sends many requests, and of a browser, which sends few. */
const uses = { "300 requests a minute": 300, "6 requests a minute": 6 };

function curvesOfTokens() {
  return Object.entries(uses).flatMap(([name, usesPerMinute]) =>
    [false, true].map((readsFirst) => ({
      name: `${name}${readsFirst ? "" : ", each gateway writes"}`,
      points: gatewayCounts.map((gateways) => {
        const samples = Array.from({ length: 20 }, (_, seed) =>
          simulateToken({ gateways, usesPerMinute, readsFirst, random: createRandom(seed) }),
        );
        const mean = (key) => samples.reduce((sum, sample) => sum + sample[key], 0) / samples.length;
        return [gateways, coresForTokens({ reads: mean("reads"), writes: mean("writes") }, 10_000)];
      }),
    })),
  );
}

/** By the number of gateways: what they ask of the cluster without a single request. */
function idleLoad(gateways, nodes) {
  return {
    connectionsOfNode: gateways,
    connections: gateways * nodes,
    looksPerSecond: gateways,
    coresOfLooks: (gateways * costs.nodeRead) / 1e6,
    /** A change of definitions: each gateway reads eight system tables of a keyspace. */
    coreSecondsOfChange: (gateways * 8 * costs.nodeRead) / 1e6,
  };
}

function plan(requestsPerSecond, { writes = 0.2 } = {}) {
  const mix = (write, read) => writes * write + (1 - writes) * read;
  const gateway = mix(costs.gatewayInsert, costs.gatewayRow);
  const node = mix(costs.nodeInsert * replicas, costs.nodeRead * 2);
  const cores = (micros) => Math.ceil((requestsPerSecond * micros) / 1e6 / usable);
  return { gateways: cores(gateway), nodeCores: cores(node) };
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { save: { type: "boolean", default: false } } });
  const curves = curvesOfTokens();
  console.log("Cores of the cluster for 10,000 tokens in use, by gateways");
  console.table(
    Object.fromEntries(
      curves.map(({ name, points }) => [
        name,
        Object.fromEntries(points.map(([gateways, cores]) => [gateways, cores.toFixed(2)])),
      ]),
    ),
  );
  console.log("Without a request, 12 nodes");
  console.table(Object.fromEntries([10, 100, 1000].map((gateways) => [gateways, idleLoad(gateways, 12)])));
  console.log(
    "One process of serve for each core, nodes in cores, one write in five, three replicas, half of each in use",
  );
  console.table(Object.fromEntries([1000, 10_000, 100_000, 1_000_000].map((rate) => [rate, plan(rate)])));
  console.log("Seconds until all clients have logged in again, after a loss of all tokens");
  console.table(
    Object.fromEntries(
      [1000, 10_000, 100_000].map((clients) => [
        clients,
        Object.fromEntries(
          [10, 100, 1000].map((gateways) => [gateways, ((clients * costs.login) / 1e6 / gateways).toFixed(1)]),
        ),
      ]),
    ),
  );
  if (values.save) {
    const title = "Cores of the cluster that 10,000 tokens take, by the number of gateways";
    for (const theme of ["light", "dark"]) {
      const file = join(import.meta.dirname, `../../../docs/images/scaling-${theme}.svg`);
      writeFileSync(file, drawCurves(curves, { theme, title, x: "gateways", y: "cores of the cluster" }));
    }
  }
}
