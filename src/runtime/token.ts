/**
 * The token of a session: created once, however many calls wait for it, and kept as long as it slides.
 *
 * In come calls that need a token and news of what the service said to it; out goes a token with its generation. There is
 * no timer: whether a token is still good is computed when it is wanted. Never sees a caller's signal, so that one caller's
 * abort cannot fail the others.
 */
import { elapsed, readClock } from "./clock.ts";
import type { Clock, Instant } from "./clock.ts";
import type { Profile } from "./profile.ts";
import type { Secret } from "./secret.ts";

/** A token and the number of its creation, by which a late 401 is told from one for the present token. */
export interface Token {
  readonly secret: Secret;
  readonly generation: number;
}

export interface TokenKeeperOptions {
  readonly profile: Profile;
  readonly clock: Clock;
  /** Asks the service for a token. */
  readonly create: () => Promise<Secret>;
}

export class TokenKeeper {
  readonly #options: TokenKeeperOptions;
  #token: Token | undefined;
  #lastUse: Instant | undefined;
  #inflight: Promise<Token> | undefined;
  #generation = 0;

  constructor(options: TokenKeeperOptions) {
    this.#options = options;
  }

  /** The present token, or a new one to wait for; any number of callers share one creation. */
  get(): Token | Promise<Token> {
    const { tokenIdleMs, renewMarginMs } = this.#options.profile;
    if (this.#token && this.#idleMs() < tokenIdleMs - renewMarginMs) return this.#token;
    return (this.#inflight ??= this.#create());
  }

  /** Notes that the service accepted a call made with this token at `sent`: the idle time begins anew from there. */
  accepted(token: Token, sent: Instant): void {
    if (token.generation !== this.#token?.generation || !this.#lastUse) return;
    if (elapsed(this.#lastUse, sent) > 0) this.#lastUse = sent;
  }

  /** Drops a token that the service refused, unless a newer one has taken its place. */
  refused(token: Token): void {
    if (token.generation === this.#token?.generation) this.#token = undefined;
  }

  #idleMs(): number {
    return this.#lastUse ? elapsed(this.#lastUse, readClock(this.#options.clock)) : Infinity;
  }

  #create(): Promise<Token> {
    const asked = readClock(this.#options.clock);
    const creation = this.#options
      .create()
      .then((secret) => {
        this.#generation += 1;
        this.#lastUse = asked;
        this.#token = { secret, generation: this.#generation };
        return this.#token;
      })
      .finally(() => {
        // Only its own entry: a newer creation may be under way.
        if (this.#inflight === creation) this.#inflight = undefined;
      });
    // Every caller has a handler of its own; this one keeps the shared promise from being called unhandled.
    creation.catch(() => undefined);
    return creation;
  }
}
