/** What the embedded store keeps of keyspaces and tables beside their definitions. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EmbeddedStore } from "../../../../src/store/index.ts";
import { hits, items, openStore, refusalOf, table, temporaryDirectory } from "../temporary-store.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[14][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const simple = new Map([
  ["class", "org.apache.cassandra.locator.SimpleStrategy"],
  ["replication_factor", "1"],
]);

const idOf = (store: EmbeddedStore, name: string): string | undefined => store.details("shop")?.tables.get(name)?.id;
const optionsOf = (store: EmbeddedStore, name: string) => store.details("shop")?.tables.get(name)?.options;

describe("the details of a keyspace", () => {
  it("are one copy and the database's options, where nothing else was said", async () => {
    const { store } = await openStore([items, table("noted", { id: "int" }, ["id"], {}, 60)]);
    expect(store.details("nothing")).toBeUndefined();
    const { replication, durableWrites, tables } = store.details("shop") ?? {};
    expect(replication).toEqual(simple);
    expect(durableWrites).toBe(true);
    expect(idOf(store, "items")).toMatch(uuid);
    expect(idOf(store, "noted")).not.toBe(idOf(store, "items"));
    expect(tables?.get("items")?.options.get("gc_grace_seconds")).toBe("864000");
    expect(tables?.get("items")?.options.get("default_time_to_live")).toBe("0");
    expect(tables?.get("noted")?.options.get("default_time_to_live")).toBe("60");
    expect(tables?.get("items")?.options.get("caching")).toEqual(
      new Map([
        ["keys", "ALL"],
        ["rows_per_partition", "NONE"],
      ]),
    );
  });

  it("are kept as they were given, over restarts and changes of the definition", async () => {
    const directory = await temporaryDirectory();
    const { store } = await openStore([], directory);
    const replication = new Map([
      ["class", "NetworkTopologyStrategy"],
      ["dc1", "3"],
    ]);
    expect(await store.createKeyspace("other", replication, false)).toBe(true);
    expect(await store.createKeyspace("three", 3)).toBe(true);
    const options = new Map<string, string | ReadonlyMap<string, string>>([
      ["gc_grace_seconds", "10"],
      ["compaction", new Map([["class", "LeveledCompactionStrategy"]])],
      ["comment", "so"],
      ["default_time_to_live", "30"],
    ]);
    await store.createTable("shop", items, options);
    const id = idOf(store, "items");
    await store.alterTable("shop", "items", {
      kind: "options",
      options: new Map([
        ["gc_grace_seconds", "20"],
        ["comment", "new"],
      ]),
    });
    await store.alterTable("shop", "items", { kind: "drop-column", column: "sku" });
    await store.truncateTable("shop", "items");
    const version = store.schemaVersion;
    await store.close();
    const again = (await openStore([], directory)).store;
    expect(again.schemaVersion).toBe(version);
    expect(again.details("other")).toMatchObject({ replication, durableWrites: false });
    expect(again.details("three")?.replication.get("datacenter1")).toBe("3");
    expect(idOf(again, "items")).toBe(id);
    const found = optionsOf(again, "items");
    expect(found?.get("gc_grace_seconds")).toBe("20");
    expect(found?.get("compaction")).toEqual(options.get("compaction"));
    expect(found?.get("default_time_to_live")).toBe("30");
    expect(found?.get("comment")).toBe("new");
    expect((await again.keyspace("shop"))?.tables[0]).toMatchObject({ description: "new", defaultTimeToLive: 30 });
  });

  it("change alone, and callers hear of it", async () => {
    const { store } = await openStore([items, hits]);
    const heard: unknown[] = [];
    store.onChange((changed) => heard.push(changed));
    const versions = new Set([store.schemaVersion]);
    await store.alterKeyspace("shop", { durableWrites: false });
    versions.add(store.schemaVersion);
    await store.alterKeyspace("shop", { replication: new Map([["class", "SimpleStrategy"]]) });
    versions.add(store.schemaVersion);
    expect(store.details("shop")).toMatchObject({
      durableWrites: false,
      replication: new Map([["class", "SimpleStrategy"]]),
    });
    await store.alterTable("shop", "items", { kind: "options", options: new Map([["cdc", "true"]]) });
    versions.add(store.schemaVersion);
    await store.alterTable("shop", "items", { kind: "comment", text: "x" });
    versions.add(store.schemaVersion);
    expect(optionsOf(store, "items")?.get("comment")).toBe("x");
    expect(versions.size).toBe(5);
    for (const version of versions) expect(version).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(heard).toEqual([
      { keyspace: "shop", tables: [], userTypes: [] },
      { keyspace: "shop", tables: [], userTypes: [] },
      { keyspace: "shop", tables: ["items"], userTypes: [] },
      { keyspace: "shop", tables: ["items"], userTypes: [] },
    ]);
    expect(await refusalOf(store.alterKeyspace("nothing", {}))).toBe(
      "unknown-keyspace: keyspace nothing does not exist",
    );
    const lives = { kind: "options", options: new Map([["default_time_to_live", "1"]]) } as const;
    expect(await refusalOf(store.alterTable("shop", "hits", lives))).toBe(
      "invalid: Cannot set default_time_to_live on a table with counters",
    );
  });

  it("are made for data of earlier versions, once", async () => {
    const directory = join(await temporaryDirectory(), "data");
    await mkdir(directory);
    const fixture = new URL("../../../fixtures/store/format-4.json", import.meta.url);
    const files = JSON.parse(await readFile(fixture, "utf8")) as Record<string, string>;
    for (const [name, text] of Object.entries(files))
      await writeFile(join(directory, name), Buffer.from(text, "base64"));
    const { store } = await openStore([], directory);
    const [id, version] = [idOf(store, "notes"), store.schemaVersion];
    expect(id).toMatch(uuid);
    expect(store.details("shop")?.replication).toEqual(simple);
    await store.close();
    const again = (await openStore([], directory)).store;
    expect(idOf(again, "notes")).toBe(id);
    expect(again.schemaVersion).toBe(version);
  });
});
