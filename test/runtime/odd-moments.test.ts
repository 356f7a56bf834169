import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import {
  BulkError,
  TransportFailure,
  batchWrites,
  bulk,
  frozen,
  increment,
  insert,
  int,
  list,
  scan,
  set,
  text,
  update,
  uuid,
} from "@colonnade/runtime";
import type { OutcomeUnknownError, ServiceError, Table, Transport } from "@colonnade/runtime";
import { settle, VirtualClock } from "../support/virtual-clock.ts";
import { LedgerService } from "./ledger-service.ts";
import type { Fault, LedgerOptions } from "./ledger-service.ts";
import { originOf } from "../../src/runtime/session/origin.ts";
import { notes, openWith, views } from "./notes-table.ts";

function open(options: LedgerOptions = {}, sessionOptions = {}) {
  const service = new LedgerService(options);
  return { service, session: openWith(service, sessionOptions) };
}
const faults = (...list: readonly Fault[]) => ({ fault: (document: number): Fault => list[document] ?? "fine" });
const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (error: unknown) => error,
  );
const reply = (body: unknown, status = 200, headers: Record<string, string> = {}) => ({
  status,
  header: (name: string) => headers[name] ?? null,
  text: async () => (typeof body === "string" ? body : JSON.stringify(body)),
});
/** Answers token requests, and leaves the rest to a test. */
const answering =
  (answer: Transport): Transport =>
  async (call) =>
    call.url.endsWith("/auth") ? reply({ authToken: "T" }, 201) : answer(call);

describe("the outcome of a write that may have been done", () => {
  it.each([
    ["the service is gone when it goes again", ["drop-after", "refuse-connection", "refuse-connection"]],
    ["an operation timed out before", ["field-timeout", "refuse-connection", "refuse-connection"]],
  ] as const)("is unknown, though %s", async (_, list) => {
    const { service, session } = open(faults(...list));
    const error = await caught(insert(session, notes, { id: 1 }));
    expect(service.done).toHaveLength(1);
    expect(error).toMatchObject({ outcome: "unknown" });
  });

  it("is unknown in a load too, which does not count it among those that were not written", async () => {
    const { service, session } = open(faults("drop-after", "refuse-connection", "refuse-connection"));
    const result = await bulk([{ id: 1 }], (note) => insert(session, notes, note));
    expect(service.done).toHaveLength(1);
    expect(result).toMatchObject({ failed: [], unknown: [{ index: 0 }] });
  });

  it("is unknown when its second attempt is refused", async () => {
    let documents = 0;
    const session = openWith({
      transport: answering(async () => {
        documents += 1;
        if (documents === 1) throw new TransportFailure("unknown", "ECONNRESET");
        return reply({ description: "no" }, 403);
      }),
    });
    expect(await caught(insert(session, notes, { id: 1 }))).toMatchObject({ code: "forbidden", outcome: "unknown" });
  });

  it("is unknown when the session is closed while it is under way", async () => {
    const clock = new VirtualClock();
    const { service, session } = open({ ...faults("drop-after"), delay: () => clock.wait(10) }, { clock });
    const counted = caught(increment(session, views, { id: 1 }, { views: 1n }));
    await clock.advance(5);
    void session.close();
    await clock.advance(10);
    expect(service.done).toHaveLength(1);
    expect(await counted).toMatchObject({ outcome: "unknown" });
  });

  it("is unknown when the session is closed before it goes again", async () => {
    const clock = new VirtualClock();
    const { service, session } = open(faults("drop-after"), { clock, random: () => 0.9 });
    const written = caught(insert(session, notes, { id: 1 }));
    await settle();
    void session.close();
    await clock.advance(1_000);
    expect(service.done).toHaveLength(1);
    expect(await written).toMatchObject({ outcome: "unknown" });
  });

  it("is unknown when no token is to be had before it goes again", async () => {
    let documents = 0;
    let tokens = 0;
    const session = openWith({
      transport: async (call) => {
        if (call.url.endsWith("/auth")) return tokens++ === 0 ? reply({ authToken: "T" }, 201) : reply({}, 400);
        documents += 1;
        if (documents === 1) throw new TransportFailure("unknown", "ECONNRESET");
        return reply({}, 401);
      },
    });
    expect(await caught(insert(session, notes, { id: 1 }))).toMatchObject({ outcome: "unknown" });
  });

  it("is unknown when the service's list of errors holds null", async () => {
    const session = openWith({ transport: answering(async () => reply({ data: { result: null }, errors: [null] })) });
    expect(await caught(increment(session, views, { id: 1 }, { views: 1n }))).toMatchObject({ outcome: "unknown" });
  });

  it("is unknown when a transport throws what it should not", async () => {
    const session = openWith({
      transport: answering(async () => {
        throw new TypeError("fetch failed");
      }),
    });
    const result = await bulk([1], (id) => increment(session, views, { id }, { views: 1n }));
    expect(result).toMatchObject({ failed: [], unknown: [{ index: 0 }] });
  });

  it("is found out by a second attempt when the answer's body is cut off at its first character", async () => {
    let documents = 0;
    const session = openWith({
      transport: answering(async () => reply(++documents === 1 ? "" : { data: { result: { applied: true } } })),
    });
    expect(await caught(insert(session, notes, { id: 1 }))).toEqual({ applied: true });
  });
});

