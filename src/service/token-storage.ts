/** Where the hashes of tokens are kept: in this process, or somewhere that several of them share. */
export interface TokenStorage {
  /**
   * How often the last use of one token is written, in milliseconds. Other processes do not know of uses in between, so
   * tokens live longer by as much: with 60000 from 30 to 31 minutes after their last use. 0 writes every use.
   */
  readonly slideMs: number;
  /** Keeps a new token. */
  add(hash: string, token: StoredToken): Promise<void>;
  /** Undefined if there is none, or no more. */
  find(hash: string): Promise<StoredToken | undefined>;
  /**
   * Moves the last use of a token, unless another process has moved it within `slideMs`.
   *
   * @returns the last use that is kept now; undefined if there is no such token any more
   */
  slide(hash: string, token: StoredToken): Promise<number | undefined>;
  remove(hash: string): Promise<void>;
}

export interface StoredToken {
  /** To whom it belongs. @see ownerOf */
  readonly owner: string;
  /** A whole number, behind the true last use by `slideMs` at most. */
  readonly lastUseMs: number;
}

/** Keeps tokens in memory, as many as it is given: a restart ends them all, and clients create new ones. */
export function memoryTokenStorage(): TokenStorage {
  const tokens = new Map<string, StoredToken>();
  return {
    slideMs: 0,
    add: async (hash, token) => void tokens.set(hash, token),
    find: async (hash) => tokens.get(hash),
    slide: async (hash, token) => {
      if (!tokens.has(hash)) return undefined;
      tokens.set(hash, token);
      return token.lastUseMs;
    },
    remove: async (hash) => void tokens.delete(hash),
  };
}
