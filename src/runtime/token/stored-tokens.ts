/**
 * Tokens that outlive a session or that several sessions share. A store is read before a token is created, after an idle gap
 * and after a refusal, and gets every new one. When it fails, the session goes on without it.
 *
 * Only an app that imports a store, or `shareTokens` for one of its own, ships this.
 */
import { readClock, within, isRequestBound } from "../clock/clock.ts";
import type { Clock } from "../clock/clock.ts";
import { ConfigError } from "../errors/errors.ts";
import { Secret } from "../errors/failure.ts";
import { isHeaderText } from "./token.ts";
import type { UsedToken } from "./token.ts";

/** A token as a store keeps it. Other processes wrote it, so only its wall clock can be compared. */
export interface StoredToken {
  readonly v: 1;
  readonly token: string;
  /** When the service last accepted it, in milliseconds since 1970; up to half a minute behind. */
  readonly lastUse: number;
  /** When it was created, in milliseconds since 1970. */
  readonly created: number;
}

/** A place for tokens. Anything `get` returns that is not a stored token counts as null; errors count as null too. */
export interface TokenStore {
  readonly get: (key: string) => StoredToken | null | Promise<StoredToken | null>;
  readonly set: (key: string, stored: StoredToken) => void | Promise<void>;
  /** Deletes the kept token, but only `ifToken` when one is given: another process may have put a newer one there. */
  readonly delete?: (key: string, ifToken?: string) => void | Promise<void>;
  /**
   * Waits until nobody else creates a token under this key, but not for long; returns a function that releases the
   * lock, or undefined after a timeout. Without a lock, two programs that start at once create a token each, which does
   * no harm.
   */
  readonly lock?: (key: string) => Promise<(() => void | Promise<void>) | undefined>;
  /** Reports tokens that others put there; returns a function that stops it. */
  readonly subscribe?: (key: string, listener: (stored: StoredToken | null) => void) => () => void;
}

/** A store together with what a session needs to use it, for `tokenStore`. */
export interface SharedTokens {
  /** The store itself, to read it or to build another one around it. */
  readonly store: TokenStore;
  /**
   * For a session: its tokens in the store.
   * @throws {ConfigError} if it cannot be determined whose tokens they are
   */
  readonly open: (url: string, owner: TokenOwner) => OpenStoredTokens;
}

/** The options of a session that its store uses; all but the last identify the user of the tokens. */
interface TokenOwner {
  readonly tokenKey?: string | undefined;
  readonly credentials?: unknown;
  readonly token?: unknown;
  /** Called with the store's first failure only. */
  readonly onTokenStoreError?: ((error: unknown) => void) | undefined;
}

/** The keeper of a session's tokens, as its store uses it. */
interface StoreUser {
  readonly clock: Clock;
  /** A stored token that was used longer ago is not worth adopting. */
  readonly freshMs: number;
  /** The present token, or the one that the service refused. */
  readonly known: () => UsedToken | undefined;
  /** Takes a newer token that someone else created. */
  readonly adopt: (found: UsedToken) => void;
}

export type OpenStoredTokens = (user: StoreUser) => StoredTokens;

/** One session's tokens in a store. */
export type StoredTokens = ReturnType<typeof openTokens>;

/**
 * Lets sessions keep their tokens in a store of your own.
 *
 *     createSession({ …, tokenStore: shareTokens({ get: (key) => …, set: (key, stored) => … }) })
 */
export function shareTokens(store: TokenStore): SharedTokens {
  return {
    store,
    open: (url, owner) => {
      const key = keyOf(url, owner);
      return (user) => openTokens(store, key, user, owner.onTokenStoreError);
    },
  };
}

function keyOf(url: string, { tokenKey, credentials, token }: TokenOwner): string {
  if (token !== undefined) throw new ConfigError("a fixed token cannot be kept in a store: pass one or the other");
  if (tokenKey !== undefined) return `${url}\n${tokenKey}`;
  const { username } = (typeof credentials === "object" && credentials ? credentials : {}) as { username?: unknown };
  if (typeof username === "string") return `${url}\n${username}`;
  throw new ConfigError("a token store needs a tokenKey when the credentials are a function: whose token is it?");
}

/** How long one use of the store may take: the session then continues without its result. */
const storeMs = 2_000;
/** A stored token that was used later than this from now comes from a clock that was wrong. */
const aheadMs = 5_000;
const saveEveryMs = 30_000;

