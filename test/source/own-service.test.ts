/** Our own service through each of its interfaces: the same keyspace, the same files. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSession, serviceTransport } from "@colonnade/runtime";
import type { Session, Transport } from "@colonnade/runtime";
import { createService } from "../../src/service/index.ts";
import {
  introspectKeyspace,
  mergeKeyspaces,
  seenKeyspaceOf,
  settleKeyspace,
  writeDefinitions,
} from "../../src/source/index.ts";
import type { SourceName } from "../../src/source/index.ts";
import { openEmbeddedStore } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import { createTemporaryFolder, readTree } from "../output/temporary-folder.ts";
import { keyspace as anyKeyspace } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";

const credentials = { username: "ann", password: "correct horse" };

describe("a keyspace of our service", () => {
  let directory: string;
  let store: Store;
  let session: Session;
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
  });

  afterAll(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  it("gives the same files by REST, by GraphQL, by both, and as CQL would tell it", async () => {
    await fc.assert(
      fc.asyncProperty(anyKeyspace, async ({ tables, userTypes }) => {
        const keyspace = `shop_${count++}`;
        await store.createKeyspace(keyspace);
        for (const type of userTypes) await store.createUserType?.(keyspace, type);
        for (const table of tables) await store.createTable(keyspace, table);
        const files = settleKeyspace(
          mergeKeyspaces([seenKeyspaceOf({ name: keyspace, tables, userTypes }, "CQL")]),
        ).keyspace;
        const folder = createTemporaryFolder();
        await writeDefinitions(folder, files);
        const expected = readTree(folder);
        for (const from of [["rest"], ["graphql"], ["rest", "graphql"], ["graphql", "rest"]] as SourceName[][]) {
          const found = await introspectKeyspace({ keyspace, session: () => session, from, files });
          const other = createTemporaryFolder();
          await writeDefinitions(other, found.keyspace);
          expect(readTree(other)).toEqual(expected);
          expect(await writeDefinitions(folder, found.keyspace)).toMatchObject({ written: [], extra: [] });
        }
      }),
      runs(8, 120),
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
    const { keyspace: files } = await introspectKeyspace({ keyspace: "many", session: () => session, from: ["rest"] });
    sent.length = 0;
    const found = await introspectKeyspace({ keyspace: "many", session: () => session, from: ["graphql"], files });
    expect(found.keyspace.tables).toHaveLength(40);
    expect(sent.length).toBeLessThanOrEqual(4);
  });

  it("has names that GraphQL does not tell: without REST or files they are asked for", async () => {
    await expect(
      introspectKeyspace({ keyspace: "many", session: () => session, from: ["graphql"] }),
    ).rejects.toMatchObject({
      code: "unknown-definition",
      problems: expect.arrayContaining([
        { code: "unknown-definition", message: "t0: what its columns are called in the database" },
      ]),
    });
  });
});
