/** Keyspaces of a real Cassandra: what introspection by CQL makes of them, beside definition files and a service. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, test } from "vitest";
import { createSession, serviceTransport } from "@colonnade/runtime";
import { partsOf, printTableDefinition, printUserTypeDefinition } from "../../../src/model/index.ts";
import type { CqlType, Keyspace, Table } from "../../../src/model/index.ts";
import { createService } from "../../../src/service/index.ts";
import { introspectCql } from "../../../src/source/cql/introspect-cql.ts";
import type { SystemKeyspace } from "../../../src/source/cql/parse-system-rows.ts";
import { loadKeyspace } from "../../../src/source/parse-keyspace.ts";
import { writeDefinitions } from "../../../src/source/write-definitions.ts";
import { introspectRest } from "../introspect-rest.ts";
import { describeOnCluster } from "../../cluster/describe-on-cluster.ts";
import { introspectInProcess } from "../../cluster/introspect-in-process.ts";
import { nodeCertificate } from "../../cluster/node-files.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { openStore } from "../../store/embedded/temporary-store.ts";

/** What each file of CQL makes, as definitions. */
interface Expected {
  readonly keyspace: string;
  readonly userTypes: unknown;
  readonly tables: unknown;
  readonly notes: readonly string[];
  readonly droppedColumns: unknown;
}

const user = { username: "ann", password: "correct horse" };

/** With a name of its own for the keyspace that other tests on this node have too. */
function fixture(name: string): string {
  const text = readFileSync(join(import.meta.dirname, "../../fixtures/cql", name), "utf8");
  return text.replaceAll(/\bevery_type\b/g, "live_every_type");
}

const isTable = ({ viewOf }: Table): boolean => viewOf === undefined;

await describeOnCluster("a live keyspace", (cluster) => {
  describe.each(["every_type", "quirky", "videos"])("of %s.cql", (name) => {
    const expected = JSON.parse(fixture(`${name}.json`)) as Expected;
    let found: SystemKeyspace;

    beforeAll(async () => {
      await cluster().run(fixture(`${name}.cql`));
      found = await introspectCql({ ...cluster(), keyspace: expected.keyspace });
    }, 60_000);

    it("is read as it was defined", () => {
      expect({
        keyspace: found.keyspace.name,
        userTypes: found.keyspace.userTypes.map(printUserTypeDefinition),
        tables: found.keyspace.tables.map(printTableDefinition),
        notes: found.notes.map(({ message }) => message),
        droppedColumns: found.dropped,
      }).toEqual(expected);
      expect(found.unreported).toEqual([]);
    });

    it("becomes definition files that say the same", async () => {
      const folder = createTemporaryFolder();
      writeUserTypes(folder, found.keyspace);
      expect((await writeDefinitions(folder, found.keyspace)).written).toHaveLength(found.keyspace.tables.length);
      expect(await loadKeyspace(folder, expected.keyspace)).toEqual(found.keyspace);
      expect((await writeDefinitions(folder, found.keyspace)).written).toEqual([]);
    });

    it("is what a service with the same tables tells", async () => {
      const tables = found.keyspace.tables.filter((table) => isTable(table) && !hasUserType(table));
      const { store } = await openStore();
      await store.createKeyspace(expected.keyspace);
      for (const table of tables) await store.createTable(expected.keyspace, table);
      const transport = serviceTransport(createService({ store, user }));
      const session = createSession({ url: "http://localhost", credentials: user, transport });
      const told = await introspectRest(session, expected.keyspace);
      session.close();
      expect(told.tables).toEqual(tables);
    });
  });

  it("that somebody changed is read as it is now, and what was dropped is remembered", async () => {
    await cluster().run(`
      CREATE KEYSPACE changing WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
      CREATE TABLE changing.notes (id int PRIMARY KEY, body text, stars int);
      CREATE TABLE changing.others (id int PRIMARY KEY);
    `);
    const folder = createTemporaryFolder();
    const before = await introspectCql({ ...cluster(), keyspace: "changing" });
    await writeDefinitions(folder, before.keyspace);
    await cluster().run(`
      ALTER TABLE changing.notes DROP stars;
      ALTER TABLE changing.notes ADD written_at timestamp;
      ALTER TABLE changing.notes WITH default_time_to_live = 60 AND comment = 'Short ones.';
    `);
    const { keyspace, dropped } = await introspectCql({ ...cluster(), keyspace: "changing" });
    expect(dropped).toEqual([{ table: "notes", column: "stars", type: "int", static: false }]);
    expect((await writeDefinitions(folder, keyspace)).written).toEqual(["notes.json"]);
    expect((await loadKeyspace(folder, "changing")).tables[0]).toMatchObject({
      description: "Short ones.",
      columns: [{ name: "id" }, { name: "body" }, { name: "written_at" }],
      defaultTimeToLive: 60,
    });
  });

  it("without tables has none", async () => {
    await cluster().run(
      "CREATE KEYSPACE empty WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};",
    );
    expect((await introspectCql({ ...cluster(), keyspace: "empty" })).keyspace).toEqual({
      name: "empty",
      tables: [],
      userTypes: [],
    });
  });
});

