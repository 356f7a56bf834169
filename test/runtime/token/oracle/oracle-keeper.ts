/**
 * A keeper of tokens on the table in `token-machine.ts`, with the promises, timers and stores that the table has not.
 *
 * It does what the runtime's `TokenKeeper` does, by a table that can be read and tested row by row, so that the two can be
 * compared.
 */
import {
  elapsed,
  pause,
  readClock,
  within,
  isGone,
  isRequestBound,
  lookEveryMs,
} from "../../../../src/runtime/clock/clock.ts";
import type { Instant } from "../../../../src/runtime/clock/clock.ts";
import {
  ClosedError,
  ConfigError,
  CredentialsError,
  ServiceError,
  TimeoutError,
  TokenRequestError,
} from "../../../../src/runtime/errors/errors.ts";
import { creationMs, stepToken, storeMs } from "./token-machine.ts";
import type { TokenNewsKind, Token } from "../../../../src/runtime/token/token.ts";
import { initialState, nameState } from "./token-state.ts";
import type { TokenKeeperOptions, Waiting } from "../../../../src/runtime/token/token-keeper.ts";
import type { TokenEffect, TokenEvent, TokenFailure, TokenState } from "./token-state.ts";
import { creationFailure } from "../../../../src/runtime/token/token-request.ts";
import { parseStoredToken } from "../../../../src/runtime/token/stored-tokens.ts";
import type { StoredToken, TokenStore } from "../../../../src/runtime/token/stored-tokens.ts";

export interface OracleOptions extends Omit<TokenKeeperOptions, "store"> {
  readonly store?: TokenStore | undefined;
  readonly onStoreError: (error: unknown) => void;
  /** Under which name the store keeps the token. */
  readonly key?: string;
}

export interface OracleKeeper {
  readonly closed: boolean;
  /**
   * The present token, or a new one to wait for; any number of callers share one creation.
   *
   * @throws {ServiceError} when none can be had; a reason given to `signal` is thrown as it is
   */
  readonly get: (waiting: Waiting) => Token | Promise<Token>;
  /** Another token than the one the service refused, or undefined when there is none to be had. */
  readonly replace: (token: Token, waiting: Waiting) => Promise<Token | undefined>;
  /** Notes that the service accepted a call made with this token at `sent`: the idle time begins anew from there. */
  readonly accepted: (token: Token, sent: Instant) => void;
  /** A new token in place of the one there is, which goes on to be used when none can be created. */
  readonly reconnect: (waiting: Waiting) => Token | Promise<Token>;
  /** Forgets the token, here and in the store. The next call creates one, with what the credentials are then. */
  readonly signOut: () => Promise<void>;
  /** Ends it: who waits is told. Resolves when the store has what it was given. */
  readonly close: () => Promise<void>;
}

/** What an event tells the user of, if it changes anything. */
const newsOf: Partial<Record<TokenEvent["kind"], TokenNewsKind>> = {
  created: "created",
  loaded: "adopted",
  changed: "adopted",
  failed: "renewal-failed",
  refused: "refused",
  "sign-out": "forgotten",
};

