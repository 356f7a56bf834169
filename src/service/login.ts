import type { Credentials } from "@colonnade/runtime/protocol";
import { LoginThrottle } from "./login-throttle.ts";
import { unusableHash, verifyPassword } from "./passwords.ts";
import type { PasswordCost } from "./passwords.ts";
import { Refusal } from "./refusal.ts";
import type { User, Users } from "./users.ts";

/** Each needs much memory. */
const maximumAtOnce = 2;
const maximumWaiting = 16;
/** No name is longer; what a client sends is kept for a while. */
const longestName = 256;

export interface LoginOptions {
  readonly users: Users;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
  /** What the check of a user costs who does not exist: as much as one who does. */
  readonly cost: PasswordCost;
}

/** The user with these credentials, or undefined. @throws {Refusal} 429 if it was tried too often, or many are waiting */
export type Login = (given: Credentials, address: string | undefined) => Promise<User | undefined>;

/** A wrong name costs the same as a wrong password, so that the time does not tell which names exist. */
export function createLogin({ users, now, cost }: LoginOptions): Login {
  const throttle = new LoginThrottle(now);
  const unknown = unusableHash(cost);
  let running = 0;
  const waiting: (() => void)[] = [];

  return async ({ username, password }, address) => {
    const attempt = { username: username.slice(0, longestName), address };
    const delayMs = throttle.delayOf(attempt);
    if (delayMs > 0) throw tooMany(delayMs);
    if (running < maximumAtOnce) running++;
    else if (waiting.length >= maximumWaiting) throw tooMany(1000);
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      const user = users.named(username);
      const isRight = await verifyPassword(password, (await user?.passwordHash) ?? unknown);
      if (user && isRight) {
        throttle.succeeded(attempt);
        return user;
      }
      throttle.failed(attempt);
      return undefined;
    } finally {
      // The one that comes next takes over this place.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

function tooMany(delayMs: number): Refusal {
  return new Refusal(429, "Too many tokens are being created", { "retry-after": String(Math.ceil(delayMs / 1000)) });
}
