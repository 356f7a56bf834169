/** Whether a write was done, found out later by reading its row. */
import { describe, expect, it } from "vitest";
import { insert, int, text, update, uuid } from "@colonnade/runtime";
import { frozen, list, set } from "@colonnade/runtime/composites";
import { verify } from "@colonnade/runtime/verify";
import type { OutcomeUnknownError, Table } from "@colonnade/runtime";
import { LedgerService } from "../ledger-service.ts";
import { notes, openWith } from "../notes-table.ts";
import { faults, openLedger } from "../open-ledger.ts";
import { posts } from "../posts-table.ts";
import { caught } from "../replies.ts";

describe("verify()", () => {
  const lose = async (write: (session: ReturnType<typeof openWith>) => Promise<unknown>, row: object) => {
    const bodies: string[] = [];
    const service = new LedgerService(faults("drop-after"));
    service.rows = [row as Record<string, unknown>];
    const session = openWith({ transport: (call) => (bodies.push(call.body ?? ""), service.transport(call)) });
    const error = (await caught(write(session))) as OutcomeUnknownError;
    return { verified: await verify(error), query: bodies.at(-1) ?? "" };
  };
  const key = { user: 1, at: 1 };

  it("knows a set and a map again in any order, and empty ones that the service calls null", async () => {
    const value = { ...key, tags: ["b", "a"], links: new Map([["y", "1"], ["x", "2"]]) }; // prettier-ignore
    const links = [{ key: "x", value: "2" }, { key: "y", value: "1" }]; // prettier-ignore
    const row = { ...key, name: null, tags: ["a", "b"], links };
    const write = (session: ReturnType<typeof openWith>) => insert(session, posts, value, { ifNotExists: true });
    expect((await lose(write, row)).verified).toMatchObject({ applied: "maybe-self" });
    expect((await lose(write, { ...row, tags: ["a"] })).verified).toMatchObject({ applied: false });
    const empty = (session: ReturnType<typeof openWith>) =>
      insert(session, posts, { ...key, tags: [] }, { ifNotExists: true });
    expect((await lose(empty, { ...row, tags: null })).verified).toMatchObject({ applied: "maybe-self" });
  });

  it("asks by the partition key alone of static columns", async () => {
    const write = (session: ReturnType<typeof openWith>) =>
      update(session, posts, { user: 1, name: "a" }, { contended: true });
    const { verified, query } = await lose(write, { ...key, name: "a", tags: null, links: null });
    expect(verified).toMatchObject({ applied: "maybe-self" });
    expect(query).toContain("filter: {user: {eq: 1}}");
  });
});

describe("verify(), of a write by the row that it left", () => {
  interface Tags {
    row: { id: number; tags: string[]; groups: string[][]; owner: string | null };
    key: { id: number };
    where: { id: number };
    if: object;
    insert: {
      id: number;
      tags?: string[];
      groups?: string[][];
      owner?: string | null;
    };
    update: { id: number; tags?: string[]; owner?: string | null };
  }
  const tagged = {
    keyspace: "shop",
    name: "tagged",
    apiName: "Tagged",
    columns: { id: int, tags: frozen(set(text)), groups: list(frozen(set(text))), owner: uuid },
    partitionKey: ["id"],
  } as unknown as Table<Tags>;
  const lose = async (value: Tags["insert"], row: object): Promise<unknown> => {
    const { service, session } = openLedger(faults("drop-after"));
    service.rows = [row as Record<string, unknown>];
    const error = (await caught(insert(session, tagged, value, { ifNotExists: true }))) as OutcomeUnknownError;
    return verify(error);
  };

  it.each([
    ["a frozen set", { tags: ["b", "a"] }, { tags: ["a", "b"] }],
    ["a set in a list", { groups: [["b", "a"]] }, { groups: [["a", "b"]] }],
    [
      "a UUID in capitals",
      { owner: "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11" },
      { owner: "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11" },
    ],
  ])("knows %s again", async (_, value, row) => {
    expect(await lose({ id: 1, ...value }, { id: 1, tags: null, groups: null, owner: null, ...row })).toMatchObject({
      applied: "maybe-self",
    });
  });

  it("does not say that a write which left no row was not done", async () => {
    const { session } = openLedger(faults("drop-after"));
    const error = await caught(update(session, notes, { id: 1, title: null }, { if: { title: { eq: "a" } } }));
    expect(await verify(error as OutcomeUnknownError)).toMatchObject({ applied: "maybe-self" });
  });

  it("does not say so of one whose values have vanished since", async () => {
    const { session } = openLedger(faults("drop-after"));
    const error = await caught(insert(session, notes, { id: 1 }, { ifNotExists: true, ttl: 1 }));
    expect((await verify(error as OutcomeUnknownError)).applied).not.toBe(false);
  });

  it("knows a set again that was given one item twice", async () => {
    const plain = {
      keyspace: "shop",
      name: "tagged",
      apiName: "Tagged",
      columns: { id: int, tags: set(text) },
      partitionKey: ["id"],
    } as unknown as Table<{
      row: { id: number; tags: string[] };
      key: { id: number };
      where: { id: number };
      if: object;
      insert: { id: number; tags?: string[] };
      update: { id: number; tags?: string[] };
    }>;
    const { service, session } = openLedger(faults("drop-after"));
    service.rows = [{ id: 1, tags: ["a", "b"] }];
    const error = await caught(insert(session, plain, { id: 1, tags: ["a", "b", "a"] }, { ifNotExists: true }));
    expect(await verify(error as OutcomeUnknownError)).toMatchObject({ applied: "maybe-self" });
  });
});
