import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** The cost of hashing a password. */
export interface PasswordCost {
  /** scrypt's N, a power of two. */
  readonly n: number;
  /** Rounds: time, without more memory. */
  readonly p: number;
}

/** For a password that is in memory anyway, where a hash hides nothing: 0.05 ms. Guesses are slowed down by the throttle. */
export const quickCost: PasswordCost = { n: 2 ** 4, p: 1 };
/** For one that is kept in a file, which may be lost: 0.2 s of a core and 34 MB. @see OWASP, password storage */
export const keptCost: PasswordCost = { n: 2 ** 15, p: 3 };

const blockSize = 8;
/** More would let a mistake in a file stop the service. */
const most: PasswordCost = { n: 2 ** 20, p: 16 };
const form = /^scrypt\$(\d{1,7})\$8\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;

/** Hashes a password with a random salt: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ["scrypt", cost.n, blockSize, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

export function isPasswordHash(text: string): boolean {
  return parse(text) !== undefined;
}

/** Reports whether a password has this hash; the time does not depend on how similar they are. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parsed = parse(hash);
  if (!parsed) throw new Error("not a hash of a password");
  return timingSafeEqual(await derive(password, parsed.salt, parsed.cost), parsed.key);
}

/** A hash that no password has, which takes as long to check. */
export function unusableHash({ n, p }: PasswordCost): string {
  return ["scrypt", n, blockSize, p, "A".repeat(22), "A".repeat(43)].join("$");
}

function parse(hash: string): { readonly cost: PasswordCost; readonly salt: Buffer; readonly key: Buffer } | undefined {
  const [, n = "", p = "", salt = "", key = ""] = form.exec(hash) ?? [];
  const cost = { n: Number(n), p: Number(p) };
  const isCost =
    cost.n >= 2 && cost.n <= most.n && Number.isInteger(Math.log2(cost.n)) && cost.p >= 1 && cost.p <= most.p;
  return isCost ? { cost, salt: Buffer.from(salt, "base64url"), key: Buffer.from(key, "base64url") } : undefined;
}

function derive(password: string, salt: Buffer, { n, p }: PasswordCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: n, r: blockSize, p, maxmem: 2048 * n + 2048 * p };
    scrypt(password, salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
