import { getEventListeners } from "node:events";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import {
  ClosedError,
  ConfigError,
  ConnectError,
  CredentialsError,
  DocumentRejectedError,
  insert,
} from "@colonnade/runtime";
import { bulk, BulkError } from "@colonnade/runtime/bulk";
import type { BulkResult } from "@colonnade/runtime/bulk";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { notes } from "../notes-table.ts";
import { openLedger } from "../open-ledger.ts";
import { caught } from "../replies.ts";

interface Note {
  readonly id: number;
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
    const { service, session } = openLedger({ delay: () => new Promise((resolve) => setTimeout(resolve, 2)) });
    const result = await bulk(source(), (note) => insert(session, notes, note));
    expect(result).toEqual({ taken: 1_000, applied: 1_000, failed: [], unknown: [], notApplied: [] });
    expect(service.done).toHaveLength(1_000);
    expect(service.documents.length).toBeLessThan(40);
  });

  it("names what failed and what may have been done, and writes the rest", async () => {
    const { session } = openLedger({ isPoison: ({ value }) => value["id"] === 7, namesLines: true });
    const { session: lost } = openLedger({ fault: (document) => (document === 0 ? "drop-after" : "fine") });
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
    const { session } = openLedger({ delay: () => clock.wait(10) }, { clock });
    const load = bulk(countSlowly(500, taken), (note) => insert(session, notes, note), { width: 60 });
    await clock.advance(5);
    expect(taken).toHaveLength(60);
    await clock.advance(1_000);
    expect(await load).toMatchObject({ applied: 500 });
  });

  it("leaves nothing at its signal", async () => {
    const { signal } = new AbortController();
    await bulk([1, 2], async () => ({ applied: true }), { signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it.each([0, -1, NaN, 1.5])("refuses a width of %s, rather than hang or take all at once", async (width) => {
    let taken = 0;
    function* source(): Generator<number> {
      for (; taken < 5_000; taken++) yield taken;
    }
    const settled = await Promise.race([
      caught(bulk(source(), async () => ({ applied: true }), { width })),
      new Promise((resolve) => setTimeout(resolve, 200, "hangs")),
    ]);
    expect(settled).toBeInstanceOf(Error);
  });

  it("waits for promises of another realm", async () => {
    const source = runInNewContext(
      "({ left: 3, [Symbol.asyncIterator]() { return this; }, next() { return Promise.resolve(this.left-- > 0 ? { done: false, value: 1 } : { done: true }); } })",
    ) as AsyncIterable<number>;
    const items: unknown[] = [];
    const controller = new AbortController();
    const result = await caught(
      bulk(
        source,
        async (item) => {
          items.push(item);
          if (items.length > 5) controller.abort("endless");
          return { applied: true };
        },
        { signal: controller.signal },
      ),
    );
    expect(items).toEqual([1, 1, 1]);
    expect(result).toMatchObject({ applied: 3 });
  });

  it("does not know the outcome of a write by its class alone: there may be another copy of the package", async () => {
    const foreign = Object.assign(new Error("lost"), { code: "connection-lost", outcome: "unknown", requestId: "1" });
    const result = await bulk([1], () => Promise.reject(foreign));
    expect(result).toMatchObject({ failed: [], unknown: [{ index: 0 }] });
  });
});

describe("an ordered load", () => {
  it("writes one after the other, and nothing after one that failed", async () => {
    const { service, session } = openLedger({ isPoison: ({ value }) => value["id"] === 3 });
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
    const { service, session } = openLedger({ delay: () => clock.wait(10) }, { clock });
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
    const { session } = openLedger();
    const error = await failureOf(bulk(broken(), (note) => insert(session, notes, note)));
    expect(error).toMatchObject({ taken: 1, applied: 1, cause: { message: "the file ends too early" } });
  });

  it("while its source hangs does not hang itself; the late item remains", async () => {
    const controller = new AbortController();
    let give = (_: Note): void => undefined;
    async function* slow(): AsyncGenerator<Note> {
      yield await new Promise<Note>((resolve) => (give = resolve));
    }
    const { session } = openLedger();
    const load = failureOf(bulk(slow(), (note) => insert(session, notes, note), { signal: controller.signal }));
    controller.abort("enough");
    const error = await load;
    expect(error).toMatchObject({ taken: 0, cause: "enough" });
    give({ id: 9 });
    expect(await listOf(error.remaining())).toEqual([{ id: 9 }]);
  });

  it("waits for what is under way, and calls what was given up unknown", async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const { signal } = controller;
    const write = async (id: number) => {
      await clock.wait(10);
      if (id === 1) signal.throwIfAborted();
      return { applied: true } as const;
    };
    const load = caught(bulk([0, 1, 2], write, { signal, width: 2 }));
    await clock.advance(5);
    controller.abort("enough");
    await clock.advance(10);
    expect(await load).toMatchObject({ taken: 2, applied: 1, failed: [], unknown: [{ index: 1, error: "enough" }] });
  });

  it("gives again what was not sent, and not what was refused", async () => {
    const { session } = openLedger({ isPoison: ({ value }) => value["id"] === 1 });
    const { session: closed } = openLedger();
    await closed.close();
    function* source(): Generator<number> {
      yield* [1, 2];
      throw new Error("cut off");
    }
    const load = caught(bulk(source(), (id) => insert(id === 1 ? session : closed, notes, { id })));
    const rest: number[] = [];
    for await (const id of ((await load) as { remaining: () => AsyncIterable<number> }).remaining()) rest.push(id);
    expect(rest).toEqual([2]);
  });

  it("in the step in which its source gives an item keeps that", async () => {
    const controller = new AbortController();
    const written: number[] = [];
    function* source(): Generator<number> {
      controller.abort("enough");
      yield 1;
    }
    const write = async (id: number) => {
      written.push(id);
      return { applied: true } as const;
    };
    const load = await caught(bulk(source(), write, { signal: controller.signal }));
    const rest: number[] = [];
    for await (const id of (load as { remaining: () => AsyncIterable<number> }).remaining()) rest.push(id);
    expect([written, rest]).toEqual([[], [1]]);
  });

  it("gives what remains once, however often it is asked", async () => {
    const controller = new AbortController();
    async function* slow(): AsyncGenerator<number> {
      yield 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      yield 2;
      yield 3;
    }
    const load = caught(bulk(slow(), async () => ({ applied: true }), { signal: controller.signal }));
    setTimeout(() => controller.abort("enough"), 5);
    const error = (await load) as BulkError<number>;
    const seen: number[] = [];
    for await (const item of error.remaining()) {
      seen.push(item);
      break;
    }
    for await (const item of error.remaining()) seen.push(item);
    expect(seen).toEqual([2, 3]);
  });
});

describe("a load whose writes fail alike", () => {
  const endless = function* (): Generator<number> {
    for (let item = 0; item < 50_000; item++) yield item;
  };
  const lacking = new DocumentRejectedError("document-rejected", ["no"], { lacksTable: true });
  const failWith = (error: Error) => async (): Promise<never> => Promise.reject(error);

  it.each([new CredentialsError("wrong password"), new ConfigError("no such option"), new ClosedError(), lacking])(
    "ends at once: %s",
    async (failure) => {
      const error = await bulk(endless(), failWith(failure), { width: 10 }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "bulk", cause: failure, applied: 0 });
      const { taken, failed, remaining } = error as BulkError<number>;
      expect(taken).toBeLessThanOrEqual(10);
      expect(failed).toHaveLength(taken);
      expect((await remaining()[Symbol.asyncIterator]().next()).value).toBe(failure.outcome === "not-sent" ? 0 : taken);
    },
  );

  it("tries one item a second while the service is away, and ends after ten", async () => {
    const clock = new VirtualClock();
    const away = new ConnectError("no connection");
    const load = bulk(endless(), failWith(away), { width: 10, clock }).catch((thrown: unknown) => thrown);
    await clock.advance(9500);
    let isOver = false;
    void load.then(() => (isOver = true));
    await clock.advance(0);
    expect(isOver).toBe(false);
    await clock.advance(1500);
    const error = (await load) as BulkError<number>;
    expect(error).toMatchObject({ code: "bulk", cause: away });
    expect(error.taken).toBeLessThanOrEqual(25);
  });

  it("goes on at full width when the service is back", async () => {
    const clock = new VirtualClock();
    const write = async (): Promise<{ applied: true }> => {
      if (clock.monotonic() < 5000) throw new ConnectError("no connection");
      return { applied: true };
    };
    const load = bulk(endless(), write, { width: 10, clock });
    await clock.advance(8000);
    const { applied, failed } = await load;
    expect(applied + failed.length).toBe(50_000);
    expect(failed.length).toBeLessThanOrEqual(20);
  });
});
