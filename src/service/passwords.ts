import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { Credentials } from "@colonnade/runtime/protocol";
import { Refusal } from "./refusal.ts";

/** 72 ms of a core and 34 MB each. */
const defaultCost = 2 ** 15;
const maximumAtOnce = 2;
const maximumWaiting = 16;

/** Reports whether these are the user's credentials. */
export type PasswordCheck = (given: Credentials) => Promise<boolean>;

/**
 * Creates the check for one user; the password itself is forgotten at once.
 *
 * A wrong name costs the same as a wrong password, so that the time does not tell which names exist. The check
 * throws a `Refusal` 429 when too many are waiting: each needs much memory.
 * @param cost scrypt's N, a power of two
 */
export function createPasswordCheck({ username, password }: Credentials, cost: number = defaultCost): PasswordCheck {
  const salt = randomBytes(16);
  const expectedName = digest(username);
  const expected = derive(password, salt, cost);
  // It is awaited at the first check, which then fails; until then nobody would catch it.
  expected.catch(() => undefined);
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (given) => {
    if (running >= maximumAtOnce) {
      if (waiting.length >= maximumWaiting) {
        throw new Refusal(429, "Too many tokens are being created", { "retry-after": "1" });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      const samePassword = timingSafeEqual(await derive(given.password, salt, cost), await expected);
      const sameName = timingSafeEqual(digest(given.username), expectedName);
      return samePassword && sameName;
    } finally {
      // The one that comes next takes over this place.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: cost, r: 8, p: 1, maxmem: 2048 * cost };
    scrypt(password, salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Names of any length as equal numbers of bytes, which is what the comparison wants. */
function digest(name: string): Buffer {
  return createHash("sha256").update(name).digest();
}