describe("a write whose caller gives up", () => {
  it("while the session still waits for its token is not sent", async () => {
    const clock = new VirtualClock();
    const service = new LedgerService();
    const session = openWith(
      {
        transport: async (call) => {
          if (call.url.endsWith("/auth")) await clock.wait(100);
          return service.transport(call);
        },
      },
      { clock },
    );
    const controller = new AbortController();
    const first = caught(insert(session, notes, { id: 1 }, { signal: controller.signal }));
    const second = insert(session, notes, { id: 2 });
    await clock.advance(50);
    controller.abort("never mind");
    await clock.advance(100);
    expect(await first).toBe("never mind");
    await second;
    expect(service.done.map(({ value }) => value["id"])).toEqual([2]);
  });

  it("before it goes again is not sent, when it never was", async () => {
    const clock = new VirtualClock();
    const { service, session } = open(faults("refuse-connection"), { clock, random: () => 0.9 });
    const controller = new AbortController();
    const first = caught(insert(session, notes, { id: 1 }, { signal: controller.signal }));
    const second = insert(session, notes, { id: 2 });
    await clock.advance(10);
    controller.abort("never mind");
    await clock.advance(1_000);
    await Promise.all([first, second]);
    expect(service.done.map(({ value }) => value["id"])).toEqual([2]);
  });

  it("in a hook that hears of the retry ends at once", async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const session = openWith(
      { transport: answering(async () => reply("{}", 429, { "retry-after": "20" })) },
      { clock, hooks: { onRetry: () => controller.abort("enough") } },
    );
    let settled: unknown = "pending";
    void scan(session, notes, { signal: controller.signal })
      .toArray()
      .catch((error: unknown) => (settled = error));
    await clock.advance(1_000);
    expect(settled).toBe("enough");
  });
});

describe("the deadline of a write", () => {
  it("ends the search for a write that spoils a document: none goes out after it", async () => {
    const clock = new VirtualClock();
    const sent: number[] = [];
    const service = new LedgerService({ isPoison: ({ value }) => value["id"] === 3 });
    const transport = answering(async (call) => {
      sent.push(clock.monotonic());
      if (call.timeoutMs < 9_000) {
        await clock.wait(call.timeoutMs);
        throw new TransportFailure("timeout", "late", { phase: "response" });
      }
      await clock.wait(9_000);
      return service.transport(call);
    });
    const session = openWith({ transport }, { clock });
    const begun = clock.monotonic();
    const all = Promise.all(Array.from({ length: 50 }, (_, id) => caught(insert(session, notes, { id }))));
    await clock.advance(60_000);
    await all;
    expect(sent.filter((at) => at - begun >= 30_000)).toEqual([]);
  });

  it("holds while it waits for others with lingerMs", async () => {
    const clock = new VirtualClock();
    const { session } = open({}, { clock, deadlineMs: 1_000, batch: batchWrites({ lingerMs: 5_000 }) });
    let settled = false;
    void caught(insert(session, notes, { id: 1 })).then(() => (settled = true));
    await clock.advance(1_500);
    expect(settled).toBe(true);
  });
});

