/** Deletes of many rows, counts, nearest vectors, partitions and options beyond rows, as documents; and what profiles refuse. */
import { describe, expect, it } from "vitest";
import { TransportFailure, find, get, insert, readIndexed, remove, scan, update } from "@colonnade/runtime";
import { atomically } from "@colonnade/runtime/atomic";
import { verify } from "@colonnade/runtime/verify";
import type { OutcomeUnknownError, Session } from "@colonnade/runtime";
import { add, entryIs, updateParts } from "@colonnade/runtime/changes";
import { dataApisProfile, stargateProfile } from "@colonnade/runtime/profiles";
import { count, nearest, partitions, removeWhere } from "@colonnade/runtime/tables";
import { docs, messages, rooms } from "../../support/beyond-tables.ts";
import { caught } from "../replies.ts";
import { documentsOf } from "./documents-of.ts";

const applied = { result: { applied: true } };
const hall = { tenant: "acme", name: "hall" };

describe("removeWhere()", () => {
  it("sends a filter of key columns", async () => {
    const { session, sent } = documentsOf([applied]);
    await removeWhere(session, messages, { room: "a", day: { gte: 1, lt: 3 } });
    await removeWhere(session, messages, { room: { in: ["a", "b"] } }, { consistency: "ALL", timestamp: 5n });
    expect(sent).toEqual([
      'mutation { result: deleteMessages(filter: {room: {eq: "a"}, day: {gte: 1, lt: 3}}) { applied } }',
      'mutation { result: deleteMessages(filter: {room: {in: ["a", "b"]}}, options: {consistency: ALL, timestamp: 5}) { applied } }',
    ]);
  });

  it("sends nothing for an empty list, nor for a where that is none", async () => {
    const { session, sent } = documentsOf([applied]);
    expect(await removeWhere(session, messages, { room: { in: [] } })).toEqual({ applied: true });
    for (const where of [{}, undefined, { room: undefined }, { room: "a", at: 1 }, { room: "a", body: "x" }]) {
      const refused = removeWhere(session, messages, where as { room: string });
      await expect(refused).rejects.toMatchObject({ code: "validation", outcome: "not-sent" });
    }
    const guarded = removeWhere(session, messages, { room: "a" }, { ifExists: true } as object);
    await expect(guarded).rejects.toMatchObject({ code: "validation" });
    expect(sent).toEqual([]);
  });

  it("is repeated when its response is lost, unless other clients write to the rows", async () => {
    const lost = new TransportFailure("unknown", "reset");
    const repeated = documentsOf([lost, applied]);
    expect(await removeWhere(repeated.session, messages, { room: "a" })).toEqual({ applied: true });
    const row = { room: "a", day: 1, at: 1, body: null };
    const found = (values: object[]) => ({ result: { values, pageState: null } });
    const once = documentsOf([lost, found([row]), found([])]);
    const error = await caught(removeWhere(once.session, messages, { room: "a", day: 1 }, { contended: true }));
    expect(error).toMatchObject({ code: "outcome-unknown", operation: "delete rows of shop.messages" });
    expect(await verify(error as OutcomeUnknownError)).toEqual({ applied: false, current: row });
    expect(await verify(error as OutcomeUnknownError)).toEqual({ applied: "maybe-self", current: undefined });
    expect(once.sent[1]).toContain('messages(filter: {room: {eq: "a"}, day: {eq: 1}}, options: {pageSize: 1})');
  });
});

describe("count()", () => {
  const page = (count: number, pageState: string | null) => ({ result: { count, pageState } });

  it("adds the pages", async () => {
    const { session, sent } = documentsOf([page(10_000, "p"), page(0, "q"), page(7, null)]);
    expect(await count(session, messages, { room: "a" }, { consistency: "LOCAL_ONE" })).toBe(10_007n);
    expect(sent).toEqual([
      'query { result: messages(filter: {room: {eq: "a"}}, options: {consistency: LOCAL_ONE}) { count pageState } }',
      'query { result: messages(filter: {room: {eq: "a"}}, options: {consistency: LOCAL_ONE, pageState: "p"}) { count pageState } }',
      'query { result: messages(filter: {room: {eq: "a"}}, options: {consistency: LOCAL_ONE, pageState: "q"}) { count pageState } }',
    ]);
  });

  it("counts a table, or a part of it", async () => {
    const { session, sent } = documentsOf([page(3, null)]);
    await count(session, messages, undefined);
    await count(session, messages, undefined, { part: { number: 2, of: 16 } });
    expect(sent).toEqual([
      "query { result: messages { count pageState } }",
      "query { result: messages(options: {part: {number: 2, of: 16}}) { count pageState } }",
    ]);
    const both = count(session, messages, { room: "a" }, { part: { number: 1, of: 2 } });
    await expect(both).rejects.toMatchObject({ code: "validation", operation: "count shop.messages" });
  });

  it("fails for a response without a count, and for the same page again and again", async () => {
    const without = documentsOf([{ result: { count: "3", pageState: null } }]);
    await expect(count(without.session, messages, undefined)).rejects.toMatchObject({ code: "protocol" });
    const again = documentsOf([page(1, "p")]);
    await expect(count(again.session, messages, undefined)).rejects.toMatchObject({ code: "protocol" });
  });
});

