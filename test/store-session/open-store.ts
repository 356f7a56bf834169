import { onTestFinished } from "vitest";
import { openEmbeddedStore } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

export const anyType = (value: unknown): never => value as never;

/** A store with an empty keyspace `shop`, closed after the test. */
export async function openStore(): Promise<Store> {
  const store = await openEmbeddedStore({ directory: createTemporaryFolder() });
  onTestFinished(() => store.close());
  await store.createKeyspace("shop");
  return store;
}

/** A store that is like another one but for some methods. */
export function withMethods(store: Store, methods: Partial<Store>): Store {
  return new Proxy(store, {
    get: (target, name) => {
      if (Object.hasOwn(methods, name)) return Reflect.get(methods, name) as unknown;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}
