/** Stores of tokens that come with the runtime: in memory, and in a browser. On Node there is one in files as well. */
import { parseStoredToken, shareTokens } from "./stored-tokens.ts";
import type { SharedTokens, StoredToken } from "./stored-tokens.ts";

/** Keeps tokens as long as the program runs, for several sessions of one user. A session alone needs no store. */
export function memoryTokenStore(): SharedTokens {
  const kept = new Map<string, StoredToken>();
  return shareTokens({
    get: (key) => kept.get(key) ?? null,
    set: (key, stored) => void kept.set(key, stored),
    delete: (key, ifToken) => {
      if (ifToken === undefined || kept.get(key)?.token === ifToken) kept.delete(key);
    },
  });
}

/** The parts of a browser that `webTokenStore` uses. */
export interface WebPlace {
  readonly storage: {
    readonly getItem: (name: string) => string | null;
    readonly setItem: (name: string, text: string) => void;
    readonly removeItem: (name: string) => void;
  };
  /** Undefined if the browser does not support it: then tabs do not share tokens. */
  readonly open: ((name: string) => WebChannel) | undefined;
}

/** A `BroadcastChannel`, as far as the store needs it. */
interface WebChannel {
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: (type: "message", onMessage: (event: { readonly data: unknown }) => void) => void;
  readonly close: () => void;
}

/**
 * Keeps tokens in `sessionStorage`, so that a reload needs no password, and hands new ones to the other open tabs.
 *
 * Every script of the page can read them there: do not use it on pages that run scripts of others.
 */
export function webTokenStore(place: WebPlace = browser()): SharedTokens {
  const nameOf = (key: string): string => `colonnade:token:${key}`;
  const get = (key: string): StoredToken | null => {
    const text = place.storage.getItem(nameOf(key));
    return text === null ? null : parseStoredToken(JSON.parse(text));
  };
  const set = (key: string, stored: StoredToken): void => place.storage.setItem(nameOf(key), JSON.stringify(stored));
  return shareTokens({
    get,
    set: (key, stored) => {
      const known = get(key)?.token === stored.token;
      set(key, stored);
      // The other tabs get new tokens, not every use.
      if (known || !place.open) return;
      const channel = place.open(nameOf(key));
      channel.postMessage(stored);
      channel.close();
    },
    delete: (key, ifToken) => {
      if (ifToken === undefined || get(key)?.token === ifToken) place.storage.removeItem(nameOf(key));
    },
    subscribe: (key, listener) => {
      const channel = place.open?.(nameOf(key));
      const onMessage = ({ data }: { readonly data: unknown }): void => {
        const stored = parseStoredToken(data);
        if (stored) set(key, stored);
        listener(stored);
      };
      channel?.addEventListener("message", onMessage);
      return () => channel?.close();
    },
  });
}

function browser(): WebPlace {
  const { sessionStorage, BroadcastChannel: Channel } = globalThis;
  return { storage: sessionStorage, open: Channel && ((name) => new Channel(name)) };
}
