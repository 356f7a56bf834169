/**
 * Data of format 2, in which stored rows name columns by their places in the definition.
 *
 * `fixtures/store/format-2.json` is a folder that a store of that format wrote: two keyspaces, of which `empty` is empty;
 * a user type; the tables `readings` and `hits`, with rows; a dropped table.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { printCqlType } from "../../../src/model/index.ts";
import type { Store } from "../../../src/store/index.ts";
import { openStore, plain, scan, table, temporaryDirectory, values } from "./temporary-store.ts";

async function unpack(): Promise<string> {
  const directory = join(await temporaryDirectory(), "data");
  await mkdir(directory);
  const fixture = new URL("../../fixtures/store/format-2.json", import.meta.url);
  const files = JSON.parse(await readFile(fixture, "utf8")) as Record<string, string>;
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), Buffer.from(text, "base64"));
  return directory;
}

const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));
const ofA = (day: number, note: string) => ({
  note,
  sensor: "a",
  owner: "ann",
  at: at(day),
  value: `${day}.50`,
  tags: ["x", "y"],
  place: { x: day, y: null },
});
const rows = [ofA(2, "warm"), ofA(1, "cold"), { sensor: "b", at: at(3), value: "-7" }];

async function expectRows(store: Store): Promise<void> {
  const found = await scan(store, "readings");
  expect(found).toHaveLength(4);
  expect(found).toEqual(expect.arrayContaining([...rows, { sensor: "c", at: at(4), note: "short" }]));
  expect(await scan(store, "hits")).toEqual([{ page: "/", views: 3n }]);
}

it("opens with its definitions and rows, once and again", async () => {
  const directory = await unpack();
  for (let time = 0; time < 2; time++) {
    const { store } = await openStore([], directory);
    expect(await store.keyspaces()).toEqual(["empty", "shop"]);
    const shop = await store.keyspace("shop");
    expect(shop?.tables.map(({ name }) => name)).toEqual(["hits", "readings"]);
    expect(shop?.tables[1]?.columns.map(({ name, type }) => `${name} ${printCqlType(type)}`)).toEqual([
      "note text",
      "sensor text",
      "owner text",
      "at timestamp",
      "value decimal",
      "tags set<text>",
      "place frozen<place>",
    ]);
    expect(shop?.tables[1]?.indexes).toMatchObject([{ column: "note" }]);
    await expectRows(store);
    await store.close();
  }
});

it("takes changes of its tables and new tables after it was opened", async () => {
  const directory = await unpack();
  const { store } = await openStore([], directory);
  await store.alterTable("shop", "readings", { kind: "drop-index", index: "readings_note_idx" });
  await store.alterTable("shop", "readings", { kind: "drop-column", column: "note" });
  const type = { kind: "native", name: "text" } as const;
  await store.alterTable("shop", "readings", { kind: "add-column", column: { name: "kind", type, kind: "regular" } });
  await store.createTable("shop", table("fresh", { id: "int" }, ["id"]));
  await store.insert({ keyspace: "shop", table: "fresh", values: values({ id: 1 }) });
  await store.close();
  const again = await openStore([], directory);
  const withoutNote = rows.map((row) => values({ ...row, note: null } as never));
  const found = await scan(again.store, "readings");
  expect(found).toHaveLength(4);
  expect(found).toEqual(expect.arrayContaining(plain(withoutNote)));
  expect(await scan(again.store, "fresh")).toEqual([{ id: 1 }]);
});
