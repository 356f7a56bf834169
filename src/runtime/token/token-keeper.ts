/**
 * Keeps the token of a session: creates one when a call needs it, however many calls wait, and renews it before it expires.
 *
 * Work is one creation with its attempts, or a read of the store that may lead to one. All waiting calls share it, and none of
 * their signals ends it: one caller's abort cannot fail the others. There is no timer: a call that needs the token compares its
 * last use with the clock.
 */
import { planBackOff, elapsed, pause, readClock, within, isGone, isRequestBound, lookEveryMs } from "../clock/clock.ts";
import type { Clock, Instant } from "../clock/clock.ts";
import { ClosedError, TimeoutError } from "../errors/errors.ts";
import type { Profile } from "../profile/profile.ts";
import { coolsFor, nextFailure, repeatFailure } from "./cooldown.ts";
import type { FailedCreation } from "./cooldown.ts";
import type { OpenStoredTokens, StoredTokens } from "./stored-tokens.ts";
import type { TokenNews, TokenNewsKind, TokenReason, Token, UsedToken } from "./token.ts";
import { creationFailure } from "./token-request.ts";
import type { CreateToken } from "./token-request.ts";

export interface TokenKeeperOptions {
  readonly profile: Pick<Profile, "tokenIdleMs" | "renewMarginMs">;
  readonly clock: Clock;
  readonly create: CreateToken;
  /** @default the keeper's own memory */
  readonly store?: OpenStoredTokens | undefined;
  /** Called with the store's first failure only. */
  readonly onStoreError?: ((error: unknown) => void) | undefined;
  /** Called after each event of the token. An error that it throws is ignored. */
  readonly onToken?: ((news: TokenNews) => void) | undefined;
  /** @default Math.random */
  readonly random?: (() => number) | undefined;
}

/** A call that may have to wait. */
export interface Waiting {
  readonly operation: string;
  readonly signal?: AbortSignal | undefined;
  /** The longest wait. */
  readonly timeoutMs: number;
}

const maxAttempts = 3;
/** The limit of all attempts of a creation together. */
const creationMs = 15_000;
/** The most refusals in a row that may lead to a creation; one more after each half minute. */
const mostRenewals = 3;
const renewalEveryMs = 30_000;

interface CurrentToken extends Token, UsedToken {}

interface Work {
  reason: TokenReason;
  /** By the monotonic clock. */
  begun: number;
  /** From 1; 0 while only the store is read. */
  attempt: number;
  /** The call that does it, and when that call was last alive. */
  readonly owner: Waiting;
  seen: number;
  /** Resolves with the failure that left no token. */
  readonly ended: Promise<FailedCreation | undefined>;
  readonly end: (failure?: FailedCreation) => void;
}

export class TokenKeeper {
  closed = false;
  readonly #options: TokenKeeperOptions;
  readonly #clock: Clock;
  readonly #idleMs: number;
  /** A token that is idle for less is sent without a renewal. */
  readonly #freshMs: number;
  readonly #store: StoredTokens | undefined;
  /** Whether each call waits by itself, and repeats the work if the call that did it has ended. */
  readonly #isPerRequest = isRequestBound();
  #work: Work | undefined;
  /** The controller of the last attempt, even after its end: its signal says whether the token is still of use. */
  #creation: AbortController | undefined;
  #current: CurrentToken | undefined;
  /** A token that the service refused; the same text again is not a new token. */
  #refused: CurrentToken | undefined;
  #generation = 0;
  #failure: FailedCreation | undefined;
  /** How many refusals could still lead to a creation when the last one did. */
  #renewals = mostRenewals;
  #renewed: Instant | undefined;

