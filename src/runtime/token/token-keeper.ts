/**
 * Keeps the token of a session: creates one when a call needs it, and renews it before it expires.
 *
 * A call asks for the token before it is sent. The first row that applies decides:
 *
 * | the keeper has | the call gets |
 * | --- | --- |
 * | a renewal in progress | its token or its failure, when it ends |
 * | a token that was used recently | this token, at once |
 * | a creation that failed a moment ago | at once the old token if the service still accepts it, otherwise this failure |
 * | none of these | the token or the failure of a renewal that the call begins |
 *
 * A renewal reads the token store, where another process may have put a newer token, and otherwise creates a token in up to three
 * attempts. All calls share it, and no signal of a call ends it: one caller's abort cannot fail the others. There is no timer:
 * each call compares the last use of the token with the clock.
 *
 * The service refuses a token with 401. The call then asks for another one (`replace`): a newer one that the keeper already has, or
 * the one that a renewal with the reason `rejected` finds or creates. That renewal reads the store first and drops the refused token
 * just before it creates one, because the store's token is compared with it, and because after many refusals it stays in use.
 */
import { elapsed, pause, readClock, within, isGone, isRequestBound, lookEveryMs } from "../clock/clock.ts";
import type { Clock, Instant } from "../clock/clock.ts";
import { ClosedError, TimeoutError } from "../errors/errors.ts";
import type { Profile } from "../profile/profile.ts";
import { coolsFor, creationMs, planAfterFailure, repeatFailure } from "./failed-creation.ts";
import type { FailedCreation } from "./failed-creation.ts";
import type { OpenStoredTokens } from "./stored-tokens.ts";
import type { TokenNews, TokenNewsKind, TokenReason, Token, UsedToken } from "./token.ts";
import type { CreateToken } from "./token-request.ts";

export interface TokenKeeperOptions {
  readonly profile: Pick<Profile, "tokenIdleMs" | "renewMarginMs">;
  readonly clock: Clock;
  readonly create: CreateToken;
  /** @default the keeper's own memory */
  readonly store?: OpenStoredTokens | undefined;
  /** Called after each event of the token. An error that it throws is ignored. */
  readonly onToken?: ((news: TokenNews) => void) | undefined;
  /** At least 0, less than 1. */
  readonly random: () => number;
}

/** A call that may have to wait. */
export interface Waiting {
  readonly operation: string;
  readonly signal?: AbortSignal | undefined;
  /** The longest wait. */
  readonly timeoutMs: number;
}

/**
 * How many refused tokens may be replaced by new ones at first, and after how long one more may be: a service that refuses all
 * tokens gets few logins.
 */
const mostReplacements = 3;
const replacementEveryMs = 30_000;

interface Renewal {
  reason: TokenReason;
  /** By the monotonic clock; set again after the store is read, which does not count for the limit of a creation. */
  begun: number;
  /** From 1; 0 while the store is read. */
  attempt: number;
  /** The call that began it, and when that call was last alive. */
  readonly owner: Waiting;
  seen: number;
  /** Resolves with the error if there is no token in the end. */
  readonly ended: Promise<unknown>;
  readonly end: (error?: unknown) => void;
}

export type TokenKeeper = ReturnType<typeof createTokenKeeper>;

