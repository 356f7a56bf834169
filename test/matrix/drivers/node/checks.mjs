/** What the Node driver does, check by check: prints `ok NAME`, or `not ok NAME: REASON`. */
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import cassandra from "cassandra-driver";

const { types } = cassandra;
const plan = JSON.parse(readFileSync(process.env.CASES, "utf8"));
const { COLONNADE_USERNAME: username, COLONNADE_PASSWORD: password, CQL_PORT } = process.env;

const open = (options) =>
  new cassandra.Client({
    contactPoints: [`127.0.0.1:${CQL_PORT}`],
    localDataCenter: "datacenter1",
    credentials: { username, password },
    // An object has no keys but texts.
    encoding: { map: Map },
    ...options,
  });

async function check(name, run) {
  try {
    await run();
    console.log(`ok ${name}`);
  } catch (error) {
    console.log(`not ok ${name}: ${String(error.message).replace(/\s+/g, " ")}`);
  }
}

const client = open();
for (const statement of plan.features) await client.execute(statement);
const run = (query, parameters, options) => client.execute(query, parameters, { prepare: true, ...options });

/** What the driver makes of the first value of each type. */
const values = {
  ascii: "a",
  bigint: types.Long.fromString("-9223372036854775808"),
  blob: Buffer.from([0]),
  boolean: false,
  date: types.LocalDate.fromString("1969-12-31"),
  decimal: types.BigDecimal.fromString("-1.50"),
  double: -0.1,
  duration: types.Duration.fromString("1mo2d3ns"),
  float: -0.5,
  inet: types.InetAddress.fromString("127.0.0.1"),
  int: -(2 ** 31),
  smallint: -(2 ** 15),
  text: "Ann",
  time: types.LocalTime.fromString("00:00:00"),
  timestamp: new Date("1969-12-31T23:59:59.999Z"),
  timeuuid: types.TimeUuid.fromString("50554d6e-29bb-11e5-b345-feff819cdc9f"),
  tinyint: -128,
  uuid: types.Uuid.fromString("00000000-0000-4000-8000-000000000001"),
  varchar: "a",
  varint: types.Integer.fromString("-123456789012345678901234567890"),
};

async function checkType({ type, position, literal, read, write, verify }) {
  await client.execute(literal);
  const [value] = (await run(read)).first().values();
  if (position === "column") equal(String(value), String(values[type]));
  await run(write, [value]);
  const [first, second] = await Promise.all(verify.map(async (query) => (await client.execute(query)).first().j));
  equal(second, first);
}

