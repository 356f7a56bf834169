/**
 * The token of a session: created once, however many calls wait for it, and kept as long as it slides.
 *
 * In come calls that need a token and news of what the service said to it; out goes a token with its generation. What
 * follows from what stands in `token-machine.ts`; here are its promises, timers and stores. Shared work never sees a
 * caller's signal, so that one caller's abort cannot fail the others.
 */
import { elapsed, readClock, startTimer, within } from "./clock.ts";
import type { Clock, Instant } from "./clock.ts";
import { ClosedError, ConfigError, CredentialsError, ServiceError, TimeoutError, TokenRequestError } from "./errors.ts";
import type { Profile } from "./profile.ts";
import { onAbort } from "./on-abort.ts";
import { creationMs, stepToken, storeMs } from "./token-machine.ts";
import { initialState, nameState } from "./token-state.ts";
import type { Token, TokenEffect, TokenEvent, TokenFailure, TokenRules, TokenState } from "./token-state.ts";
import type { CreateToken } from "./token-request.ts";
import { parseStoredToken } from "./token-stores.ts";
import type { TokenStore } from "./token-stores.ts";

export interface TokenKeeperOptions {
  readonly profile: Pick<Profile, "tokenIdleMs" | "renewMarginMs">;
  readonly clock: Clock;
  readonly create: CreateToken;
  readonly store?: TokenStore | undefined;
  /** Under which name the store keeps the token. */
  readonly key?: string;
  /** Told of the first thing that goes wrong with the store; later ones are no news. */
  readonly onStoreError?: ((error: unknown) => void) | undefined;
  /** @default Math.random */
  readonly random?: (() => number) | undefined;
}

/** A call that may have to wait. */
export interface Waiting {
  readonly operation: string;
  readonly signal?: AbortSignal | undefined;
  /** For how long it waits at most. */
  readonly timeoutMs: number;
}

interface Waiter {
  readonly wake: () => void;
  readonly fail: (error: unknown) => void;
}

export class TokenKeeper {
  readonly #options: TokenKeeperOptions;
  readonly #rules: TokenRules;
  readonly #waiters = new Set<Waiter>();
  #state: TokenState = initialState;
  #creation: AbortController | undefined;
  /** One thing after the other: what is read after a deletion must not be what was deleted. */
  #stored: Promise<unknown> = Promise.resolve();
  #storeFailed = false;
  #unsubscribe: (() => void) | undefined;

