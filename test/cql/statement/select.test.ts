import { describe, expect, it } from "vitest";
import { openCqlSession, printError } from "./cql-session.ts";

describe("SELECT", () => {
  it("shows columns in the order of the database", async () => {
    const session = await openCqlSession("s", [
      'CREATE TABLE t (b int, a int, z int, "Ü" int, "B" int, zz int, y int static, x int static, PRIMARY KEY (b, a))',
    ]);
    const { columns } = await session.prepare("SELECT * FROM t");
    expect(columns?.map(({ name }) => name)).toEqual(["b", "a", "x", "y", "Ü", "B", "z", "zz"]);
  });

  it("reads the times of cells", async () => {
    const session = await openCqlSession("s", ["CREATE TABLE t (k int PRIMARY KEY, v int, m map<text, int>)"]);
    await session.run("INSERT INTO t (k, v, m) VALUES (1, 1, {'a': 1}) USING TIMESTAMP 5 AND TTL 1000");
    await session.run("UPDATE t USING TIMESTAMP 7 SET m['b'] = 2 WHERE k = 1");
    const { rows } = await session.rows("SELECT writetime(v), writetime(m['b']), maxwritetime(m) FROM t");
    expect(rows[0]?.map((bytes) => bytes && Buffer.from(bytes).readBigInt64BE())).toEqual([5n, 7n, 7n]);
  });

  it("adds up more rows than it reads at a time", async () => {
    const session = await openCqlSession("s", ["CREATE TABLE t (p int, c int, PRIMARY KEY (p, c))"]);
    for (let c = 0; c < 2_500; c++) await session.run(`INSERT INTO t (p, c) VALUES (${c % 3}, ${c})`);
    const { rows } = await session.rows("SELECT count(*) FROM t");
    expect(rows.map(([bytes]) => bytes && Buffer.from(bytes).readBigInt64BE())).toEqual([2_500n]);
    const groups = await session.rows("SELECT count(*) FROM t GROUP BY p", { pageSize: 2 });
    expect(groups.rows.map(([bytes]) => bytes && Buffer.from(bytes).readBigInt64BE())).toEqual([833n, 834n]);
  });

  it.each(["v > null", "f = null", "k = 1 AND f = null", "l CONTAINS null"])(
    "looks for an index before it looks at values: %s",
    async (relation) => {
      const definition = "CREATE TABLE t (k int PRIMARY KEY, v int, f frozen<list<int>>, l list<int>)";
      const session = await openCqlSession("s", [definition, "CREATE INDEX ON t (v)"]);
      const refused = async (cql: string): Promise<string> => session.rows(cql).then(() => "", printError);
      expect(await refused(`SELECT k FROM t WHERE ${relation}`)).toMatch("2200 Cannot execute this query as it might");
      expect(await refused(`SELECT k FROM t WHERE ${relation} ALLOW FILTERING`)).toMatch("2200 Unsupported null value");
    },
  );

  it.each([
    ["u > {d: 3s} ALLOW FILTERING", "Slice restrictions are not supported on UDTs containing durations"],
    ["l > [3s] ALLOW FILTERING", "Slice restrictions are not supported on collections containing durations"],
    ["v = [1, 1] ORDER BY w ANN OF [1, 1] LIMIT 3", "ANN ordering by vector requires the column to be indexed"],
    ["v = [1, 1] ALLOW FILTERING", "Vector indexes only support ANN queries"],
    ["k = 1 ORDER BY v ANN OF [1, 1], w ANN OF [1, 1] LIMIT 3", "Cannot specify more than one ANN ordering"],
  ])("names the reason that the database names: %s", async (relation, message) => {
    const session = await openCqlSession("s", [
      "CREATE TYPE u (d duration)",
      "CREATE TABLE t (k int PRIMARY KEY, u u, l list<duration>, v vector<float, 2>, w vector<float, 2>)",
      "CREATE CUSTOM INDEX ON t (v) USING 'StorageAttachedIndex'",
    ]);
    expect(await session.rows(`SELECT k FROM t WHERE ${relation}`).then(() => "", printError)).toBe(`2200 ${message}`);
  });

  it("is prepared again after its table has changed", async () => {
    const session = await openCqlSession("s", ["CREATE TABLE t (k int PRIMARY KEY)"]);
    const prepared = await session.prepare("SELECT * FROM t");
    expect(await prepared.isCurrent()).toBe(true);
    await session.run("ALTER TABLE t ADD v int");
    expect(await prepared.isCurrent()).toBe(false);
  });
});
