import type { Store } from "../store/index.ts";
import { HttpRefusal } from "./http-refusal.ts";
import type { User } from "./users.ts";

export function refuseWrite({ name }: Pick<User, "name">): HttpRefusal {
  return new HttpRefusal(403, `Role unauthorized for operation: User ${name} may only read`);
}

/**
 * A store whose rows and definitions can be read, but not changed: whatever an endpoint does, a user who may only read
 * gets no further than here.
 *
 * @param refusal for each attempt to change something
 */
export function readOnlyStore(store: Store, refusal: () => HttpRefusal): Store {
  const refuse = (): Promise<never> => Promise.reject(refusal());
  return {
    keyspaces: () => store.keyspaces(),
    keyspace: (name) => store.keyspace(name),
    select: (selection) => store.select(selection),
    onChange: (listener) => store.onChange(listener),
    statistics: () => store.statistics(),
    tableSizes: (keyspace) => store.tableSizes(keyspace),
    insert: refuse,
    update: refuse,
    delete: refuse,
    batch: refuse,
    createKeyspace: refuse,
    createUserType: refuse,
    alterUserType: refuse,
    createTable: refuse,
    alterTable: refuse,
    truncateTable: refuse,
    dropTable: refuse,
    dropUserType: refuse,
    dropKeyspace: refuse,
    close: refuse,
  };
}
