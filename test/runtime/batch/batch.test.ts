import { describe, expect, it } from "vitest";
import {
  blob,
  date,
  decimal,
  float,
  increment,
  inet,
  insert,
  int,
  remove,
  serviceProfile,
  text,
  time,
  timestamp,
  update,
  uuid,
} from "@colonnade/runtime";
import {
  branded,
  converted,
  custom,
  frozen,
  list,
  map,
  set,
  tuple,
  userType,
  vector,
} from "@colonnade/runtime/composites";
import { batchWrites } from "@colonnade/runtime/batch";
import { memoryTokenStore, shareTokens } from "@colonnade/runtime/token-stores";
import type { Table, Transport } from "@colonnade/runtime";
import type { Branded } from "@colonnade/runtime/composites";
import type { BatchEvent } from "@colonnade/runtime/hooks";
import { stargateProfile } from "../../../src/runtime/profile/stargate-profile.ts";
import { settle, VirtualClock } from "../../support/virtual-clock.ts";
import { LedgerService } from "../ledger-service.ts";
import type { Fault, LedgerOptions } from "../ledger-service.ts";
import { slotsOf } from "../../../src/runtime/batch/batch-writes.ts";
import { meaningOf } from "../../../src/runtime/profile/meaning-of.ts";
import { budgetOf } from "../../../src/runtime/session/retry.ts";
import { tableOf } from "../any-table.ts";
import { notes, openWith, views } from "../notes-table.ts";
import type { TestOptions } from "../notes-table.ts";

function open(options: LedgerOptions = {}, sessionOptions = {}) {
  const service = new LedgerService(options);
  return { service, session: openWith(service, sessionOptions) };
}

const everything = tableOf("everything", {
  ...{ id: int, tags: list(text), at: timestamp, bytes: blob, scores: map(text, int), any: custom("AnyType") },
});

