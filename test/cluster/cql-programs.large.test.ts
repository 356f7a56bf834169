/**
 * Random CQL programs through the same driver, on the embedded store behind its port and on a live Cassandra: equal rows, equal
 * error codes. The long form has 10,000 statements.
 */
import { inspect } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listenCql } from "../../src/cql/index.ts";
import type { CqlListener } from "../../src/cql/index.ts";
import { loadDriver } from "../../src/source/cql/driver.ts";
import { openMemoryStore } from "../../src/store/index.ts";
import type { EmbeddedStore } from "../../src/store/index.ts";
import { answerOf, areEqual } from "../cql/program-answers.ts";
import type { DriverClient, DriverModule, ProgramAnswer } from "../cql/program-answers.ts";
import { program, programDefinitions, programKeyspace, programTables } from "../cql/random-programs.ts";
import type { ProgramStatement } from "../cql/random-programs.ts";
import { long } from "../support/long.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

const wanted = long ? 10_000 : 250;

interface Difference {
  readonly reason: string;
  readonly concerns: (statement: ProgramStatement, expected: ProgramAnswer, answer: ProgramAnswer) => boolean;
}

/** Where the two differ and must: after such a statement nothing more of its program is compared. */
const differences: readonly Difference[] = [
  {
    reason: "the database fails with an error of its own program",
    concerns: (_, { code }) => ["server", "0x1300", "0x1500"].includes(code ?? ""),
  },
  {
    reason: "the database loses values of a slice of a map that is selected beside an element of it",
    concerns: ({ text }, { rows = [] }) =>
      text.includes("m['a'], m['a'..'b']") && rows.some((row) => row.some(holdsNull)),
  },
  {
    reason: "of several conditions the database refuses none that another one has decided, and not in their order",
    concerns: ({ text }, { columns }, { code }) =>
      / IF .* AND /.test(text) && columns?.[0] === "[applied]" && code !== undefined,
  },
];

await describeOnCluster("random programs of CQL", (cluster) => {
  const driver = loadDriver() as unknown as DriverModule;
  let store: EmbeddedStore;
  let listener: CqlListener;
  let theirs: DriverClient;
  let ours: DriverClient;

  beforeAll(async () => {
    store = await openMemoryStore();
    listener = await listenCql({ port: 0, graceMs: 0 });
    await listener.open({ store });
    theirs = await connect(cluster());
    ours = await connect({ contactPoints: [`127.0.0.1:${listener.port}`] });
  }, 300_000);

  afterAll(async () => {
    await theirs.execute(`DROP KEYSPACE IF EXISTS ${programKeyspace}`);
    await Promise.all([theirs.shutdown(), ours.shutdown()]);
    await listener.close();
    await store.close();
  });

  async function connect(target: object): Promise<DriverClient> {
    const client = new driver.Client({
      ...target,
      localDataCenter: "datacenter1",
      policies: { timestampGeneration: null },
      encoding: { map: Map, useUndefinedAsUnset: true },
      socketOptions: { readTimeout: 60_000 },
    });
    for (const definition of programDefinitions) await client.execute(definition);
    await client.execute(`USE ${programKeyspace}`);
    return client;
  }

  it("answers as Cassandra does", { timeout: long ? 3_600_000 : 120_000 }, async () => {
    const wrong: string[] = [];
    const reasons = new Map<string, number>();
    let compared = 0;
    for (const statements of fc.sample(program, long ? { numRuns: 2_000 } : { numRuns: 100, seed: 7 })) {
      if (compared >= wanted) break;
      for (const client of [ours, theirs]) {
        for (const table of programTables) await client.execute(`TRUNCATE ${table}`);
      }
      for (const [place, statement] of statements.entries()) {
        const [answer, expected] = await Promise.all([
          answerOf(driver, ours, statement),
          answerOf(driver, theirs, statement),
        ]);
        compared++;
        if (areEqual(answer, expected)) continue;
        const known = differences.find(({ concerns }) => concerns(statement, expected, answer));
        if (known) reasons.set(known.reason, (reasons.get(known.reason) ?? 0) + 1);
        else wrong.push(show({ program: statements.slice(0, place + 1), answer, expected }));
        break;
      }
    }
    expect(wrong.slice(0, 5).join("\n\n"), `${wrong.length} of ${compared}, explained: ${inspect(reasons)}`).toBe("");
    expect(compared).toBeGreaterThanOrEqual(wanted);
  });
});

function holdsNull(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).includes(null);
}

function show(difference: object): string {
  return inspect(difference, { depth: 6, breakLength: 160 });
}
