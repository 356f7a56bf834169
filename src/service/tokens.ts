import { hash as digest, randomUUID } from "node:crypto";
import { tokenIdleMs } from "@colonnade/runtime/protocol";
import type { User, Users } from "./users.ts";

const form = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Why a call is refused. An expired token is reported like one that never existed. */
type TokenProblem = "Missing token" | "authorization failed - bad token" | "authorization failed";

export type TokenVerdict = { readonly user: User } | { readonly problem: TokenProblem };

interface TokenRegisterOptions {
  /** Milliseconds since 1970: of a clock that never jumps, or of one that all processes with one storage share. */
  readonly now: () => number;
  /** Those to whom tokens may belong: without its user a token does not work. */
  readonly users: Users;
  /** Where other processes find them. @default nowhere: a restart ends them all, and clients create new ones */
  readonly storage?: TokenStorage | undefined;
  /** Beyond it the token that was idle longest ends. @default 100000 */
  readonly maximum?: number;
  /** The same for each user, so that no user can evict the tokens of others. @default 1000 */
  readonly maximumOfUser?: number;
}

/** A token as this process saw it last. */
interface Known {
  readonly owner: string;
  lastUseMs: number;
  /** The last use that the storage knows of. */
  writtenMs: number;
  /** The user whom the owner names: comparing the hash again is needed only for another object. */
  user: User | undefined;
}

/**
 * The tokens that work. Holds their hashes only, so that no dump of the memory or the disk gives one away; looking a
 * hash up also takes no time that an attacker could steer.
 */
export class TokenRegister {
  readonly #now: () => number;
  readonly #users: Users;
  readonly #storage: TokenStorage | undefined;
  readonly #maximum: number;
  readonly #maximumOfUser: number;
  /** By hash, the longest idle first. */
  readonly #tokens = new Map<string, Known>();
  /** Last uses that are being written, by hash. */
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
   * Judges what the token header holds: mostly at once, later if the storage has to be asked. A token that is accepted lives for
   * another 30 minutes from now.
   */
  accept(header: string | null): TokenVerdict | Promise<TokenVerdict> {
    if (header === null || header.trim() === "") return { problem: "Missing token" };
    const token = header.trim().toLowerCase();
    if (!form.test(token)) return { problem: "authorization failed - bad token" };
    const hash = hashOf(token);
    const now = this.#now();
    const known = this.#tokens.get(hash);
    const isSettled = known && !this.#isDead(known, now) && !this.#isDue(known, now);
    return isSettled ? this.#use(hash, token, known, now) : this.#acceptStored(hash, token, now);
  }

  /** Judges a token that is new here, was idle as far as is known here, or has a last use that the storage should know. */
  async #acceptStored(hash: string, token: string, now: number): Promise<TokenVerdict> {
    const seen = this.#tokens.get(hash);
    const living = seen && !this.#isDead(seen, now) ? seen : await this.#find(hash, now);
    if (!living || !this.#userOf(living, token)) return this.#refuse(hash);
    const writtenMs = this.#isDue(living, now) ? await this.#slide(hash, living.owner, now) : living.writtenMs;
    return writtenMs === undefined
      ? this.#refuse(hash)
      : this.#use(hash, token, { ...living, writtenMs, user: undefined }, now);
  }

