/** A keyspace of the embedded store, introspected through the port of drivers, is the one that the service tells of. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSession, serviceTransport } from "@colonnade/runtime";
import type { Session } from "@colonnade/runtime";
import { listenCql } from "../../../src/cql/index.ts";
import type { CqlListener } from "../../../src/cql/index.ts";
import { opcodes } from "../../../src/cql/protocol/envelope.ts";
import type { Keyspace } from "../../../src/model/index.ts";
import { createService } from "../../../src/service/index.ts";
import { introspectKeyspace } from "../../../src/source/introspect-keyspace.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import type { EmbeddedStore } from "../../../src/store/index.ts";
import { errorOf, ScriptedClient } from "../../cql/connection/scripted-client.ts";
import { fillStore, saidInCql } from "../../cql/fill-store.ts";
import { keyspace as anyKeyspace } from "../../support/keyspaces.ts";
import { runs } from "../../support/long.ts";

const credentials = { username: "ann", password: "correct horse" };

const rich = `
CREATE KEYSPACE rich WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 1};
CREATE TYPE rich.place (name varchar, at frozen<tuple<double, double>>);
CREATE TYPE rich."Stop Over" ("Where" frozen<place>, minutes int);
CREATE TABLE rich.trips (
  tenant text, id timeuuid, day date, leg int, owner text static, "Labels" set<ascii> static,
  stops list<frozen<"Stop Over">>, start place, sizes map<text, frozen<list<int>>>, embedding vector<float, 3>,
  fixed frozen<map<int, frozen<place>>>, pair tuple<int, frozen<set<text>>>, note text, price decimal,
  PRIMARY KEY ((tenant, id), day, leg)
) WITH CLUSTERING ORDER BY (day DESC, leg ASC) AND comment = 'It''s "rich"' AND default_time_to_live = 86400
  AND gc_grace_seconds = 60 AND compaction = {'class': 'LeveledCompactionStrategy'};
CREATE TABLE rich."Token" ("select" int PRIMARY KEY, "1st ""one""" counter);
CREATE TABLE rich.plain (key blob PRIMARY KEY);
CREATE INDEX ON rich.trips (note);
CREATE INDEX by_size ON rich.trips (keys(sizes));
CREATE INDEX "By_Entry" ON rich.trips (entries(sizes));
CREATE INDEX ON rich.trips (full(fixed));
CREATE INDEX ON rich.trips ("Labels");
CREATE INDEX near ON rich.trips (embedding) USING 'sai' WITH OPTIONS = {'similarity_function': 'dot_product'};
CREATE CUSTOM INDEX ON rich.trips (price) USING 'StorageAttachedIndex';
ALTER TABLE rich.trips ADD later list<duration>;
ALTER TABLE rich.trips DROP later;
`;

let store: EmbeddedStore;
let listener: CqlListener;
let session: Session;

beforeAll(async () => {
  store = await openMemoryStore();
  listener = await listenCql({ port: 0, graceMs: 0 });
  await listener.open({ store });
  const transport = serviceTransport(createService({ store, user: credentials }));
  session = createSession({ url: "http://localhost", credentials, transport });
});

afterAll(async () => {
  await session.close();
  await listener.close();
  await store.close();
});

/** Each as `introspect --contact-points` and `introspect --url` have it. */
async function foundBothWays(keyspace: string): Promise<readonly [cql: Keyspace, rest: Keyspace]> {
  const cluster = { contactPoints: [`127.0.0.1:${listener.port}`] };
  const found = await Promise.all([
    introspectKeyspace({ keyspace, session: () => session, from: ["cql"], cluster }),
    introspectKeyspace({ keyspace, session: () => session, from: ["rest", "graphql"] }),
  ]);
  return [found[0].keyspace, found[1].keyspace];
}

it("tells the same of what CQL has defined", async () => {
  const client = new ScriptedClient(listener.port);
  await client.start();
  for (const statement of rich.split(";\n").filter((text) => text.trim() !== "")) {
    const reply = await client.query(statement);
    if (reply.opcode === opcodes.error) throw new Error(`${statement}: ${errorOf(reply).message}`);
  }
  client.close();
  const [cql, rest] = await foundBothWays("rich");
  expect(cql.tables.map(({ name }) => name)).toEqual(["Token", "plain", "trips"]);
  expect(cql.tables[2]).toMatchObject({ description: 'It\'s "rich"', defaultTimeToLive: 86_400 });
  expect(cql.tables[2]?.indexes).toHaveLength(7);
  expect(saidInCql(cql)).toEqual(saidInCql(rest));
});

it("tells the same of any keyspace, but for the descriptions of columns", async () => {
  await fc.assert(
    fc.asyncProperty(anyKeyspace, async (before) => {
      await fillStore(store, before);
      const [cql, rest] = await foundBothWays(before.name);
      expect(saidInCql(cql)).toEqual(saidInCql(rest));
      await store.dropKeyspace(before.name);
    }),
    runs(5, 300),
  );
});
