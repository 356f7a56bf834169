import { readFileSync, statSync } from "node:fs";
import type { Stats } from "node:fs";
import { ColonnadeError, shellWord } from "../errors.ts";
import { isPasswordHash } from "./passwords.ts";

/** Someone who may create tokens. */
export interface User {
  /**
   * Another one after each change of the password or the rights, so that earlier tokens end. Kept secret, since it may be
   * made of the password.
   */
  readonly id: string;
  readonly name: string;
  /** As `hashPassword` makes it. */
  readonly passwordHash: string | Promise<string>;
  /** Whether the user may read rows and definitions, but change neither. */
  readonly readOnly: boolean;
}

/** The users of a service. */
export interface Users {
  /** Asked with every request that has a token, so it must not wait for anything: users come and go meanwhile. */
  readonly find: (name: string) => User | undefined;
}

export function listUsers(users: readonly User[]): Users {
  const byName = new Map(users.map((user) => [user.name, user]));
  return { find: (name) => byName.get(name) };
}

/** The least time between two looks at the file. */
const lookMs = 1000;

/** A user as the file has it, and nothing of the password but its hash. */
export type KeptUser = User & { readonly passwordHash: string };

/**
 * The users of a file. A file that is missing or wrong later on ends all of them: who was removed must not stay.
 *
 * @param title how messages name the file
 * @param now milliseconds on a clock that never goes back
 * @throws {ColonnadeError} `bad-users-file`
 */
export function openUserFile(path: string, title: string, now: () => number = () => performance.now()): Users {
  let stamp = "";
  let users = listUsers([]);
  let lookedMs = -Infinity;
  const current = (): Users => {
    if (now() - lookedMs < lookMs) return users;
    const { ino, size, mtimeMs, mode } = look(path, title);
    const seen = [ino, size, mtimeMs, mode].join(" ");
    if (seen !== stamp) users = listUsers(loadUsers(path, title));
    stamp = seen;
    lookedMs = now();
    return users;
  };
  current();
  return { find: (name) => current().find(name) };
}

/** @throws {ColonnadeError} `bad-users-file` */
export function loadUsers(path: string, title: string): readonly KeptUser[] {
  look(path, title);
  const users = parse(readFileSync(path, "utf8"));
  if (!users) throw bad(title, "does not hold users", "create it with colonnade users");
  const names = new Set(users.map(({ name }) => name));
  if (names.size < users.length) throw bad(title, "has two users of one name", "remove one of them");
  return users;
}

export function printUsers(users: readonly KeptUser[]): string {
  const kept = users.map(({ id, name, passwordHash, readOnly }) => ({ id, name, readOnly, password: passwordHash }));
  return `${JSON.stringify({ users: kept }, null, 2)}\n`;
}

function look(path: string, title: string): ReturnType<typeof statSync> & object {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw bad(title, "does not exist", `create it: colonnade users ${shellWord(title)} --add NAME`);
  if (isOpenToOthers(found)) {
    throw bad(title, "can be read by other users of this machine", `chmod 600 ${shellWord(title)}`);
  }
  return found;
}

/** Whether other users of this machine can read or change a file. Windows has no file modes. */
export function isOpenToOthers({ mode }: Pick<Stats, "mode">): boolean {
  return process.platform !== "win32" && (mode & 0o077) !== 0;
}

function parse(text: string): readonly KeptUser[] | undefined {
  try {
    const { users } = JSON.parse(text) as { users?: unknown };
    return Array.isArray(users) ? users.map(parseUser) : undefined;
  } catch {
    return undefined;
  }
}

function parseUser(json: unknown): KeptUser {
  const { id, name, readOnly, password } = json as Readonly<Record<string, unknown>>;
  const texts = typeof id === "string" && typeof name === "string" && id !== "" && name !== "";
  if (!texts || typeof readOnly !== "boolean" || typeof password !== "string" || !isPasswordHash(password)) {
    throw new TypeError("not a user");
  }
  return { id, name, readOnly, passwordHash: password };
}

function bad(title: string, reason: string, next: string): ColonnadeError {
  return new ColonnadeError("bad-users-file", `${title} ${reason}`, { next });
}
