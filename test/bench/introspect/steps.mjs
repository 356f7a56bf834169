/**
 * Introspects as the command does, with its modules alone, and prints how many milliseconds each step took. What runs is a
 * bundle of this: `node steps.mjs CONTACT-POINT KEYSPACE FOLDER`, with the user in the environment.
 */
import { connectCluster } from "../../../src/source/cql/connect-cluster.ts";
import { loadDriver } from "../../../src/source/cql/driver.ts";
import { parseSystemRows } from "../../../src/source/cql/parse-system-rows.ts";
import { readSystemRows } from "../../../src/source/cql/introspect-cql.ts";
import { mergeKeyspaces } from "../../../src/source/merge-keyspaces.ts";
import { observedKeyspaceOf } from "../../../src/source/observed-keyspace.ts";
import { settleKeyspace } from "../../../src/source/settle-keyspace.ts";
import { writeDefinitions } from "../../../src/source/write-definitions.ts";

const steps = {};
let since = 0;
/** What passed since the last step; the first one began with the process. */
function end(step) {
  const now = performance.now();
  steps[step] = now - since;
  since = now;
}

end("Node starts, our modules");
const [contactPoint, keyspace, folder] = process.argv.slice(2);
const { CASSANDRA_USERNAME: username, CASSANDRA_PASSWORD: password } = process.env;
const cluster = { contactPoints: [contactPoint], credentials: { username, password } };

await loadDriver();
end("the driver's modules");
const rows = await connectCluster(cluster, async (connection) => {
  end("a node is found, the driver connects");
  const found = await readSystemRows(connection, keyspace);
  end("queries");
  return found;
});
end("the connection is closed");

const told = parseSystemRows(keyspace, rows);
end("rows parsed");
const { keyspace: settled } = settleKeyspace(mergeKeyspaces([observedKeyspaceOf(told.keyspace, "CQL")]));
end("merged and settled");
await writeDefinitions(folder, settled);
end("files written");
process.stdout.write(JSON.stringify(steps));