  constructor(options: TokenKeeperOptions) {
    const { profile, clock, store, onStoreError } = options;
    this.#options = options;
    this.#clock = clock;
    this.#idleMs = Math.max(1, profile.tokenIdleMs);
    this.#freshMs = this.#idleMs - Math.min(profile.renewMarginMs, this.#idleMs / 2);
    this.#store = store?.({
      clock,
      freshMs: this.#freshMs,
      known: () => this.#current ?? this.#refused,
      adopt: (found) => {
        if (this.closed) return;
        const creation = this.#creation;
        this.#adopt(found, "adopted");
        // Another process has stored a newer token, so the creation in progress is not needed.
        this.#abort(creation);
      },
      onError: onStoreError,
    });
  }

  /** The token, if it can be sent without waiting: it is fresh, and no work is in progress. Otherwise call `get`. */
  ready(now: Instant): Token | undefined {
    const current = this.#current;
    return current && !this.#work && elapsed(current, now) < this.#freshMs ? current : undefined;
  }

  /**
   * The present token, or a new one to wait for.
   *
   * @throws {ServiceError} if there is none and none can be created; the reason of `signal` is thrown unchanged
   */
  get(waiting: Waiting): Token | Promise<Token> {
    return this.#find(waiting) ?? this.#wait(waiting);
  }

  /** A token other than the one that the service refused; undefined if there is none. */
  async replace({ generation }: Token, waiting: Waiting): Promise<Token | undefined> {
    const work = this.#work;
    const current = this.#current;
    // If there is a newer token, the call is repeated with that, and nothing is created. A refusal that is known already
    // has no effect either.
    if (current?.generation === generation && (!work || work.attempt > 0 || work.reason !== "rejected")) {
      if (!work) this.#begin("rejected", waiting);
      // A failed creation must not fall back to it.
      else if (work.attempt) this.#refuse();
      this.#report("refused", work);
      if (work?.attempt === 0) work.reason = "rejected";
    }
    const next = await this.get(waiting);
    return next.generation === generation ? undefined : next;
  }

  /** Notes that the service accepted a call made with this token at `sent`: its idle time starts again from there. */
  accepted(token: Token, sent: Instant): void {
    const current = this.#current;
    if (current?.generation !== token.generation || elapsed(current, sent) <= 0) return;
    current.wall = sent.wall;
    current.monotonic = sent.monotonic;
    this.#store?.used(current);
  }

  /** Creates a token in place of the present one, which stays in use when that fails. */
  reconnect(waiting: Waiting): Token | Promise<Token> {
    const cools = this.#coolingFailure(readClock(this.#clock));
    if (!this.closed && !this.#work && !cools) this.#begin("first", waiting, false);
    return this.get(waiting);
  }

  /**
   * Forgets the token, here and in the store, and discards a creation in progress. The next call creates a token, with the
   * credentials of that moment.
   */
  async signOut(): Promise<void> {
    if (this.closed) return;
    const work = this.#work;
    const current = this.#current;
    const stored = this.#store?.signOut(current);
    this.#forget();
    if (current) this.#report("forgotten", work);
    await stored;
  }

  /** Ends waiting calls with an error, and the creation they wait for. Resolves when the store has saved everything. */
  async close(): Promise<void> {
    this.closed = true;
    this.#forget();
    await this.#store?.close();
  }

  /** The token to send now; undefined when it is worth waiting for the work in progress, which may have begun here. */
  #find(waiting: Waiting): Token | undefined {
    const { operation } = waiting;
    const now = readClock(this.#clock);
    const token = this.ready(now);
    if (token) return token;
    if (this.closed) throw new ClosedError({ operation });
    // All calls wait for the same work, each with its own signal and deadline.
    if (this.#work) return undefined;
    const failure = this.#coolingFailure(now);
    if (failure) {
      // During the cooldown after a failed creation, the old token is used while the service accepts it; without one, calls
      // fail at once.
      if (this.#isAlive(now)) return this.#current;
      throw repeatFailure(failure, operation, now);
    }
    if (this.#current) this.#begin("idle", waiting);
    // After the cooldown a token is created without reading the store, which was read before the creation that failed.
    else this.#begin(this.#failure ? "retry" : "first", waiting, !this.#failure);
    return undefined;
  }

  async #wait(waiting: Waiting): Promise<Token> {
    const { operation, signal, timeoutMs } = waiting;
    const clock = this.#clock;
    const until = clock.monotonic() + timeoutMs;
    const late = (): Error => new TimeoutError("token", timeoutMs, { operation });
    for (;;) {
      signal?.throwIfAborted();
      const leftMs = until - clock.monotonic();
      if (this.#isPerRequest) {
        if (leftMs <= 0) throw late();
        await pause(clock, Math.min(leftMs, lookEveryMs), signal);
        signal?.throwIfAborted();
        this.#takeOver(waiting);
      } else if (this.#work) {
        const failure = await within(clock, leftMs, this.#work.ended, late, signal);
        if (failure) throw failure.error;
      }
      const token = this.#find(waiting);
      if (token) return token;
    }
  }

  /** Restarts the work of a request that has ended. */
  #takeOver(waiting: Waiting): void {
    const now = this.#clock.monotonic();
    const work = this.#work;
    if (work?.owner === waiting) work.seen = now;
    else if (work && isGone(work, now)) this.#begin(work.reason, waiting, !work.attempt);
  }

  /** @param readsStore whether the store is read before a token is created, because another process may have a newer one */
  #begin(reason: TokenReason, owner: Waiting, readsStore = true): void {
    let end!: Work["end"];
    const ended = new Promise<FailedCreation | undefined>((resolve) => (end = resolve));
    const begun = this.#clock.monotonic();
    const work: Work = { reason, begun, attempt: 0, owner, seen: begun, ended, end };
    this.#work = work;
    // A function of the app that throws, even a clock, must not leave calls waiting.
    this.#run(work, readsStore).catch(() => this.#work === work && this.#end());
  }

  async #run(work: Work, readsStore: boolean): Promise<void> {
    const clock = this.#clock;
    const store = this.#store;
    if (readsStore && store) {
      const found = await store.find(this.#current, work);
      if (this.#work !== work) return;
      if (found) return this.#adopt(found, "adopted");
      work.begun = clock.monotonic();
    }
    if (readsStore && work.reason === "rejected" && !this.#mayReplace()) return this.#end();
    for (let delayMs = 0; this.#work === work;) {
      work.attempt += 1;
      const { attempt } = work;
      const { signal } = (this.#creation = new AbortController());
      if (delayMs > 0) await pause(clock, delayMs, signal);
      const unlock = await store?.lock(signal);
      try {
        if (signal.aborted) return;
        const sent = readClock(clock);
        const leftMs = Math.max(1, creationMs - (sent.monotonic - work.begun));
        const late = (): Error => new TimeoutError("token", leftMs, { operation: "login" });
        const reason = attempt > 1 ? "retry" : work.reason;
        const context = { reason, attempt, signal, deadline: sent.wall + leftMs };
        const secret = await within(clock, leftMs, this.#options.create(context, leftMs), late);
        // Adopted only if this work is still the current one. Its idle time counts from the request: the service may count from
        // its response, which is later.
        if (this.#work === work) this.#adopt({ ...sent, secret, created: clock.wall() }, "created");
      } catch (error) {
        delayMs = this.#fail(work, error);
      } finally {
        // Other processes continue when the token is stored.
        unlock?.();
      }
    }
  }

  /**
   * Whether a token may be created in place of a refused one that the store cannot replace: three times in a row, and once
   * more after each half minute. Beyond that the token is kept, and the caller gets the refusal.
   */
  #mayReplace(): boolean {
    const now = readClock(this.#clock);
    const since = this.#renewed ? elapsed(this.#renewed, now) / renewalEveryMs : 0;
    const left = Math.min(mostRenewals, this.#renewals + since);
    if (left < 1) return false;
    this.#store?.forget(this.#current);
    this.#refuse();
    // During a cooldown nothing is created after a refusal either.
    if (this.#coolingFailure(now)) return false;
    this.#renewals = left - 1;
    this.#renewed = now;
    return true;
  }

  /** @returns how long to wait before the next attempt, if there is one */
  #fail(work: Work, error: unknown): number {
    if (this.#work !== work) return 0;
    const { random = Math.random } = this.#options;
    const now = readClock(this.#clock);
    const { failure: kind, throttled, retryAfterMs = 0 } = creationFailure(error);
    const delayMs =
      kind === "transient" && work.attempt < maxAttempts
        ? Math.max(planBackOff(throttled, work.attempt - 1, random), retryAfterMs * (1 + random() / 10))
        : Infinity;
    // A pause that would end after the creation's time is not begun. Time that the machine sleeps does not count.
    if (now.monotonic - work.begun + delayMs >= creationMs) {
      // The creation has failed, which begins a cooldown. Waiting calls get the old token if the service still accepts it, or
      // else the failure.
      this.#failure = nextFailure(this.#failure, error, now, kind, retryAfterMs, random);
      this.#end(this.#isAlive(now) ? undefined : this.#failure);
    }
    this.#report("renewal-failed", work, error);
    return delayMs;
  }

  /** A token with the text of the last one keeps its generation: it is not a new one. */
  #adopt(found: UsedToken, kind: "created" | "adopted"): void {
    const work = this.#work;
    const isNew = found.secret.reveal() !== (this.#current ?? this.#refused)?.secret.reveal();
    if (isNew) this.#generation += 1;
    this.#current = { ...found, generation: this.#generation };
    this.#refused = this.#failure = undefined;
    if (kind === "created") this.#store?.save(this.#current);
    this.#end();
    if (isNew || kind === "created") this.#report(kind, work);
  }

  #refuse(): void {
    this.#refused = this.#current;
    this.#current = undefined;
  }

  #forget(): void {
    this.#current = this.#refused = this.#failure = undefined;
    this.#end();
    this.#abort(this.#creation);
  }

  #end(failure?: FailedCreation): void {
    this.#work?.end(failure);
    this.#work = undefined;
  }

  #abort(creation: AbortController | undefined): void {
    // A request may not stop what another one has begun; its outcome is ignored.
    if (!this.#isPerRequest) creation?.abort();
  }

  /** Whether the service still accepts the token. */
  #isAlive(now: Instant): boolean {
    return this.#current !== undefined && elapsed(this.#current, now) < this.#idleMs;
  }

  /** The failure of the last creation, as long as no other is begun because of it. */
  #coolingFailure(now: Instant): FailedCreation | undefined {
    const failure = this.#failure;
    return failure && coolsFor(failure, now) > 0 ? failure : undefined;
  }

  #report(kind: TokenNewsKind, work: Work | undefined, error?: unknown): void {
    const { clock, onToken } = this.#options;
    try {
      onToken?.({
        kind,
        generation: this.#generation,
        ...(work && { reason: work.reason, attempt: work.attempt, tookMs: clock.monotonic() - work.begun }),
        ...(error !== undefined && { error }),
      });
    } catch {
      // A listener must not harm the token.
    }
  }
}
