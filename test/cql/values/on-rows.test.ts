import { describe, expect, it } from "vitest";
import { openCql } from "../run-cql.ts";

const definitions = `
  CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
  CREATE TYPE k.address (street text, number int);
  CREATE TABLE k.t (id int PRIMARY KEY, n int, m map<text, int>, s set<int>, l list<int>, u address, fm frozen<map<int, text>>);
`;

describe("terms and selectors on rows of a store", () => {
  it("know the time and life of each element", async () => {
    const cql = await openCql(definitions);
    await cql.run(
      "INSERT INTO t (id, n, m, u) VALUES (1, 5, {'a': 1, 'b': 2}, {street: 'x'}) USING TIMESTAMP 10 AND TTL 100",
    );
    await cql.run("UPDATE t USING TIMESTAMP 20 SET m['b'] = 3, u.number = 4 WHERE id = 1");
    const [row] = await cql.rows(
      "SELECT writetime(n) AS wn, ttl(n) AS tn, writetime(m) AS wm, ttl(m) AS tm, writetime(m['b']) AS wb, maxwritetime(m) AS mm, writetime(u) AS wu, ttl(u.street) AS tu FROM t",
    );
    expect(row).toEqual({
      wn: 10n,
      tn: 100,
      wm: [10n, 20n],
      // The codec of the tests leaves the null of the other element out.
      tm: [100],
      wb: 20n,
      mm: 20n,
      wu: [10n, 20n],
      tu: 100,
    });
  });

  it("write JSON and read it again", async () => {
    const cql = await openCql(definitions);
    await cql.run(`INSERT INTO t JSON '{"id": 1, "m": {"a": 1}, "s": [2, 1], "u": {"street": "x"}, "fm": {"1": "a"}}'`);
    const rows = await cql.rows("SELECT JSON id, m, s, l, u, fm FROM t");
    const json = `{"id": 1, "m": {"a": 1}, "s": [1, 2], "l": null, "u": {"street": "x", "number": null}, "fm": {"1": "a"}}`;
    expect(rows).toEqual([{ "[json]": json }]);
    expect(await cql.error(`INSERT INTO t JSON '{"id": "x"}'`)).toBe(
      "invalid: Error decoding JSON value for id: Unable to make int from 'x'",
    );
  });

  it("calculate in values, in selectors and in filters", async () => {
    const cql = await openCql(definitions);
    await cql.run("INSERT INTO t (id, n) VALUES (1 + 1, 2 * (3 + 4))");
    await cql.run("INSERT INTO t (id, n) VALUES (3, 5)");
    expect(await cql.rows("SELECT n + 1 AS n FROM t WHERE id = 4 / 2")).toEqual([{ n: 15 }]);
    expect(await cql.rows("SELECT sum(n) AS s, avg(n) AS a, count(*) AS c FROM t")).toEqual([{ s: 19, a: 9, c: 2n }]);
    expect(await cql.error("INSERT INTO t (id, n) VALUES (1, 1 / 0)")).toBe(
      "function-failure: the operation 'int / int' failed: / by zero",
    );
  });
});
