/** What undoes a change, and that it never overwrites a newer one: on a service in memory. */
import { createSession, get, insert, remove, scan, serviceTransport, update } from "@colonnade/runtime";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { deleteRows } from "../../../src/console/tables/delete-rows.ts";
import { describeTable } from "../../../src/console/tables/describe-table.ts";
import type { Row } from "../../../src/console/tables/describe-table.ts";
import { planChange } from "../../../src/console/tables/plan-change.ts";
import { runUndo } from "../../../src/console/tables/undo.ts";
import type { Undo } from "../../../src/console/tables/undo.ts";
import { orderUserTypes } from "../../../src/model/cql-type.ts";
import { createService } from "../../../src/service/index.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import { keyspaceOf } from "../../support/keyspaces.ts";

const key = { partitionKey: ["id"], clusteringKey: ["seq"] };
const keyColumns = [
  { name: "id", typeDefinition: "int" },
  { name: "seq", typeDefinition: "int" },
];
const keyspace = keyspaceOf(
  "shop",
  [
    {
      name: "things",
      columnDefinitions: [
        ...keyColumns,
        { name: "site", typeDefinition: "text", static: true },
        { name: "name", typeDefinition: "text" },
        { name: "note", typeDefinition: "text" },
        { name: "tags", typeDefinition: "set<text>" },
        { name: "counts", typeDefinition: "map<text, bigint>" },
        { name: "items", typeDefinition: "list<frozen<address>>" },
        { name: "home", typeDefinition: "address" },
        { name: "work", typeDefinition: "frozen<address>" },
        { name: "size", typeDefinition: "tuple<int, text>" },
        { name: "price", typeDefinition: "decimal" },
        { name: "weight", typeDefinition: "float" },
        { name: "length", typeDefinition: "duration" },
        { name: "picture", typeDefinition: "blob" },
        { name: "made", typeDefinition: "timestamp" },
      ],
      primaryKey: key,
    },
    { name: "keys", columnDefinitions: keyColumns, primaryKey: key },
    {
      name: "hits",
      columnDefinitions: [...keyColumns, { name: "hits", typeDefinition: "counter" }],
      primaryKey: key,
    },
    {
      name: "readings",
      columnDefinitions: [...keyColumns, { name: "value", typeDefinition: "int" }],
      primaryKey: key,
      tableOptions: { defaultTimeToLive: 60 },
    },
  ],
  [
    {
      name: "address",
      fields: [
        { name: "street", typeDefinition: "text" },
        { name: "zip", typeDefinition: "int" },
      ],
    },
  ],
);

async function open() {
  const store = await openMemoryStore();
  await store.createKeyspace("shop");
  for (const type of orderUserTypes(keyspace.userTypes)) await store.createUserType("shop", type);
  for (const table of keyspace.tables) await store.createTable("shop", table);
  const credentials = { username: "ann", password: "correct horse" };
  const transport = serviceTransport(createService({ store, user: credentials }));
  return { store, session: createSession({ url: "http://localhost", credentials, transport }) };
}

let opened: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  opened = await open();
});
afterEach(async () => {
  await opened.session.close();
  await opened.store.close();
});

const subjectOf = (name: string) => {
  const table = keyspace.tables.find((each) => each.name === name)!;
  return { table, descriptor: describeTable(keyspace, table) };
};
const things = subjectOf("things");
const read = (row: Row = { id: 1, seq: 1 }) => get(opened.session, things.descriptor, row);

/** Changes a row in the form: field → text, null for null. */
async function change(name: string, row: Row | undefined, texts: Record<string, string | null>): Promise<Undo> {
  const plan = planChange({ ...subjectOf(name), row });
  const drafts = Object.entries(texts).map(([field, text]) => [field, { text: text ?? "", isNull: text === null }]);
  const saved = await plan.save(
    opened.session,
    { ...plan.drafts, ...Object.fromEntries(drafts) },
    { overwrites: false },
  );
  if (!saved.done?.undo) throw new Error(`not saved: ${JSON.stringify(saved)}`);
  return saved.done.undo;
}
async function run(undo: Undo, name = "things"): Promise<string> {
  if ("reason" in undo) throw new Error(undo.reason);
  return runUndo(opened.session, subjectOf(name).descriptor, undo.steps);
}
const again = "Not undone: the row was changed again in the meantime.";

