/** Our own service through each of its interfaces: the same keyspace, the same files. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSession, serviceTransport } from "@colonnade/runtime";
import type { Session, Transport } from "@colonnade/runtime";
import { byCodeUnits, printTableDefinition } from "../../src/model/index.ts";
import type { Column, Keyspace, UserTypeDefinition } from "../../src/model/index.ts";
import { createService } from "../../src/service/index.ts";
import { introspectKeyspace } from "../../src/source/introspect-keyspace.ts";
import { mergeKeyspaces } from "../../src/source/merge-keyspaces.ts";
import { observedKeyspaceOf } from "../../src/source/observed-keyspace.ts";
import { loadKeyspace } from "../../src/source/parse-keyspace.ts";
import { settleKeyspace } from "../../src/source/settle-keyspace.ts";
import { writeDefinitions } from "../../src/source/write-definitions.ts";
import type { IntrospectOptions, SourceName } from "../../src/source/introspect-keyspace.ts";
import { openEmbeddedStore } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import { createTemporaryFolder, readTree } from "../support/temporary-folder.ts";
import { keyspace as anyKeyspace, keyspaceOf, tableOf } from "../support/keyspaces.ts";
import { long, runs } from "../support/long.ts";

const credentials = { username: "ann", password: "correct horse" };

describe("a keyspace of our service", () => {
  let directory: string;
  let store: Store;
  let session: Session;
  /** Of a service that has no definition endpoint. */
  let older: Session;
  let count = 0;
  const sent: string[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "colonnade-"));
    store = await openEmbeddedStore({ directory });
    const send = serviceTransport(createService({ store, user: credentials }));
    const transport: Transport = (call) => {
      sent.push(`${call.method} ${call.url}`);
      return send(call);
    };
    session = createSession({ url: "http://localhost", credentials, transport });
    older = createSession({
      url: "http://localhost",
      credentials,
      transport: async (call) => {
        const { pathname } = new URL(call.url);
        return transport(pathname === "/api/graphql-schema" ? { ...call, url: `${call.url}/nowhere` } : call);
      },
    });
  });

  afterAll(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  const timeout = long ? 600_000 : 30_000;
  it("gives the same files by REST, by GraphQL, by both, and as CQL would tell it", { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(anyKeyspace, async ({ tables, userTypes }) => {
        const keyspace = `shop_${count++}`;
        await store.createKeyspace(keyspace);
        for (const type of userTypes) await store.createUserType?.(keyspace, type);
        for (const table of tables) await store.createTable(keyspace, table);
        const defined = settleKeyspace(
          mergeKeyspaces([observedKeyspaceOf({ name: keyspace, tables, userTypes }, "CQL")]),
        ).keyspace;
        const folder = createTemporaryFolder();
        await writeDefinitions(folder, defined);
        const expected = readTree(folder);
        const ways: readonly (readonly [Session, ...SourceName[]])[] = [
          [session, "rest"],
          [session, "graphql"],
          [session, "rest", "graphql"],
          [session, "graphql", "rest"],
          [older, "graphql"],
          [older, "graphql", "rest"],
        ];
        for (const [asked, ...from] of ways) {
          const found = await introspectKeyspace({ keyspace, session: () => asked, from, defined });
          const other = createTemporaryFolder();
          await writeDefinitions(other, found.keyspace);
          expect(readTree(other)).toEqual(expected);
          expect(await writeDefinitions(folder, found.keyspace)).toMatchObject({ written: [], extra: [] });
        }
      }),
      runs(6, 120),
    );
  });

  it("is introspected by GraphQL in at most four requests, whatever the number of tables", async () => {
    await store.createKeyspace("many");
    const tables = Array.from({ length: 40 }, (_, index) => `t${index}`);
    for (const name of tables) {
      await store.createTable("many", {
        name,
        columns: [{ name: "id", type: { kind: "native", name: "uuid" }, kind: "partition" }],
        partitionKey: ["id"],
        clusteringKey: [],
        defaultTimeToLive: 0,
        indexes: [],
      });
    }
    sent.length = 0;
    expect((await told({ keyspace: "many" })).tables).toHaveLength(40);
    expect(sent).toEqual(Array(2).fill("POST http://localhost/api/graphql-schema"));
    const { keyspace: defined } = await introspectKeyspace({
      keyspace: "many",
      session: () => session,
      from: ["rest"],
    });
    sent.length = 0;
    expect(await told({ keyspace: "many", session: () => older, defined })).toEqual(defined);
    expect(sent.length).toBeLessThanOrEqual(4);
  });

  it("tells user types, vectors and every description by GraphQL alone, without files", async () => {
    const point = {
      name: "point",
      description: "On the earth.",
      fields: [
        { name: "at", typeDefinition: "vector<double, 2>", description: "Longitude first." },
        { name: "label", typeDefinition: "text" },
      ],
    };
    const columnDefinitions = [
      { name: "id", typeDefinition: "uuid", description: "Given by us." },
      { name: "boxes", typeDefinition: `${"list<frozen<".repeat(12)}point${">>".repeat(12)}` },
      { name: "corners", typeDefinition: "list<frozen<vector<frozen<point>, 4>>>" },
      { name: "middle", typeDefinition: "point" },
      { name: "size", typeDefinition: "vector<float, 3>", description: "" },
    ];
    const primaryKey = { partitionKey: ["id"] };
    const table = { name: "Places", description: "Of interest.", columnDefinitions, primaryKey };
    const places = keyspaceOf("places", [table], [point]);
    await store.createKeyspace("places");
    for (const type of places.userTypes) await store.createUserType("places", type);
    for (const table of places.tables) await store.createTable("places", table);
    expect(await told({ keyspace: "places" })).toEqual(places);
  });

  it("tells by itself of user types what the files do not know yet", async () => {
    const columnDefinitions = [
      { name: "id", typeDefinition: "uuid" },
      { name: "home", typeDefinition: "frozen<address>" },
    ];
    const people = { name: "people", columnDefinitions, primaryKey: { partitionKey: ["id"] } };
    const address = (...names: readonly string[]): UserTypeDefinition => ({
      name: "address",
      fields: names.map((name) => ({ name, typeDefinition: "text" })),
    });
    const there = keyspaceOf("grown", [people], [address("street", "town")]);
    const defined = keyspaceOf("grown", [people], [address("street")]);
    await store.createKeyspace("grown");
    for (const type of there.userTypes) await store.createUserType("grown", type);
    for (const table of there.tables) await store.createTable("grown", table);
    const found = await introspectKeyspace({ keyspace: "grown", session: () => session, defined });
    expect(found).toMatchObject({ keyspace: there, succeeded: ["rest", "graphql"] });
  });

  describe("of odd names", () => {
    let odd: Keyspace;

    beforeAll(async () => {
      odd = await loadKeyspace(join(import.meta.dirname, "../fixtures/quirky"), "odd");
      await store.createKeyspace("odd");
      for (const table of odd.tables) await store.createTable("odd", table);
    });

    it("tells them by GraphQL alone, and asks for the order of rows, which it does not tell", async () => {
      const clustered = odd.tables.filter((table) => table.clusteringKey.length > 0);
      expect(clustered.length).toBeGreaterThan(5);
      await expect(told({ keyspace: "odd" })).rejects.toMatchObject({
        code: "unknown-definition",
        problems: clustered.map(({ name, clusteringKey }) => {
          const by = clusteringKey.map((column) => column.name).join(", ");
          return { code: "unknown-definition", message: `${name}: the order (ascending or descending) of ${by}` };
        }),
      });
    });

    it("needs no more than that order of the files", async () => {
      const inKey = ({ kind }: Column): boolean => kind === "partition" || kind === "clustering";
      const keys = odd.tables.map((table) => ({ ...table, columns: table.columns.filter(inKey) }));
      expect(await told({ keyspace: "odd", defined: { ...odd, tables: keys } })).toEqual(sorted(odd));
    });

    it("does not tell them by introspection, where there is no definition endpoint: without files they are asked for", async () => {
      await expect(told({ keyspace: "odd", session: () => older })).rejects.toMatchObject({
        code: "unknown-definition",
        summary: "GraphQL does not report the complete definitions of odd",
      });
      await expect(told({ keyspace: "many", session: () => older })).rejects.toMatchObject({
        problems: expect.arrayContaining([
          { code: "unknown-definition", message: "t0: the names of its columns in the database" },
        ]),
      });
      expect(await told({ keyspace: "odd", session: () => older, defined: odd })).toEqual(sorted(odd));
    });
  });

  async function told(options: Partial<IntrospectOptions> & { readonly keyspace: string }): Promise<Keyspace> {
    return (await introspectKeyspace({ session: () => session, from: ["graphql"], ...options })).keyspace;
  }
});

/** As a source has it that tells no order of columns: the key first, then the others by their names. */
function sorted({ tables, ...keyspace }: Keyspace): Keyspace {
  const printed = tables.map((table) => printTableDefinition(table));
  return {
    ...keyspace,
    tables: printed.map(({ columnDefinitions, ...table }) => {
      const keys = table.primaryKey.partitionKey.length + (table.primaryKey.clusteringKey?.length ?? 0);
      const others = columnDefinitions.slice(keys).sort((one, other) => byCodeUnits(one.name, other.name));
      return tableOf({ ...table, columnDefinitions: [...columnDefinitions.slice(0, keys), ...others] });
    }),
  };
}
