import { createHash, randomUUID } from "node:crypto";
import { tokenIdleMs } from "@colonnade/runtime/protocol";

const form = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Why a call is refused; a dead token looks like one that never was. @see service-facts 1.8 */
export type TokenVerdict = "accepted" | "Missing token" | "authorization failed - bad token" | "authorization failed";

export interface TokenRegisterOptions {
  /** Milliseconds on a clock that never jumps. */
  readonly now: () => number;
  /** Beyond it the token that was idle longest ends. @default 100000 */
  readonly maximum?: number;
}

/**
 * The tokens that work. Holds their hashes only, so that no dump of the memory or the disk gives one away; looking a
 * hash up also takes no time that an attacker could steer.
 */
export class TokenRegister {
  readonly #now: () => number;
  readonly #maximum: number;
  /** Hash → time of the last call, the longest idle first. */
  readonly #lastUse = new Map<string, number>();

  constructor({ now, maximum = 100_000 }: TokenRegisterOptions) {
    this.#now = now;
    this.#maximum = maximum;
  }

  /** A new token: 122 random bits as a UUID. */
  create(): string {
    const now = this.#now();
    this.#sweep(now);
    const token = randomUUID();
    this.#lastUse.set(hashOf(token), now);
    return token;
  }

  /** Judges what the token header holds. A token that is accepted lives for another 30 minutes from now. */
  accept(header: string | null): TokenVerdict {
    if (header === null || header.trim() === "") return "Missing token";
    const token = header.trim().toLowerCase();
    if (!form.test(token)) return "authorization failed - bad token";
    const hash = hashOf(token);
    const now = this.#now();
    const lastUse = this.#lastUse.get(hash);
    if (lastUse === undefined) return "authorization failed";
    this.#lastUse.delete(hash);
    if (now - lastUse >= tokenIdleMs) return "authorization failed";
    this.#lastUse.set(hash, now);
    return "accepted";
  }

  /** How many tokens are kept, dead ones that were not swept yet included. */
  get size(): number {
    return this.#lastUse.size;
  }

  /** Ends dead tokens, and makes room for one more. */
  #sweep(now: number): void {
    for (const [hash, lastUse] of this.#lastUse) {
      if (now - lastUse < tokenIdleMs && this.#lastUse.size < this.#maximum) break;
      this.#lastUse.delete(hash);
    }
  }
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}