describe("a changed row", () => {
  const full = {
    site: "attic",
    name: "a",
    note: "b",
    tags: '["x", "y"]',
    counts: '{"a": "9007199254740993"}',
    items: '[{"street": "Mill Lane", "zip": 1}]',
    home: '{"street": "Mill Lane", "zip": null}',
    work: '{"street": "Oak Road", "zip": 2}',
    size: '[1, "m"]',
    price: "1.50",
    weight: "11.3",
    length: "12m30s",
    picture: "AAEC",
    made: "2026-11-23T12:30:00.000Z",
  };
  const other: typeof full = {
    site: "cellar",
    name: "",
    note: "c",
    tags: "[]",
    counts: '{"b": "1"}',
    items: "[]",
    home: '{"street": null, "zip": 7}',
    work: '{"street": null, "zip": 2}',
    size: "[2, null]",
    price: "1.5000001",
    weight: "0.1",
    length: "1h",
    picture: "",
    made: "2026-11-24T00:00:00.000Z",
  };
  beforeEach(async () => void (await change("things", undefined, { id: "1", seq: "1", ...full })));

  test.each(Object.entries(other))("gets the old value of %s back, after it was %j or null", async (column, text) => {
    const before = await read();
    for (const changed of [text, null]) {
      const undo = await change("things", await read(), { [column]: changed });
      if (column === "site" && changed === null) {
        // The only static column: nothing shows whether the partition exists.
        expect(undo).toEqual({ reason: "the row has no other value by which to recognize it" });
        continue;
      }
      expect(await read()).not.toEqual(before);
      expect(await run(undo)).toBe("Undone.");
      expect(await read()).toEqual(before);
    }
  });

  it("gets all its old values back", async () => {
    const before = await read();
    expect(await run(await change("things", before, other))).toBe("Undone.");
    expect(await read()).toEqual(before);
  });

  it("keeps a newer value, and changes of other columns", async () => {
    const undo = await change("things", await read(), { name: "mine" });
    await update(opened.session, things.descriptor, { id: 1, seq: 1, note: "theirs" });
    expect(await run(undo)).toBe("Undone.");
    expect(await read()).toMatchObject({ name: "a", note: "theirs" });
    const second = await change("things", await read(), { name: "mine" });
    await update(opened.session, things.descriptor, { id: 1, seq: 1, name: "theirs" });
    expect(await run(second)).toBe(again);
    expect(await read()).toMatchObject({ name: "theirs" });
  });

  it("gets back what it had just before the change, even if the page showed an older row", async () => {
    const shown = await read();
    await update(opened.session, things.descriptor, { id: 1, seq: 1, name: "newer" });
    expect(await run(await change("things", shown, { name: "mine" }))).toBe("Undone.");
    expect(await read()).toMatchObject({ name: "newer" });
  });

  it("does not come back once it is deleted, although null is all that was left behind", async () => {
    const undo = await change("things", await read(), { name: null });
    await remove(opened.session, things.descriptor, { id: 1, seq: 1 });
    expect(await run(undo)).toBe(again);
    expect(await read()).toBeUndefined();
  });

  it("cannot be recognized without any other value", async () => {
    await insert(opened.session, things.descriptor, { id: 2, seq: 2, note: "x" });
    expect(await change("things", await read({ id: 2, seq: 2 }), { note: null })).toEqual({
      reason: "the row has no other value by which to recognize it",
    });
  });
});

describe("an inserted row", () => {
  it("goes, unless it was changed", async () => {
    expect(await run(await change("things", undefined, { id: "1", seq: "1", name: "a", tags: "[]" }))).toBe("Undone.");
    expect(await read()).toBeUndefined();
    const undo = await change("things", undefined, { id: "1", seq: "1", name: "a" });
    await update(opened.session, things.descriptor, { id: 1, seq: 1, note: "theirs" });
    expect(await run(undo)).toBe(again);
    expect(await read()).toMatchObject({ note: "theirs" });
  });

  it("goes, if it has a key alone", async () => {
    const { descriptor } = subjectOf("keys");
    expect(await run(await change("keys", undefined, { id: "1", seq: "1" }), "keys")).toBe("Undone.");
    expect(await scan(opened.session, descriptor).toArray()).toEqual([]);
  });

  it("stays if it wrote static values", async () => {
    expect(await change("things", undefined, { id: "1", seq: "1", site: "attic" })).toEqual({
      reason: "its static values belong to all rows of the partition",
    });
  });
});

describe("deleted rows", () => {
  beforeEach(async () => {
    for (const seq of [1, 2, 3]) {
      const row = { id: 1, seq, site: "attic", name: `n${seq}`, tags: ["x"], counts: new Map([["a", 1n]]) };
      await insert(opened.session, things.descriptor, row);
    }
  });
  const all = () => scan(opened.session, things.descriptor).toArray();

  it("come back as they were", async () => {
    const before = await all();
    const { message, undo } = await deleteRows(opened.session, things, before);
    expect(message).toBe("3 rows deleted.");
    expect(await all()).toEqual([]);
    expect(await run(undo!)).toBe("3 rows restored.");
    expect(await all()).toEqual(before);
  });

  it("come back as they were last, not as the page showed them", async () => {
    const shown = await all();
    await update(opened.session, things.descriptor, { id: 1, seq: 2, name: "newer" });
    const { undo } = await deleteRows(opened.session, things, shown);
    await run(undo!);
    expect(await read({ id: 1, seq: 2 })).toMatchObject({ name: "newer" });
  });

  it("do not overwrite one that was written again", async () => {
    const { undo } = await deleteRows(opened.session, things, await all());
    await insert(opened.session, things.descriptor, { id: 1, seq: 2, name: "theirs" });
    expect(await run(undo!)).toBe("2 of 3 rows restored: the others were written again in the meantime.");
    expect(await read({ id: 1, seq: 2 })).toMatchObject({ name: "theirs" });
  });
});

test("nothing is undone of counters and of values that expire", async () => {
  const counters = { reason: "counters cannot be set back" };
  expect(await change("hits", undefined, { id: "1", seq: "1", hits: "2" })).toEqual(counters);
  expect((await deleteRows(opened.session, subjectOf("hits"), [{ id: 1, seq: 1 }])).undo).toEqual(counters);
  const expiring = { reason: expect.stringContaining("expire") as string };
  await change("readings", undefined, { id: "1", seq: "1", value: "2" });
  expect(await change("readings", { id: 1, seq: 1, value: 2 }, { value: "3" })).toEqual(expiring);
  expect((await deleteRows(opened.session, subjectOf("readings"), [{ id: 1, seq: 1 }])).undo).toEqual(expiring);
});
