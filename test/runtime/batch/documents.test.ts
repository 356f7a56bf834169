/** Which writes travel together, in documents of which size and order, and which of them go again in parts. */
import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { increment, insert, serviceProfile, text, update, uuid } from "@colonnade/runtime";
import { batchWrites } from "@colonnade/runtime/batch";
import type { Table } from "@colonnade/runtime";
import { documentLimits } from "../../../src/runtime/profile/profile.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { LedgerService } from "../ledger-service.ts";
import { notes, openWith, shortLived, views } from "../notes-table.ts";
import { openLedger } from "../open-ledger.ts";
import { posts } from "../posts-table.ts";
import { answering, caught, reply } from "../replies.ts";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe("documents", () => {
  it("of which the first half is at fault go on with the whole second half", async () => {
    const { service, session } = openLedger({ isPoison: ({ value }) => value["id"] === 0 });
    await Promise.all(numbers(3).map((id) => caught(insert(session, notes, { id }))));
    expect(service.documents).toEqual([3, 1, 2]);
  });

  it("have the time that is left of the first write's", async () => {
    const clock = new VirtualClock();
    const given: number[] = [];
    const service = new LedgerService({ delay: () => clock.wait(1_500) });
    const transport = answering((call) => (given.push(call.timeoutMs), service.transport(call)));
    const session = openWith({ transport }, { clock, deadlineMs: 2_000 });
    void Promise.all(numbers(201).map((id) => caught(insert(session, notes, { id }))));
    await clock.advance(1_600);
    expect(given).toEqual([2_000, 2_000, 2_000, 2_000, 500]);
  });

  it.each([
    [404, [notes], 1],
    [404, [notes, shortLived], 3],
    [403, [notes, shortLived], 3],
    [413, [notes], 3],
    [400, [notes], 3],
    [422, [notes], 3],
    [409, [notes], 1],
  ] as const)(
    "that are refused with %i go again in parts when a part may fare better (%#)",
    async (status, tables, sent) => {
      let documents = 0;
      const transport = answering(async () => (documents++, reply({}, status)));
      const session = openWith({ transport });
      await Promise.all(
        numbers(2).map((id) => caught(insert(session, tables[id % tables.length] ?? notes, { id }, { ttl: 0 }))),
      );
      expect(documents).toBe(sent);
    },
  );

  it("hold as many lexical tokens as the profile says", async () => {
    const profile = { ...serviceProfile, limits: { ...documentLimits, tokens: 60 } };
    const { service, session } = openLedger({}, { profile });
    await Promise.all(numbers(12).map((id) => insert(session, notes, { id, title: "a" })));
    expect(service.documents.length).toBeGreaterThan(2);
  });

  it("take turns when writes of one kind are many", async () => {
    const { service, session } = openLedger();
    await Promise.all([
      ...numbers(300).map((id) => insert(session, notes, { id })),
      increment(session, views, { id: 1 }, { views: 1n }),
    ]);
    expect(service.documents.slice(0, 3)).toEqual([50, 1, 50]);
  });

  it("leave nothing at the caller's signal", async () => {
    const { session } = openLedger();
    const { signal } = new AbortController();
    await Promise.all(numbers(60).map((id) => insert(session, notes, { id }, { signal })));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("never hold two rows of a partition whose static columns they share", async () => {
    const { service, session } = openLedger();
    await Promise.all([
      insert(session, posts, { user: 1, at: 1 }),
      update(session, posts, { user: 1, name: "a" }),
      insert(session, posts, { user: 2, at: 1 }),
    ]);
    expect(service.documents).toEqual([2, 1]);
  });
});

it("a document that is full does not wait for lingerMs", async () => {
  const clock = new VirtualClock();
  const { service, session } = openLedger({}, { clock, batch: batchWrites({ lingerMs: 1_000 }) });
  const all = Promise.all(Array.from({ length: 50 }, (_, id) => insert(session, notes, { id })));
  await clock.advance(10);
  expect(service.documents).toEqual([50]);
  await clock.advance(1_000);
  await all;
});

describe("writes to one key", () => {
  it("never share a document, however the key is written", async () => {
    const users: Table<{
      row: { id: string; name: string | null };
      key: { id: string };
      where: { id: string };
      if: object;
      insert: { id: string; name?: string | null };
      update: { id: string; name?: string | null };
    }> = {
      keyspace: "shop",
      name: "users",
      apiName: "Users",
      columns: { id: uuid, name: text },
      partitionKey: ["id"],
    };
    const { service, session } = openLedger();
    const id = "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11";
    await Promise.all([
      insert(session, users, { id: id.toUpperCase(), name: "a" }),
      insert(session, users, { id, name: "b" }),
    ]);
    expect(service.documents).toEqual([1, 1]);
  });
});
