/** What is said of a null in what several columns are compared with. */
import { expect, test } from "vitest";
import { openCql } from "../run-cql.ts";

const definitions = `
CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE k.rows (p int, c int, d int, PRIMARY KEY (p, c, d));
`;

test.each([
  ["= (1, null)", "Invalid null value for column d"],
  ["> (1, null)", "Invalid null value in condition for column d"],
  ["IN ((1, null))", "Invalid null value for column d"],
  ["IN ((1, 2), (1, null))", "Invalid null value in condition for column d"],
])("(c, d) %s", async (comparison, message) => {
  const cql = await openCql(definitions);
  expect(await cql.error(`SELECT * FROM rows WHERE p = 1 AND (c, d) ${comparison}`)).toBe(`invalid: ${message}`);
});
