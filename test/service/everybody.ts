import type { User, Users } from "../../src/service/users.ts";

/** A service in which every name is a user. */
export const everybody: Users = { find: userOf };

const known = new Map<string, User>();

export function userOf(name: string): User {
  const user = known.get(name) ?? { id: `id of ${name}`, name, passwordHash: "", readOnly: false };
  known.set(name, user);
  return user;
}