describe("nearest()", () => {
  const answer = {
    result: { values: [{ lang: "en", id: 1 }, { lang: "en", id: 2 }], similarities: [1, 0.5], pageState: null }, // prettier-ignore
  };

  it("sends a vector and a limit, and gives each row its similarity", async () => {
    const { session, sent } = documentsOf([answer]);
    const options = { limit: 5, where: { kind: "note", lang: "en" }, select: ["lang", "id"] } as const;
    expect(await nearest(session, docs, "embedding", [1, 0, 0.5], options)).toEqual([
      { lang: "en", id: 1, similarity: 1 },
      { lang: "en", id: 2, similarity: 0.5 },
    ]);
    expect(sent).toEqual([
      'query { result: docs(nearest: {embedding: [1, 0, 0.5]}, filter: {kind: {eq: "note"}, lang: {eq: "en"}}, ' +
        "options: {limit: 5}) { values { lang id } pageState similarities } }",
    ]);
  });

  it("refuses other vectors, limits and columns before anything is sent", async () => {
    const { session, sent } = documentsOf([answer]);
    const calls = [
      nearest(session, docs, "embedding", [1, 0], { limit: 5 }),
      nearest(session, docs, "embedding", [1, 0, 0], { limit: 0 }),
      nearest(session, docs, "embedding", [1, 0, 0], { limit: 1001 }),
      nearest(session, docs, "embedding", [1, 0, 0], {} as { limit: number }),
      nearest(session, docs, "title", [1, 0, 0], { limit: 5 }),
      nearest(session, docs, "embeding" as "embedding", [1, 0, 0], { limit: 5 }),
      nearest(session, docs, "embedding", [1, 0, 0], { limit: 5, where: {} }),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: "validation", outcome: "not-sent" });
    expect(sent).toEqual([]);
  });

  it("fails for a response with other similarities than rows", async () => {
    for (const similarities of [undefined, [1], [1, null], "11"]) {
      const { session } = documentsOf([{ result: { ...answer.result, similarities } }]);
      const call = nearest(session, docs, "embedding", [1, 0, 0], { limit: 5, select: ["id"] });
      await expect(call).rejects.toMatchObject({ code: "protocol" });
    }
  });
});

describe("partitions()", () => {
  it("lists the key of each, page by page", async () => {
    const page = (tenant: string, pageState: string | null) => ({ result: { values: [{ tenant }], pageState } });
    const { session, sent } = documentsOf([page("a", "p"), page("b", null)]);
    const found = await partitions(session, rooms, { part: { number: 1, of: 2 }, pageSize: 1 }).toArray();
    expect(found).toEqual([{ tenant: "a" }, { tenant: "b" }]);
    expect(sent[0]).toBe(
      "query { result: rooms(options: {pageSize: 1, part: {number: 1, of: 2}, distinct: true}) { values { tenant } pageState } }",
    );
  });
});

