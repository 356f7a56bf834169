/** Writes with the time of the client's clock, which has microseconds, among those of the store's, which has milliseconds. */
import { expect, it } from "vitest";
import { openCql } from "../run-cql.ts";

const definitions = `
CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE k.items (p int PRIMARY KEY, v int);
`;

it("gives a write with IF a later time than what a client wrote within the same millisecond", async () => {
  const cql = await openCql(definitions);
  await cql.run("INSERT INTO items (p, v) VALUES (1, 1)", [], { timestamp: BigInt(cql.clock.now) * 1000n + 999n });
  for (const [from, to] of [
    [1, 2],
    [2, 3],
  ]) {
    expect(await cql.rows(`UPDATE items SET v = ${to} WHERE p = 1 IF v = ${from}`)).toEqual([{ "[applied]": true }]);
  }
  expect(await cql.rows("SELECT v FROM items")).toEqual([{ v: 3 }]);
});