  constructor(options: TokenKeeperOptions) {
    const { renewMarginMs } = options.profile;
    const tokenIdleMs = Math.max(1, options.profile.tokenIdleMs);
    this.#options = options;
    this.#rules = {
      tokenIdleMs,
      renewMarginMs: Math.min(renewMarginMs, tokenIdleMs / 2),
      hasStore: options.store !== undefined,
    };
    try {
      this.#unsubscribe = options.store?.subscribe?.(options.key ?? "", (stored) => {
        this.#dispatch({ kind: "changed", stored: parseStoredToken(stored) });
      });
    } catch (error) {
      this.#reportStore(error);
    }
  }

  get closed(): boolean {
    return this.#state.phase === "closed";
  }

  /**
   * The present token, or a new one to wait for; any number of callers share one creation.
   *
   * @throws {ServiceError} when none can be had; a reason given to `signal` is thrown as it is
   */
  get(waiting: Waiting): Token | Promise<Token> {
    return this.#look(waiting.operation) ?? this.#waitForToken(waiting);
  }

  /** Another token than the one the service refused, or undefined when there is none to be had. */
  async replace(token: Token, waiting: Waiting): Promise<Token | undefined> {
    this.#dispatch({ kind: "refused", generation: token.generation });
    const next = await this.get(waiting);
    return next.generation === token.generation ? undefined : next;
  }

  /** Notes that the service accepted a call made with this token at `sent`: the idle time begins anew from there. */
  accepted(token: Token, sent: Instant): void {
    this.#dispatch({ kind: "accepted", generation: token.generation, sent });
  }

  /** A new token in place of the one there is, which goes on to be used when none can be created. */
  reconnect(waiting: Waiting): Token | Promise<Token> {
    this.#dispatch({ kind: "reconnect" });
    return this.get(waiting);
  }

  /** Forgets the token, here and in the store. The next call creates one, with what the credentials are then. */
  async signOut(): Promise<void> {
    this.#dispatch({ kind: "sign-out" });
    await this.#stored;
  }

  /** Ends it: who waits is told. Resolves when the store has what it was given. */
  async close(): Promise<void> {
    this.#dispatch({ kind: "close" });
    try {
      this.#unsubscribe?.();
    } catch (error) {
      this.#reportStore(error);
    }
    await this.#stored;
  }

  /** The token that can be sent now; undefined when it is worth waiting. */
  #look(operation: string): Token | undefined {
    const now = readClock(this.#options.clock);
    if (nameState(this.#state, this.#rules, now) !== "valid") this.#dispatch({ kind: "call" }, now);
    const { held, failure } = this.#state;
    switch (nameState(this.#state, this.#rules, now)) {
      case "valid":
      case "stale":
        return held;
      case "closed":
        throw new ClosedError({ operation });
      case "cooldown":
        throw failure ? repeat(failure, operation, now) : new ClosedError({ operation });
      default:
        return undefined;
    }
  }

  async #waitForToken(waiting: Waiting): Promise<Token> {
    const { clock } = this.#options;
    const until = clock.monotonic() + waiting.timeoutMs;
    for (;;) {
      waiting.signal?.throwIfAborted();
      await this.#waitForWork(waiting, until - clock.monotonic());
      const token = this.#look(waiting.operation);
      if (token) return token;
    }
  }

  /** Until the work under way has an end, whichever; not longer than the caller wants. */
  #waitForWork({ operation, signal, timeoutMs }: Waiting, leftMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        stop();
        unlink?.();
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        wake: () => {
          leave();
          resolve();
        },
        fail: (error) => {
          leave();
          reject(error);
        },
      };
      const late = (): void => waiter.fail(new TimeoutError("token", Math.round(timeoutMs), { operation }));
      const stop = startTimer(this.#options.clock, Math.max(0, leftMs), late);
      const unlink = signal && onAbort(signal, () => waiter.fail(signal.reason));
      this.#waiters.add(waiter);
    });
  }

  #dispatch(event: TokenEvent, now: Instant = readClock(this.#options.clock)): void {
    const before = this.#state;
    const random = this.#options.random ?? Math.random;
    const { state, effects } = stepToken(before, event, this.#rules, { now, random });
    this.#state = state;
    for (const effect of effects) this.#do(effect);
    if (before.phase === "resting" || state.phase === "loading" || state.phase === "creating") return;
    const found = nameState(state, this.#rules, now);
    const failed = event.kind === "failed" && found !== "valid" && found !== "stale";
    for (const waiter of this.#waiters) {
      if (failed) waiter.fail(event.error);
      else waiter.wake();
    }
  }

  #do(effect: TokenEffect): void {
    const key = this.#options.key ?? "";
    switch (effect.kind) {
      case "abort":
        this.#creation?.abort();
        this.#creation = undefined;
        break;
      case "create":
        void this.#create(effect);
        break;
      case "load":
        void this.#inStore(async (store) => parseStoredToken(await store.get(key))).then((stored) => {
          this.#dispatch({ kind: "loaded", work: effect.work, stored: stored ?? null });
        });
        break;
      case "save":
        void this.#inStore((store) => store.set(key, effect.stored));
        break;
      case "forget":
        void this.#inStore((store) => store.delete?.(key, effect.token));
        break;
    }
  }

  /** One attempt. Never rejects: what goes wrong is an event as well. */
  async #create({ work, reason, attempt, delayMs, begun }: TokenEffect & { kind: "create" }): Promise<void> {
    const { clock, create } = this.#options;
    const controller = attempt === 1 ? new AbortController() : (this.#creation ?? new AbortController());
    this.#creation = controller;
    const { signal } = controller;
    if (delayMs > 0) await pause(clock, delayMs, signal);
    if (signal.aborted) return;
    const unlock = await this.#lock(signal);
    try {
      if (signal.aborted) return;
      const asked = readClock(clock);
      const leftMs = Math.max(1, creationMs - (asked.monotonic - begun.monotonic));
      const late = (): Error => new TimeoutError("token", Math.round(leftMs), { operation: "create a token" });
      const context = { reason, attempt, signal, deadline: asked.wall + leftMs };
      const result = await within(clock, leftMs, create(context, leftMs), late);
      if ("secret" in result) this.#dispatch({ kind: "created", work, secret: result.secret, asked });
      else this.#dispatch({ kind: "failed", work, ...result });
    } catch (error) {
      this.#dispatch({ kind: "failed", work, failure: "transient", error });
    } finally {
      // The others are let in when there is something for them to read.
      if (unlock) void this.#stored.then(unlock).catch((error: unknown) => this.#reportStore(error));
    }
  }

  /** Keeps other processes from creating a token as well; one that they have just created ends our creation. */
  async #lock(signal: AbortSignal): Promise<(() => void | Promise<void>) | undefined> {
    const { clock, store, key = "" } = this.#options;
    if (!store?.lock) return undefined;
    const locking = Promise.resolve(key).then(store.lock);
    let unlock;
    try {
      unlock = await within(clock, storeMs, locking, lateStore);
    } catch (error) {
      this.#reportStore(error);
      // Should it be had all the same, nobody wants it any more.
      locking.then((unlock) => unlock?.()).catch(() => undefined);
      return undefined;
    }
    const stored = signal.aborted ? null : await this.#inStore(async (store) => parseStoredToken(await store.get(key)));
    if (stored && !signal.aborted) this.#dispatch({ kind: "changed", stored });
    return unlock;
  }

  /** Undefined when the store fails or takes too long: the session goes on without it. */
  async #inStore<T>(use: (store: TokenStore) => T | Promise<T>): Promise<T | undefined> {
    const { clock, store } = this.#options;
    if (!store) return undefined;
    const used = within(
      clock,
      storeMs,
      this.#stored.then(() => use(store)),
      lateStore,
    ).catch((error: unknown) => {
      this.#reportStore(error);
      return undefined;
    });
    this.#stored = used;
    return used;
  }

  #reportStore(error: unknown): void {
    if (this.#storeFailed) return;
    this.#storeFailed = true;
    try {
      this.#options.onStoreError?.(error);
    } catch {
      // Who wants to hear of a failure must not make another.
    }
  }
}

function lateStore(): Error {
  return new Error(`the token store takes longer than ${storeMs} ms`);
}

/** Resolves after a delay, or when the signal fires. */
function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stop();
      unlink();
      resolve();
    };
    const stop = startTimer(clock, delayMs, done);
    const unlink = onAbort(signal, done);
  });
}

/** The failure of the last creation, for a call that came soon after it. */
function repeat({ error, since, waitMs }: TokenFailure, operation: string, now: Instant): ServiceError {
  const retryAfterMs = Math.max(1, Math.ceil(waitMs - elapsed(since, now)));
  const why = error instanceof ServiceError ? `: ${error.message}` : "";
  const reason = `there is no token, and none is asked for in the next ${retryAfterMs} ms${why}`;
  const about = { operation, cause: error, retryAfterMs };
  if (error instanceof CredentialsError) return new CredentialsError(reason, about);
  if (error instanceof ConfigError) return new ConfigError(reason, about);
  return new TokenRequestError(reason, about);
}