/** None of the functions that it returns rejects. */
function openTokens(store: TokenStore, key: string, user: StoreUser, onError: TokenOwner["onTokenStoreError"]) {
  const { clock, freshMs } = user;
  const isPerRequest = isRequestBound();
  /** One use after the other: a read after a deletion must not find what was deleted. */
  let last: Promise<unknown> = Promise.resolve();
  let hasFailed = false;
  /** When the store last got the token, by the wall clock. */
  let savedAt = -Infinity;
  const subscribed =
    store.subscribe && use(() => store.subscribe?.(key, (stored: unknown) => adoptNewer(parseStoredToken(stored))));

  /** Undefined when the store fails or takes too long. */
  function use<T>(run: () => T | Promise<T>): Promise<T | undefined> {
    const late = (): Error => new Error(`the token store takes longer than ${storeMs} ms`);
    const used = (isPerRequest ? Promise.resolve() : last).then(run);
    const result = within(clock, storeMs, used, late).catch(report);
    last = result;
    return result;
  }

  function report(error: unknown): undefined {
    if (hasFailed) return;
    hasFailed = true;
    try {
      onError?.(error);
    } catch {
      // A listener must not cause another failure.
    }
  }

  async function load(): Promise<StoredToken | null> {
    return parseStoredToken(await use(() => store.get(key)));
  }

  /** A stored token that can be used. Only its wall clock time shows how long it was idle. */
  function fresh(stored: StoredToken | null): UsedToken | undefined {
    if (!stored) return undefined;
    const { token, lastUse, created } = stored;
    const { wall, monotonic } = readClock(clock);
    const idleMs = wall - lastUse;
    if (idleMs < -aheadMs || idleMs >= freshMs) return undefined;
    const sinceMs = Math.max(0, idleMs);
    return { secret: new Secret(token), created, wall: wall - sinceMs, monotonic: monotonic - sinceMs };
  }

  function adoptNewer(stored: StoredToken | null): void {
    const found = fresh(stored);
    const known = user.known();
    if (found && (!known || isNewer(found, known))) user.adopt(found);
  }

  /**
   * A token to use in place of the session's; undefined if the store has none, has a stale one, fails, or takes too long.
   *
   * @param renewal by whose `reason` the service has refused the session's token, perhaps in the meantime
   */
  async function find(current: UsedToken | undefined, renewal: { readonly reason: string }) {
    const found = fresh(await load());
    if (!found || !current) return found;
    // After a refusal, the store may still have the refused token or an older one. For an idle token, only a later use by
    // another process is news: with the wall clock set back, the same token would look fresh.
    const isNews =
      renewal.reason === "rejected" ? isNewer(found, current) : !isSame(found, current) || found.wall > current.wall;
    return isNews ? found : undefined;
  }

  function save({ secret, wall: lastUse, created }: UsedToken): void {
    savedAt = clock.wall();
    void use(() => store.set(key, { v: 1, token: secret.reveal(), lastUse, created }));
  }

  /** Notes a use, but not every one. */
  function used(current: UsedToken): void {
    if (Math.abs(clock.wall() - savedAt) >= saveEveryMs) save(current);
  }

  /** Deletes this token; without one, the stored one. */
  function forget(current: UsedToken | undefined): Promise<unknown> {
    const token = current?.secret.reveal();
    return use(() => store.delete?.(key, token));
  }

  function signOut(current: UsedToken | undefined): Promise<unknown> {
    savedAt = -Infinity;
    return forget(current);
  }

  /**
   * Keeps other processes from creating a token too; one that they have just created is adopted.
   * @returns a function that releases the lock
   */
  async function lock(signal: AbortSignal): Promise<(() => void) | undefined> {
    if (!store.lock || signal.aborted) return undefined;
    let waits = true;
    const unlock = await use(async () => {
      const unlock = await store.lock?.(key);
      // Too late: it is no longer needed.
      if (!waits) await unlock?.();
      return unlock;
    });
    waits = false;
    if (!unlock) return undefined;
    const stored = signal.aborted ? null : await load();
    if (!signal.aborted) adoptNewer(stored);
    return () => void use(unlock);
  }

  /** Resolves when the store has saved everything. */
  async function close(): Promise<void> {
    await use(async () => (await subscribed)?.());
  }

  return { find, save, used, forget, signOut, lock, close };
}

function isSame(found: UsedToken, known: UsedToken): boolean {
  return found.secret.reveal() === known.secret.reveal();
}

function isNewer(found: UsedToken, known: UsedToken): boolean {
  return !isSame(found, known) && found.created > known.created;
}

/** A stored token, or null for anything else: stores are written by other programs, and by hand. */
export function parseStoredToken(value: unknown): StoredToken | null {
  if (typeof value !== "object" || value === null) return null;
  const { v, token, lastUse, created } = value as Partial<Record<string, unknown>>;
  if (v !== 1 || !isHeaderText(token) || !isFinite(lastUse)) return null;
  return { v, token, lastUse, created: isFinite(created) ? created : lastUse };
}

function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}
