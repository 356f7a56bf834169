/** Atomic writes: one document for all, the outcome of each, and what is known when the response is lost. */
import { describe, expect, it } from "vitest";
import { TransportFailure, get, increment, insert, remove, update } from "@colonnade/runtime";
import { verify } from "@colonnade/runtime/verify";
import type { OutcomeUnknownError, Session } from "@colonnade/runtime";
import { atomically } from "@colonnade/runtime/atomic";
import { verifyAll } from "@colonnade/runtime/verify";
import { batchWrites } from "@colonnade/runtime/batch";
import { append, updateParts } from "@colonnade/runtime/changes";
import { removeWhere } from "@colonnade/runtime/tables";
import { docs, messages, rooms } from "../../support/beyond-tables.ts";
import { notes, views } from "../notes-table.ts";
import { caught, reply } from "../replies.ts";
import { documentsOf } from "./documents-of.ts";

const hall = { tenant: "acme", name: "hall" };
const key = 'tenant: "acme", name: "hall"';
const applied = { applied: true };
const all = { w0: applied, w1: applied, w2: applied, w3: applied };
const lost = new TransportFailure("unknown", "reset");

describe("atomically()", () => {
  it("sends one atomic document, and returns the outcome of each write", async () => {
    const { session, sent } = documentsOf([all]);
    const written = await atomically(session, (together) => [
      insert(together, rooms, hall),
      updateParts(together, rooms, { ...hall, log: append(["x"]) }),
      removeWhere(together, messages, { room: "a" }),
      remove(together, docs, { lang: "en", id: 1 }),
    ]);
    expect(written).toEqual([applied, applied, applied, applied]);
    expect(sent).toEqual([
      `mutation @atomic {\nw0: insertRooms(value: {${key}}) { applied }` +
        `\nw1: updateRooms(value: {${key}}, changes: {log: {append: ["x"]}}) { applied }` +
        '\nw2: deleteMessages(filter: {room: {eq: "a"}}) { applied }' +
        '\nw3: deleteDocs(value: {lang: "en", id: 1}) { applied } }',
    ]);
  });

  it("gives all writes one consistency, also in a session that batches", async () => {
    const { session, sent } = documentsOf([all], { batch: batchWrites() });
    await atomically(
      session,
      (together) => [insert(together, rooms, hall), insert(together, notes, { id: 1 }, { ttl: 9 })],
      {
        consistency: "ALL",
      },
    );
    expect(sent).toEqual([
      `mutation @atomic {\nw0: insertRooms(value: {${key}}, options: {consistency: ALL}) { applied }` +
        "\nw1: insertNotes(value: {id: 1}, options: {consistency: ALL, ttl: 9}) { applied } }",
    ]);
  });

  it("returns what stood in the way, and nothing for writes without conditions", async () => {
    const answer = { w0: { applied: false, value: null }, w1: { applied: false, value: { title: "old" } } };
    const { session } = documentsOf([answer]);
    const written = await atomically(session, (together) => [
      insert(together, rooms, hall),
      update(together, rooms, { ...hall, title: "x" }, { if: { title: "y" } }),
    ]);
    expect(written).toEqual([
      { applied: false, current: null },
      { applied: false, current: { title: "old" } },
    ]);
  });

  it("includes writes that the function does not return, and sends nothing for none", async () => {
    const { session, sent } = documentsOf([all]);
    const written = await atomically(session, (together) => {
      void insert(together, notes, { id: 1 });
      return [insert(together, notes, { id: 2 })];
    });
    expect([written.length, sent.length]).toEqual([1, 1]);
    expect(sent[0]).toContain("insertNotes(value: {id: 1})");
    expect(await atomically(session, () => [])).toEqual([]);
    const nothing = await atomically(session, (together) => [removeWhere(together, messages, { room: { in: [] } })]);
    expect(nothing).toEqual([applied]);
    expect(sent).toHaveLength(1);
  });

  it.each<readonly [string, (together: Session) => readonly Promise<never>[], string]>([
    ["a record that is wrong", (together) => [insert(together, notes, { id: "x" as never }) as never], "validation"],
    ["a read", (together) => [get(together, notes, { id: 1 }) as never], "config"],
    ["a request", (together) => [together.send({ operation: "x", method: "GET", path: "/" }) as never], "config"],
    [
      "an option of its own",
      (together) => [insert(together, notes, { id: 1 }, { consistency: "ALL" }) as never],
      "validation",
    ],
    [
      "an increment beside others",
      (together) => [
        insert(together, notes, { id: 1 }) as never,
        increment(together, views, { id: 1 }, { views: 1n }) as never,
      ],
      "validation",
    ],
    [
      "tables of two keyspaces",
      (together) => [
        insert(together, notes, { id: 1 }) as never,
        insert(together, { ...notes, keyspace: "other" }, { id: 1 }) as never,
      ],
      "config",
    ],
    ["a function that returns no array", (together) => insert(together, notes, { id: 1 }) as never, "config"],
  ])("sends nothing for %s", async (_, write, code) => {
    const { session, sent } = documentsOf([all]);
    await expect(atomically(session, write)).rejects.toMatchObject({ code, outcome: "not-sent" });
    expect(sent).toEqual([]);
  });

  it("throws what its function throws, and refuses writes that come later", async () => {
    const { session, sent } = documentsOf([all]);
    const reason = new Error("mine");
    const throwing = atomically(session, (together) => {
      void insert(together, notes, { id: 1 });
      throw reason;
    });
    await expect(throwing).rejects.toBe(reason);
    let kept: Session | undefined;
    await atomically(session, (together) => [insert((kept = together), notes, { id: 1 })]);
    await expect(insert(kept!, notes, { id: 2 })).rejects.toMatchObject({ code: "config", outcome: "not-sent" });
    expect(sent).toHaveLength(1);
  });

  it("needs a session that can", async () => {
    const { session } = documentsOf([all]);
    const { writeAll: _, ...without } = session;
    const refused = atomically(without, (together) => [insert(together, notes, { id: 1 })]);
    await expect(refused).rejects.toMatchObject({ code: "config" });
  });

  it("is aborted by its signal", async () => {
    const { session, sent } = documentsOf([all]);
    const controller = new AbortController();
    controller.abort(new Error("enough"));
    const { signal } = controller;
    const aborted = atomically(session, (together) => [insert(together, notes, { id: 1 })], { signal });
    await expect(aborted).rejects.toThrow("enough");
    expect(sent).toEqual([]);
  });

  it("is repeated when its response is lost if all of its writes may be", async () => {
    const { session, sent } = documentsOf([lost, all]);
    await atomically(session, (together) => [
      insert(together, rooms, hall),
      removeWhere(together, messages, { room: "a" }),
    ]);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toBe(sent[1]);
  });

  it("has an unknown outcome otherwise, and its rows tell", async () => {
    const row = { ...hall, title: "x", members: null, moderators: [], log: ["a"], settings: [], address: null };
    const page = (values: readonly object[]) => ({ result: { values, pageState: null } });
    const { session, sent } = documentsOf([lost, page([row]), page([]), page([row])]);
    const error = (await caught(
      atomically(session, (together) => [
        update(together, rooms, { ...hall, title: "x" }, { if: { title: "y" } }),
        remove(together, messages, { room: "a", day: 1, at: 1 }),
        updateParts(together, rooms, { ...hall, log: append(["a"]) }),
      ]),
    )) as OutcomeUnknownError;
    expect(error).toMatchObject({
      code: "outcome-unknown",
      operation: "update shop.rooms and 2 other writes",
      cause: { code: "connection-lost" },
    });
    expect(sent).toHaveLength(1);
    expect((await verifyAll(error)).map(({ applied }) => applied)).toEqual(["maybe-self", "maybe-self", undefined]);
    expect((await verify(error)).applied).toBe("maybe-self");
  });

  it("fails as a whole if one field fails", async () => {
    const problem = { message: "no", path: ["w1"], extensions: { code: "invalid" } };
    const { session } = documentsOf([
      reply({ data: { w0: null, w1: null }, errors: [{ ...problem, path: ["w0"] }, problem] }),
    ]);
    const failing = atomically(session, (together) => [
      insert(together, notes, { id: 1 }),
      insert(together, notes, { id: 2 }),
    ]);
    await expect(failing).rejects.toMatchObject({
      code: "field",
      outcome: "refused",
      operation: "insert shop.notes and 1 other write",
    });
  });

  it("says which table the service lacks", async () => {
    const errors = [{ message: 'Cannot query field "insertNotes" on type "Mutation".' }];
    const { session } = documentsOf([reply({ errors })]);
    const failing = atomically(session, (together) => [
      insert(together, rooms, hall),
      insert(together, notes, { id: 2 }),
    ]);
    await expect(failing).rejects.toMatchObject({ code: "document-rejected", lacksTable: true });
    await expect(failing).rejects.toThrow("shop.notes is not in the database");
  });
});
