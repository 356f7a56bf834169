/** Somebody who may create tokens. */
export interface User {
  /** Another one after each change of the password or the rights, so that earlier tokens end. */
  readonly id: string;
  readonly name: string;
  /** As `hashPassword` makes it. */
  readonly passwordHash: string | Promise<string>;
  /** Whether the user may read rows and definitions, but change neither. */
  readonly readOnly: boolean;
}

/** The users of a service. Both are asked again each time: users may come and go while the service runs. */
export interface Users {
  readonly named: (name: string) => User | undefined;
  /** Asked with every request that has a token, so it must not wait for anything. */
  readonly withId: (id: string) => User | undefined;
}

export function listUsers(users: readonly User[]): Users {
  const byName = new Map(users.map((user) => [user.name, user]));
  const byId = new Map(users.map((user) => [user.id, user]));
  return { named: (name) => byName.get(name), withId: (id) => byId.get(id) };
}

/** All of them; of two with one name, that of the earlier list. */
export function joinUsers(lists: readonly Users[]): Users {
  const first = (find: (users: Users) => User | undefined): User | undefined => {
    for (const users of lists) {
      const found = find(users);
      if (found) return found;
    }
    return undefined;
  };
  return { named: (name) => first((users) => users.named(name)), withId: (id) => first((users) => users.withId(id)) };
}
