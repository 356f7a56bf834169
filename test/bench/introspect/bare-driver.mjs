/**
 * What no introspection can do without: the driver is loaded, connects to one node, reads the same rows and shuts down. Its
 * options are those of ours, which spare it what it does by itself.
 *
 * `node bare-driver.mjs CONTACT-POINT KEYSPACE TABLES`, with the user in the environment
 */
import cassandra from "cassandra-driver";

const [contactPoint, keyspace, tables] = process.argv.slice(2);
const { CASSANDRA_USERNAME: username, CASSANDRA_PASSWORD: password } = process.env;

const client = new cassandra.Client({
  contactPoints: [contactPoint],
  credentials: { username, password },
  isMetadataSyncEnabled: false,
  policies: { loadBalancing: new cassandra.policies.loadBalancing.RoundRobinPolicy() },
  pooling: { warmup: false, heartBeatInterval: 0 },
});
await client.connect();
const options = { fetchSize: 100_000 };
const queries = ["tables", "columns", "types", "indexes", "dropped_columns"].map((table) =>
  client.execute(`SELECT * FROM system_schema.${table} WHERE keyspace_name = ?`, [keyspace], options),
);
const [found] = await Promise.all(queries);
await client.shutdown();
if (found.rows.length !== Number(tables)) throw new Error(`${found.rows.length} tables were found`);