export function createOracleKeeper(options: OracleOptions): OracleKeeper {
  const { profile, clock, store, key = "", onStoreError, onToken, random } = options;
  const tokenIdleMs = Math.max(1, profile.tokenIdleMs);
  const renewMarginMs = Math.min(profile.renewMarginMs, tokenIdleMs / 2);
  const rules = { tokenIdleMs, renewMarginMs, hasStore: store !== undefined };
  /** Whether each call waits by itself, and makes what it waits for when the call that made it is gone. */
  const bound = isRequestBound();
  /** The call that began the work under way, and when it last looked. */
  let maker: Waiting | undefined;
  const life = { seen: 0 };
  let state = initialState;
  let creation: AbortController | undefined;
  /** Who waits for the end of the work under way. */
  const waiters: ((failure?: { readonly error: unknown }) => void)[] = [];
  /** One thing after the other: what is read after a deletion must not be what was deleted. */
  let stored: Promise<unknown> = Promise.resolve();
  let storeFailed = false;
  const hear = (found: unknown): void => dispatch({ kind: "changed", stored: parseStoredToken(found) });
  const subscribed = store?.subscribe && inStore((store) => store.subscribe?.(key, hear));

  /** The token that can be sent now; undefined when it is worth waiting. */
  function look(waiting: Waiting): Token | undefined {
    const { operation } = waiting;
    const now = readClock(clock);
    if (nameState(state, rules, now) !== "valid") begin({ kind: "call" }, waiting, now);
    const found = nameState(state, rules, now);
    const { held, failure } = state;
    if (found === "closed") throw new ClosedError({ operation });
    if (found === "cooldown" && failure) throw repeat(failure, operation, now);
    return isUsable(found) ? held : undefined;
  }

  /** Dispatches an event by which a call may begin work. */
  function begin(event: TokenEvent, waiting: Waiting, now: Instant = readClock(clock)): void {
    const { work } = state;
    dispatch(event, now);
    if (state.work === work) return;
    maker = waiting;
    life.seen = now.monotonic;
  }

  async function wait(waiting: Waiting): Promise<Token> {
    const { operation, signal, timeoutMs } = waiting;
    const until = clock.monotonic() + timeoutMs;
    const late = (): Error => new TimeoutError("token", timeoutMs, { operation });
    for (;;) {
      signal?.throwIfAborted();
      await (bound ? watch(waiting, until, late) : within(clock, until - clock.monotonic(), ended(), late, signal));
      const token = look(waiting);
      if (token) return token;
    }
  }

  /** Resolves when the work under way ends, and rejects when it fails and leaves no token. */
  function ended(): Promise<void> {
    return new Promise((resolve, reject) => {
      waiters.push((failure) => (failure ? reject(failure.error) : resolve()));
    });
  }

  /** Waits by a timer of the call's own, and begins anew what a request that is gone has begun. */
  async function watch(waiting: Waiting, until: number, late: () => Error): Promise<void> {
    const leftMs = until - clock.monotonic();
    if (leftMs <= 0) throw late();
    await pause(clock, Math.min(leftMs, lookEveryMs), waiting.signal);
    waiting.signal?.throwIfAborted();
    const now = readClock(clock);
    if (maker === waiting) life.seen = now.monotonic;
    else if (isGone(life, now.monotonic)) begin({ kind: "lost", work: state.work }, waiting, now);
  }

  function get(waiting: Waiting): Token | Promise<Token> {
    return look(waiting) ?? wait(waiting);
  }

  function dispatch(event: TokenEvent, now: Instant = readClock(clock)): void {
    const before = state;
    const step = stepToken(state, event, rules, { now, random });
    state = step.state;
    for (const effect of step.effects) perform(effect);
    if (state.phase !== "loading" && state.phase !== "creating") {
      const failed = event.kind === "failed" && !isUsable(nameState(state, rules, now));
      for (const wake of waiters.splice(0)) wake(failed ? event : undefined);
    }
    tell(event, before, now);
  }

  function tell(event: TokenEvent, before: TokenState, now: Instant): void {
    const kind = newsOf[event.kind];
    if (!onToken || !kind || state === before) return;
    // The store may know nothing new; who signs out twice has lost a token once.
    if (kind === "adopted" ? state.generation === before.generation : kind === "forgotten" && !before.held) return;
    const { phase, reason, attempt, begun } = before;
    const asked = phase !== "resting" && { reason, attempt, tookMs: now.monotonic - begun };
    try {
      onToken({ kind, generation: state.generation, ...asked, ...(event.kind === "failed" && { error: event.error }) });
    } catch {
      // Who wants to hear of the token must not harm it.
    }
  }

  function perform(effect: TokenEffect): void {
    switch (effect.kind) {
      case "abort":
        // A request may not stop what another one has begun; nobody hears of it any more.
        return bound ? undefined : creation?.abort();
      case "create":
        return settle(effect.work, create(effect));
      case "load":
        return settle(
          effect.work,
          load().then((stored) => dispatch({ kind: "loaded", work: effect.work, stored })),
        );
      case "save":
        return void inStore((store) => store.set(key, effect.stored));
      case "forget":
        return void inStore((store) => store.delete?.(key, effect.token));
    }
  }

  /** What a function that the session was given throws ends the work as well. */
  function settle(work: number, done: Promise<void>): void {
    done
      .catch((error: unknown) => dispatch({ kind: "failed", work, error, ...creationFailure(error) }))
      .catch(() => undefined);
  }

  /** One attempt: what goes wrong with it is an event as well. */
  async function create({ work, reason, attempt, delayMs, begun }: TokenEffect & { kind: "create" }): Promise<void> {
    creation = new AbortController();
    const { signal } = creation;
    // (15) Another process's token does not do for a wish to reconnect.
    const isForeignUseless = state.reason === "reconnect";
    if (delayMs > 0) await pause(clock, delayMs, signal);
    const unlock = isForeignUseless ? undefined : await lock(signal);
    if (!signal.aborted && state.work === work) {
      const asked = readClock(clock);
      const leftMs = Math.max(1, creationMs - (asked.monotonic - begun));
      const late = (): Error => new TimeoutError("token", leftMs, { operation: "login" });
      const context = { reason, attempt, signal, deadline: asked.wall + leftMs };
      await within(clock, leftMs, options.create(context, leftMs), late).then(
        (secret) => dispatch({ kind: "created", work, secret, asked }),
        (error) => dispatch({ kind: "failed", work, error, ...creationFailure(error) }),
      );
    }
    // The others are let in when there is something for them to read.
    if (unlock) void inStore(unlock);
  }

  /** Keeps other processes from creating a token as well; one that they have just created ends our creation. */
  async function lock(signal: AbortSignal): Promise<(() => void | Promise<void>) | undefined> {
    if (!store?.lock || signal.aborted) return undefined;
    let waits = true;
    const unlock = await inStore(async (store) => {
      const unlock = await store.lock?.(key);
      // Had too late, nobody wants it any more.
      if (!waits) await unlock?.();
      return unlock;
    });
    waits = false;
    const found = unlock && !signal.aborted && (await load());
    if (found && !signal.aborted) dispatch({ kind: "changed", stored: found });
    return unlock;
  }

  async function load(): Promise<StoredToken | null> {
    return parseStoredToken(await inStore((store) => store.get(key)));
  }

  /** Undefined when the store fails or takes too long: the session goes on without it. */
  function inStore<T>(use: (store: TokenStore) => T | Promise<T>): Promise<T | undefined> {
    if (!store) return Promise.resolve(undefined);
    const late = (): Error => new Error(`the token store takes longer than ${storeMs} ms`);
    const used = (bound ? Promise.resolve() : stored).then(() => use(store));
    const result = within(clock, storeMs, used, late).catch(reportStore);
    stored = result;
    return result;
  }

  function reportStore(error: unknown): undefined {
    if (storeFailed) return;
    storeFailed = true;
    try {
      onStoreError(error);
    } catch {
      // Who wants to hear of a failure must not make another.
    }
  }

  return {
    get closed() {
      return state.phase === "closed";
    },
    get,
    replace: async (token, waiting) => {
      begin({ kind: "refused", generation: token.generation }, waiting);
      const next = await get(waiting);
      return next.generation === token.generation ? undefined : next;
    },
    accepted: ({ generation }, sent) => dispatch({ kind: "accepted", generation, sent }),
    reconnect: async (waiting) => {
      begin({ kind: "reconnect" }, waiting);
      const token = await get(waiting);
      if (state.failure) throw repeat(state.failure, waiting.operation, readClock(clock));
      return token;
    },
    signOut: async () => {
      dispatch({ kind: "sign-out" });
      await stored;
    },
    close: async () => {
      dispatch({ kind: "close" });
      await inStore(async () => (await subscribed)?.());
    },
  };
}

function isUsable(found: string): boolean {
  return found === "valid" || found === "stale";
}

/** The failure of the last creation, for a call that came soon after it. */
function repeat({ error, since, waitMs }: TokenFailure, operation: string, now: Instant): ServiceError {
  const retryAfterMs = Math.max(1, Math.ceil(waitMs - elapsed(since, now)));
  const why = error instanceof ServiceError ? `: ${error.message}` : "";
  const known = [CredentialsError, ConfigError].find((known) => error instanceof known) ?? TokenRequestError;
  const reason = `no token could be obtained, and none will be requested in the next ${retryAfterMs} ms${why}`;
  return new known(reason, { operation, cause: error, retryAfterMs });
}
