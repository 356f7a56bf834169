import { describe, expect, it } from "vitest";
import { bulk, BulkError, insert } from "@colonnade/runtime";
import type { BulkResult } from "@colonnade/runtime";
import { VirtualClock } from "../support/virtual-clock.ts";
import { LedgerService } from "./ledger-service.ts";
import type { LedgerOptions } from "./ledger-service.ts";
import { notes, openWith } from "./notes-table.ts";

interface Note {
  readonly id: number;
}

function open(options: LedgerOptions = {}, sessionOptions = {}) {
  const service = new LedgerService(options);
  return { service, session: openWith(service, sessionOptions) };
}

function* count(to: number): Generator<Note> {
  for (let id = 0; id < to; id++) yield { id };
}

async function* countSlowly(to: number, taken: number[] = []): AsyncGenerator<Note> {
  for (const note of count(to)) {
    taken.push(note.id);
    yield note;
  }
}

async function listOf(source: AsyncIterable<Note>): Promise<Note[]> {
  const list: Note[] = [];
  for await (const note of source) list.push(note);
  return list;
}

async function failureOf(load: Promise<BulkResult<Note>>): Promise<BulkError<Note>> {
  const error = await load.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(BulkError);
  return error as BulkError<Note>;
}

describe("a bulk load", () => {
  it.each([
    ["an iterable", () => count(1_000)],
    ["an async iterable", () => countSlowly(1_000)],
  ])("writes all of %s, fifty to a document", async (_, source) => {
    const { service, session } = open({ delay: () => new Promise((resolve) => setTimeout(resolve, 2)) });
    const result = await bulk(source(), (note) => insert(session, notes, note));
    expect(result).toEqual({ taken: 1_000, applied: 1_000, failed: [], unknown: [], notApplied: [] });
    expect(service.done).toHaveLength(1_000);
    expect(service.documents.length).toBeLessThan(40);
  });

  it("names what failed and what may have been done, and writes the rest", async () => {
    const { session } = open({ isPoison: ({ value }) => value["id"] === 7, namesLines: true });
    const { session: lost } = open({ fault: (document) => (document === 0 ? "drop-after" : "fine") });
    const write = (note: Note) =>
      note.id === 3 ? insert(lost, notes, note, { ifNotExists: true }) : insert(session, notes, note);
    const result = await bulk(count(10), write);
    expect(result).toMatchObject({
      taken: 10,
      applied: 8,
      failed: [{ index: 7, item: { id: 7 }, error: { code: "document-rejected" } }],
      unknown: [{ index: 3, item: { id: 3 }, error: { code: "outcome-unknown" } }],
    });
  });

  it("names those whose condition was not met", async () => {
    const current = { id: 1 };
    const result = await bulk(count(2), async ({ id }) => (id === 1 ? { applied: false, current } : { applied: true }));
    expect(result).toMatchObject({ applied: 1, notApplied: [{ index: 1, current }] });
  });

  it("takes no more from its source than it can hold", async () => {
    const clock = new VirtualClock();
    const taken: number[] = [];
    const { session } = open({ delay: () => clock.wait(10) }, { clock });
    const load = bulk(countSlowly(500, taken), (note) => insert(session, notes, note), { width: 60 });
    await clock.advance(5);
    expect(taken).toHaveLength(60);
    await clock.advance(1_000);
    expect(await load).toMatchObject({ applied: 500 });
  });
});

describe("an ordered load", () => {
  it("writes one after the other, and nothing after one that failed", async () => {
    const { service, session } = open({ isPoison: ({ value }) => value["id"] === 3 });
    const error = await failureOf(bulk(count(6), (note) => insert(session, notes, note), { ordered: true }));
    expect(service.done.map(({ value }) => value["id"])).toEqual([0, 1, 2]);
    expect(error).toMatchObject({ code: "bulk", taken: 4, applied: 3, failed: [{ index: 3 }] });
    expect(error.message).toMatch(
      /^the load ended after 4 items \(3 applied, 1 failed, 0 unknown\): insert shop.notes failed/,
    );
    expect(await listOf(error.remaining())).toEqual([{ id: 4 }, { id: 5 }]);
  });
});

describe("a load that is ended", () => {
  it("keeps what is known, and gives what was not sent", async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const { signal } = controller;
    const { service, session } = open({ delay: () => clock.wait(10) }, { clock });
    const load = failureOf(
      bulk(count(1_000), (note) => insert(session, notes, note, { signal }), { signal, width: 300 }),
    );
    await clock.advance(15);
    controller.abort(new Error("enough"));
    await clock.advance(100);
    const error = await load;
    expect(error.cause).toBe(signal.reason);
    expect(error.applied).toBeGreaterThan(0);
    expect(error.applied + error.failed.length + error.unknown.length).toBe(error.taken);
    expect(error.failed).toEqual([]);
    const rest = await listOf(error.remaining());
    expect(rest.length).toBe(1_000 - error.taken);
    const done = new Set(service.done.map(({ value }) => value["id"]));
    expect(rest.filter(({ id }) => done.has(id))).toEqual([]);
  });

  it("by its source's own failure says so", async () => {
    async function* broken(): AsyncGenerator<Note> {
      yield { id: 1 };
      throw new Error("the file ends too early");
    }
    const { session } = open();
    const error = await failureOf(bulk(broken(), (note) => insert(session, notes, note)));
    expect(error).toMatchObject({ taken: 1, applied: 1, cause: { message: "the file ends too early" } });
  });

  it("while its source hangs does not hang itself; the late item remains", async () => {
    const controller = new AbortController();
    let give = (_: Note): void => undefined;
    async function* slow(): AsyncGenerator<Note> {
      yield await new Promise<Note>((resolve) => (give = resolve));
    }
    const { session } = open();
    const load = failureOf(bulk(slow(), (note) => insert(session, notes, note), { signal: controller.signal }));
    controller.abort("enough");
    const error = await load;
    expect(error).toMatchObject({ taken: 0, cause: "enough" });
    give({ id: 9 });
    expect(await listOf(error.remaining())).toEqual([{ id: 9 }]);
  });
});
