import { describe, expect, it } from "vitest";
import { scan } from "@colonnade/runtime";
import type { Call, Transport } from "@colonnade/runtime";
import { settle } from "../support/virtual-clock.ts";
import { notes, openWith } from "./notes-table.ts";

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

const reply = (body: unknown) => ({ status: 200, header: () => null, text: async () => JSON.stringify(body) });

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
