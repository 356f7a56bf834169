import { createCassandraSession } from "@colonnade/cassandra";
import { loadHistory, moderatorsOf, openRoom, talk } from "./app.js";

const { CASSANDRA_CONTACT_POINT = "127.0.0.1", CASSANDRA_USERNAME = "", CASSANDRA_PASSWORD = "" } = process.env;
const session = createCassandraSession({
  contactPoints: [CASSANDRA_CONTACT_POINT],
  localDataCenter: "datacenter1",
  credentials: { username: CASSANDRA_USERNAME, password: CASSANDRA_PASSWORD },
});
try {
  const opened = await openRoom(session, "weaving", "ada");
  console.log(opened ? "opened the room" : "the room was open already");
  console.log((await talk(session, "weaving")).join("\n"));
  console.log(`${await loadHistory(session, "weaving", 200)} older messages`);
  console.log(`moderated by ${(await moderatorsOf(session, "weaving")).join(", ")}`);
} finally {
  await session.close();
}
