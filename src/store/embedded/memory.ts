import { Catalog } from "./catalog.ts";
import { Level } from "./level.ts";
import { MemoryDatabase } from "./memory-database.ts";
import type { Storage } from "./storage.ts";

/** Data that is gone when it is closed. No write to it fails, so there is nothing to recover from. */
export async function openMemory(): Promise<Storage> {
  const level = new Level(new MemoryDatabase());
  const catalog = await Catalog.load(level);
  const close = (): Promise<void> => level.close();
  return {
    catalog,
    isWritable: true,
    isBloated: false,
    diskUse: async () => undefined,
    read: async (work) => work(level),
    recover: async () => ({ level, catalog, close }),
    close,
  };
}