export function createTokenKeeper(options: TokenKeeperOptions) {
  const { profile, clock, create, onToken, random } = options;
  /** The service accepts a token that was idle for less. With 0, each token would be renewed before its first use. */
  const idleMs = Math.max(1, profile.tokenIdleMs);
  /** A token that was idle for less is sent without a renewal: for at least half of its idle time. */
  const freshMs = idleMs - Math.min(profile.renewMarginMs, idleMs / 2);
  /**
   * Whether a call cannot await a promise of another request. Then it looks again and again, and begins the renewal anew if the
   * request that began it has ended.
   */
  const isPerRequest = isRequestBound();
  let isClosed = false;
  let renewal: Renewal | undefined;
  /**
   * Aborts the last attempt to create a token. Kept after its end: the app's function may use the signal (`TokenContext.signal`) to end
   * what belongs to its token.
   */
  let creation: AbortController | undefined;
  /** The present token with its last use; undefined if there is none, or the last one was dropped. */
  let current: (Token & UsedToken) | undefined;
  /** The token that was dropped because the service refused it; the same text again is not a new token. */
  let refused: typeof current;
  let generation = 0;
  /** The last creation, if it failed. */
  let failure: FailedCreation | undefined;
  /** How many refused tokens could still be replaced after the last replacement, and when that was. */
  let replacements = mostReplacements;
  let replaced: Instant | undefined;
  const store = options.store?.({
    clock,
    freshMs,
    known: () => current ?? refused,
    adopt: (found) => {
      if (isClosed) return;
      // Another process has stored a newer token, so the creation in progress is not needed.
      abort();
      setCurrent(found, "adopted");
    },
  });

  /** The token, if it can be sent without waiting: it is fresh, and no renewal is in progress. Otherwise call `get`. */
  function ready(now: Instant): Token | undefined {
    return current && !renewal && elapsed(current, now) < freshMs ? current : undefined;
  }

  /**
   * The present token, or a new one to wait for.
   *
   * @throws {ServiceError} if there is none and none can be created; the reason of `signal` is thrown unchanged
   */
  function get(waiting: Waiting): Token | Promise<Token> {
    return find(waiting) ?? wait(waiting);
  }

  /** The token to send now; undefined if the call must wait for the renewal in progress, which may have begun here. */
  function find(waiting: Waiting): Token | undefined {
    const { operation } = waiting;
    const now = readClock(clock);
    const token = ready(now);
    if (token) return token;
    if (isClosed) throw new ClosedError({ operation });
    if (renewal) return undefined;
    if (failure && isCooling(now)) {
      if (isAlive(now)) return current;
      throw repeatFailure(failure, operation, now);
    }
    if (current) begin("idle", waiting);
    // After a failed creation the store is not read again: it was read before.
    else begin(failure ? "retry" : "first", waiting, !failure);
    return undefined;
  }

  /** Waits for the renewal, by the signal and the deadline of this call alone. */
  async function wait(waiting: Waiting): Promise<Token> {
    const { operation, signal, timeoutMs } = waiting;
    const until = clock.monotonic() + timeoutMs;
    const late = (): Error => new TimeoutError("token", timeoutMs, { operation });
    for (;;) {
      signal?.throwIfAborted();
      const leftMs = until - clock.monotonic();
      if (isPerRequest) {
        if (leftMs <= 0) throw late();
        await pause(clock, Math.min(leftMs, lookEveryMs), signal);
        signal?.throwIfAborted();
        takeOver(waiting);
      } else if (renewal) {
        const error = await within(clock, leftMs, renewal.ended, late, signal);
        if (error) throw error;
      }
      const token = find(waiting);
      if (token) return token;
    }
  }

  /** Restarts the renewal of a request that has ended. */
  function takeOver(waiting: Waiting): void {
    const now = clock.monotonic();
    if (renewal?.owner === waiting) renewal.seen = now;
    else if (renewal && isGone(renewal, now)) begin(renewal.reason, waiting, !renewal.attempt);
  }

  /** @param readsStore whether the store is read before a token is created */
  function begin(reason: TokenReason, owner: Waiting, readsStore = true): void {
    let end!: Renewal["end"];
    const ended = new Promise<unknown>((resolve) => (end = resolve));
    const begun = clock.monotonic();
    const own: Renewal = { reason, begun, attempt: 0, owner, seen: begun, ended, end };
    renewal = own;
    // A function of the app that throws, even a clock, must not leave calls waiting, or begin anew without end.
    renew(own, readsStore).catch((error: unknown) => renewal === own && endRenewal(error));
  }

  /**
   * Reads the store, then creates a token. A renewal that another one has replaced changes nothing: each step compares `renewal`
   * with its own. Runs at once up to the first `await`, so without a store to read `attempt` is 1 as soon as `begin` returns, and
   * 0 always means that the store is being read.
   */
  async function renew(own: Renewal, readsStore: boolean): Promise<void> {
    if (readsStore && store) {
      const found = await store.find(current, own);
      if (renewal !== own) return;
      if (found) return setCurrent(found, "adopted");
      own.begun = clock.monotonic();
    }
    if (readsStore && own.reason === "rejected" && !takeReplacement()) return endRenewal();
    for (let delayMs = 0; renewal === own;) {
      own.attempt += 1;
      const { attempt } = own;
      const { signal } = (creation = new AbortController());
      if (delayMs > 0) await pause(clock, delayMs, signal);
      // Keeps other processes from creating a token too. One that they have created meanwhile is adopted.
      // `reconnect` needs one of its own.
      const unlock = own.reason === "reconnect" ? undefined : await store?.lock(signal);
      try {
        if (renewal !== own) return;
        const sent = readClock(clock);
        const leftMs = Math.max(1, creationMs - (sent.monotonic - own.begun));
        const late = (): Error => new TimeoutError("token", leftMs, { operation: "login" });
        const reason = attempt > 1 ? "retry" : own.reason;
        const context = { reason, attempt, signal, deadline: sent.wall + leftMs };
        const secret = await within(clock, leftMs, create(context, leftMs), late);
        // The idle time counts from the request: the service may count from its response, which is later.
        if (renewal === own) setCurrent({ ...sent, secret, created: clock.wall() }, "created");
      } catch (error) {
        delayMs = fail(own, error);
      } finally {
        unlock?.();
      }
    }
  }

  /** @returns how long to wait before the next attempt, if there is one */
  function fail(own: Renewal, error: unknown): number {
    if (renewal !== own) return 0;
    const now = readClock(clock);
    const { delayMs = 0, failed } = planAfterFailure(error, own, failure, now, random);
    if (failed) {
      failure = failed;
      endRenewal(isAlive(now) ? undefined : error);
    }
    report("renewal-failed", own, error);
    return delayMs;
  }

  /** A token with the text of the last one keeps its generation: it is not a new one. */
  function setCurrent(found: UsedToken, kind: "created" | "adopted"): void {
    const own = renewal;
    const isNew = found.secret.reveal() !== (current ?? refused)?.secret.reveal();
    if (isNew) generation += 1;
    current = { ...found, generation };
    refused = failure = undefined;
    if (kind === "created") store?.save(current);
    endRenewal();
    if (isNew || kind === "created") report(kind, own);
  }

  /** A token other than this one, which the service refused; undefined if there is none. */
  async function replace(token: Token, waiting: Waiting): Promise<Token | undefined> {
    if (current?.generation === token.generation) noteRefusal(waiting);
    const next = await get(waiting);
    return next.generation === token.generation ? undefined : next;
  }

  /** Has the present token replaced. Several calls may meet the same refusal; the first one is reported. */
  function noteRefusal(waiting: Waiting): void {
    const own = renewal;
    if (!own) begin("rejected", waiting);
    // A token is being created already. If that fails, the refused one is not used again.
    else if (own.attempt > 0) drop();
    // The store is being read: only a newer token helps now, and without one `takeReplacement` decides.
    else if (own.reason !== "rejected") own.reason = "rejected";
    else return;
    report("refused", own);
  }

  /**
   * Drops the refused token, here and in the store, so that another is created. After too many replacements the token is kept, and
   * the caller gets the refusal.
   * @returns whether another may be created now: not soon after a failed creation, whose failure all calls get then
   */
  function takeReplacement(): boolean {
    const now = readClock(clock);
    const since = replaced ? elapsed(replaced, now) / replacementEveryMs : 0;
    const left = Math.min(mostReplacements, replacements + since);
    if (left < 1) return false;
    store?.forget(current);
    drop();
    if (isCooling(now)) return false;
    replacements = left - 1;
    replaced = now;
    return true;
  }

  function drop(): void {
    refused = current;
    current = undefined;
  }

  /** Notes that the service accepted a call made with this token at `sent`: its idle time starts again from there. */
  function accepted(token: Token, sent: Instant): void {
    if (current?.generation !== token.generation || elapsed(current, sent) <= 0) return;
    current.wall = sent.wall;
    current.monotonic = sent.monotonic;
    store?.used(current);
  }

  /** Creates a token in place of the present one, which stays in use if that fails. @throws as `get`, and if that fails */
  async function reconnect(waiting: Waiting): Promise<Token> {
    // A renewal in progress may have begun before the user's rights changed: its calls wait for this one.
    if (!isClosed && renewal?.reason !== "reconnect" && !isCooling(readClock(clock))) {
      if (renewal?.attempt) abort();
      endRenewal();
      begin("reconnect", waiting, false);
    }
    const token = await get(waiting);
    if (failure) throw repeatFailure(failure, waiting.operation, readClock(clock));
    return token;
  }

  /**
   * Forgets the token, here and in the store, and discards a creation in progress. The next call creates a token, with the
   * credentials of that moment.
   */
  async function signOut(): Promise<void> {
    if (isClosed) return;
    const [own, known] = [renewal, current];
    const stored = store?.signOut(known);
    forget();
    if (known) report("forgotten", own);
    await stored;
  }

  /** Ends waiting calls with an error, and the creation they wait for. Resolves when the store has saved everything. */
  async function close(): Promise<void> {
    isClosed = true;
    forget();
    await store?.close();
  }

  function forget(): void {
    current = refused = failure = undefined;
    endRenewal();
    abort();
  }

  /** The calls that wait for the renewal look for the token again, or fail. */
  function endRenewal(error?: unknown): void {
    renewal?.end(error);
    renewal = undefined;
  }

  function abort(): void {
    // A request may not stop what another one has begun; its outcome is ignored.
    if (!isPerRequest) creation?.abort();
  }

  /** Whether the service still accepts the token. */
  function isAlive(now: Instant): boolean {
    return current !== undefined && elapsed(current, now) < idleMs;
  }

  /** Whether the last creation failed a moment ago: none is begun then. */
  function isCooling(now: Instant): boolean {
    return failure !== undefined && coolsFor(failure, now) > 0;
  }

  function report(kind: TokenNewsKind, own: Renewal | undefined, error?: unknown): void {
    try {
      onToken?.({
        kind,
        generation,
        ...(own && { reason: own.reason, attempt: own.attempt, tookMs: clock.monotonic() - own.begun }),
        ...(error !== undefined && { error }),
      });
    } catch {
      // A listener must not harm the token.
    }
  }

  return { ready, get, replace, accepted, reconnect, signOut, close };
}
