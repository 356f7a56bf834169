import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { joinTurns } from "../../src/store/join-turns.ts";
import type { Insert, Outcome, Store } from "../../src/store/index.ts";

/** A store that notes the turn in which each insert reaches it, and ends them all at once. */
function open() {
  let turn = 0;
  const reached: number[] = [];
  const ends: (() => void)[] = [];
  const insert = (): Promise<Outcome> => {
    reached.push(turn);
    return new Promise((resolve) => ends.push(() => resolve({ applied: true })));
  };
  const store = joinTurns({ insert } as unknown as Store);
  const pass = async (): Promise<void> => {
    turn++;
    await setImmediate();
  };
  return { store, reached, ends, pass };
}

const write: Insert = { keyspace: "shop", table: "products", values: new Map() };

describe("calls of one turn", () => {
  it("reach the store at once when they are alone", async () => {
    const { store, reached, ends } = open();
    const outcome = store.insert(write);
    expect(reached).toEqual([0]);
    ends[0]?.();
    expect(await outcome).toEqual({ applied: true });
    void store.insert(write);
    expect(reached).toEqual([0, 0]);
  });

  it("reach it together at the end of the turn while another is under way", async () => {
    const { store, reached, ends, pass } = open();
    const outcomes = [store.insert(write), store.insert(write), store.insert(write)];
    expect(reached).toEqual([0]);
    await pass();
    expect(reached).toEqual([0, 1, 1]);
    outcomes.push(store.insert(write));
    await pass();
    expect(reached).toEqual([0, 1, 1, 2]);
    for (const end of ends) end();
    expect(await Promise.all(outcomes)).toHaveLength(4);
  });

  it("fail as the store fails, and leave their place", async () => {
    const refusal = new Error("refused");
    const failing = joinTurns({ insert: () => Promise.reject(refusal) } as unknown as Store);
    await expect(failing.insert(write)).rejects.toBe(refusal);
    await expect(Promise.all([failing.insert(write), failing.insert(write)])).rejects.toBe(refusal);
  });
});
