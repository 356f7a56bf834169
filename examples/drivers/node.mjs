import { Client } from "cassandra-driver";

const client = new Client({
  contactPoints: ["127.0.0.1:9042"],
  localDataCenter: "datacenter1",
  credentials: { username: process.env.COLONNADE_USERNAME, password: process.env.COLONNADE_PASSWORD },
  keyspace: "shop",
});

await client.execute("INSERT INTO products (id, name) VALUES (?, ?)", [2, "Gripper"], { prepare: true });
const { rows } = await client.execute("SELECT name FROM products WHERE id = ?", [2], { prepare: true });
console.log(rows[0].name);
await client.shutdown();
