/**
 * Where sessions keep tokens that outlive them or that several of them share. A store is asked before a token is created,
 * after an idle gap and after a refusal, and told of every new one; when it fails the session goes on without it.
 */

/** A token as a store keeps it. Other processes wrote it, so only its wall clock can be compared. */
export interface StoredToken {
  readonly v: 1;
  readonly token: string;
  /** When the service last accepted it, in milliseconds since 1970; up to half a minute behind. */
  readonly lastUse: number;
  /** When it was created, in milliseconds since 1970. */
  readonly created: number;
}

/** What is neither null nor a stored token counts as null; what is thrown too. */
export interface TokenStore {
  readonly get: (key: string) => StoredToken | null | Promise<StoredToken | null>;
  readonly set: (key: string, stored: StoredToken) => void | Promise<void>;
  /** Deletes what is kept, but only this token when one is given: another process may have put a newer one there. */
  readonly delete?: (key: string, ifToken?: string) => void | Promise<void>;
  /**
   * Waits until nobody else creates a token under this key, but not for long; returns how to let the others in, or undefined
   * when it took too long. Without it two programs that start at once create a token each, which does no harm.
   */
  readonly lock?: (key: string) => Promise<(() => void | Promise<void>) | undefined>;
  /** Tells of tokens that others put there; returns how to be told no more. */
  readonly subscribe?: (key: string, told: (stored: StoredToken | null) => void) => () => void;
}

/** A stored token, or null for anything else: stores are written by other programs, and by hand. */
export function parseStoredToken(value: unknown): StoredToken | null {
  if (typeof value !== "object" || value === null) return null;
  const { v, token, lastUse, created } = value as Partial<Record<string, unknown>>;
  if (v !== 1 || !isHeaderText(token) || !isFinite(lastUse)) return null;
  return { v, token, lastUse, created: isFinite(created) ? created : lastUse };
}

/** Whether a header can hold it: anything else would fail every call, and could smuggle in headers of its own. */
export function isHeaderText(value: unknown): value is string {
  return typeof value === "string" && /^[\x20-\x7e]+$/.test(value);
}

function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}

/** Keeps tokens as long as the program runs, for several sessions of one user. A session alone needs no store. */
export function memoryTokenStore(): TokenStore {
  const kept = new Map<string, StoredToken>();
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, stored) => void kept.set(key, stored),
    delete: (key, ifToken) => {
      if (ifToken === undefined || kept.get(key)?.token === ifToken) kept.delete(key);
    },
  };
}

/** What `webTokenStore` needs of a browser. */
export interface WebPlace {
  readonly storage: {
    readonly getItem: (name: string) => string | null;
    readonly setItem: (name: string, text: string) => void;
    readonly removeItem: (name: string) => void;
  };
  /** Undefined where the browser has none: then tabs do not hear of each other. */
  readonly open: ((name: string) => WebChannel) | undefined;
}

/** A `BroadcastChannel`, as far as the store needs it. */
export interface WebChannel {
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: (type: "message", hear: (event: { readonly data: unknown }) => void) => void;
  readonly close: () => void;
}

/**
 * Keeps tokens in `sessionStorage`, so that a reload needs no password, and hands new ones to the other open tabs.
 *
 * Every script of the page can read them there: do not use it on pages that run scripts of others.
 */
export function webTokenStore(place: WebPlace = browser()): TokenStore {
  const nameOf = (key: string): string => `colonnade:token:${key}`;
  const get = (key: string): StoredToken | null => {
    const text = place.storage.getItem(nameOf(key));
    return text === null ? null : parseStoredToken(JSON.parse(text));
  };
  const set = (key: string, stored: StoredToken): void => place.storage.setItem(nameOf(key), JSON.stringify(stored));
  return {
    get,
    set: (key, stored) => {
      const known = get(key)?.token === stored.token;
      set(key, stored);
      // The others are told of tokens, not of every use.
      if (known || !place.open) return;
      const channel = place.open(nameOf(key));
      channel.postMessage(stored);
      channel.close();
    },
    delete: (key, ifToken) => {
      if (ifToken === undefined || get(key)?.token === ifToken) place.storage.removeItem(nameOf(key));
    },
    subscribe: (key, told) => {
      const channel = place.open?.(nameOf(key));
      const hear = ({ data }: { readonly data: unknown }): void => {
        const stored = parseStoredToken(data);
        if (stored) set(key, stored);
        told(stored);
      };
      channel?.addEventListener("message", hear);
      return () => channel?.close();
    },
  };
}

function browser(): WebPlace {
  const { sessionStorage, BroadcastChannel: Channel } = globalThis;
  return { storage: sessionStorage, open: Channel && ((name) => new Channel(name)) };
}
