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
  readonly named: (name: string) => User | undefined;
}

export function listUsers(users: readonly User[]): Users {
  const byName = new Map(users.map((user) => [user.name, user]));
  return { named: (name) => byName.get(name) };
}

/** All of them; of two with one name, that of the earlier list. */
export function joinUsers(lists: readonly Users[]): Users {
  return {
    named: (name) => {
      for (const users of lists) {
        const found = users.named(name);
        if (found) return found;
      }
      return undefined;
    },
  };
}