  #use(hash: string, token: string, known: Known, now: number): TokenVerdict {
    const user = this.#userOf(known, token);
    if (!user) return this.#refuse(hash);
    // Of those that are used in one millisecond, none was idle longer.
    if (known.lastUseMs !== now || known.user !== user)
      this.#note(hash, Object.assign(known, { user, lastUseMs: now }));
    return { user };
  }

  /** Undefined if the user is gone, or has had another ID since. */
  #userOf({ owner, user: last }: Known, token: string): User | undefined {
    const user = this.#users.named(nameOf(owner));
    return user && (user === last || ownerOf(user, token) === owner) ? user : undefined;
  }

  /** Ends every token that is known here. @returns how many */
  async endAll(): Promise<number> {
    const hashes = [...this.#tokens.keys()];
    for (const hash of hashes) {
      this.#forget(hash);
      await this.#storage?.remove(hash);
    }
    return hashes.length;
  }

  /** How many tokens are known here, dead ones that were not swept yet included. */
  get size(): number {
    return this.#tokens.size;
  }

  /** Finds a token in the storage; removes it if it is dead. */
  async #find(hash: string, now: number): Promise<Known | undefined> {
    const stored = await this.#storage?.find(hash);
    if (stored && !this.#isDead(stored, now)) return { ...stored, writtenMs: stored.lastUseMs, user: undefined };
    if (stored) await this.#storage?.remove(hash);
    return undefined;
  }

  #refuse(hash: string): TokenVerdict {
    this.#forget(hash);
    return { problem: "authorization failed" };
  }

  /** Whether the storage should know of a use at this moment. */
  #isDue({ writtenMs }: Known, now: number): boolean {
    return this.#storage !== undefined && now - writtenMs >= this.#storage.slideMs;
  }

  /** Writes the last use once for all requests that come meanwhile. @returns the one that is kept now, as the storage does */
  #slide(hash: string, owner: string, lastUseMs: number): Promise<number | undefined> {
    const slide = async (): Promise<number | undefined> => this.#storage?.slide(hash, { owner, lastUseMs });
    const sliding = this.#sliding.get(hash) ?? slide().finally(() => this.#sliding.delete(hash));
    this.#sliding.set(hash, sliding);
    return sliding;
  }

  #isDead({ lastUseMs }: Pick<Known, "lastUseMs">, now: number): boolean {
    return now - lastUseMs >= tokenIdleMs + (this.#storage?.slideMs ?? 0);
  }

  /** Ends dead tokens, and those that were idle longest where a limit is reached. */
  async #makeRoom(name: string, now: number): Promise<void> {
    for (const [hash, stored] of this.#tokens) {
      const isDead = this.#isDead(stored, now);
      if (!isDead && this.#tokens.size < this.#maximum) break;
      this.#forget(hash);
      // Another process may have used a token that is dead as far as is known here.
      await (isDead ? this.#find(hash, now) : this.#storage?.remove(hash));
    }
    for (const hash of this.#ofUser.get(name) ?? []) {
      if ((this.#ofUser.get(name)?.size ?? 0) < this.#maximumOfUser) break;
      this.#forget(hash);
      await this.#storage?.remove(hash);
    }
  }

  /** Puts a token where the latest used one belongs. */
  #note(hash: string, stored: Known): void {
    this.#tokens.delete(hash);
    this.#tokens.set(hash, stored);
    const name = nameOf(stored.owner);
    const own = this.#ofUser.get(name) ?? new Set();
    if (!own.delete(hash)) this.#ofUser.set(name, own);
    own.add(hash);
  }

  #forget(hash: string): void {
    const name = nameOf(this.#tokens.get(hash)?.owner ?? "");
    this.#tokens.delete(hash);
    const own = this.#ofUser.get(name);
    own?.delete(hash);
    if (own?.size === 0) this.#ofUser.delete(name);
  }
}

function hashOf(token: string): string {
  return digest("sha256", token, "base64");
}

/**
 * Names the user of a token by a hash of the token and the user's ID, and the name: only those who have the token can tell which
 * ID the user had.
 *
 * An ID may be made of a password. Hashed with the token, whose 122 random bits are stored nowhere, it cannot be guessed
 * from what is stored; and nobody who can write there can make a token without knowing the ID.
 */
function ownerOf({ name, id }: Pick<User, "id" | "name">, token: string): string {
  return `${digest("sha256", `${token} ${id}`, "base64")} ${name}`;
}

function nameOf(owner: string): string {
  return owner.slice(owner.indexOf(" ") + 1);
}

/** Where several processes keep the hashes of the tokens that all of them accept. */
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
