import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { find, get, insert, readStatic, scan, TransportFailure } from "@colonnade/runtime";
import { verify } from "@colonnade/runtime/verify";
import type { Call, OpenSession, OutcomeUnknownError, Page, Transport } from "@colonnade/runtime";
import { settle, VirtualClock } from "../../support/virtual-clock.ts";
import { notes, openWith } from "../notes-table.ts";
import { answering, caught, reply } from "../replies.ts";

/** A service that has so many pages of two rows; `states` are what it says comes next. */
function open(states: readonly (string | null)[]) {
  const calls: Call[] = [];
  const transport: Transport = async (call) => {
    if (call.url.endsWith("/auth")) return reply({ authToken: "T" });
    calls.push(call);
    const page = calls.length - 1;
    const values = [2 * page, 2 * page + 1].map((id) => ({ id, title: `${id}`, size: null }));
    return reply({ data: { result: { values, pageState: states[page] ?? null } } });
  };
  const asked = (): (string | undefined)[] => calls.map(({ body }) => /pageState: \\"(\w+)\\"/.exec(body ?? "")?.[1]);
  return { calls, asked, session: openWith({ transport }) };
}

/** A service that has so many rows and gives as many of them as it is asked for. */
function openPaged(count: number) {
  const calls: Call[] = [];
  const transport: Transport = async (call) => {
    if (call.url.endsWith("/auth")) return reply({ authToken: "T" });
    calls.push(call);
    const [, state = "s0"] = /pageState: \\"(\w+)\\"/.exec(call.body ?? "") ?? [];
    const from = Number(state.slice(1));
    const size = Number(/pageSize: (\d+)/.exec(call.body ?? "")?.[1] ?? 100);
    const end = Math.min(count, from + size);
    const values = Array.from({ length: end - from }, (_, index) => ({ id: from + index, title: null, size: null }));
    return reply({ data: { result: { values, pageState: end < count ? `s${end}` : null } } });
  };
  const asked = (): (string | undefined)[] => calls.map(({ body }) => /pageState: \\"(\w+)\\"/.exec(body ?? "")?.[1]);
  return { calls, asked, session: openWith({ transport }) };
}

describe("a query", () => {
  it("with an empty list finds no rows, without a request", async () => {
    const session = openWith({ transport: () => expect.unreachable("nothing should be sent") });
    const where = { id: { in: [] } } as never;
    expect(await find(session, notes, where).page()).toEqual({ rows: [], pageState: null });
    expect(await find(session, notes, where).toArray()).toEqual([]);
    expect(await find(session, notes, where).first()).toBeUndefined();
  });

  it("is that of the moment it was made, on every page", async () => {
    const { calls, session } = open(["a", null]);
    const where = { id: { in: [1, 2] } };
    const rows = find(session, notes as never, where as never);
    where.id.in.push(3);
    await rows.toArray();
    expect(calls.map(({ body }) => /in: (\[.*?\])/.exec(body ?? "")?.[1])).toEqual(["[1, 2]", "[1, 2]"]);
  });

  it("sends an empty page state as it is, and each column once", async () => {
    const { calls, session } = open([null]);
    await scan(session, notes, { pageState: "", select: ["id", "id"] }).page();
    expect(calls[0]?.body).toContain('pageState: \\"\\"');
    expect(calls[0]?.body).toContain("{ values { id } pageState }");
  });

  it("is refused for a page size that is not one, whatever its limit", async () => {
    const { session } = open([null]);
    await expect(scan(session, notes, { pageSize: 10.5, limit: 3 }).page()).rejects.toThrow(
      "pageSize must be a whole number",
    );
  });

  it("of one key has one row", async () => {
    const { session } = open([null]);
    await expect(get(session, notes, { id: 0 })).rejects.toThrow("the service returns several rows for one key");
  });
});

