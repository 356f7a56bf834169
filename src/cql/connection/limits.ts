/** The limits of a port's clients. */
export interface Limits {
  /** Open connections per address; `localhost` has two addresses. */
  readonly connections: number;
  /** Bytes of a message: a client that is not logged in sends little, and is not trusted with more memory. */
  readonly frames: { readonly beforeLogin: number; readonly afterLogin: number };
  /** Unanswered requests of a connection. Further ones wait on its socket. */
  readonly underWay: number;
  /** Bytes of those requests. */
  readonly bytesUnderWay: number;
  /** Milliseconds from the connection to the login. */
  readonly loginMs: number;
  /** Milliseconds without progress after which a client that does not read its responses is disconnected. */
  readonly stalledMs: number;
  /** Prepared statements of all clients, and the characters of their texts. */
  readonly statements: { readonly statements: number; readonly characters: number };
}

export const usualLimits: Limits = {
  connections: 1000,
  frames: { beforeLogin: 16 * 1024, afterLogin: 16 * 1024 * 1024 },
  underWay: 128,
  bytesUnderWay: 16 * 1024 * 1024,
  loginMs: 10_000,
  stalledMs: 60_000,
  statements: { statements: 10_000, characters: 32 * 1024 * 1024 },
};