/** A service that applies one write and keeps what it was sent. */
function spy(bodies: string[]): Transport {
  return async ({ url, body = "" }) => {
    bodies.push(body);
    const answer = url.endsWith("/auth") ? { authToken: "T" } : { data: { result: { applied: true } } };
    return { status: 200, header: () => null, text: async () => JSON.stringify(answer) };
  };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
/** Promises that a test looks at later. */
function outcomes(promises: readonly Promise<unknown>[]): Promise<string[]> {
  return Promise.all(
    promises.map((promise) =>
      promise.then(
        () => "applied",
        (error: { code?: string }) => error.code ?? String(error),
      ),
    ),
  );
}

describe("writes of one tick", () => {
  it("travel in one document, and each has its result", async () => {
    const { service, session } = open();
    const written = await Promise.all(numbers(20).map((id) => insert(session, notes, { id, title: `note ${id}` })));
    expect(written).toEqual(numbers(20).map(() => ({ applied: true })));
    expect(service.documents).toEqual([20]);
    expect(service.done.map(({ value }) => value["id"])).toEqual(numbers(20));
  });

  it("are those of the moment they were issued, whatever becomes of the records", async () => {
    const bodies: string[] = [];
    const { session } = open({}, { transport: spy(bodies) });
    const records = [
      { id: 1, tags: ["a"], at: new Date(0), bytes: new Uint8Array([1]), scores: new Map([["a", 1]]), any: { b: [1] } },
    ];
    const written = insert(session, everything, records[0] ?? expect.unreachable());
    const [{ tags, at, bytes, scores, any }] = records as [(typeof records)[0]];
    tags.push("b");
    at.setTime(1);
    bytes[0] = 2;
    scores.set("a", 2);
    any.b.push(2);
    await written;
    expect(bodies.at(-1)).toContain(
      JSON.stringify(
        'tags: ["a"], at: "1970-01-01T00:00:00.000Z", bytes: "AQ==", scores: [{key: "a", value: 1}], any: {b: [1]}',
      ).slice(1, -1),
    );
  });

  it("fail alone when their value cannot be printed, and go on afterwards", async () => {
    const { session } = open();
    let deep: unknown = 1;
    for (let level = 0; level < 20_000; level++) deep = [deep];
    for (let round = 0; round < 6; round++) {
      const hostile = tableOf("hostile", {
        id: int,
        any: { ...custom("AnyType"), check: () => true, encode: () => deep },
      });
      const settled = await outcomes([
        insert(session, notes, { id: 1 }),
        insert(session, hostile, { id: 2, any: 1 }),
        insert(session, notes, { id: 3 }),
      ]);
      expect(settled).toEqual(["applied", "validation", "applied"]);
    }
  });

  it("have the options of the moment they were issued", async () => {
    const bodies: string[] = [];
    const { session } = open({}, { transport: spy(bodies) });
    const options = { ttl: 1_000 };
    const written = insert(session, notes, { id: 1 }, options);
    options.ttl = 5;
    await written;
    expect(bodies.at(-1)).toContain("options: {ttl: 1000}");
  });

  it("keep the order of a row also when a table has two descriptors", async () => {
    const { service, session } = open();
    await Promise.all([
      insert(session, notes, { id: 1, title: "a" }),
      insert(session, { ...notes }, { id: 1, title: "b" }),
    ]);
    expect(service.documents).toEqual([1, 1]);
    expect(service.done.map(({ value }) => value["title"])).toEqual(["a", "b"]);
  });

  it("of several tables and kinds share it, as long as they are as safe", async () => {
    const { service, session } = open();
    await Promise.all([
      insert(session, notes, { id: 1 }),
      update(session, notes, { id: 2, title: "two" }),
      remove(session, notes, { id: 3 }),
      increment(session, views, { id: 1 }, { views: 1n }),
      increment(session, views, { id: 2 }, { views: 1n }),
      insert(session, notes, { id: 4 }, { ifNotExists: true }),
    ]);
    expect(service.documents).toEqual([3, 3]);
  });

  it("are split into documents of fifty", async () => {
    const { service, session } = open();
    await Promise.all(numbers(120).map((id) => insert(session, notes, { id })));
    expect(service.documents).toEqual([50, 50, 20]);
  });

  it("are split by their length too", async () => {
    const { service, session } = open();
    await Promise.all(numbers(10).map((id) => insert(session, notes, { id, title: "x".repeat(100_000) })));
    expect(service.documents).toEqual([2, 2, 2, 2, 2]);
  });

  it("go one by one without batchWrites", async () => {
    const { service, session } = open({}, { batch: undefined });
    await Promise.all(numbers(3).map((id) => insert(session, notes, { id })));
    expect(service.documents).toEqual([1, 1, 1]);
  });

  it("that come a little later are waited for with lingerMs", async () => {
    const clock = new VirtualClock();
    const { service, session } = open({}, { batch: batchWrites({ lingerMs: 5 }), clock });
    const first = insert(session, notes, { id: 1 });
    await clock.advance(3);
    const second = insert(session, notes, { id: 2 });
    await clock.advance(3);
    await Promise.all([first, second]);
    expect(service.documents).toEqual([2]);
  });

  it("are checked before they travel: a bad one costs the others nothing", async () => {
    const { service, session } = open();
    const bad = { id: "one" } as unknown as { id: number };
    const settled = await outcomes([
      insert(session, notes, { id: 1 }),
      insert(session, notes, bad),
      insert(session, notes, { id: 2 }),
    ]);
    expect(settled).toEqual(["applied", "validation", "applied"]);
    expect(service.documents).toEqual([2]);
  });
});

describe("writes to one key", () => {
  it("never share a document and keep their order", async () => {
    const { service, session } = open();
    await Promise.all(
      numbers(5).flatMap((turn) => [1, 2].map((id) => insert(session, notes, { id, title: `${turn}` }))),
    );
    expect(service.documents).toEqual([2, 2, 2, 2, 2]);
    for (const id of [1, 2]) {
      const titles = service.done.filter(({ value }) => value["id"] === id).map(({ value }) => value["title"]);
      expect(titles).toEqual(["0", "1", "2", "3", "4"]);
    }
  });

  it("keep it when they are of different kinds, and when the first one has to go twice", async () => {
    const { service, session } = open({ fault: (document) => (document === 0 ? "drop-before" : "fine") });
    await Promise.all([
      insert(session, notes, { id: 1, title: "a" }),
      insert(session, notes, { id: 1, title: "b" }, { ifNotExists: true }),
      remove(session, notes, { id: 1 }),
    ]);
    expect(service.done.map(({ field }) => field)).toEqual(["insertNotes", "insertNotes", "deleteNotes"]);
    expect(service.done.map(({ value }) => value["title"])).toEqual(["a", "b", undefined]);
  });
});

describe("a write that waits for one of its row", () => {
  /** A service whose database does not answer it in time for these writes, the first time that each comes. */
  function openSlow(clock: VirtualClock, slow: readonly number[]) {
    const service = new LedgerService({ delay: () => clock.wait(25) });
    const failed = new Set<number>();
    const transport: Transport = async (call) => {
      const reply = await service.transport(call);
      const { query = "" } = JSON.parse(call.body ?? "{}") as { query?: string };
      const late = slow.flatMap((id) => {
        const [, name] = new RegExp(`(\\w+): insertNotes\\(value: {id: ${id}[,}]`).exec(query) ?? [];
        return name === undefined || failed.has(id) ? [] : [{ id, name }];
      });
      if (late.length === 0) return reply;
      for (const { id } of late) failed.add(id);
      const { data } = JSON.parse(await reply.text()) as { data: Record<string, unknown> };
      for (const { name } of late) data[name] = null;
      const errors = late.map(({ name }) => ({
        message: "Operation timed out - received only 1 responses.",
        path: [name],
      }));
      return { ...reply, text: async () => JSON.stringify({ data, errors }) };
    };
    return { service, session: openWith({ transport }, { clock, random: () => 0.999 }) };
  }

  it("goes when that one is answered, while others of its document are tried again", async () => {
    const clock = new VirtualClock();
    const { session } = openSlow(clock, [2]);
    const begun = clock.monotonic();
    const tookMs = (): number => clock.monotonic() - begun;
    const first = insert(session, notes, { id: 1, title: "a" }).then(tookMs);
    const slow = insert(session, notes, { id: 2 }).then(tookMs);
    const second = insert(session, notes, { id: 1, title: "b" }).then(tookMs);
    await clock.advance(1_000);
    expect(await Promise.all([first, second, slow])).toEqual([25, 50, 100]);
  });

  it("waits for one whose caller has given up until the service has answered that", async () => {
    const clock = new VirtualClock();
    const { service, session } = openSlow(clock, [2]);
    const controller = new AbortController();
    const writes = outcomes([
      insert(session, notes, { id: 1, title: "a" }, { signal: controller.signal }),
      insert(session, notes, { id: 2 }),
      insert(session, notes, { id: 1, title: "b" }),
    ]);
    await clock.advance(10);
    controller.abort("stop");
    await clock.advance(10);
    expect(service.underWay).toBe(1);
    await clock.advance(1_000);
    expect(await writes).toEqual(["stop", "applied", "applied"]);
    expect(service.done.map(({ value }) => value["title"] ?? value["id"])).toEqual(["a", 2, "b", 2]);
  });

  it("goes when that one would be tried again and its caller has given up", async () => {
    const clock = new VirtualClock();
    const { session } = openSlow(clock, [1, 2]);
    const begun = clock.monotonic();
    const tookMs = (): number => clock.monotonic() - begun;
    const controller = new AbortController();
    const first = outcomes([insert(session, notes, { id: 1, title: "a" }, { signal: controller.signal })]);
    const slow = insert(session, notes, { id: 2 }).then(tookMs);
    const second = insert(session, notes, { id: 1, title: "b" }).then(tookMs);
    await clock.advance(40);
    controller.abort("stop");
    await clock.advance(1_000);
    expect(await first).toEqual(["stop"]);
    expect(await Promise.all([second, slow])).toEqual([100, 100]);
  });

  it("waits as long as that one is tried again", async () => {
    const clock = new VirtualClock();
    const { service, session } = openSlow(clock, [1]);
    const writes = outcomes([
      insert(session, notes, { id: 1, title: "a" }),
      insert(session, notes, { id: 2 }),
      insert(session, notes, { id: 1, title: "b" }),
    ]);
    await clock.advance(1_000);
    expect(await writes).toEqual(["applied", "applied", "applied"]);
    expect(service.done.map(({ value }) => value["title"] ?? value["id"])).toEqual(["a", 2, "a", "b"]);
  });
});

describe("writes to one row whose key is written in several ways", () => {
  const spot = userType<{ at: string | null; of: string | null }>({
    name: "spot",
    fields: { at: inet, of: text },
    cqlNames: { at: "at it" },
  });
  const secret = converted(inet, {
    expected: "an address backwards",
    check: (value) => typeof value === "string",
    encode: (value: string) => [...value].reverse().join(""),
    decode: (value) => [...value].reverse().join(""),
  });
  const someBlob = new Uint8Array([1, 2]);
  const cases: readonly (readonly [string, unknown, readonly unknown[]])[] = [
    ["uuid", uuid, ["5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10", "5F3A1D52-6E59-4B8E-9C43-0D5A1C2B7E10"]],
    ["inet", inet, ["::1", "0:0:0:0:0:0:0:1"]],
    ["inet with IPv4 in it", inet, ["1.2.3.4", "::ffff:1.2.3.4"]],
    ["time", time, ["10:00:00", "10:00:00.000"]],
    ["date", date, ["2020-07-31", "+2020-07-31"]],
    ["decimal", decimal, ["1.0", "1.00", "1", "10e-1"]],
    ["decimal zero", decimal, ["0", "-0.00", "0E+9"]],
    ["float", float, [0.1, 0.10000000149011612]],
    ["timestamp", timestamp, [new Date(0), new Date("1970-01-01T00:00:00.000Z")]],
    ["blob", blob, [someBlob, Buffer.from(someBlob)]],
    ["list", frozen(list(inet)), [["::1"], ["0::1"]]],
    [
      "set",
      frozen(set(decimal)),
      [
        ["1", "2"],
        ["2.0", "1.0", "1"],
      ],
    ],
    [
      "map",
      frozen(map(text, time)),
      [
        new Map([
          ["a", "10:00:00"],
          ["b", "11:00:00"],
        ]),
        new Map([
          ["b", "11:00:00.0"],
          ["a", "10:00:00"],
        ]),
      ],
    ],
    [
      "map with a key twice",
      frozen(map(inet, int)),
      [
        new Map([
          ["::1", 1],
          ["0::1", 2],
        ]),
        new Map([["::1", 2]]),
      ],
    ],
    [
      "tuple",
      tuple(int, decimal),
      [
        [1, "1.0"],
        [1, "1.00"],
      ],
    ],
    [
      "vector",
      vector(float, 2),
      [
        [0.1, 1],
        [0.10000000149011612, 1],
      ],
    ],
    [
      "user type",
      frozen(spot),
      [
        { at: "::1", of: null },
        { of: null, at: "0::1" },
      ],
    ],
    ["converted value", secret, ["1::", "1::0:0"]],
    ["branded value", branded<Branded<string, "Spot">>(inet), ["::1", "0::1"]],
    ["value of an unknown type", custom("PointType"), ["POINT (1 1)", "POINT (1.0 1.0)"]],
  ];

  it.each(cases)("never share a document: %s", async (_, codec, values) => {
    for (const profile of [serviceProfile, stargateProfile()]) {
      const { service, session } = open({}, { profile });
      const table = keyedBy(codec);
      await Promise.all(values.map((id, index) => insert(session, table, { id, title: `${index}` })));
      expect(service.documents).toEqual(values.map(() => 1));
      expect(service.done.map(({ value }) => value["title"])).toEqual(values.map((_, index) => `${index}`));
    }
  });

  it.each<readonly [string, unknown, readonly unknown[]]>([
    ["texts in capitals", text, ["a", "A"]],
    [
      "lists in another order",
      frozen(list(int)),
      [
        [1, 2],
        [2, 1],
      ],
    ],
    ["numbers", int, [1, 10, 100]],
    ["decimals", decimal, ["1", "10", "0.1"]],
    [
      "user types",
      frozen(spot),
      [
        { at: "::1", of: "a" },
        { at: "::1", of: "b" },
      ],
    ],
  ])("share one when they are not of one row: %s", async (_, codec, values) => {
    const { service, session } = open();
    await Promise.all(values.map((id) => insert(session, keyedBy(codec), { id })));
    expect(service.documents).toEqual([values.length]);
  });

  function keyedBy(codec: unknown) {
    return {
      keyspace: "shop",
      name: "keyed",
      apiName: "Keyed",
      columns: { id: codec, title: text },
      partitionKey: ["id"],
    } as unknown as Table<KeyedTypes>;
  }
  interface KeyedTypes {
    row: { id: unknown; title: string | null };
    key: { id: unknown };
    where: { id: unknown };
    insert: { id: unknown; title?: string };
    update: { id: unknown; title?: string };
    if: object;
  }
});

describe("documents under way", () => {
  it("are four at first, and more when the service keeps up", async () => {
    const { service, session } = open();
    await Promise.all(numbers(50 * 6).map((id) => insert(session, notes, { id })));
    expect(service.mostUnderWay).toBe(4);
    await Promise.all(numbers(50 * 140).map((id) => insert(session, notes, { id })));
    expect(service.mostUnderWay).toBe(16);
  });

  it.each(["busy", "field-busy"] as const)("are fewer when it says that it has too much to do (%s)", async (fault) => {
    const clock = new VirtualClock();
    const { service, session } = open(
      { fault: (document) => (document < 2 ? fault : "fine"), delay: () => clock.wait(1) },
      { clock },
    );
    const first = outcomes([insert(session, notes, { id: 1 })]);
    await clock.advance(5_000);
    expect(await first).toEqual(["applied"]);
    service.mostUnderWay = 0;
    const all = outcomes(numbers(300).map((id) => insert(session, notes, { id })));
    await clock.advance(5_000);
    expect(new Set(await all)).toEqual(new Set(["applied"]));
    expect(service.mostUnderWay).toBe(1);
  });
});

it.each(["field-timeout", "truncate-after", "drop-after"] as const)(
  "leaves the outcome of a write unknown when later attempts are not sent, after %s",
  async (first) => {
    const clock = new VirtualClock();
    const { session } = open({ fault: (document) => (document === 0 ? first : "refuse-connection") }, { clock });
    const error = insert(session, notes, { id: 1 }).catch((reason: unknown) => reason);
    await clock.advance(5_000);
    expect(await error).toMatchObject({ outcome: "unknown", attempts: 3 });
  },
);

describe("a document that is refused as a whole", () => {
  function openRefusing(status: number, refuses: (query: string) => boolean) {
    const service = new LedgerService();
    const refused: string[] = [];
    const transport: Transport = async (call) => {
      const { query = "" } = JSON.parse(call.body ?? "{}") as { query?: string };
      if (!refuses(query)) return service.transport(call);
      refused.push(query);
      return { status, header: () => null, text: async () => JSON.stringify({ description: "refused", code: status }) };
    };
    return { service, refused, session: openWith({ transport }) };
  }

  it.each([400, 413, 422])("with status %d goes again in parts", async (status) => {
    const { service, session } = openRefusing(status, (query) => query.split("insertNotes").length > 11);
    const settled = await outcomes(numbers(20).map((id) => insert(session, notes, { id })));
    expect(new Set(settled)).toEqual(new Set(["applied"]));
    expect(service.done).toHaveLength(20);
  });

  it.each([403, 404])("with status %d goes again in parts only when it is of several tables", async (status) => {
    const { service, refused, session } = openRefusing(status, (query) => query.includes("Views"));
    const settled = await outcomes([
      increment(session, views, { id: 1 }, { views: 1n }),
      increment(session, views, { id: 2 }, { views: 1n }),
      insert(session, notes, { id: 4 }, { ifNotExists: true }),
    ]);
    const code = status === 403 ? "forbidden" : "not-found";
    expect(settled).toEqual([code, code, "applied"]);
    expect(service.documents).toEqual([1]);
    refused.length = 0;
    await outcomes(numbers(2).map((id) => increment(session, views, { id }, { views: 1n })));
    expect(refused).toHaveLength(1);
  });

  it.each([true, false])("goes again without the write that spoils it (lines named: %s)", async (namesLines) => {
    const { service, session } = open({ isPoison: ({ value }) => value["id"] === 23, namesLines });
    const settled = await outcomes(numbers(50).map((id) => insert(session, notes, { id })));
    expect(settled.filter((code) => code === "document-rejected")).toHaveLength(1);
    expect(settled[23]).toBe("document-rejected");
    expect(service.done.map(({ value }) => value["id"]).sort((a, b) => Number(a) - Number(b))).toEqual(
      numbers(50).filter((id) => id !== 23),
    );
    expect(service.documents.length - 1).toBeLessThanOrEqual(namesLines ? 2 : Math.floor(2 * Math.log2(50)));
  });

  it("costs no more than one document when every write in it is wrong and each is named", async () => {
    const { service, session } = open({ isPoison: () => true, namesLines: true });
    const settled = await Promise.all(
      numbers(50).map((id) => insert(session, notes, { id }).catch((error: { problems: unknown }) => error.problems)),
    );
    expect(settled).toEqual(numbers(50).map(() => ["no such thing: insertNotes"]));
    expect(service.documents).toEqual([50]);
  });

  it("for being too large teaches what the service takes", async () => {
    const { service, session } = open({ mostFields: 15 });
    await Promise.all(numbers(50).map((id) => insert(session, notes, { id })));
    // The last write is answered some ticks before the document that it began in is over.
    await settle();
    const learned = service.documents.length;
    await Promise.all(numbers(50).map((id) => insert(session, notes, { id })));
    expect(service.documents.slice(learned)).toEqual([12, 12, 12, 12, 2]);
    expect(service.done).toHaveLength(100);
  });
});

describe("a write whose caller gives up", () => {
  it("is not sent when it has not been, and the next of its key goes on", async () => {
    const { service, session } = open();
    const controller = new AbortController();
    const writes = outcomes([
      insert(session, notes, { id: 1 }, { signal: controller.signal }),
      insert(session, notes, { id: 1, title: "b" }),
      insert(session, notes, { id: 2 }),
    ]);
    controller.abort(new Error("never mind"));
    expect(await writes).toEqual(["Error: never mind", "applied", "applied"]);
    expect(service.done.map(({ value }) => value)).toEqual([{ id: 2 }, { id: 1, title: "b" }]);
  });

  it("leaves the next of its key waiting for the one before it", async () => {
    const clock = new VirtualClock();
    const { service, session } = open({ delay: () => clock.wait(10) }, { clock });
    const first = insert(session, notes, { id: 1, title: "a" });
    await clock.advance(5);
    const controller = new AbortController();
    const second = insert(session, notes, { id: 1, title: "b" }, { signal: controller.signal });
    const ended = outcomes([first, second]);
    controller.abort("stop");
    const third = insert(session, notes, { id: 1, title: "c" });
    await clock.advance(1);
    expect(service.underWay).toBe(1);
    await clock.advance(1_000);
    expect([...(await ended), await third]).toEqual(["applied", "stop", { applied: true }]);
    expect(service.done.map(({ value }) => value["title"])).toEqual(["a", "c"]);
  });

  it("that was sent ends alone: the document goes on for the others", async () => {
    const clock = new VirtualClock();
    const { service, session } = open({ delay: () => clock.wait(10) }, { clock });
    const controller = new AbortController();
    const writes = outcomes([
      insert(session, notes, { id: 1 }, { signal: controller.signal }),
      insert(session, notes, { id: 2 }),
    ]);
    await clock.advance(5);
    controller.abort("stop");
    await clock.advance(10);
    expect(await writes).toEqual(["stop", "applied"]);
    expect(service.done).toHaveLength(2);
  });

  it("ends the document when it was the last one in it", async () => {
    let aborted = 0;
    const service = new LedgerService();
    const transport = openWith({
      transport: async (call) => {
        if (call.url.endsWith("/auth")) return service.transport(call);
        return new Promise((_, reject) =>
          call.signal?.addEventListener("abort", () => (aborted++, reject(call.signal?.reason))),
        );
      },
    });
    const controller = new AbortController();
    const writes = outcomes(numbers(3).map((id) => insert(transport, notes, { id }, { signal: controller.signal })));
    await settle();
    controller.abort("stop");
    expect(await writes).toEqual(["stop", "stop", "stop"]);
    expect(aborted).toBe(1);
  });
});

describe("a write that waits for its turn", () => {
  it("ends at its deadline, not sent", async () => {
    const clock = new VirtualClock();
    const { session } = open(
      { delay: () => clock.wait(1_000_000) },
      { clock, deadlineMs: 1_000, attemptTimeoutMs: 1_000_000 },
    );
    const first = outcomes(numbers(200).map((id) => insert(session, notes, { id })));
    const second = insert(session, notes, { id: 1 }).catch((error: unknown) => error);
    await clock.advance(1_500);
    expect(await second).toMatchObject({ code: "timeout", phase: "queue", outcome: "not-sent" });
    void first;
  });
});

describe("a function that the session was given", () => {
  /** Throws once, when it is called for the nth time. */
  interface Bomb {
    at: number;
    calls: number;
  }

  function armed<Args extends unknown[], Result>(
    bomb: Bomb,
    run: (...args: Args) => Result,
  ): (...args: Args) => Result {
    return (...args) => {
      if (++bomb.calls === bomb.at) throw new Error("out of order");
      return run(...args);
    };
  }

  const given: Readonly<Record<string, (bomb: Bomb, clock: VirtualClock, next: Transport) => TestOptions>> = {
    random: (bomb) => ({ random: armed(bomb, () => 0.5) }),
    "clock.monotonic": (bomb, clock) => ({ clock: { ...clock, monotonic: armed(bomb, clock.monotonic) } }),
    "clock.wall": (bomb, clock) => ({ clock: { ...clock, wall: armed(bomb, clock.wall) } }),
    "clock.after": (bomb, clock) => ({ clock: { ...clock, after: armed(bomb, clock.after) } }),
    transport: (bomb, _, transport) => ({ transport: armed(bomb, transport) }),
    "a reply's header": (bomb, _, transport) => ({
      transport: async (call) => {
        const reply = await transport(call);
        return { ...reply, header: armed(bomb, reply.header) };
      },
    }),
    "profile.isAuthFailure": (bomb) => ({
      profile: { ...serviceProfile, isAuthFailure: armed(bomb, serviceProfile.isAuthFailure) },
    }),
    "profile.meaningOf": (bomb) => ({
      profile: { ...serviceProfile, meaningOf: armed(bomb, meaningOf) },
    }),
    "profile.readReply": (bomb) => ({ profile: { ...serviceProfile, readReply: armed(bomb, (reply) => reply) } }),
    "profile.readToken": (bomb) => ({
      profile: { ...serviceProfile, readToken: armed(bomb, serviceProfile.readToken) },
    }),
    tokenStore: (bomb) => {
      const { store } = memoryTokenStore();
      return { tokenStore: shareTokens({ get: armed(bomb, store.get), set: armed(bomb, store.set) }) };
    },
    hooks: (bomb) => {
      const hook = armed(bomb, () => undefined);
      return { hooks: { onRequest: hook, onResponse: hook, onRetry: hook, onBatch: hook, onError: hook } };
    },
  };

  it.each(Object.entries(given))("may throw at any call and no write is left unsettled: %s", async (_, optionsOf) => {
    let at = 0;
    for (let threw = true; threw;) {
      at += 1;
      const clock = new VirtualClock();
      const faults: readonly Fault[] = ["fine", "field-timeout", "busy", "error-after", "drop-before"];
      const service = new LedgerService({
        fault: (document) => faults[document % faults.length] ?? "fine",
        delay: () => clock.wait(5),
      });
      const bomb = { at, calls: 0 };
      const options = optionsOf(bomb, clock, service.transport);
      const session = openWith(service, { clock: { ...clock }, ...options });
      for (let round = 0; round < 3; round += 1) {
        const writes = numbers(8).map(async (id) => {
          const kind = id % 2 === 0 ? {} : { ifNotExists: true };
          return insert(session, notes, { id: id >> 1, title: `${id}` }, kind);
        });
        let unsettled = writes.length;
        for (const write of writes) void write.catch(() => undefined).then(() => (unsettled -= 1));
        await clock.advance(31_000);
        expect(unsettled, `call ${at}, round ${round}`).toBe(0);
      }
      // No slot is lost.
      const budget = budgetOf(options.transport ?? service.transport, session.url);
      for (let slot = budget.width(); slot > 0; slot -= 1) {
        expect(slotsOf(budget).enter({ seen: Infinity }, 0), `call ${at}`).toBeTruthy();
      }
      threw = bomb.calls >= at;
    }
    expect(at).toBeGreaterThan(1);
  });

  it("leaves the outcome of a write unknown when it throws after that was sent", async () => {
    const random = (): number => {
      throw new Error("out of order");
    };
    const { session } = open({ fault: () => "field-timeout" }, { random });
    const error = await insert(session, notes, { id: 1 }).catch((error: unknown) => error);
    expect(error).toMatchObject({
      message: "insert shop.notes failed: a function that the session was given threw an error",
      ...{ code: "protocol", outcome: "unknown", cause: { message: "out of order" } },
    });
  });
});

it("tells of each document, for who wants to know", async () => {
  const events: BatchEvent[] = [];
  const { session } = open({}, { hooks: { onBatch: (event: BatchEvent) => events.push(event) } });
  await Promise.all(numbers(60).map((id) => insert(session, notes, { id })));
  expect(events).toMatchObject([
    { keyspace: "shop", operations: 50, failed: 0 },
    { keyspace: "shop", operations: 10, failed: 0 },
  ]);
});