it("a document that is full does not wait for lingerMs", async () => {
  const clock = new VirtualClock();
  const { service, session } = open({}, { clock, batch: batchWrites({ lingerMs: 1_000 }) });
  const all = Promise.all(Array.from({ length: 50 }, (_, id) => insert(session, notes, { id })));
  await clock.advance(10);
  expect(service.documents).toEqual([50]);
  await clock.advance(1_000);
  await all;
});

describe("close()", () => {
  it("ends writes that wait for their turn", async () => {
    const clock = new VirtualClock();
    const { session } = open({ delay: () => clock.wait(20_000) }, { clock });
    await session.connect();
    void Promise.all(Array.from({ length: 200 }, (_, id) => caught(insert(session, notes, { id }))));
    let settled: unknown = "pending";
    void caught(insert(session, notes, { id: 200 })).then((error) => (settled = error));
    await clock.advance(5);
    await session.close();
    await clock.advance(5);
    expect(settled).toMatchObject({ code: "closed" });
  });

  it("ends a call that waits to go again", async () => {
    const clock = new VirtualClock();
    const session = openWith(
      { transport: answering(async () => reply("{}", 429, { "retry-after": "20" })) },
      { clock },
    );
    let settled: unknown = "pending";
    void caught(scan(session, notes).toArray()).then((error) => (settled = error));
    await clock.advance(5);
    await session.close();
    await clock.advance(5);
    expect(settled).toMatchObject({ code: "closed" });
  });
});

it("a service that says overloaded of an operation is sent fewer documents", async () => {
  let documents = 0;
  const clock = new VirtualClock();
  const service = {
    transport: answering(async (call) => {
      documents += 1;
      const names = [...(call.body ?? "").matchAll(/(w\d+|result): /g)].map(([, name]) => name ?? "");
      const errors = names.map((name) => ({ message: "Coordinator is overloaded", path: [name] }));
      return reply({ data: Object.fromEntries(names.map((name) => [name, null])), errors });
    }),
  };
  const session = openWith(service, { clock, random: () => 0.99 });
  const before = originOf(service.transport, session.url).width();
  const all = caught(insert(session, notes, { id: 1 }));
  await clock.advance(200);
  expect(documents).toBe(1); // 1 s is the base for a service with too much to do
  await clock.advance(60_000);
  await all;
  expect(originOf(service.transport, session.url).width()).toBeLessThan(before);
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
    const { service, session } = open();
    const id = "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11";
    await Promise.all([
      insert(session, users, { id: id.toUpperCase(), name: "a" }),
      insert(session, users, { id, name: "b" }),
    ]);
    expect(service.documents).toEqual([1, 1]);
  });
});

describe("verify()", () => {
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
    const { service, session } = open(faults("drop-after"));
    service.rows = [row as Record<string, unknown>];
    const error = (await caught(insert(session, tagged, value, { ifNotExists: true }))) as OutcomeUnknownError;
    return error.verify();
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
    const { session } = open(faults("drop-after"));
    const error = await caught(update(session, notes, { id: 1, title: null }, { if: { title: { eq: "a" } } }));
    expect(await (error as OutcomeUnknownError).verify()).toMatchObject({ applied: "maybe-self" });
  });

  it("does not say so of one whose values have vanished since", async () => {
    const { session } = open(faults("drop-after"));
    const error = await caught(insert(session, notes, { id: 1 }, { ifNotExists: true, ttl: 1 }));
    expect((await (error as OutcomeUnknownError).verify()).applied).not.toBe(false);
  });
});

describe("a bulk load", () => {
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

  it("does not know the outcome of a write by its class alone: there may be another copy of the package", async () => {
    const foreign = Object.assign(new Error("lost"), { code: "connection-lost", outcome: "unknown", requestId: "1" });
    const result = await bulk([1], () => Promise.reject(foreign));
    expect(result).toMatchObject({ failed: [], unknown: [{ index: 0 }] });
  });
});

describe("rows", () => {
  it("of a page of any length can be put in a list", async () => {
    const values = Array.from({ length: 200_000 }, (_, id) => ({ id, title: null, size: null }));
    const session = openWith({
      transport: answering(async () => reply({ data: { result: { values, pageState: null } } })),
    });
    expect((await scan(session, notes).toArray()).length).toBe(200_000);
  });
});