await describeOnCluster("a live cluster", (cluster) => {
  const ask = (more: Partial<Parameters<typeof introspectCql>[0]>): Promise<SystemKeyspace> =>
    introspectCql({ ...cluster(), keyspace: "system_auth", ...more });

  it("is asked in the data center that is named", async () => {
    expect((await ask({ localDataCenter: "datacenter1" })).keyspace.tables.length).toBeGreaterThan(3);
  });

  it("tells of a data center that it does not have", async () => {
    await expect(ask({ localDataCenter: "datacenter9" })).rejects.toMatchObject({
      code: "cql-data-center",
      kind: "service",
      next: 'did you mean "datacenter1"?',
    });
  });

  it("tells of a keyspace that it does not have, and of the one that was meant", async () => {
    await cluster().run(
      "CREATE KEYSPACE orchard WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};",
    );
    await expect(ask({ keyspace: "orchrad" })).rejects.toMatchObject({
      code: "cql-no-keyspace",
      message: 'the cluster has no keyspace "orchrad"',
      next: 'did you mean "orchard"?',
    });
  });

  it("refuses a wrong password, which no message tells", async () => {
    const credentials = { username: "cassandra", password: "hunter2" };
    const error: unknown = await ask({ credentials }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "cql-credentials", kind: "service" });
    expect(String(error)).toContain('refuses the user "cassandra" or the password');
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error)).not.toContain("hunter2");
  });

  it("asks for a user where none is given", async () => {
    const { contactPoints } = cluster();
    await expect(introspectCql({ contactPoints, keyspace: "system_auth" })).rejects.toMatchObject({
      code: "cql-credentials",
      next: "set CASSANDRA_USERNAME and CASSANDRA_PASSWORD",
    });
  });

  it("is asked with TLS, by name and by address", async () => {
    const [point = ""] = cluster().contactPoints;
    for (const each of [point, point.replace("127.0.0.1", "localhost")]) {
      const { keyspace } = await ask({ contactPoints: [each], ssl: { ca: nodeCertificate } });
      expect(keyspace.tables.length).toBeGreaterThan(3);
    }
  });

  test.each<[outcome: string, more: object]>([
    ["introspected", {}],
    ["cql-no-keyspace", { keyspace: "nowhere" }],
    ["cql-data-center", { localDataCenter: "nowhere" }],
    ["cql-credentials", { credentials: { username: "cassandra", password: "wrong" } }],
    ["introspected", { ssl: { ca: nodeCertificate } }],
    ["cql-tls", { ssl: true }],
  ])("leaves nothing open that keeps a process from ending when the outcome is %s", async (outcome, more) => {
    const { contactPoints, credentials } = cluster();
    const options = { contactPoints, credentials, keyspace: "system_auth", ...more };
    const { said, lingeredMs } = await introspectInProcess(options);
    expect(said).toBe(outcome);
    expect(lingeredMs).toBeLessThan(2_000);
  });
});

/** As files of the folder `types`. */
function writeUserTypes(folder: string, { userTypes }: Keyspace): void {
  const files = userTypes.map((type, index) => [
    `types/${index}.json`,
    JSON.stringify(printUserTypeDefinition(type), null, 2),
  ]);
  writeTree(folder, Object.fromEntries(files));
}

/** REST tells nothing of user types. */
function hasUserType(table: Table): boolean {
  const within = (type: CqlType): boolean => type.kind === "user" || partsOf(type).some(within);
  return table.columns.some(({ type }) => within(type));
}
