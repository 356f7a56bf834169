/** A materialized view of a live cluster: it is introspected, read by its bindings and the store, and nothing writes to it. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openCassandraStore } from "../../src/store/cassandra/cassandra-store.ts";
import type { Store, Value } from "../../src/store/index.ts";
import { runLine } from "../cli/run-line.ts";
import type { Outcome } from "../cli/run-line.ts";
import { compile } from "../support/compile.ts";
import { refusalOf } from "../store/embedded/temporary-store.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

const script = `
  CREATE KEYSPACE viewed WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
  CREATE TABLE viewed.people (id int PRIMARY KEY, country text, name text, tags set<text>);
  CREATE MATERIALIZED VIEW viewed.by_country AS SELECT country, id, name FROM viewed.people
    WHERE country IS NOT NULL AND id IS NOT NULL PRIMARY KEY (country, id) WITH CLUSTERING ORDER BY (id DESC);
`;

const reads = `
import type { Rows, Session } from "@colonnade/runtime";
import { findByCountry, getByCountry, scanByCountry } from "./db/index.js";
import type { ByCountryRow } from "./db/index.js";
export function inFrance(session: Session): Rows<ByCountryRow> {
  return findByCountry(session, { country: "fr" });
}
export async function nameOf(session: Session): Promise<string | null | undefined> {
  for await (const { name } of scanByCountry(session)) if (name !== null) return name;
  return (await getByCountry(session, { country: "fr", id: 1 }))?.name;
}
`;

const writes = `
export { insertByCountry } from "./db/index.js";
`;

await describeOnCluster("a materialized view", (cluster) => {
  const cwd = mkdtempSync(join(tmpdir(), "colonnade-views-"));
  let store: Store;
  const colonnade = (line: string): Promise<Outcome> => {
    const { username, password } = cluster().credentials;
    return runLine(line, { cwd, env: { CASSANDRA_USERNAME: username, CASSANDRA_PASSWORD: password } });
  };
  const asked = (): string => `--contact-points ${cluster().contactPoints.join(",")} --keyspace viewed`;

  beforeAll(async () => {
    await cluster().run(script);
    store = await openCassandraStore(cluster());
  }, 60_000);

  afterAll(async () => {
    await store.close();
    rmSync(cwd, { recursive: true, force: true });
  });

  it("gets bindings that read", { timeout: 60_000 }, async () => {
    const { code, stderr } = await colonnade(`introspect ${asked()} --output definitions`);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, "definitions/viewed/by_country.json"), "utf8"))).toMatchObject({
      viewOf: "people",
      primaryKey: { partitionKey: ["country"], clusteringKey: ["id"] },
    });
    expect(await colonnade("generate --definitions definitions --output db")).toMatchObject({ code: 0 });
    const files = readdirSync(join(cwd, "db")).filter((name) => name.endsWith(".ts"));
    const texts = files.map((name) => [`db/${name}`, readFileSync(join(cwd, "db", name), "utf8")] as const);
    expect(compile({ ...Object.fromEntries(texts), "reads.ts": reads, "writes.ts": writes })).toEqual([
      expect.stringMatching(/^writes\.ts:\d+ TS2\d+ .*no exported member.* 'insertByCountry'/),
    ]);
    expect(await colonnade(`diff --definitions definitions ${asked()}`)).toMatchObject({ code: 0, stdout: "" });
    expect(await colonnade(`push --definitions definitions ${asked()} --dry-run`)).toMatchObject({ code: 0 });
  });

  it("is read by the store, and refuses writes", async () => {
    const values = (columns: Record<string, Value>): Map<string, Value> => new Map(Object.entries(columns));
    const place = { keyspace: "viewed", table: "by_country" };
    for (const id of [1, 2, 3]) {
      const row = values({ id, country: id < 3 ? "fr" : "de", name: `n${id}` });
      await store.insert({ keyspace: "viewed", table: "people", values: row });
    }
    expect((await store.keyspace("viewed"))?.tables.map(({ name, viewOf }) => [name, viewOf])).toEqual([
      ["by_country", "people"],
      ["people", undefined],
    ]);
    const idsIn = async (country: string): Promise<unknown[]> => {
      const filters = [{ column: "country", operator: "eq", value: country }] as const;
      return (await store.select({ ...place, filters, pageSize: 10 })).rows.map((row) => row.get("id"));
    };
    await expect.poll(() => idsIn("fr")).toEqual([2, 1]);
    await expect.poll(() => idsIn("de")).toEqual([3]);
    const row = values({ country: "fr", id: 9, name: "x" });
    const refused: (() => Promise<unknown>)[] = [
      () => store.insert({ ...place, values: row }),
      () => store.update({ ...place, values: row }),
      () => store.delete({ ...place, key: values({ country: "fr", id: 1 }) }),
    ];
    for (const write of refused) {
      expect(await refusalOf(write())).toMatch(/^invalid: Cannot directly modify a materialized view/);
    }
  });
});
