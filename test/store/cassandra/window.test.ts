import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createEndOfTurn } from "../../../src/store/end-of-turn.ts";
import { Window } from "../../../src/store/cassandra/window.ts";

async function send<Result>(window: Window, request: () => Promise<Result>): Promise<Result> {
  const turn = window.enter();
  if (turn) await turn;
  return request().finally(() => window.leave());
}

describe("a window of two", () => {
  it("has two requests in flight at most, and starts them in their order", async () => {
    const window = new Window(() => 2);
    const ends: (() => void)[] = [];
    const started: number[] = [];
    const sent = Array.from({ length: 5 }, (_, index) =>
      send(window, () => {
        started.push(index);
        return new Promise<void>((end) => ends.push(end));
      }),
    );
    for (const count of [2, 3, 4, 5, 5]) {
      await Promise.resolve();
      expect(started).toHaveLength(count);
      ends.shift()?.();
      await setImmediate();
    }
    await Promise.all(sent);
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  it("counts the requests that are in flight and those that wait", async () => {
    const window = new Window(() => 2);
    const ends: (() => void)[] = [];
    const sent = Array.from({ length: 5 }, () => send(window, () => new Promise<void>((end) => ends.push(end))));
    expect([window.inFlight, window.waiting]).toEqual([2, 3]);
    for (const left of [4, 3, 2, 1, 0]) {
      ends.shift()?.();
      await setImmediate();
      expect(window.inFlight + window.waiting).toBe(left);
    }
    await Promise.all(sent);
  });

  it("gives the place of a request that fails to the next one", async () => {
    const window = new Window(() => 1);
    const fails = send(window, () => Promise.reject(new Error("broken")));
    const follows = send(window, () => Promise.resolve("done"));
    await expect(fails).rejects.toThrow("broken");
    expect(await follows).toBe("done");
    expect(await send(window, () => Promise.resolve("and more"))).toBe("and more");
  });

  it("closes when those inside and those who wait have left, and lets nobody in then", async () => {
    const window = new Window(() => 1);
    const ends: (() => void)[] = [];
    const wait = (): Promise<void> => new Promise((end) => ends.push(end));
    const sent = [send(window, wait), send(window, wait)];
    let isClosed = false;
    const closing = window.close().then(() => (isClosed = true));
    await expect(send(window, wait)).rejects.toMatchObject({ code: "unavailable", applied: "no" });
    for (const count of [1, 2]) {
      await setImmediate();
      expect([ends.length, isClosed]).toEqual([count, false]);
      ends.at(-1)?.();
    }
    await Promise.all([...sent, closing]);
  });
});

describe("a window that joins turns", () => {
  /** Notes the turn in which each request is sent, and ends them all at once. */
  function open() {
    let turn = 0;
    const window = new Window(() => 10, createEndOfTurn());
    const reached: number[] = [];
    const ends: (() => void)[] = [];
    const sendOne = (): Promise<void> =>
      send(window, () => {
        reached.push(turn);
        return new Promise<void>((end) => ends.push(end));
      });
    const pass = async (): Promise<void> => {
      turn++;
      await setImmediate();
    };
    return { sendOne, reached, ends, pass };
  }

  it("sends requests at once when they are alone", async () => {
    const { sendOne, reached, ends } = open();
    const sent = sendOne();
    expect(reached).toEqual([0]);
    ends[0]?.();
    await sent;
    void sendOne();
    expect(reached).toEqual([0, 0]);
  });

  it("sends them together at the end of the turn while another is in flight", async () => {
    const { sendOne, reached, ends, pass } = open();
    const sent = [sendOne(), sendOne(), sendOne()];
    expect(reached).toEqual([0]);
    await pass();
    expect(reached).toEqual([0, 1, 1]);
    sent.push(sendOne());
    await pass();
    expect(reached).toEqual([0, 1, 1, 2]);
    for (const end of ends) end();
    expect(await Promise.all(sent)).toHaveLength(4);
  });
});