describe("options", () => {
  it("of reads are in the document", async () => {
    const values = [{ title: "t" }];
    const times = [["5", null]];
    const { session, sent } = documentsOf([{ result: { values, writeTimes: times, pageState: null } }]);
    const where = { tenant: { in: ["a"] } };
    const options = { perPartition: 1, select: ["title"], writeTimes: ["title", "members"] } as const;
    const row = { title: "t", $writeTimes: { title: 5n, members: null } };
    expect(await find(session, rooms, where, options).toArray()).toEqual([row]);
    expect(await get(session, rooms, hall, { select: ["title"], writeTimes: ["title", "members"] })).toEqual(row);
    await scan(session, rooms, { part: { number: 1, of: 4 }, perPartition: 2, select: ["title"] }).toArray();
    await readIndexed(session, docs, { kind: "a", lang: "en" }, { select: ["title"] }).toArray();
    expect(sent).toEqual([
      'query { result: rooms(filter: {tenant: {in: ["a"]}}, options: {perPartitionLimit: 1, writeTimes: ["title", "members"]}) ' +
        "{ values { title } pageState writeTimes } }",
      'query { result: rooms(filter: {tenant: {eq: "acme"}, name: {eq: "hall"}}, options: {pageSize: 1, writeTimes: ["title", "members"]}) ' +
        "{ values { title } pageState writeTimes } }",
      "query { result: rooms(options: {perPartitionLimit: 2, part: {number: 1, of: 4}}) { values { title } pageState } }",
      'query { result: docs(filter: {kind: {eq: "a"}, lang: {eq: "en"}}) { values { title } pageState } }',
    ]);
  });

  it("of writes are in the document", async () => {
    const { session, sent } = documentsOf([applied]);
    await insert(session, rooms, hall, { timestamp: 1n, ttl: 5 });
    await update(session, rooms, { ...hall, title: "x" }, { timestamp: -1n });
    await remove(session, rooms, hall, { timestamp: 2n ** 62n });
    expect(sent.map((query) => /options: \{.*?\}/.exec(query)?.[0])).toEqual([
      "options: {ttl: 5, timestamp: 1}",
      "options: {timestamp: -1}",
      "options: {timestamp: 4611686018427387904}",
    ]);
  });

  it("that mean nothing are refused before anything is sent", async () => {
    const { session, sent } = documentsOf([applied]);
    // Which the types refuse too.
    const timestamp = 1n as never;
    const title = { if: { title: "x" }, timestamp };
    const calls = [
      insert(session, rooms, hall, { ifNotExists: true, timestamp }),
      update(session, rooms, { ...hall, title: "x" }, title),
      remove(session, rooms, hall, title),
      remove(session, rooms, hall, { ifExists: true, timestamp }),
      find(session, rooms, { tenant: "a" }, { perPartition: 0 }).toArray(),
      find(session, rooms, { tenant: "a" }, { writeTimes: [] }).toArray(),
      find(session, rooms, { tenant: "a" }, { writeTimes: ["other" as "title"] }).toArray(),
      ...[{ number: 0, of: 1 }, { number: 2, of: 1 }, { number: 1, of: 1_000_001 }, { number: 1.5, of: 2 }, {}].map(
        (part) => scan(session, rooms, { part: part as { number: number; of: number } }).toArray(),
      ),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: "validation", outcome: "not-sent" });
    expect(sent).toEqual([]);
  });

  it("cannot bring another field into a document", async () => {
    const { session, sent } = documentsOf([applied]);
    const consistency = 'ONE}) { applied } x: deleteMessages(value: {room: "a"}, options: {consistency: ALL' as "ALL";
    const timestamp = "1, ttl: 1" as never;
    const calls = [
      insert(session, rooms, hall, { consistency }),
      update(session, rooms, { ...hall, title: "x" }, { consistency }),
      remove(session, rooms, hall, { consistency }),
      removeWhere(session, messages, { room: "a" }, { consistency }),
      atomically(session, (together) => [insert(together, rooms, hall)], { consistency }),
      get(session, rooms, hall, { consistency }),
      find(session, rooms, { tenant: "a" }, { consistency }).toArray(),
      count(session, messages, { room: "a" }, { consistency }),
    ];
    const message = expect.stringContaining("consistency must be one of LOCAL_ONE, LOCAL_QUORUM, ALL") as string;
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: "validation", message });
    for (const call of [
      insert(session, rooms, hall, { timestamp }),
      removeWhere(session, messages, { room: "a" }, { timestamp }),
    ]) {
      await expect(call).rejects.toMatchObject({ code: "validation", path: ["timestamp"] });
    }
    expect(sent).toEqual([]);
  });

  it("fail for times that are none", async () => {
    const { session } = documentsOf([{ result: { values: [{ title: "t" }], writeTimes: [["x"]], pageState: null } }]);
    const reading = get(session, rooms, hall, { select: ["title"], writeTimes: ["title"] });
    await expect(reading).rejects.toMatchObject({ code: "validation", direction: "out" });
  });
});

describe.each([
  ["Stargate", stargateProfile()],
  ["cassandra-data-apis", dataApisProfile()],
])("a session on %s", (name, profile) => {
  const calls: Readonly<Record<string, (session: Session) => Promise<unknown>>> = {
    "a delete of rows": (session) => removeWhere(session, messages, { room: "a" }),
    "a count": (session) => count(session, messages, { room: "a" }),
    "the nearest": (session) => nearest(session, docs, "embedding", [1, 0, 0], { limit: 1 }),
    "the partitions": (session) => partitions(session, rooms).toArray(),
    "a change": (session) => updateParts(session, rooms, { ...hall, moderators: add(["x"]) }),
    "a condition on a part": (session) =>
      update(session, rooms, { ...hall, title: "x" }, { if: { settings: entryIs("a", "b") } }),
    "a time of an insert": (session) => insert(session, rooms, hall, { timestamp: 1n }),
    "a time of a delete": (session) => remove(session, rooms, hall, { timestamp: 1n }),
    "a limit of a partition": (session) => find(session, rooms, { tenant: "a" }, { perPartition: 1 }).toArray(),
    "a part": (session) => scan(session, rooms, { part: { number: 1, of: 2 } }).toArray(),
    "times of writing": (session) => get(session, rooms, hall, { writeTimes: ["title"] }),
  };

  it.each(Object.entries(calls))("refuses %s before anything is sent, and says what can do it", async (_, call) => {
    const { session, sent } = documentsOf([applied], { profile });
    const error = (await caught(call(session))) as Error;
    expect(error).toMatchObject({ code: "config", outcome: "not-sent" });
    expect(error.message).toMatch(new RegExp(`${name} cannot .*: Colonnade's service and createCassandraSession can$`));
    expect(sent).toEqual([]);
  });
});
