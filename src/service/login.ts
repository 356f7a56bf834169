/**
 * Logs users in by name and password: at most two passwords are checked at a time, and guessing is slowed down.
 *
 * Serves REST, which makes a token of it, and the port for drivers, which makes a connection of it.
 */
import { createHmac, randomBytes } from "node:crypto";
import type { Credentials } from "@colonnade/runtime/protocol";
import { HttpRefusal } from "./http-refusal.ts";
import { hashPassword, unusableHash, verifyPassword } from "./passwords.ts";
import type { PasswordCost } from "./passwords.ts";
import { RecentMap } from "./recent-map.ts";
import type { User, Users } from "./users.ts";

/** Passwords that are checked at once: each check needs much memory. */
const maximumAtOnce = 2;
const maximumWaiting = 16;
/** Longer names are cut, because names that clients send are kept for a while. */
const longestName = 256;

interface LoginOptions {
  readonly users: Users;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
  /** The cost of checking a user who does not exist: the same as that of any other. */
  readonly cost: PasswordCost;
}

/** The user with these credentials, or undefined. @throws {HttpRefusal} 429 if it was tried too often, or many are waiting */
export type Login = (given: Credentials, address: string | undefined) => Promise<User | undefined>;

/** A wrong name costs the same as a wrong password, so that the time does not reveal which names exist. */
export function createLogin({ users, now, cost }: LoginOptions): Login {
  const throttle = new LoginThrottle(now);
  const unknown = unusableHash(cost);
  const recent = new RecentLogins();
  let running = 0;
  const waiting: (() => void)[] = [];

  return async ({ username, password }, address) => {
    const attempt = { username: username.slice(0, longestName), address };
    const delayMs = throttle.delayOf(attempt);
    if (delayMs > 0) throw tooMany(delayMs);
    const known = recent.find(username, password, users);
    if (known) {
      throttle.succeeded(attempt);
      return known;
    }
    if (running < maximumAtOnce) running++;
    else if (waiting.length >= maximumWaiting) throw tooMany(1000);
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      const user = users.find(username);
      const isRight = await verifyPassword(password, (await user?.passwordHash) ?? unknown);
      if (user && isRight) {
        throttle.succeeded(attempt);
        recent.add(user, password);
        return user;
      }
      throttle.failed(attempt);
      return undefined;
    } finally {
      // The next waiting attempt takes over this place.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** A user who logged in by another protocol than HTTP. */
export interface Guest {
  readonly name: string;
  readonly readOnly: boolean;
  /** False once the user is removed, or has another password or other rights. */
  isCurrent(): boolean;
}

/** @returns `wrong` for a wrong name or password, `too often` if the client has to wait before it may try again */
export type DoorLogin = (
  name: string,
  password: string,
  address: string | undefined,
) => Promise<Guest | "wrong" | "too often">;

export function createDoorLogin(login: Login, users: Users): DoorLogin {
  return async (username, password, address) => {
    try {
      const user = await login({ username, password }, address);
      if (!user) return "wrong";
      const { name, id, readOnly } = user;
      return { name, readOnly, isCurrent: () => users.find(name)?.id === id };
    } catch (error) {
      if (error instanceof HttpRefusal && error.status === 429) return "too often";
      throw error;
    }
  };
}

/** A user given by name and password. The ID is the same in every process that is given the same password, so that they share tokens. */
export function givenUser({ username, password }: Credentials, cost: PasswordCost): User {
  const passwordHash = hashPassword(password, cost);
  // The first login awaits it, and then fails. Until then, nothing would catch the error.
  passwordHash.catch(() => undefined);
  return { id: `given ${username} ${password}`, name: username, passwordHash, readOnly: false };
}

/**
 * Passwords that were right before: a driver logs in with each of its connections, and a hash that is made to be slow takes
 * the time of thousands of requests.
 */
class RecentLogins {
  /** Nobody can try passwords against what is kept, which ends with this process. */
  readonly #key = randomBytes(32);
  /** Keyed hash of name and password → ID of the user, which is another one after each change. */
  readonly #ids = new RecentMap<string, string>(1000);

  find(username: string, password: string, users: Users): User | undefined {
    const id = this.#ids.get(this.#hash(username, password));
    const user = id === undefined ? undefined : users.find(username);
    return user?.id === id ? user : undefined;
  }

  add({ name, id }: User, password: string): void {
    this.#ids.set(this.#hash(name, password), id);
  }

  #hash(username: string, password: string): string {
    return createHmac("sha256", this.#key)
      .update(JSON.stringify([username, password]))
      .digest("base64");
  }
}

function tooMany(delayMs: number): HttpRefusal {
  return new HttpRefusal(429, "Too many tokens are being created", {
    "retry-after": String(Math.ceil(delayMs / 1000)),
  });
}

const freeFailures = 10;
const firstDelayMs = 250;
const forgetMs = 600_000;
const maximumEntries = 10_000;

/** The kinds of failures that are counted, and the longest delay of each. */
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

/**
 * Slows down the guessing of passwords: after ten failures each further one doubles a delay.
 *
 * A client that fails waits up to 30 seconds at its address. A user whose password is guessed from many addresses waits
 * for a second at most, so that nobody can lock a user out by guessing; and where the user logged in before, neither the
 * guesses of others at that address nor those at other addresses count. An entry is forgotten after ten minutes, and all
 * tables are bounded.
 */
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
      const { count, lastMs } = this.#failures.get(key) ?? { count: 0, lastMs: 0 };
      if (count < freeFailures) return 0;
      // A clock that a test set back is no reason to wait longer.
      return Math.min(longestMs[kind], firstDelayMs * 2 ** (count - freeFailures)) - Math.abs(now - lastMs);
    });
    return Math.max(0, ...delays);
  }

  failed(attempt: Attempt): void {
    const lastMs = this.#now();
    for (const [, key] of this.#keysOf(attempt)) {
      const earlier = this.#failures.get(key);
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
    if (this.#familiar.get(pair)) return [["familiar", `familiar ${pair}`]];
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
 * One customer gets a whole network of IPv6 addresses: the first 64 bits identify the customer.
 *
 * @param address a socket's. Only IPv6 addresses have colons; Node's own test takes milliseconds the first few times
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
