export { codecOf, fieldNamesOf } from "./values/codec.ts";
export { openEmbeddedStore, openMemoryStore } from "./embedded/embedded-store.ts";
export type { EmbeddedStore, EmbeddedStoreOptions, MemoryStoreOptions } from "./embedded/embedded-store.ts";
export { salvageStore } from "./embedded/salvage.ts";
export type { Salvage, SetAside } from "./embedded/salvage.ts";
export * from "./store-error.ts";
export * from "./store.ts";
export { storedValue } from "./values/stored-value.ts";
