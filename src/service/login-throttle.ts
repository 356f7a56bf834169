/**
 * Slows down the guessing of passwords: after ten failures each further one doubles a delay.
 *
 * Whoever fails from one address waits up to 30 seconds there. A user whose password is guessed from many addresses waits
 * for a second at most, so that nobody can lock a user out by guessing; and where the user logged in before, neither the
 * guesses of others at that address nor those at other addresses count. An entry is forgotten after ten minutes, and all
 * tables are bounded.
 */
import { RecentMap } from "./recent-map.ts";

const freeFailures = 10;
const firstDelayMs = 250;
const forgetMs = 600_000;
const maximumEntries = 10_000;

/** What is counted, and how long it makes wait at most. */
const longestMs = {
  /** Failures from an address, for any user. */
  address: 30_000,
  /** Failures for a user, from any address. */
  user: 1000,
  /** Failures for a user from an address where the right password was given before. */
  familiar: 1000,
} as const;

type Kind = keyof typeof longestMs;

interface Failures {
  readonly count: number;
  readonly lastMs: number;
}

export interface Attempt {
  readonly username: string;
  /** Undefined if the request came through no port. */
  readonly address: string | undefined;
}

export class LoginThrottle {
  readonly #now: () => number;
  readonly #failures = new RecentMap<string, Failures>(maximumEntries);
  /** Users at addresses where they logged in. */
  readonly #familiar = new RecentMap<string, true>(maximumEntries);

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds until the next attempt is allowed; 0 for now. */
  delayOf(attempt: Attempt): number {
    const now = this.#now();
    const delays = this.#keysOf(attempt).map(([kind, key]) => {
      const { count, lastMs } = this.#failures.peek(key) ?? { count: 0, lastMs: 0 };
      if (count < freeFailures) return 0;
      // A clock that a test set back is no reason to wait longer.
      return Math.min(longestMs[kind], firstDelayMs * 2 ** (count - freeFailures)) - Math.abs(now - lastMs);
    });
    return Math.max(0, ...delays);
  }

  failed(attempt: Attempt): void {
    const lastMs = this.#now();
    for (const [, key] of this.#keysOf(attempt)) {
      const earlier = this.#failures.peek(key);
      const count = earlier && lastMs - earlier.lastMs < forgetMs ? earlier.count : 0;
      this.#failures.set(key, { count: count + 1, lastMs });
    }
  }

  /**
   * An attacker who has an account may clear the count of an address by using it; the counts of the users that are
   * attacked stay.
   */
  succeeded(attempt: Attempt): void {
    for (const [, key] of this.#keysOf(attempt)) this.#failures.delete(key);
    this.#familiar.set(pairOf(attempt), true);
  }

  #keysOf(attempt: Attempt): readonly (readonly [Kind, string])[] {
    const pair = pairOf(attempt);
    if (this.#familiar.peek(pair)) return [["familiar", `familiar ${pair}`]];
    const { username, address } = attempt;
    return [
      ["user", `user ${username}`],
      ...(address === undefined ? [] : [["address", `address ${networkOf(address)}`] as const]),
    ];
  }
}

function pairOf({ username, address = "" }: Attempt): string {
  return `${networkOf(address)} ${username}`;
}

/**
 * One customer gets a whole network of IPv6 addresses: the first 64 bits tell them apart.
 *
 * @param address of a socket. Of the two kinds only IPv6 has colons; Node's own test takes milliseconds the first times
 */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [, v4] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (v4 !== undefined) return v4;
  const [head = "", tail] = (address.split("%", 1)[0] ?? "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...new Array<string>(Math.max(0, zeros)).fill("0"), ...right].slice(0, 4).join(":");
}
