/**
 * Names the user of a token, so that only those who have the token can tell which ID the user had.
 *
 * An ID may be made of a password. Hashed with the token, whose 122 random bits are stored nowhere, it cannot be guessed
 * from what is stored; and nobody who can write there can make a token without knowing the ID.
 */
import { hash as digest } from "node:crypto";
import type { User, Users } from "./users.ts";

/** A hash of the token and the user's ID, and the name. */
export function ownerOf({ name, id }: Pick<User, "id" | "name">, token: string): string {
  return `${digest("sha256", `${token} ${id}`, "base64")} ${name}`;
}

/** Undefined if the user is gone, or has had another ID since. */
export function findOwner(owner: string, token: string, users: Users): User | undefined {
  const user = users.named(nameOf(owner));
  return user && ownerOf(user, token) === owner ? user : undefined;
}

export function nameOf(owner: string): string {
  return owner.slice(owner.indexOf(" ") + 1);
}
