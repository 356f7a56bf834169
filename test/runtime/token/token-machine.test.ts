/** The table of states and events, row by row; numbers are those of the specification. */
import { describe, expect, it } from "vitest";
import { Secret } from "../../../src/runtime/errors/failure.ts";
import { stepToken } from "./oracle/token-machine.ts";
import { initialState, nameState } from "./oracle/token-state.ts";
import type { TokenEffect, TokenEvent, TokenRules, TokenState } from "./oracle/token-state.ts";
import type { StoredToken } from "../../../src/runtime/token/stored-tokens.ts";

const idleMs = 1_800_000;
const marginMs = 90_000;
const start = 1_000_000;

/** A machine with a clock, and what it wants done. */
class Machine {
  state: TokenState = initialState;
  wall = start;
  monotonic = start;
  effects: readonly TokenEffect[] = [];
  readonly rules: TokenRules;

  constructor(hasStore = false) {
    this.rules = { tokenIdleMs: idleMs, renewMarginMs: marginMs, hasStore };
  }

  get now() {
    return { wall: this.wall, monotonic: this.monotonic };
  }

  get name() {
    return nameState(this.state, this.rules, this.now);
  }

  /** What was done, by its kinds. */
  get done(): string[] {
    return this.effects.map(({ kind }) => kind);
  }

  pass(ms: number): this {
    this.wall += ms;
    this.monotonic += ms;
    return this;
  }

  on(event: TokenEvent): this {
    const { state, effects } = stepToken(this.state, event, this.rules, { now: this.now, random: () => 0.5 });
    this.state = state;
    this.effects = effects;
    return this;
  }

  call(): this {
    return this.on({ kind: "call" });
  }

  created(text: string): this {
    return this.on({ kind: "created", work: this.state.work, secret: new Secret(text), asked: this.now });
  }

  loaded(stored: StoredToken | null): this {
    return this.on({ kind: "loaded", work: this.state.work, stored });
  }

  failed(failure: "transient" | "refused", retryAfterMs?: number): this {
    return this.on({ kind: "failed", work: this.state.work, failure, error: new Error(failure), retryAfterMs });
  }

  /** Three attempts that fail. */
  down(): this {
    return this.failed("transient").failed("transient").failed("transient");
  }

  refused(generation: number): this {
    return this.on({ kind: "refused", generation });
  }

  accepted(generation: number, sent = this.now): this {
    return this.on({ kind: "accepted", generation, sent });
  }

  stored(token: string, lastUse = this.wall, created = this.wall): StoredToken {
    return { v: 1, token, lastUse, created };
  }

  get held(): string | undefined {
    return this.state.held?.secret.reveal();
  }
}

function empty(hasStore = false): Machine {
  return new Machine(hasStore);
}

/** A machine with a token that was just created. */
function valid(hasStore = false): Machine {
  const machine = empty(hasStore).call();
  if (hasStore) machine.loaded(null);
  return machine.created("T1");
}

