/**
 * Creates the tokens that a login gives, and finds the user of the token that a request brings.
 *
 * A token ends 30 minutes after its last use, when its user is removed, or when there are too many. With a storage, several
 * processes accept each other's tokens; without one a restart ends all of them.
 */
import { hash as digest, randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { tokenIdleMs } from "@colonnade/runtime/protocol";
import type { User, Users } from "./users.ts";

const tokenForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Why a call is refused, in Stargate's words, which clients match. An expired token is reported like one that never existed. */
type TokenProblem = "Missing token" | "authorization failed - bad token" | "authorization failed";

export type TokenVerdict = { readonly user: User } | { readonly problem: TokenProblem };

interface TokenRegisterOptions {
  /** Milliseconds since 1970, from a clock that never jumps, or from one shared by all processes with one storage. */
  readonly now: () => number;
  /** The users that tokens may belong to. A token without its user is invalid. */
  readonly users: Users;
  /** Shares tokens with other processes. @default none: a restart ends all tokens, and clients create new ones */
  readonly storage?: TokenStorage | undefined;
  /** The most tokens, fewer in tests. Beyond it, the token idle longest ends. @default 100000 */
  readonly maximum?: number;
  /** The same for each user, so that no user can evict the tokens of others. @default 1000 */
  readonly maximumOfUser?: number;
}

/** A token as this process saw it last. */
interface KnownToken {
  readonly owner: string;
  lastUseMs: number;
  /** The last use recorded in the storage. */
  writtenMs: number;
  /** The user named by the owner. The hash is compared again only for another object. */
  user: User | undefined;
}

/**
 * The valid tokens. Stores only their hashes, so that no dump of the memory or the disk reveals a token, and so that an
 * attacker cannot influence the time of a lookup.
 */
export class TokenRegister {
  readonly #now: () => number;
  readonly #users: Users;
  readonly #storage: TokenStorage | undefined;
  readonly #maximum: number;
  readonly #maximumOfUser: number;
  /** Tokens by hash, the longest idle first. */
  readonly #tokens = new Map<string, KnownToken>();
  /** Writes of last uses in flight, by hash. */
  readonly #sliding = new Map<string, Promise<number | undefined>>();
  /** Name of a user → hashes, the longest idle first. */
  readonly #ofUser = new Map<string, Set<string>>();

  constructor({ now, users, storage, maximum = 100_000, maximumOfUser = 1000 }: TokenRegisterOptions) {
    this.#now = () => Math.floor(now());
    this.#users = users;
    this.#storage = storage;
    this.#maximum = maximum;
    this.#maximumOfUser = maximumOfUser;
  }

  /** A new token: 122 random bits as a UUID. */
  async create(user: Pick<User, "id" | "name">): Promise<string> {
    const lastUseMs = this.#now();
    await this.#makeRoom(user.name, lastUseMs);
    const token = randomUUID();
    const hash = hashOf(token);
    const owner = ownerOf(user, token);
    await this.#storage?.add(hash, { owner, lastUseMs });
    this.#note(hash, { owner, lastUseMs, writtenMs: lastUseMs, user: undefined });
    return token;
  }

  /**
   * Checks the token header: at once where possible, since every request waits for it, or asynchronously if the storage has to be
   * read. An accepted token is valid for another 30 minutes from now.
   */
  accept(header: string | null): TokenVerdict | Promise<TokenVerdict> {
    if (header === null || header.trim() === "") return { problem: "Missing token" };
    const token = header.trim().toLowerCase();
    if (!tokenForm.test(token)) return { problem: "authorization failed - bad token" };
    const hash = hashOf(token);
    const now = this.#now();
    const known = this.#tokens.get(hash);
    const isSettled = known && !this.#isDead(known, now) && !this.#isDue(known, now);
    return isSettled ? this.#use(hash, token, known, now) : this.#acceptStored(hash, token, now);
  }

  /** Checks a token that this process does not know or considers expired, or whose last use has to be recorded in the storage. */
  async #acceptStored(hash: string, token: string, now: number): Promise<TokenVerdict> {
    const seen = this.#tokens.get(hash);
    const living = seen && !this.#isDead(seen, now) ? seen : await this.#findOrRemove(hash, now);
    if (!living || !this.#userOf(living, token)) return this.#refuse(hash);
    const writtenMs = this.#isDue(living, now) ? await this.#slide(hash, living.owner, now) : living.writtenMs;
    // The token was ended meanwhile, by this process or by another.
    const isEnded = writtenMs === undefined || (living === seen && !this.#tokens.has(hash));
    return isEnded ? this.#refuse(hash) : this.#use(hash, token, { ...living, writtenMs, user: undefined }, now);
  }

  #use(hash: string, token: string, known: KnownToken, now: number): TokenVerdict {
    const user = this.#userOf(known, token);
    if (!user) return this.#refuse(hash);
    // Tokens used in the same millisecond need no new order.
    if (known.lastUseMs !== now || known.user !== user)
      this.#note(hash, Object.assign(known, { user, lastUseMs: now }));
    return { user };
  }

  /** Undefined if the user was removed, or has a different ID now. */
  #userOf({ owner, user: last }: KnownToken, token: string): User | undefined {
    const user = this.#users.find(nameInOwner(owner));
    return user && (user === last || ownerOf(user, token) === owner) ? user : undefined;
  }

  /** Ends every token known to this process. @returns how many */
  async endAll(): Promise<number> {
    const hashes = [...this.#tokens.keys()];
    for (const hash of hashes) {
      this.#forget(hash);
      await this.#storage?.remove(hash);
    }
    return hashes.length;
  }

  /** The number of tokens known to this process, including expired ones not yet swept. */
  get size(): number {
    return this.#tokens.size;
  }

  /** Finds a token in the storage, or removes it if it has expired. */
  async #findOrRemove(hash: string, now: number): Promise<KnownToken | undefined> {
    const stored = await this.#storage?.find(hash);
    if (stored && !this.#isDead(stored, now)) return { ...stored, writtenMs: stored.lastUseMs, user: undefined };
    if (stored) await this.#storage?.remove(hash);
    return undefined;
  }

  #refuse(hash: string): TokenVerdict {
    this.#forget(hash);
    return { problem: "authorization failed" };
  }

  /** Whether a use at this moment should be recorded in the storage. */
  #isDue({ writtenMs }: KnownToken, now: number): boolean {
    return this.#storage !== undefined && now - writtenMs >= this.#storage.slideMs;
  }

  /** Writes the last use once for all requests that arrive meanwhile. @returns the last use now stored, as `slide` does */
  #slide(hash: string, owner: string, lastUseMs: number): Promise<number | undefined> {
    const slide = async (): Promise<number | undefined> => this.#storage?.slide(hash, { owner, lastUseMs });
    const sliding = this.#sliding.get(hash) ?? slide().finally(() => this.#sliding.delete(hash));
    this.#sliding.set(hash, sliding);
    return sliding;
  }

  #isDead({ lastUseMs }: Pick<KnownToken, "lastUseMs">, now: number): boolean {
    return now - lastUseMs >= tokenIdleMs + (this.#storage?.slideMs ?? 0);
  }

  /** Ends expired tokens, and those idle longest if a limit is reached. */
  async #makeRoom(name: string, now: number): Promise<void> {
    for (const [hash, known] of this.#tokens) {
      const isDead = this.#isDead(known, now);
      if (!isDead && this.#tokens.size < this.#maximum) break;
      this.#forget(hash);
      // Another process may have used a token that has expired as far as this process knows.
      await (isDead ? this.#findOrRemove(hash, now) : this.#storage?.remove(hash));
    }
    for (const hash of this.#ofUser.get(name) ?? []) {
      if ((this.#ofUser.get(name)?.size ?? 0) < this.#maximumOfUser) break;
      this.#forget(hash);
      await this.#storage?.remove(hash);
    }
  }

  /** Moves a token to the place of the latest used one. */
  #note(hash: string, known: KnownToken): void {
    this.#tokens.delete(hash);
    this.#tokens.set(hash, known);
    const name = nameInOwner(known.owner);
    const hashes = this.#ofUser.get(name) ?? new Set();
    if (!hashes.delete(hash)) this.#ofUser.set(name, hashes);
    hashes.add(hash);
  }

  #forget(hash: string): void {
    const name = nameInOwner(this.#tokens.get(hash)?.owner ?? "");
    this.#tokens.delete(hash);
    const hashes = this.#ofUser.get(name);
    hashes?.delete(hash);
    if (hashes?.size === 0) this.#ofUser.delete(name);
  }
}

/** Milliseconds since 1970 that never jump, as the system's own time may. The default clock of a service. */
export function monotonicMs(): number {
  return performance.timeOrigin + performance.now();
}

function hashOf(token: string): string {
  return digest("sha256", token, "base64");
}

/**
 * Identifies the user of a token by the name and a hash of the token and the user's ID, so that only holders of the token can
 * check which ID the user had.
 *
 * An ID may be derived from a password. Hashed with the token, whose 122 random bits are stored nowhere, it cannot be
 * guessed from the stored data; and no one with write access to the storage can create a token without knowing the ID.
 */
function ownerOf({ name, id }: Pick<User, "id" | "name">, token: string): string {
  return `${digest("sha256", `${token} ${id}`, "base64")} ${name}`;
}

function nameInOwner(owner: string): string {
  return owner.slice(owner.indexOf(" ") + 1);
}

/** Storage for the token hashes of several processes that accept each other's tokens. */
export interface TokenStorage {
  /**
   * How often the last use of one token is written, in milliseconds. Other processes do not see uses in between, so tokens
   * live longer by up to this time: with 60000, from 30 to 31 minutes after their last use. 0 writes every use.
   */
  readonly slideMs: number;
  /** Stores a new token. */
  add(hash: string, token: StoredToken): Promise<void>;
  /** Undefined if the token does not exist, or no longer does. */
  find(hash: string): Promise<StoredToken | undefined>;
  /**
   * Moves the last use of a token, unless another process has moved it within `slideMs`.
   *
   * @returns the last use now stored; undefined if the token no longer exists
   */
  slide(hash: string, token: StoredToken): Promise<number | undefined>;
  remove(hash: string): Promise<void>;
}

export interface StoredToken {
  /** The token's owner. @see ownerOf */
  readonly owner: string;
  /** A whole number, earlier than the true last use by at most `slideMs`. */
  readonly lastUseMs: number;
}
