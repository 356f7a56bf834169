/** Changes inside collections and user types, and conditions on their parts: documents, refusals, and what is repeated. */
import { describe, expect, it } from "vitest";
import { TransportFailure, remove, update, text } from "@colonnade/runtime";
import { frozen, list, set } from "@colonnade/runtime/composites";
import { verify } from "@colonnade/runtime/verify";
import type { OutcomeUnknownError, Table } from "@colonnade/runtime";
import {
  add,
  append,
  entryIs,
  fieldIs,
  itemIs,
  prepend,
  put,
  remove as removeItems,
  removeAt,
  removeKeys,
  setAt,
  setFields,
  updateParts,
} from "@colonnade/runtime/changes";
import { batchWrites } from "@colonnade/runtime/batch";
import { rooms } from "../../support/beyond-tables.ts";
import type { RoomsTypes } from "../../support/beyond-tables.ts";
import { caught } from "../replies.ts";
import { documentsOf } from "./documents-of.ts";

const hall = { tenant: "acme", name: "hall" };
const key = 'tenant: "acme", name: "hall"';
const applied = { result: { applied: true } };
type Update = RoomsTypes["update"];
const anyUpdate = (value: object): Update => ({ ...hall, ...value }) as Update;

describe("updateParts()", () => {
  const documents: readonly (readonly [string, object, string])[] = [
    ["items of a set", { moderators: add(["a", "b"]) }, '{moderators: {add: ["a", "b"]}}'],
    [
      "several of one column",
      { moderators: [add(["a"]), removeItems(["b"])] },
      '{moderators: {add: ["a"], remove: ["b"]}}',
    ],
    ["ends of a list", { log: [append(["z"]), prepend(["a"])] }, '{log: {append: ["z"], prepend: ["a"]}}'],
    [
      "indexes of a list",
      { log: [setAt(3, "x"), removeAt(0), setAt(4, "y"), removeAt(1)] },
      '{log: {setAt: [{index: 3, value: "x"}, {index: 4, value: "y"}], removeAt: [0, 1]}}',
    ],
    ["equal items of a list", { log: removeItems(["x"]) }, '{log: {remove: ["x"]}}'],
    [
      "entries of an object",
      { settings: put({ theme: "dark" }) },
      '{settings: {put: [{key: "theme", value: "dark"}]}}',
    ],
    ["entries of a Map", { settings: put(new Map([["a", "b"]])) }, '{settings: {put: [{key: "a", value: "b"}]}}'],
    ["keys of a map", { settings: removeKeys(["a"]) }, '{settings: {removeKeys: ["a"]}}'],
    [
      "fields",
      { address: setFields({ city: "Bern", street: null }) },
      '{address: {setFields: {city: "Bern", street: null}}}',
    ],
  ];

  it.each(documents)("sends changes of %s", async (_, value, changes) => {
    const { session, sent } = documentsOf([applied]);
    expect(await updateParts(session, rooms, anyUpdate(value))).toEqual({ applied: true });
    expect(sent).toEqual([`mutation { result: updateRooms(value: {${key}}, changes: ${changes}) { applied } }`]);
  });

  it("sends whole values, conditions and options beside them, and without changes what update() sends", async () => {
    const { session, sent } = documentsOf([applied]);
    const value = { title: "x", members: undefined, moderators: add(["a"]) };
    await updateParts(session, rooms, anyUpdate(value), { ifExists: true, ttl: 9, timestamp: undefined });
    await updateParts(session, rooms, { ...hall, title: "x" });
    await update(session, rooms, { ...hall, title: "x" });
    expect(sent[0]).toBe(
      `mutation { result: updateRooms(value: {${key}, title: "x"}, changes: {moderators: {add: ["a"]}}, ifExists: true, ` +
        "options: {ttl: 9}) { applied } }",
    );
    expect(sent[1]).toBe(sent[2]);
  });

  it("shares documents with other writes in a session that batches", async () => {
    const { session, sent } = documentsOf([{ w0: { applied: true }, w1: { applied: true } }], { batch: batchWrites() });
    const other = { tenant: "acme", name: "yard" };
    await Promise.all([
      updateParts(session, rooms, { ...hall, moderators: add(["a"]) }),
      updateParts(session, rooms, { ...other, moderators: add(["b"]) }),
    ]);
    expect(sent).toEqual([expect.stringContaining("changes: {moderators")]);
  });

  it.each<readonly [string, object]>([
    ["an item of another type", { moderators: add([1]) }],
    ["no array", { moderators: add("abc" as never) }],
    ["a change of another kind of column", { moderators: append(["a"]) }],
    ["a change of a column without parts", { title: add(["a"]) }],
    ["an index that is none", { log: setAt(-1, "x") }],
    ["an index that is no number", { log: removeAt("0" as never) }],
    ["a field that is none", { address: setFields({ cty: "x" } as never) }],
    ["no field", { address: setFields({}) }],
    ["no entries", { settings: put("a" as never) }],
    ["the same change twice", { log: [append(["a"]), append(["b"])] }],
    ["a change and a value", { log: [append(["a"]), "b"] }],
    ["nothing else than the key", {}],
    ["a change of the key", { name: add(["x"]) }],
    ["a column that is none", { logs: append(["x"]) }],
    ["a column that is none, beside a change", { other: 1, log: append(["x"]) }],
  ])("refuses %s before anything is sent", async (_, value) => {
    const { session, sent } = documentsOf([applied]);
    const refused = updateParts(session, rooms, anyUpdate(value));
    await expect(refused).rejects.toMatchObject({ code: "validation", outcome: "not-sent" });
    expect(sent).toEqual([]);
  });

  it("refuses a change of what is frozen", async () => {
    const { session } = documentsOf([applied]);
    const columns = { ...rooms.columns, moderators: frozen(set(text)), log: frozen(list(text)) };
    const table: Table<RoomsTypes> = { ...rooms, columns };
    for (const value of [{ moderators: add(["a"]) }, { log: append(["a"]) }]) {
      const refused = updateParts(session, table, anyUpdate(value));
      await expect(refused).rejects.toMatchObject({
        code: "validation",
        message: expect.stringContaining("frozen") as string,
      });
    }
  });

  const lost = new TransportFailure("unknown", "reset");

  it.each<readonly [string, object]>([
    ["add", { moderators: add(["a"]) }],
    ["remove", { moderators: removeItems(["a"]) }],
    ["put", { settings: put({ a: "b" }) }],
    ["removeKeys", { settings: removeKeys(["a"]) }],
    ["setFields", { address: setFields({ city: "a" }) }],
  ])("repeats %s when its response is lost", async (_, value) => {
    const { session, sent } = documentsOf([lost, applied]);
    expect(await updateParts(session, rooms, anyUpdate(value))).toEqual({ applied: true });
    expect(sent).toHaveLength(2);
  });

  it.each<readonly [string, object]>([
    ["append", { log: append(["a"]) }],
    ["prepend", { log: prepend(["a"]) }],
    ["setAt", { log: setAt(0, "a") }],
    ["removeAt", { log: removeAt(0) }],
    ["one of several that is relative", { log: append(["a"]), moderators: add(["a"]) }],
  ])("never repeats %s, and no row can show it", async (_, value) => {
    const row = { ...hall, title: null, members: null, moderators: [], log: ["a"], settings: [], address: null };
    const { session, sent } = documentsOf([lost, { result: { values: [row], pageState: null } }]);
    const error = await caught(updateParts(session, rooms, anyUpdate(value)));
    expect(error).toMatchObject({ code: "outcome-unknown", outcome: "unknown" });
    expect(sent).toHaveLength(1);
    expect(await verify(error as OutcomeUnknownError)).toMatchObject({ applied: undefined });
  });

  it("is verified by what the row has", async () => {
    const empty = { ...hall, title: null, members: null, moderators: [], log: [], settings: [], address: null };
    const cases: readonly (readonly [value: object, row: object, applied: unknown])[] = [
      [{ moderators: add(["b"]) }, { moderators: ["a", "b"] }, "maybe-self"],
      [{ moderators: add(["b"]) }, { moderators: ["a"] }, false],
      [{ moderators: removeItems(["b"]) }, { moderators: ["a"] }, "maybe-self"],
      [{ moderators: removeItems(["a"]) }, { moderators: ["a"] }, false],
      [{ settings: put({ a: "b" }) }, { settings: [{ key: "a", value: "b" }] }, "maybe-self"],
      [{ settings: put({ a: "b" }) }, { settings: [{ key: "a", value: "c" }] }, false],
      [{ settings: removeKeys(["a"]) }, { settings: [{ key: "b", value: "c" }] }, "maybe-self"],
      [{ settings: removeKeys(["b"]) }, { settings: [{ key: "b", value: "c" }] }, false],
      [{ address: setFields({ city: "x" }) }, { address: { city: "x", street: "y" } }, "maybe-self"],
      [{ address: setFields({ city: "x" }) }, { address: { city: "z", street: "y" } }, false],
      [{ title: "t", moderators: add(["b"]) }, { title: "u", moderators: ["b"] }, false],
      [{ title: "t", moderators: add(["b"]) }, { title: "t", moderators: ["b"] }, "maybe-self"],
    ];
    for (const [value, row, shown] of cases) {
      const { session } = documentsOf([lost, { result: { values: [{ ...empty, ...row }], pageState: null } }]);
      const error = await caught(updateParts(session, rooms, anyUpdate(value), { contended: true }));
      expect(await verify(error as OutcomeUnknownError), JSON.stringify(row)).toMatchObject({ applied: shown });
    }
  });
});

