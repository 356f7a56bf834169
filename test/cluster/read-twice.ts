/**
 * Reads on a cluster, again once something comes on stdin, and closes: `read-twice.ts OPTIONS-AS-JSON`. Prints what came of each,
 * to see whether the process ends then.
 */
import { once } from "node:events";
import { createCassandraSession } from "../../src/cassandra/index.ts";
import type { CassandraSessionOptions } from "../../src/cassandra/index.ts";
import { getRooms } from "../../examples/cassandra/generated/index.js";

const session = createCassandraSession(JSON.parse(process.argv[2] ?? "{}") as CassandraSessionOptions);
const read = (): Promise<string> =>
  getRooms(session, { name: "weaving" }).then(
    () => "read",
    (error: unknown) => (error as { readonly name: string }).name,
  );
console.log(await read());
await once(process.stdin, "data");
process.stdin.destroy();
console.log(await read());
await session.close();
console.log("closed");
