import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import {
  bulk,
  hedgeReads,
  increment,
  insert,
  int,
  map,
  remove,
  scan,
  serviceProfile,
  set,
  text,
  TransportFailure,
  update,
} from "@colonnade/runtime";
import type { OutcomeUnknownError, RequestEvent, Table, Transport } from "@colonnade/runtime";
import { originOf } from "../../src/runtime/session/origin.ts";
import { settle, VirtualClock } from "../support/virtual-clock.ts";
import { LedgerService } from "./ledger-service.ts";
import type { Fault, LedgerOptions } from "./ledger-service.ts";
import { notes, openWith, views } from "./notes-table.ts";

function open(options: LedgerOptions = {}, sessionOptions = {}) {
  const service = new LedgerService(options);
  return { service, session: openWith(service, sessionOptions) };
}
const faults = (...list: readonly Fault[]) => ({ fault: (document: number): Fault => list[document] ?? "fine" });
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const caught = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);
const reply = (body: unknown, status = 200) => ({
  status,
  header: () => null,
  text: async () => JSON.stringify(body),
});
const answering =
  (answer: Transport): Transport =>
  async (call) =>
    call.url.endsWith("/auth") ? reply({ authToken: "T" }, 201) : answer(call);
const fieldsOf = (body = ""): number => body.match(/applied/g)?.length ?? 0;

interface PostsTypes {
  row: { user: number; at: number; name: string | null; tags: string[]; links: Map<string, string> };
  key: { user: number; at: number };
  where: { user: number };
  insert: { user: number; at: number; tags?: string[]; links?: Map<string, string> };
  update: { user: number; at?: number; name?: string | null };
}
const posts: Table<PostsTypes> = {
  keyspace: "shop",
  name: "posts",
  columns: { user: int, at: int, name: text, tags: set(text), links: map(text, text) },
  partitionKey: ["user"],
  clusteringKey: ["at"],
  staticColumns: ["name"],
};
const shortLived: typeof notes = { ...notes, name: "short_lived", defaultTimeToLive: 60 };

describe("an origin", () => {
  it("holds twenty retries, however long nobody took one", () => {
    const origin = originOf(async () => reply({}), "");
    origin.takeRetry(0);
    expect(numbers(30).filter(() => origin.takeRetry(1e9))).toHaveLength(20);
  });

  it("counts ten successes in a row since the service had trouble", () => {
    const origin = originOf(async () => reply({}), "");
    for (let success = 0; success < 9; success++) origin.succeeded();
    origin.strained(1, 1);
    origin.succeeded();
    expect(origin.width()).toBe(2);
  });

  it("sends fewer documents when one took too long", async () => {
    let calls = 0;
    const transport = answering(async () => {
      if (calls++ === 0) throw new TransportFailure("timeout", "late", { phase: "response" });
      return reply({ data: { result: { applied: true } } });
    });
    const session = openWith({ transport });
    await insert(session, notes, { id: 1 });
    expect(originOf(transport, session.url).width()).toBe(2);
  });
});

it("a call that fails since the session was closed says so", async () => {
  const clock = new VirtualClock();
  const transport = answering(async () => {
    await clock.wait(10);
    throw new TransportFailure("unknown", "ECONNRESET");
  });
  const session = openWith({ transport }, { clock, deadlineMs: 5 });
  const read = caught(session.send({ operation: "x", method: "GET", path: "/x" }));
  await clock.advance(3);
  void session.close();
  await clock.advance(100);
  expect(await read).toMatchObject({ code: "closed" });
});

it("requests of operations that go again are counted on", async () => {
  const seen: number[][] = [];
  const { session } = open(faults("field-timeout", "field-timeout"), {
    hooks: { onRequest: ({ attempt, resends }: RequestEvent) => seen.push([attempt, resends]) },
  });
  await insert(session, notes, { id: 1 });
  expect(seen.slice(1)).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
  ]);
});

it("a status that says that nothing was done says so of a document of one operation alone", async () => {
  const profile = { ...serviceProfile, preExecutionStatuses: [429] };
  const two = open(faults("busy"), { profile });
  const count = (id: number) => increment(two.session, views, { id }, { views: 1n });
  const both = await Promise.all([caught(count(1)), caught(count(2))]);
  expect(both).toMatchObject([{ code: "outcome-unknown" }, { code: "outcome-unknown" }]);
  const one = open(faults("busy"), { profile });
  expect(await increment(one.session, views, { id: 1 }, { views: 1n })).toEqual({ applied: true });
});