const features = {
  async paging() {
    for (let number = 0; number < 25; number++)
      await run("INSERT INTO paged (p, c) VALUES (?, ?)", [number % 2, number]);
    const found = [];
    const stream = client.stream("SELECT c FROM paged", [], { prepare: true, fetchSize: 4, autoPage: true });
    for await (const { c } of stream) found.push(c);
    deepEqual(
      found.sort((a, b) => a - b),
      Array.from({ length: 25 }, (_, number) => number),
    );
    const query = "SELECT c FROM paged WHERE p = ? ORDER BY c DESC";
    const { pageState } = await run(query, [1], { fetchSize: 5 });
    const { rows } = await run(query, [1], { fetchSize: 5, pageState });
    deepEqual(
      rows.map(({ c }) => c),
      [13, 11, 9, 7, 5],
    );
  },

  async batches() {
    const insert = "INSERT INTO items (id, name) VALUES (?, ?)";
    await client.batch(
      [
        { query: insert, params: [10, "ten"] },
        { query: insert, params: [11, "eleven"] },
      ],
      { prepare: true },
    );
    const { rows } = await client.execute("SELECT name FROM items WHERE id IN (10, 11)");
    deepEqual(rows.map(({ name }) => name).sort(), ["eleven", "ten"]);
    const count = "UPDATE counts SET n = n + ? WHERE id = ?";
    await client.batch(
      [
        { query: count, params: [5, 1] },
        { query: count, params: [-2, 1] },
      ],
      { prepare: true, counter: true },
    );
    equal(String((await client.execute("SELECT n FROM counts WHERE id = 1")).first().n), "3");
  },

  async conditions() {
    const insert = "INSERT INTO items (id, name) VALUES (?, ?) IF NOT EXISTS";
    ok((await run(insert, [20, "first"])).wasApplied());
    const second = await run(insert, [20, "second"]);
    deepEqual([second.wasApplied(), second.first().name], [false, "first"]);
    ok((await run("UPDATE items SET name = ? WHERE id = 20 IF name = ?", ["third", "first"])).wasApplied());
    ok(!(await client.execute("DELETE FROM items WHERE id = 21 IF EXISTS")).wasApplied());
  },

  async "schema metadata"() {
    const table = await client.metadata.getTable("features", "paged");
    deepEqual(
      [table.partitionKeys[0].name, table.clusteringKeys[0].name, table.clusteringOrder[0]],
      ["p", "c", "DESC"],
    );
    const { fields } = await client.metadata.getUdt("features", "address");
    deepEqual(
      fields.map(({ name }) => name),
      ["street", "number"],
    );
  },

  async "schema events"() {
    const other = open({ keyspace: "features" });
    const changed = async (words) => {
      for (let attempt = 0; attempt < 100; attempt++) {
        const columns = (await client.metadata.getTable("features", "watched")).columns.map(({ name }) => name);
        if (columns.includes(words)) return true;
        await wait(50);
      }
      return false;
    };
    await client.metadata.getTable("features", "watched");
    await other.execute("ALTER TABLE watched ADD later int");
    ok(await changed("later"), "the metadata lack the new column");
    await other.shutdown();
  },

  async "prepared statements after ALTER and DROP"() {
    const select = "SELECT * FROM altered WHERE id = ?";
    await client.execute("INSERT INTO altered (id, a) VALUES (1, 'one')");
    deepEqual((await run(select, [1])).first().values(), [1, "one"]);
    await client.execute("ALTER TABLE altered ADD b int");
    await client.execute("UPDATE altered SET b = 2 WHERE id = 1");
    deepEqual((await run(select, [1])).first().values(), [1, "one", 2]);
    await client.execute("DROP TABLE altered");
    await client.execute("CREATE TABLE altered (id int PRIMARY KEY, a text)");
    await client.execute("INSERT INTO altered (id, a) VALUES (1, 'new')");
    deepEqual((await run(select, [1])).first().values(), [1, "new"]);
  },

  async "a wrong password"() {
    const other = open({ credentials: { username, password: "wrong" } });
    await rejects(other.connect(), (error) => /Authentication/.test(JSON.stringify(error.innerErrors) + error.message));
    await other.shutdown();
  },

  async "TTL and timestamps"() {
    const insert = "INSERT INTO items (id, name) VALUES (?, ?) USING TTL ? AND TIMESTAMP ?";
    const select = "SELECT name, ttl(name) AS seconds, writetime(name) AS written FROM items WHERE id = 30";
    await run(insert, [30, "old", 1000, 5_000_000]);
    const { seconds, written } = (await client.execute(select)).first();
    ok(seconds > 990 && seconds <= 1000, `${seconds} seconds`);
    equal(String(written), "5000000");
    await client.execute("DELETE FROM items USING TIMESTAMP 4000000 WHERE id = 30");
    equal((await client.execute(select)).first().name, "old");
    await client.execute("DELETE FROM items WHERE id = 30");
    await run(insert, [30, "older", 1000, 6_000_000]);
    equal((await client.execute(select)).first(), null);
  },

  async errors() {
    const refusal = await client.execute("SELECT nothing FROM items").catch((error) => error);
    match(refusal.message, /Undefined column name nothing/);
    equal(refusal.code, types.responseErrorCodes.invalid);
    const existing = await client.execute("CREATE TABLE items (id int PRIMARY KEY)").catch((error) => error);
    equal(existing.code, types.responseErrorCodes.alreadyExists);
  },
};

await client.execute(`USE ${plan.keyspace}`);
for (const one of plan.cases) await check(one.name, () => checkType(one));
await client.execute("USE features");
for (const [name, feature] of Object.entries(features)) await check(name, feature);
await client.shutdown();
