import { hash as digest, randomUUID } from "node:crypto";
import { tokenIdleMs } from "@colonnade/runtime/protocol";
import type { User, Users } from "./users.ts";

const form = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Why a call is refused; a dead token looks like one that never was. */
type TokenProblem = "Missing token" | "authorization failed - bad token" | "authorization failed";

type TokenVerdict = { readonly user: User } | { readonly problem: TokenProblem };

interface TokenRegisterOptions {
  /** Milliseconds since 1970: of a clock that never jumps, or of one that all processes with one storage share. */
  readonly now: () => number;
  /** Those to whom tokens may belong: without its user a token does not work. */
  readonly users: Users;
  /** @default in memory */
  readonly storage?: TokenStorage | undefined;
  /** Beyond it the token that was idle longest ends. @default 100000 */
  readonly maximum?: number;
  /** The same for the tokens of one user, who cannot end those of others so. @default 1000 */
  readonly maximumOfUser?: number;
}

/** A token as this process saw it last. */
interface Known extends StoredToken {
  /** The last use that the storage knows of. */
  readonly writtenMs: number;
}

/**
 * The tokens that work. Holds their hashes only, so that no dump of the memory or the disk gives one away; looking a
 * hash up also takes no time that an attacker could steer.
 */
export class TokenRegister {
  readonly #now: () => number;
  readonly #users: Users;
  readonly #storage: TokenStorage;
  readonly #maximum: number;
  readonly #maximumOfUser: number;
  /** By hash, the longest idle first. */
  readonly #tokens = new Map<string, Known>();
  /** Last uses that are being written, by hash. */
  readonly #sliding = new Map<string, Promise<number | undefined>>();
  /** Name of a user → hashes, the longest idle first. */
  readonly #ofUser = new Map<string, Set<string>>();

  constructor(options: TokenRegisterOptions) {
    const { now, users, storage = memoryTokenStorage(), maximum = 100_000, maximumOfUser = 1000 } = options;
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
    await this.#storage.add(hash, { owner, lastUseMs });
    this.#note(hash, { owner, lastUseMs, writtenMs: lastUseMs });
    return token;
  }

  /** Judges what the token header holds. A token that is accepted lives for another 30 minutes from now. */
  async accept(header: string | null): Promise<TokenVerdict> {
    if (header === null || header.trim() === "") return { problem: "Missing token" };
    const token = header.trim().toLowerCase();
    if (!form.test(token)) return { problem: "authorization failed - bad token" };
    const hash = hashOf(token);
    const now = this.#now();
    const seen = this.#tokens.get(hash);
    const living = seen && !this.#isDead(seen, now) ? seen : await this.#find(hash, now);
    if (!living) return this.#refuse(hash);
    const user = findOwner(living.owner, token, this.#users);
    const writtenMs = user && (await this.#written(hash, living, now));
    if (!user || writtenMs === undefined) return this.#refuse(hash);
    this.#note(hash, { owner: living.owner, lastUseMs: now, writtenMs });
    return { user };
  }

  /** Ends every token that is known here. @returns how many */
  async endAll(): Promise<number> {
    const hashes = [...this.#tokens.keys()];
    for (const hash of hashes) {
      this.#forget(hash);
      await this.#storage.remove(hash);
    }
    return hashes.length;
  }

  /** How many tokens are known here, dead ones that were not swept yet included. */
  get size(): number {
    return this.#tokens.size;
  }

  /** Finds a token that is new here, or was idle as far as is known here; removes it if it is dead. */
  async #find(hash: string, now: number): Promise<Known | undefined> {
    const stored = await this.#storage.find(hash);
    if (stored && !this.#isDead(stored, now)) return { ...stored, writtenMs: stored.lastUseMs };
    if (stored) await this.#storage.remove(hash);
    return undefined;
  }

  #refuse(hash: string): TokenVerdict {
    this.#forget(hash);
    return { problem: "authorization failed" };
  }

  /** The last use that the storage knows of now, which is written where it is due; undefined if the token has ended. */
  #written(hash: string, { owner, writtenMs }: Known, now: number): number | Promise<number | undefined> {
    return now - writtenMs < this.#storage.slideMs ? writtenMs : this.#slide(hash, { owner, lastUseMs: now });
  }

  /** Writes the last use once for all requests that come meanwhile. */
  #slide(hash: string, token: StoredToken): Promise<number | undefined> {
    const sliding =
      this.#sliding.get(hash) ?? this.#storage.slide(hash, token).finally(() => this.#sliding.delete(hash));
    this.#sliding.set(hash, sliding);
    return sliding;
  }

  #isDead({ lastUseMs }: StoredToken, now: number): boolean {
    return now - lastUseMs >= tokenIdleMs + this.#storage.slideMs;
  }

  /** Ends dead tokens, and those that were idle longest where a limit is reached. */
  async #makeRoom(name: string, now: number): Promise<void> {
    for (const [hash, stored] of this.#tokens) {
      const isDead = this.#isDead(stored, now);
      if (!isDead && this.#tokens.size < this.#maximum) break;
      this.#forget(hash);
      // Another process may have used a token that is dead as far as is known here.
      await (isDead ? this.#find(hash, now) : this.#storage.remove(hash));
    }
    for (const hash of this.#ofUser.get(name) ?? []) {
      if ((this.#ofUser.get(name)?.size ?? 0) < this.#maximumOfUser) break;
      this.#forget(hash);
      await this.#storage.remove(hash);
    }
  }

  /** Puts a token where the latest used one belongs. */
  #note(hash: string, stored: Known): void {
    this.#forget(hash);
    this.#tokens.set(hash, stored);
    const name = nameOf(stored.owner);
    const own = this.#ofUser.get(name) ?? new Set();
    this.#ofUser.set(name, own.add(hash));
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

/** Undefined if the user is gone, or has had another ID since. */
function findOwner(owner: string, token: string, users: Users): User | undefined {
  const user = users.named(nameOf(owner));
  return user && ownerOf(user, token) === owner ? user : undefined;
}

function nameOf(owner: string): string {
  return owner.slice(owner.indexOf(" ") + 1);
}

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
