/** `push` to a real Cassandra: what is missing is created, once, and what cannot be done is refused before anything is. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shapes } from "../../schemas/json-schemas.ts";
import type { TableDefinition, UserTypeDefinition } from "../../src/model/index.ts";
import { introspectCql } from "../../src/source/cql/introspect-cql.ts";
import { writeDefinitions } from "../../src/source/write-definitions.ts";
import { runLine } from "../cli/run-line.ts";
import type { Outcome } from "../cli/run-line.ts";
import { keyspaceOf } from "../support/keyspaces.ts";
import { writeTree } from "../support/temporary-folder.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

const address: UserTypeDefinition = {
  name: "address",
  fields: [
    { name: "street", typeDefinition: "text" },
    { name: "town", typeDefinition: "text" },
  ],
};

const people: TableDefinition = {
  name: "people",
  columnDefinitions: [
    { name: "id", typeDefinition: "uuid" },
    { name: "home", typeDefinition: "frozen<address>" },
    { name: "phone", typeDefinition: "text" },
  ],
  primaryKey: { partitionKey: ["id"] },
  indexes: [{ name: "people_by_phone", column: "phone" }],
};

const visits: TableDefinition = {
  name: "visits",
  description: "Who's been there.",
  columnDefinitions: [
    { name: "day", typeDefinition: "date" },
    { name: "at", typeDefinition: "timestamp" },
    { name: "opened", typeDefinition: "boolean", static: true },
    { name: "page", typeDefinition: "text" },
    { name: "table", typeDefinition: "map<text, frozen<list<int>>>" },
  ],
  primaryKey: { partitionKey: ["day"], clusteringKey: ["at"] },
  tableOptions: { defaultTimeToLive: 60, clusteringExpression: [{ column: "at", order: "DESC" }] },
  indexes: [{ name: "visits_by_page", column: "page", using: "sai" }],
};

function simple(keyspace: string): string {
  return `CREATE KEYSPACE ${keyspace} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};`;
}

await describeOnCluster("push to a cluster", (cluster) => {
  const cwd = mkdtempSync(join(tmpdir(), "colonnade-push-"));
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  const push = (more: string, password = cluster().credentials.password): Promise<Outcome> => {
    const env = { CASSANDRA_USERNAME: cluster().credentials.username, CASSANDRA_PASSWORD: password };
    return runLine(`push --contact-points ${cluster().contactPoints.join()} --definitions ${more}`, { cwd, env });
  };
  const define = (
    folder: string,
    tables: readonly TableDefinition[],
    types: readonly UserTypeDefinition[] = [],
  ): void =>
    writeTree(cwd, {
      ...Object.fromEntries(tables.map((table) => [`${folder}/${table.name}.json`, JSON.stringify(table)])),
      ...Object.fromEntries(types.map((type) => [`${folder}/types/${type.name}.json`, JSON.stringify(type)])),
    });

  describe("of a keyspace that is there", () => {
    beforeAll(async () => {
      await cluster().run(`
        ${simple("pushed")}
        CREATE TYPE pushed.address (street text);
        CREATE TABLE pushed.people (id uuid PRIMARY KEY, home frozen<address>, nick text, age int);
        ALTER TABLE pushed.people DROP age;
        CREATE TABLE pushed.others (id int PRIMARY KEY);
      `);
      define("more/pushed", [people, visits], [address]);
    }, 60_000);

    it("prints CQL with --dry-run, and does nothing", async () => {
      const { code, stdout, stderr } = await push("more --dry-run");
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: `unchanged: the table pushed.others is in the database but not in the definitions
unchanged: the column pushed.people.nick is in the database but not in the definitions; if it was renamed to phone, copy its values: the database cannot rename it
1 field, 1 column, 1 table, 2 indexes to be created
`,
      });
      expect(stdout).toBe(`ALTER TYPE pushed.address ADD town text;
ALTER TABLE pushed.people ADD phone text;
CREATE TABLE IF NOT EXISTS pushed.visits (
  day date,
  at timestamp,
  opened boolean static,
  page text,
  "table" map<text, frozen<list<int>>>,
  PRIMARY KEY ((day), at)
) WITH CLUSTERING ORDER BY (at DESC)
  AND default_time_to_live = 60
  AND comment = 'Who''s been there.';
CREATE INDEX IF NOT EXISTS people_by_phone ON pushed.people (phone);
CREATE INDEX IF NOT EXISTS visits_by_page ON pushed.visits (page) USING 'sai';
`);
      expect((await push("more --dry-run")).stdout).toBe(stdout);
    });

    it("creates what is missing, once", { timeout: 60_000 }, async () => {
      const { code, stdout, stderr } = await push("more --json");
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ dryRun: false, keyspaces: [{ keyspace: "pushed", byHand: [] }] });
      expect(stderr.split("\n").slice(0, 5)).toEqual([
        "created the field pushed.address.town",
        "created the column pushed.people.phone",
        "created the table pushed.visits",
        "created the index of pushed.people.phone",
        "created the index of pushed.visits.page",
      ]);
      expect((await push("more")).stderr).toContain("nothing to do");
    });

    it("leaves what is introspected as it was defined", async () => {
      const { keyspace: found } = await introspectCql({ ...cluster(), keyspace: "pushed" });
      const keyspace = { ...found, tables: found.tables.filter(({ name }) => name !== "others") };
      const nick = { name: "nick", typeDefinition: "text" };
      const columnDefinitions = [...people.columnDefinitions, nick];
      const { tables, userTypes } = keyspaceOf("pushed", [{ ...people, columnDefinitions }, visits], [address]);
      await writeDefinitions(join(cwd, "same"), { name: "pushed", tables, userTypes });
      expect((await writeDefinitions(join(cwd, "same"), keyspace)).written).toEqual([]);
    });

    it("refuses what cannot be done, all at once, and does nothing", async () => {
      const [id, ...others] = people.columnDefinitions;
      const changed = [id, ...others, { name: "age", typeDefinition: "text" }].filter((column) => column !== undefined);
      const blob = changed.map((column) => (column.name === "phone" ? { ...column, typeDefinition: "blob" } : column));
      const another = {
        name: "another",
        columnDefinitions: [{ name: "id", typeDefinition: "int" }],
        primaryKey: { partitionKey: ["id"] },
      };
      const reversed = { ...visits, tableOptions: { defaultTimeToLive: 60 } };
      define("refused/pushed", [{ ...people, columnDefinitions: blob }, reversed, another], [address]);
      const { code, stdout } = await push("refused --json");
      expect(code).toBe(2);
      const { error } = JSON.parse(stdout) as {
        readonly error: { readonly code: string; readonly problems: readonly { readonly message: string }[] };
      };
      expect(error.code).toBe("cannot-push");
      expect(error.problems.map(({ message }) => message)).toEqual([
        "pushed.people.age: a column with the name of a dropped column and a different type (int → text)",
        "pushed.people.phone: a column with a different type (text → blob)",
        "pushed.visits: rows are returned in reverse order (at DESC → at ASC)",
      ]);
      const { keyspace } = await introspectCql({ ...cluster(), keyspace: "pushed" });
      expect(keyspace.tables.map(({ name }) => name)).toEqual(["others", "people", "visits"]);
    });
  });

  it("refuses what the database refuses", { timeout: 60_000 }, async () => {
    await cluster().run(`
      ${simple("rules")}
      CREATE TYPE rules.inner (x int);
      CREATE TYPE rules.outer (x frozen<inner>);
      CREATE TABLE rules.keyed (id frozen<outer> PRIMARY KEY);
      CREATE TABLE rules.plain (id int PRIMARY KEY);
      CREATE MATERIALIZED VIEW rules.seen AS SELECT * FROM rules.plain WHERE id IS NOT NULL PRIMARY KEY (id);
    `);
    const id = [{ name: "id", typeDefinition: "int" }];
    const plain = { name: "plain", columnDefinitions: [...id, { name: "n", typeDefinition: "counter" }] };
    const keyed = { name: "keyed", columnDefinitions: [{ name: "id", typeDefinition: "frozen<outer>" }] };
    const primaryKey = { partitionKey: ["id"] };
    const fields = ["x", "y"].map((name) => ({ name, typeDefinition: "int" }));
    const outer = { name: "outer", fields: [{ name: "x", typeDefinition: "frozen<inner>" }] };
    define(
      "rules/rules",
      [plain, keyed, { name: "seen", columnDefinitions: id }].map((table) => ({ ...table, primaryKey })),
      [{ name: "inner", fields }, outer],
    );
    const { stderr } = await push("rules");
    expect(stderr).toContain("rules.plain.n: a table without counters cannot get one");
    expect(stderr).toContain(
      "rules.inner.y: the type is in the partition key of keyed, so it cannot get another field",
    );
    expect(stderr).toContain("rules.seen: a materialized view has that name");
    await expect(cluster().run("ALTER TABLE rules.plain ADD n counter;")).rejects.toThrow("counter");
    await expect(cluster().run("ALTER TYPE rules.inner ADD y int;")).rejects.toThrow("partition key");
  });

  it("creates a keyspace, when it is told on how many nodes", { timeout: 60_000 }, async () => {
    define("new/fresh", [visits]);
    const refused = await push("new");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("fresh: the cluster does not have this keyspace");
    expect(await push("new --replication datacenter1:1")).toMatchObject({ code: 0 });
    const again = await push("new --replication 1 --dry-run");
    expect(again).toEqual({
      code: 0,
      stdout: "",
      stderr: `unchanged: the replication of fresh, which exists: --replication applies only to keyspaces that push creates: ALTER KEYSPACE fresh WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 1};
nothing to do
`,
    });
  });

  it("passes on what the database warns of", { timeout: 60_000 }, async () => {
    define("many/many_nodes", [visits]);
    const { code, stdout, stderr } = await push("many --replication 7 --json");
    const warning = /replication factor 7 .* is higher than the number of nodes/;
    expect(code).toBe(0);
    expect(stderr).toMatch(new RegExp(`created the keyspace many_nodes\n! .*${warning.source}`));
    const { keyspaces } = shapes["push-output.schema.json"].parse(JSON.parse(stdout));
    expect(keyspaces[0]?.steps[0]).toMatchObject({ warnings: [expect.stringMatching(warning)] });
    expect(keyspaces[0]?.steps[1]).not.toHaveProperty("warnings");
  });

  it("creates a column once, when two pushes want it at the same time", { timeout: 60_000 }, async () => {
    await cluster().run(`
      ${simple("twice")}
      CREATE TABLE twice.people (id uuid PRIMARY KEY);
    `);
    const columns = ["a", "b", "c", "d"].map((name) => ({ name, typeDefinition: "text" }));
    const columnDefinitions = [{ name: "id", typeDefinition: "uuid" }, ...columns];
    define("twice/twice", [{ name: "people", columnDefinitions, primaryKey: { partitionKey: ["id"] } }]);
    const outcomes = await Promise.all([push("twice"), push("twice")]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
    const lines = outcomes.flatMap(({ stderr }) => stderr.split("\n"));
    for (const { name } of columns) {
      expect(lines.filter((line) => line === `created the column twice.people.${name}`)).toHaveLength(1);
    }
  });

  it("leaves a rename to the statement that makes it", { timeout: 60_000 }, async () => {
    await cluster().run(`
      ${simple("renamed")}
      CREATE TYPE renamed.address (road text, town text);
      CREATE TABLE renamed.people (key uuid PRIMARY KEY, home frozen<address>, phone text);
    `);
    define("renamed/renamed", [{ ...people, indexes: [] }], [address]);
    const { code, stderr } = await push("renamed");
    expect(code).toBe(2);
    const statements = [...stderr.matchAll(/run (ALTER .*;)$/gm)].map(([, cql = ""]) => cql);
    expect(statements).toEqual([
      "ALTER TABLE renamed.people RENAME key TO id;",
      "ALTER TYPE renamed.address RENAME road TO street;",
    ]);
    expect(stderr).not.toContain("copy");
    await cluster().run(statements.join("\n"));
    expect((await push("renamed")).stderr).toBe("nothing to do\n");
  });

  it("that stops half-way says what was done, and goes on from there", { timeout: 60_000 }, async () => {
    await cluster().run(simple("half"));
    // No database takes such a name, and definitions may hold it.
    define("half/half", [{ ...people, indexes: [{ name: "by phone!", column: "phone" }] }], [address]);
    const { code, stderr } = await push("half");
    expect(stderr).toContain("the index of half.people.phone could not be created: ");
    expect(stderr).toContain("created before it: the user type half.address, the table half.people [push-stopped]");
    expect(code).toBe(3);
    define("half/half", [people], [address]);
    const again = await push("half");
    expect(again).toMatchObject({ code: 0, stderr: "created the index of half.people.phone\n1 index created\n" });
  });

  it("refuses a name of an index that another has", { timeout: 60_000 }, async () => {
    await cluster().run(`
      ${simple("names")}
      CREATE TABLE names.others (id int PRIMARY KEY, phone text);
      CREATE INDEX people_by_phone ON names.others (phone);
    `);
    define("names/names", [people], [address]);
    const { code, stderr } = await push("names");
    expect(stderr).toContain("names.people.phone: the index of names.others.phone is also called people_by_phone");
    expect(code).toBe(2);
  });

  it("looks whether what it created is there", { timeout: 60_000 }, async () => {
    // An index that definitions do not know has the name, and the database is content with it.
    await cluster().run(`
      ${simple("unseen")}
      CREATE TABLE unseen.others (id int PRIMARY KEY, phone text);
      CREATE CUSTOM INDEX others_by_phone ON unseen.others (phone) USING 'StorageAttachedIndex';
      CREATE INDEX people_by_phone ON unseen.others (phone);
    `);
    define("unseen/unseen", [people], [address]);
    const { code, stderr } = await push("unseen");
    expect(stderr).toContain("the index of unseen.people.phone does not exist");
    expect(code).toBe(3);
  });

  it("leaves nothing for diff to find, but a comment that is changed afterwards", { timeout: 60_000 }, async () => {
    const key = { columnDefinitions: [{ name: "id", typeDefinition: "int" }], primaryKey: { partitionKey: ["id"] } };
    define("said/said", [
      { name: "a", description: "It's ours.", ...key },
      { name: "b", ...key },
    ]);
    expect((await push("said --replication 1")).code).toBe(0);
    const env = {
      CASSANDRA_USERNAME: cluster().credentials.username,
      CASSANDRA_PASSWORD: cluster().credentials.password,
    };
    const diff = (): Promise<Outcome> =>
      runLine(`diff --contact-points ${cluster().contactPoints.join()} --definitions said`, { cwd, env });
    expect(await diff()).toMatchObject({ code: 0, stdout: "" });
    await cluster().run("ALTER TABLE said.a WITH comment = 'Another.';\nALTER TABLE said.b WITH comment = 'New.';");
    const { code, stdout } = await diff();
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: `description  said.a  Another. → It's ours.  breaks nothing
description  said.b  New.                   breaks nothing
`,
    });
  });

  it("is refused with another password, which nobody is shown", async () => {
    const { code, stdout, stderr } = await push("more", "wrong horse battery");
    expect(code).toBe(3);
    expect(stderr).toContain("[cql-credentials]");
    expect(stdout + stderr).not.toContain("wrong horse");
  });
});
