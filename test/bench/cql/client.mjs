/** A client of the benchmark: the Node driver, with prepared statements. Works on what its parent sends. */
import { randomUUID } from "node:crypto";
import cassandra from "cassandra-driver";

const { contactPoint, credentials } = JSON.parse(process.argv[2]);
const client = new cassandra.Client({
  contactPoints: [contactPoint],
  localDataCenter: "datacenter1",
  credentials,
  encoding: { useBigIntAsLong: true },
});
await client.connect();
// The first answer.
await client.execute("SELECT release_version FROM system.local");

const insert = "INSERT INTO bench.items (id, name, price, tags, at) VALUES (?, ?, ?, ?, ?)";
const read = "SELECT * FROM bench.items WHERE id = ?";
const ids = Array.from({ length: 20_000 }, () => randomUUID());
const tags = ["red", "small", "new"];
const at = new Date(0);

const calls = {
  insert: (place) =>
    client.execute(insert, [ids[place % ids.length], `item ${place}`, place % 1000, tags, at], { prepare: true }),
  read: (place) => client.execute(read, [ids[place % ids.length]], { prepare: true }),
};

process.on("message", async ({ call, inFlight, count }) => {
  if (call === "prepare") {
    await client.execute(
      "CREATE KEYSPACE IF NOT EXISTS bench WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
    );
    await client.execute(
      "CREATE TABLE IF NOT EXISTS bench.items (id uuid PRIMARY KEY, name text, price int, tags set<text>, at timestamp)",
    );
    return process.send({});
  }
  const times = [];
  let next = 0;
  const startedMs = performance.now();
  const work = async () => {
    while (next < count) {
      const place = next++;
      const beganMs = performance.now();
      await calls[call](place);
      times.push((performance.now() - beganMs) * 1000);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  times.sort((one, other) => one - other);
  process.send({ seconds: (performance.now() - startedMs) / 1000, p50: times[Math.floor(times.length / 2)] });
});
process.once("disconnect", () => client.shutdown());
process.send({});