describe("rows of several pages", () => {
  it("are nothing before they are read, then all of them", async () => {
    const { calls, asked, session } = open(["a", "b", null]);
    const rows = scan(session, notes);
    await settle();
    expect(calls).toEqual([]);
    expect((await rows.toArray()).map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(asked()).toEqual([undefined, "a", "b"]);
  });

  it("come while the ones before are in use: one page ahead, not more", async () => {
    const { calls, session } = open(["a", "b", "c", null]);
    const pages = scan(session, notes).pages()[Symbol.asyncIterator]();
    expect((await pages.next()).value).toMatchObject({ pageState: "a" });
    await settle();
    expect(calls).toHaveLength(2);
    await pages.next();
    await settle();
    expect(calls).toHaveLength(3);
  });

  it("that nobody wants any more are given up", async () => {
    const { calls, session } = open(["a", "b", null]);
    for await (const page of scan(session, notes).pages()) {
      expect(page.pageState).toBe("a");
      break;
    }
    expect(calls).toHaveLength(2);
    expect(calls[1]?.signal?.aborted).toBe(true);
  });

  it("can be read on later, from where a page says", async () => {
    const { asked, session } = open(["a", null]);
    const { pageState } = await scan(session, notes).page();
    await scan(session, notes, { pageState }).toArray();
    expect(asked()).toEqual([undefined, "a"]);
  });

  it("of which a page is asked for alone cost one request", async () => {
    const { calls, session } = open(["a", "b", null]);
    expect((await scan(session, notes).page()).pageState).toBe("a");
    await settle();
    expect(calls).toHaveLength(1);
  });

  it("end at the limit, without a page that is not needed", async () => {
    const { calls, session } = open(["a", "b", null]);
    expect((await scan(session, notes, { limit: 3 }).toArray()).map(({ id }) => id)).toEqual([0, 1, 2]);
    expect(calls).toHaveLength(2);
  });

  it("say where they go on when a limit ends the reading, and null at the end alone", async () => {
    const { calls, asked, session } = openPaged(7);
    const seen: number[] = [];
    const states: (string | null)[] = [];
    let pageState: string | null = null;
    do {
      const page: Page<{ id: number }> = await scan(session, notes, { limit: 3, pageState }).page();
      seen.push(...page.rows.map(({ id }) => id));
      states.push((pageState = page.pageState));
    } while (pageState !== null);
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(states).toEqual(["s3", "s6", null]);
    expect(asked()).toEqual([undefined, "s3", "s6"]);
    expect(calls).toHaveLength(3);
  });

  it("of a reading with a limit, in pages smaller than it, go on after its last page", async () => {
    const { session } = openPaged(7);
    const pages: Page<{ id: number }>[] = [];
    for await (const page of scan(session, notes, { limit: 5, pageSize: 2 }).pages()) pages.push(page);
    expect(pages.map(({ rows }) => rows.map(({ id }) => id))).toEqual([[0, 1], [2, 3], [4]]);
    expect(pages.map((page) => page.pageState)).toEqual(["s2", "s4", "s5"]);
    const rest = await scan(session, notes, { pageState: pages[2]?.pageState }).toArray();
    expect(rest.map(({ id }) => id)).toEqual([5, 6]);
  });

  it("have no page state when the limit takes the very last row", async () => {
    const { session } = openPaged(3);
    expect((await scan(session, notes, { limit: 3 }).page()).pageState).toBe(null);
  });

  it("of pages larger than asked for are an error where some would be skipped", async () => {
    const { session } = open(["a", "b", null]);
    await expect(scan(session, notes, { limit: 1 }).page()).rejects.toMatchObject({ code: "protocol" });
    expect((await scan(session, notes, { limit: 2 }).page()).pageState).toBe("b");
    const pages = scan(open(["a", null]).session, notes, { limit: 3 })
      .pages()
      [Symbol.asyncIterator]();
    expect((await pages.next()).value).toMatchObject({ pageState: "a" });
    await expect(pages.next()).rejects.toMatchObject({ code: "protocol" });
  });

  it.each([
    [["a", "a"], 3],
    [["a", "b", "a", "b", "a", "b"], 6],
    [Array.from({ length: 100 }, (_, page) => `s${page < 20 ? page : 20 + (page % 7)}`), 60],
  ])("of which a page comes again are an error, not a circle (%#)", async (states, most) => {
    const { calls, session } = open([...states, ...states, ...states]);
    await expect(scan(session, notes).toArray()).rejects.toMatchObject({
      code: "protocol",
      message: expect.stringContaining("same page"),
    });
    expect(calls.length).toBeLessThanOrEqual(most);
  });

  it("end with the caller's reason", async () => {
    const controller = new AbortController();
    const { session } = open(["a", "b", null]);
    const reading = (async () => {
      for await (const page of scan(session, notes, { signal: controller.signal }).pages())
        if (page.pageState === "a") controller.abort("enough");
    })();
    await expect(reading).rejects.toBe("enough");
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

  it("of a page of any length can be put in a list", async () => {
    const values = Array.from({ length: 200_000 }, (_, id) => ({ id, title: null, size: null }));
    const session = openWith({
      transport: answering(async () => reply({ data: { result: { values, pageState: null } } })),
    });
    expect((await scan(session, notes).toArray()).length).toBe(200_000);
  });
});

describe("a service that returns empty pages without end", () => {
  /** @param hasRows whether a page has two rows */
  function openEndless(hasRows: (page: number) => boolean, tookMs = 10) {
    const clock = new VirtualClock();
    let page = 0;
    const transport = answering(async ({ body }) => {
      if (body?.includes("mutation")) throw new TransportFailure("unknown", "the connection broke");
      await clock.wait(tookMs);
      const values = hasRows(page) ? [0, 1].map((id) => ({ id, title: null, size: null })) : [];
      return reply({ data: { result: { values, pageState: `s${page++}` } } });
    });
    return { clock, session: openWith({ transport }, { clock, deadlineMs: 500 }), pages: () => page };
  }
  const error = { code: "timeout", phase: "pages", message: expect.stringContaining("no row within 500 ms") };

  const reads: Readonly<Record<string, (session: OpenSession) => Promise<unknown>>> = {
    get: (session) => get(session, notes, { id: 1 }),
    readStatic: (session) => readStatic(session, notes, { id: 1 }, ["id"]),
    "first()": (session) => scan(session, notes).first(),
    "toArray()": (session) => find(session, notes, { id: 1 }).toArray(),
    "a loop over rows": async (session) => {
      for await (const row of scan(session, notes)) throw new Error(`a row: ${row.id}`);
    },
    "verify()": async (session) => {
      const lost = await caught(insert(session, notes, { id: 1 }, { ifNotExists: true }));
      return verify(lost as OutcomeUnknownError);
    },
  };

  it.each(Object.entries(reads))("does not keep %s beyond the deadline", async (_, read) => {
    const { clock, session, pages } = openEndless(() => false);
    const reading = caught(read(session));
    await clock.advance(600);
    expect(await reading).toMatchObject(error);
    expect(pages()).toBe(50);
  });

  it("does not keep it when the time ends within a request", async () => {
    const session = openWith(
      {
        transport: answering(async ({ timeoutMs }) => {
          await new Promise((resolve) => setTimeout(resolve, Math.min(40, timeoutMs)));
          if (timeoutMs < 40) throw new TransportFailure("timeout", "late", { phase: "response" });
          return reply({ data: { result: { values: [], pageState: `${Math.random()}` } } });
        }),
      },
      { deadlineMs: 100 },
    );
    const ended = await caught(get(session, notes, { id: 1 }));
    expect(ended).toMatchObject({ code: "timeout", phase: "pages" });
    expect(ended).toMatchObject({ message: expect.stringContaining("no row within 100 ms") });
  });

  it("lets a read of many pages take longer, as long as rows arrive", async () => {
    const { clock, session } = openEndless((page) => page % 40 === 39);
    const reading = scan(session, notes, { limit: 20 }).toArray();
    await clock.advance(10_000);
    expect(await reading).toHaveLength(20);
  });

  it("is not blamed for the time that the caller spends on a page", async () => {
    const { clock, session } = openEndless((page) => page % 3 === 0);
    let rows = 0;
    const reading = (async () => {
      for await (const page of scan(session, notes, { limit: 10 }).pages()) {
        rows += page.rows.length;
        await clock.wait(2_000);
      }
    })();
    await clock.advance(60_000);
    await reading;
    expect(rows).toBe(10);
  });
});
