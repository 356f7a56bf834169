import type { DefinitionStore, RowStore, Store } from "../store/index.ts";

/** What a session needs of a store: rows, and tables for `createTable`. */
type SessionStore = RowStore & Pick<DefinitionStore, "createTable">;

export interface LazyStore {
  /** Opened by the first call. */
  readonly store: SessionStore;
  readonly open: () => Promise<Store>;
  /** Closes what was opened, now or when it is. */
  readonly close: () => Promise<void>;
}

/** Opens a store when it is first needed, once; after a failure the next call tries again. */
export function lazyStore(openStore: () => Promise<Store>): LazyStore {
  let opened: Store | undefined;
  let opening: Promise<Store> | undefined;

  function open(): Promise<Store> {
    return (opening ??= openStore().then(
      (store) => (opened = store),
      (error: unknown) => {
        opening = undefined;
        throw error;
      },
    ));
  }

  /** Once the store is open, calls do not wait for anything but their own result. */
  function through<Name extends keyof SessionStore>(name: Name): SessionStore[Name] {
    type Method = (...args: unknown[]) => Promise<unknown>;
    const call = (store: Store, args: unknown[]): Promise<unknown> => (store[name] as Method).apply(store, args);
    const method: Method = (...args) => (opened ? call(opened, args) : open().then((store) => call(store, args)));
    return method as SessionStore[Name];
  }

  return {
    store: {
      keyspaces: through("keyspaces"),
      keyspace: through("keyspace"),
      insert: through("insert"),
      update: through("update"),
      delete: through("delete"),
      batch: through("batch"),
      select: through("select"),
      createTable: through("createTable"),
    },
    open,
    close: async () => {
      const store = await opening?.catch(() => undefined);
      await store?.close();
    },
  };
}