describe("a condition on a part", () => {
  it("is in the document, with its column selected", async () => {
    const { session, sent } = documentsOf([applied]);
    const settings = [entryIs("theme", "dark"), entryIs("size", { gt: "10", lt: "20" })];
    await updateParts(session, rooms, { ...hall, title: "x" }, { if: { title: "t", settings } });
    await remove(session, rooms, hall, {
      if: { log: itemIs(0, null), address: [fieldIs("city", { in: ["a", "b"] })] },
    });
    expect(sent).toEqual([
      `mutation { result: updateRooms(value: {${key}, title: "x"}, ifCondition: {title: {eq: "t"}, settings: ` +
        '{at: [{key: "theme", is: {eq: "dark"}}, {key: "size", is: {gt: "10", lt: "20"}}]}}) ' +
        "{ applied value { title settings { key value } } } }",
      `mutation { result: deleteRooms(value: {${key}}, ifCondition: {log: {at: [{index: 0, is: {eq: null}}]}, address: ` +
        '{fields: {city: {in: ["a", "b"]}}}}) { applied value { log address { city street } } } }',
    ]);
  });

  it.each<readonly [string, object]>([
    ["another kind of column", { title: itemIs(0, "x") }],
    ["another kind of collection", { log: entryIs("a", "b") }],
    ["a field that is none", { address: fieldIs("cty", "x") }],
    ["two conditions on one field", { address: [fieldIs("city", "x"), fieldIs("city", { gt: "a" })] }],
    ["a value of another type", { settings: entryIs("a", 1) }],
    ["a key of another type", { settings: entryIs(1, "a") }],
    ["an index that is none", { log: itemIs(0.5, "a") }],
    ["no condition", { log: itemIs(0, undefined as never) }],
    ["an empty condition", { log: itemIs(0, {}) }],
    ["conditions of two kinds", { log: [itemIs(0, "a"), entryIs("a", "b")] }],
  ])("is refused for %s before anything is sent", async (_, condition) => {
    const { session, sent } = documentsOf([applied]);
    const refused = remove(session, rooms, hall, { if: condition as never });
    await expect(refused).rejects.toMatchObject({ code: "validation", outcome: "not-sent" });
    expect(sent).toEqual([]);
  });
});
