/** What conditions say of a collection that the row does not have: it equals an empty one, and is not less than any. */
import { expect, it, test } from "vitest";
import { openCql } from "../run-cql.ts";

const definitions = `
CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE k.parts (p int PRIMARY KEY, l list<text>, s set<text>, m map<text, text>, f frozen<list<text>>);
`;

test.each([
  ["l = null", true],
  ["l = []", true],
  ["l IN (['a'], [])", true],
  ["l != ['a']", true],
  ["l < ['a']", false],
  ["l <= ['a']", false],
  ["l > ['a']", false],
  ["l >= ['a']", false],
  ["l CONTAINS 'a'", false],
  ["s < {'a'}", false],
  ["s >= {'a'}", false],
  ["m <= {'a': 'b'}", false],
  ["f < ['a']", false],
])("IF %s", async (condition, applied) => {
  const cql = await openCql(definitions);
  await cql.run("INSERT INTO parts (p) VALUES (1)");
  expect(await cql.rows(`UPDATE parts SET f = ['x'] WHERE p = 1 IF ${condition}`)).toMatchObject([
    { "[applied]": applied },
  ]);
});

test.each([
  ["UPDATE parts SET f = ['x'] WHERE p = 1 IF l CONTAINS null", 'Invalid comparison with null for operator "CONTAINS"'],
  [
    "UPDATE parts SET f = ['x'] WHERE p = 1 IF m CONTAINS KEY null",
    'Invalid comparison with null for operator "CONTAINS KEY"',
  ],
  ["DELETE l[0] FROM parts WHERE p = 1", "Attempted to delete an element from a list which is null"],
  ["UPDATE parts SET l[0] = null WHERE p = 1", "Attempted to set an element on a list which is null"],
  ["UPDATE parts SET l[0] = 'a' WHERE p = 1", "Attempted to set an element on a list which is null"],
])("%s", async (statement, message) => {
  const cql = await openCql(definitions);
  expect(await cql.error(statement)).toBe(`invalid: ${message}`);
});

it("has an index for one number where the similarity is not that of angles", async () => {
  const cql = await openCql(`${definitions} CREATE TABLE k.points (p int PRIMARY KEY, v vector<float, 1>);`);
  const create = (similarity: string): string =>
    `CREATE CUSTOM INDEX ON k.points (v) USING 'StorageAttachedIndex' WITH OPTIONS = {'similarity_function': '${similarity}'}`;
  expect(await cql.error(create("cosine"))).toContain("not supported for single-dimension vectors");
  await cql.run(create("euclidean"));
});