describe("afterwards", () => {
  it("no timer and no listener is left, however the writes ended", async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const { session } = open(
      { ...faults("busy", "drop-after", "field-timeout", "fine", "refuse-connection"), delay: () => clock.wait(3) },
      { clock },
    );
    const all = Promise.all(
      Array.from({ length: 300 }, (_, id) =>
        caught(insert(session, notes, { id: id % 120 }, { signal: controller.signal })),
      ),
    );
    await clock.advance(40_000);
    await all;
    expect(clock.timers).toBe(0);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });

  it("nothing of what was written is kept", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const { session } = openWithCounting();
    await insert(session, notes, { id: 0, title: "x" });
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let id = 0; id < 200; id++) await insert(session, notes, { id, title: String(id).repeat(20_000) });
    await settle();
    collect();
    expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(5);
  });
});

function openWithCounting() {
  return { session: openWith({ transport: answering(async () => reply({ data: { result: { applied: true } } })) }) };
}

it("sessions that share a transport share how many documents are under way", async () => {
  const clock = new VirtualClock();
  const service = new LedgerService({ delay: () => clock.wait(10) });
  const sessions = [1, 2, 3].map(() => openWith(service, { clock }));
  for (const session of sessions) void session.connect();
  await clock.advance(20);
  service.mostUnderWay = 0;
  const all = Promise.all(
    sessions.flatMap((session) => Array.from({ length: 200 }, (_, id) => insert(session, notes, { id }))),
  );
  await clock.advance(5);
  expect(service.mostUnderWay).toBeLessThanOrEqual(4);
  await clock.advance(1_000);
  await all;
});

it("an error knows all its requests, and how long it waited, when it was the operation that failed each time", async () => {
  const clock = new VirtualClock();
  const { session } = open(faults("field-timeout", "field-timeout", "field-timeout"), { clock, random: () => 0.5 });
  const failed = caught(insert(session, notes, { id: 1 }));
  await clock.advance(1_000);
  const error = (await failed) as ServiceError;
  expect(error).toMatchObject({ attempts: 3, totalDelayMs: 75 });
  expect(error.requestIds).toHaveLength(3);
});

it("an error knows all its requests, when the operation failed and then the connection broke", async () => {
  const clock = new VirtualClock();
  const { session } = open(faults("field-timeout", "drop-after", "drop-after"), { clock, random: () => 0.5 });
  const failed = caught(insert(session, notes, { id: 1 }));
  await clock.advance(1_000);
  const error = (await failed) as ServiceError;
  expect(error).toMatchObject({ attempts: 3, totalDelayMs: 75 });
  expect(error.requestIds).toHaveLength(3);
});

it("a row that is null is a protocol error", async () => {
  const session = openWith({
    transport: answering(async () => reply({ data: { result: { values: [null], pageState: null } } })),
  });
  expect(await caught(scan(session, notes).toArray())).toMatchObject({
    code: expect.stringMatching(/protocol|validation/),
  });
});

it("a set that was given one item twice is known again", async () => {
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
  const { service, session } = open(faults("drop-after"));
  service.rows = [{ id: 1, tags: ["a", "b"] }];
  const error = await caught(insert(session, plain, { id: 1, tags: ["a", "b", "a"] }, { ifNotExists: true }));
  expect(await (error as OutcomeUnknownError).verify()).toMatchObject({ applied: "maybe-self" });
});

it("documents under way are halved once, when all that were sent together are refused", async () => {
  const clock = new VirtualClock();
  const { service, session } = open(
    { ...faults("busy", "busy", "busy", "busy"), delay: () => clock.wait(10) },
    { clock },
  );
  await Promise.all([session.connect(), clock.advance(20)]);
  const all = Promise.all(Array.from({ length: 200 }, (_, id) => insert(session, notes, { id })));
  await clock.advance(10);
  expect(originOf(service.transport, session.url).width()).toBe(2);
  await clock.advance(10_000);
  await all;
});

it("one refusal by a gateway does not make all later documents smaller", async () => {
  const service = new LedgerService();
  let documents = 0;
  const session = openWith({
    transport: answering(async (call) => (documents++ === 0 ? reply("<html>", 400) : service.transport(call))),
  });
  const write = () => Promise.all(Array.from({ length: 50 }, (_, id) => insert(session, notes, { id })));
  await write();
  service.documents.length = 0;
  for (let turn = 0; turn < 20; turn++) await write();
  expect(service.documents.at(-1)).toBe(50);
});