describe("a read with hedge", () => {
  const open = (answer: (before: number) => Promise<ReturnType<typeof reply>>) => {
    const clock = new VirtualClock();
    let calls = 0;
    return {
      clock,
      session: openWith(
        { transport: answering(() => answer(calls++)) },
        { clock, hedge: hedgeReads({ afterMs: 100 }), deadlineMs: 10_000 },
      ),
      calls: () => calls,
    };
  };
  const get = { operation: "x", method: "GET", path: "/x" } as const;

  it("waits for the second request when the first one fails", async () => {
    let fail = (): void => undefined;
    const first = new Promise<never>(
      (_, reject) => (fail = () => reject(new TransportFailure("unknown", "ECONNRESET"))),
    );
    let answer = (): void => undefined;
    const second = new Promise<ReturnType<typeof reply>>((resolve) => (answer = () => resolve(reply({ which: 1 }))));
    const { clock, session, calls } = open((before) => (before === 0 ? first : second));
    const result = caught(session.send(get));
    await clock.advance(150);
    fail();
    await clock.advance(100);
    answer();
    expect(await result).toMatchObject({ json: { which: 1 } });
    expect(calls()).toBe(2);
  });

  it("leaves nothing at the caller's signal", async () => {
    const { session } = open(async () => reply({}));
    const { signal } = new AbortController();
    await session.send({ ...get, signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("documents", () => {
  it("of which the first half is at fault go on with the whole second half", async () => {
    const { service, session } = open({ isPoison: ({ value }) => value["id"] === 0 });
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
    const profile = { ...serviceProfile, limits: { ...serviceProfile.limits, tokens: 60 } };
    const { service, session } = open({}, { profile });
    await Promise.all(numbers(12).map((id) => insert(session, notes, { id, title: "a" })));
    expect(service.documents.length).toBeGreaterThan(2);
  });

  it("take turns when writes of one kind are many", async () => {
    const { service, session } = open();
    await Promise.all([
      ...numbers(300).map((id) => insert(session, notes, { id })),
      increment(session, views, { id: 1 }, { views: 1n }),
    ]);
    expect(service.documents.slice(0, 3)).toEqual([50, 1, 50]);
  });

  it("leave nothing at the caller's signal", async () => {
    const { session } = open();
    const { signal } = new AbortController();
    await Promise.all(numbers(60).map((id) => insert(session, notes, { id }, { signal })));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("never hold two rows of a partition whose static columns they share", async () => {
    const { service, session } = open();
    await Promise.all([
      insert(session, posts, { user: 1, at: 1 }),
      update(session, posts, { user: 1, name: "a" }),
      insert(session, posts, { user: 2, at: 1 }),
    ]);
    expect(service.documents).toEqual([2, 1]);
  });
});

describe("a table whose rows vanish soon", () => {
  it("is not written to twice", async () => {
    const { session } = open(faults("drop-after"));
    expect(await caught(insert(session, shortLived, { id: 1 }))).toMatchObject({ code: "outcome-unknown" });
  });

  it("is deleted from twice, and written to twice with a time to live of its own", async () => {
    const { service, session } = open(faults("drop-after", "fine", "drop-after"));
    await remove(session, shortLived, { id: 1 });
    await insert(session, shortLived, { id: 1 }, { ttl: 0 });
    expect(service.done).toHaveLength(4);
  });
});

describe("verify()", () => {
  const lose = async (write: (session: ReturnType<typeof openWith>) => Promise<unknown>, row: object) => {
    const bodies: string[] = [];
    const service = new LedgerService(faults("drop-after"));
    service.rows = [row as Record<string, unknown>];
    const session = openWith({ transport: (call) => (bodies.push(call.body ?? ""), service.transport(call)) });
    const error = (await caught(write(session))) as OutcomeUnknownError;
    return { verified: await error.verify(), query: bodies.at(-1) ?? "" };
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

describe("an answer", () => {
  it("in which one operation failed says nothing of the others", async () => {
    const transport = answering(async (call) =>
      fieldsOf(call.body) === 1
        ? reply({ data: { result: { applied: true } } })
        : reply({
            data: { w0: { applied: true }, w1: null },
            errors: [{ message: "no", path: ["w1"] }, { message: "x" }],
          }),
    );
    const session = openWith({ transport });
    const written = await Promise.all(numbers(2).map((id) => caught(insert(session, notes, { id }))));
    expect(written).toMatchObject([{ applied: true }, { code: "field" }]);
  });

  it("without data, in which one operation failed, does not mean that nothing was done", async () => {
    const transport = answering(async () => reply({ data: null, errors: [{ message: "no", path: ["w1"] }] }));
    const session = openWith({ transport });
    const count = (id: number) => caught(increment(session, views, { id }, { views: 1n }));
    const written = await Promise.all(numbers(2).map(count));
    expect(written).toMatchObject([{ code: "outcome-unknown" }, { code: "field", outcome: "refused" }]);
  });
});

describe("a bulk load", () => {
  it("leaves nothing at its signal", async () => {
    const { signal } = new AbortController();
    await bulk([1, 2], async () => ({ applied: true }), { signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("that is ended waits for what is under way, and calls what was given up unknown", async () => {
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
    const { session } = open({ isPoison: ({ value }) => value["id"] === 1 });
    const { session: closed } = open();
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

  it("that ends in the step in which its source gives an item keeps it", async () => {
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
});

describe("rows", () => {
  const pages = (answer: (before: number) => unknown) => {
    const bodies: string[] = [];
    const transport = answering(async (call) => {
      bodies.push(call.body ?? "");
      const given = answer(bodies.length - 1);
      if (given instanceof Error) throw given;
      const values = [0, 1].map((id) => ({ id, title: null, size: null }));
      return reply({ data: { result: { values, pageState: given } } });
    });
    return { bodies, session: openWith({ transport }) };
  };

  it("of a page that fails ahead of time are an error when they are asked for, not before", async () => {
    const { session } = pages((before) =>
      before === 0 ? "a" : new TransportFailure("not-sent", "x", { unsendable: true }),
    );
    const reading = scan(session, notes).pages()[Symbol.asyncIterator]();
    await reading.next();
    await settle();
    await settle();
    await expect(reading.next()).rejects.toMatchObject({ code: "config" });
  });

  it("leave nothing at the caller's signal", async () => {
    const { session } = pages((before) => (before === 0 ? "a" : null));
    const { signal } = new AbortController();
    await scan(session, notes, { signal }).toArray();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("of the last page within the limit tell where the others begin", async () => {
    expect((await scan(pages(() => "a").session, notes, { limit: 2 }).page()).pageState).toBe("a");
  });

  it("are asked for as far as the limit goes", async () => {
    const { bodies, session } = pages((before) => `${before}`);
    await scan(session, notes, { limit: 3 }).toArray();
    expect(bodies.map((body) => /pageSize: (\d+)/.exec(body)?.[1])).toEqual(["3", "1"]);
  });
});