describe("the life of a token", () => {
  it("1: without a token a call reads the store", () => {
    expect(empty(true).call()).toMatchObject({ name: "loading", done: ["load"] });
  });

  it("2: without a store a call creates one", () => {
    const machine = empty().call();
    expect(machine).toMatchObject({ name: "creating", effects: [{ kind: "create", reason: "first", attempt: 1 }] });
  });

  it.each([0, idleMs - marginMs - 1, -5_000])("3: a stored token used %i ms ago is adopted", (ago) => {
    const machine = empty(true).call();
    machine.loaded(machine.stored("T0", machine.wall - ago));
    expect(machine).toMatchObject({ name: "valid", held: "T0", done: [], state: { generation: 1 } });
  });

  it.each([idleMs - marginMs, idleMs, -5_001])("4: one used %i ms ago is not, and nor is none", (ago) => {
    const machine = empty(true).call();
    expect(machine.loaded(machine.stored("T0", machine.wall - ago))).toMatchObject({
      name: "creating",
      held: undefined,
    });
    expect(empty(true).call().loaded(null)).toMatchObject({ name: "creating", done: ["create"] });
  });

  it("5: a call takes a valid token as it is", () => {
    expect(
      valid()
        .pass(idleMs - marginMs - 1)
        .call(),
    ).toMatchObject({ name: "valid", done: [] });
  });

  it("6: after an idle gap the store is read again, or a token created", () => {
    expect(
      valid()
        .pass(idleMs - marginMs)
        .call(),
    ).toMatchObject({ name: "creating", held: "T1" });
    const machine = valid(true)
      .pass(idleMs - marginMs)
      .call();
    expect(machine).toMatchObject({ name: "loading" });
    expect(machine.loaded(machine.stored("T1", machine.wall - 1_000))).toMatchObject({ name: "valid", held: "T1" });
    expect(machine.state.generation).toBe(1);
  });

  it("6: with the wall clock set back the store's word for our own token is no news", () => {
    const machine = valid(true).pass(2 * idleMs);
    machine.wall = start + 1_000;
    machine.call().loaded(machine.stored("T1", start, start));
    expect(machine).toMatchObject({ name: "creating" });
  });

  it("7: further calls wait for the same creation", () => {
    expect(empty().call().call().call()).toMatchObject({ name: "creating", done: [], state: { work: 1 } });
  });

  it("8: what was created is adopted as of its request, and stored", () => {
    const machine = empty(true).call().loaded(null);
    const asked = machine.now;
    machine.pass(500).on({ kind: "created", work: machine.state.work, secret: new Secret("T1"), asked });
    expect(machine).toMatchObject({ name: "valid", state: { generation: 1, held: { lastUse: asked } } });
    expect(machine.effects).toEqual([
      { kind: "save", stored: { v: 1, token: "T1", lastUse: start, created: start + 500 } },
    ]);
  });

  it("8: the end of a creation that is not the present one is not heard", () => {
    const machine = empty().call();
    machine.on({ kind: "created", work: machine.state.work - 1, secret: new Secret("T0"), asked: machine.now });
    expect(machine).toMatchObject({ name: "creating", held: undefined });
  });

  it("9: a creation that failed for now is tried three times within 15 seconds, with pauses", () => {
    const machine = empty().call().failed("transient");
    expect(machine).toMatchObject({ name: "creating", effects: [{ kind: "create", attempt: 2, delayMs: 25 }] });
    expect(machine.failed("transient")).toMatchObject({ effects: [{ attempt: 3, delayMs: 50 }] });
    expect(machine.failed("transient")).toMatchObject({ name: "cooldown", done: [] });
    expect(empty().call().pass(14_990).failed("transient")).toMatchObject({ name: "cooldown" });
    expect(empty().call().failed("transient", 15_000)).toMatchObject({ name: "cooldown" });
    expect(empty().call().failed("transient", 1_000)).toMatchObject({ effects: [{ delayMs: 1_050 }] });
  });

  it("10: a token near its end is used on when none can be created, and for a while none is asked for", () => {
    const machine = valid()
      .pass(idleMs - marginMs)
      .call()
      .down();
    expect(machine).toMatchObject({ name: "stale", held: "T1" });
    expect(machine.call()).toMatchObject({ name: "stale", done: [] });
    expect(machine.pass(250).call()).toMatchObject({ name: "creating" });
  });

  it("11: without a usable token calls fail for a quarter of a second, doubling to 30, or as long as the service says", () => {
    const machine = empty().call().down();
    const waits = [machine.state.failure?.waitMs ?? 0];
    for (let round = 0; round < 10; round++) {
      machine.pass(60_000).call().down();
      waits.push(machine.state.failure?.waitMs ?? 0);
    }
    expect(waits.map((ms) => Math.round(ms / 0.875))).toEqual([
      ...[250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000],
    ]);
    expect(empty().call().failed("transient", 20_000).state.failure?.waitMs).toBe(20_000);
    expect(empty().call().failed("transient", 86_400_000).state.failure?.waitMs).toBe(60_000);
  });

  it("12, 13: refused credentials and useless answers are not tried again for 5 seconds, doubling to 60", () => {
    const machine = empty().call().failed("refused");
    expect(machine).toMatchObject({ name: "cooldown", done: [] });
    const waits = [machine.state.failure?.waitMs ?? 0];
    for (let round = 0; round < 5; round++) {
      machine.pass(60_000).call().failed("refused");
      waits.push(machine.state.failure?.waitMs ?? 0);
    }
    expect(waits.map((ms) => Math.round(ms / 0.875))).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
    expect(
      valid()
        .pass(idleMs - 1_000)
        .call()
        .failed("refused"),
    ).toMatchObject({ name: "stale", held: "T1" });
    expect(valid().pass(idleMs).call().failed("refused")).toMatchObject({ name: "cooldown" });
  });

  it("14: until then calls begin nothing", () => {
    const machine = empty().call().failed("refused");
    expect(machine.pass(4_374).call()).toMatchObject({ name: "cooldown", done: [] });
    expect(machine.on({ kind: "reconnect" })).toMatchObject({ name: "cooldown", done: [] });
  });

  it("15: after that the next one, or a wish to reconnect, does", () => {
    const machine = empty(true).call().loaded(null).failed("refused").pass(4_375);
    expect(machine.call()).toMatchObject({ name: "creating", effects: [{ reason: "retry", attempt: 1 }] });
    expect(valid().on({ kind: "reconnect" })).toMatchObject({ name: "creating", held: "T1" });
  });

  it("15: a wish to reconnect does so in place of other work, and joins another such wish", () => {
    const machine = empty().call();
    const created = { kind: "create", reason: "reconnect", attempt: 1 };
    expect(machine.on({ kind: "reconnect" })).toMatchObject({ effects: [{ kind: "abort" }, created] });
    expect(valid(true).pass(idleMs).call().on({ kind: "reconnect" })).toMatchObject({ effects: [created] });
    expect(machine.on({ kind: "reconnect" })).toMatchObject({ name: "creating", done: [] });
  });

  it("16: an accepted call keeps the token alive from when it was sent, never backwards; the store hears each 30 s", () => {
    const machine = valid(true);
    machine.pass(10_000).accepted(1);
    expect(machine).toMatchObject({ done: [], state: { held: { lastUse: machine.now } } });
    machine.accepted(1, { wall: start, monotonic: start });
    expect(machine.state.held?.lastUse).toEqual(machine.now);
    expect(machine.pass(20_000).accepted(1)).toMatchObject({
      effects: [{ stored: { lastUse: machine.wall, created: start } }],
    });
    machine.accepted(7, { wall: start * 2, monotonic: start * 2 });
    expect(machine.state.held?.lastUse).toEqual(machine.now);
  });

  it("18: a refusal of an older token changes nothing", () => {
    const machine = valid().refused(1).created("T2");
    expect(machine.refused(1)).toMatchObject({ name: "valid", held: "T2", done: [], state: { generation: 2 } });
  });

  it("19: after a refusal a newer token of the store is adopted, at no cost", () => {
    const machine = valid(true).pass(1_000).refused(1);
    expect(machine).toMatchObject({ name: "loading", done: ["load"] });
    expect(machine.loaded(machine.stored("T2"))).toMatchObject({ name: "valid", held: "T2", done: [] });
    expect(machine.state).toMatchObject({ generation: 2, renewals: { left: 3 } });
  });

  it("20: otherwise the token is dropped, deleted and replaced", () => {
    expect(valid().refused(1)).toMatchObject({ name: "creating", held: undefined, effects: [{ reason: "rejected" }] });
    const machine = valid(true).refused(1);
    machine.loaded(machine.stored("T1"));
    expect(machine).toMatchObject({ name: "creating", effects: [{ kind: "forget", token: "T1" }, { kind: "create" }] });
  });

  it("20: a refused token is nothing to fall back on, nor a new one when it comes again", () => {
    expect(valid().refused(1).down()).toMatchObject({ name: "cooldown", held: undefined });
    expect(valid().refused(1).created("T1").state.held?.generation).toBe(1);
    expect(
      valid()
        .pass(idleMs - 1_000)
        .call()
        .refused(1)
        .down(),
    ).toMatchObject({ name: "cooldown" });
  });

  it("20: a refusal soon after a failed creation begins none", () => {
    const machine = valid()
      .pass(idleMs - 1_000)
      .call()
      .failed("refused");
    expect(machine.refused(1)).toMatchObject({ name: "cooldown", held: undefined, done: [] });
  });

  it("21: after three in a row it is kept, until half a minute gives one back", () => {
    const machine = valid();
    for (const generation of [1, 2, 3]) machine.refused(generation).created(`T${generation + 1}`);
    expect(machine.refused(4)).toMatchObject({ name: "valid", held: "T4", done: [] });
    expect(machine.pass(30_000).refused(4)).toMatchObject({ name: "creating" });
  });

  it("24: signing out forgets everything, and what is under way", () => {
    const machine = valid(true).on({ kind: "sign-out" });
    expect(machine).toMatchObject({ name: "empty", effects: [{ kind: "abort" }, { kind: "forget", token: "T1" }] });
    const creating = empty().call();
    const { work } = creating.state;
    creating.on({ kind: "sign-out" }).on({ kind: "created", work, secret: new Secret("T1"), asked: creating.now });
    expect(creating).toMatchObject({ name: "empty", held: undefined });
    expect(empty().call().failed("refused").on({ kind: "sign-out" }).call()).toMatchObject({ name: "creating" });
  });

  it("25: closing ends it for good", () => {
    const machine = empty().call().on({ kind: "close" });
    expect(machine).toMatchObject({ name: "closed", done: ["abort"] });
    expect(machine.created("T1").call()).toMatchObject({ name: "closed", held: undefined, done: [] });
  });

  it("26: a newer token that another process stored is adopted, whatever is under way", () => {
    const machine = valid(true).pass(1);
    expect(machine.on({ kind: "changed", stored: machine.stored("T2") })).toMatchObject({ held: "T2" });
    machine.on({ kind: "changed", stored: machine.stored("T0", machine.wall, start - 1) });
    expect(machine).toMatchObject({ held: "T2", state: { generation: 2 } });
    const creating = empty(true).call().loaded(null);
    creating.on({ kind: "changed", stored: creating.stored("T2") });
    expect(creating).toMatchObject({ name: "valid", held: "T2", done: ["abort"] });
  });

  it("work whose maker is gone is begun anew, and heard of no more", () => {
    const loading = valid(true).refused(1);
    const { work } = loading.state;
    expect(loading.on({ kind: "lost", work })).toMatchObject({ name: "loading", done: ["load"] });
    expect(loading.loaded(null)).toMatchObject({ name: "creating", held: undefined });
    const creating = empty().call();
    const first = creating.state.work;
    expect(creating.on({ kind: "lost", work: first })).toMatchObject({ name: "creating", done: ["create"] });
    creating.on({ kind: "created", work: first, secret: new Secret("T0"), asked: creating.now });
    expect(creating).toMatchObject({ name: "creating", held: undefined });
    expect(creating.created("T1")).toMatchObject({ name: "valid", held: "T1" });
    expect(creating.on({ kind: "lost", work: creating.state.work })).toMatchObject({ name: "valid", done: [] });
  });

  it.each([
    ["sleeps for eight hours", 8 * 3_600_000, 0],
    ["has its clock set back by an hour while two pass", -3_600_000, 2 * 3_600_000],
  ])("a machine that %s asks for one token anew", (_, wallMs, monotonicMs) => {
    const machine = valid();
    machine.wall += wallMs;
    machine.monotonic += monotonicMs;
    expect(machine.call()).toMatchObject({ name: "creating" });
    expect(machine.created("T2").call()).toMatchObject({ name: "valid", held: "T2" });
  });
});
