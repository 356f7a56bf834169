/** What the types of reads and writes take, and what the embedded store executes, are the same. */
import { afterAll, beforeAll, describe, it } from "vitest";
import { openMemoryStore } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import { testIndexShapes } from "./index-shapes.ts";
import { testWriteShapes } from "./write-shapes.ts";

describe("the types of a table's functions", () => {
  let store: Store;

  beforeAll(async () => {
    store = await openMemoryStore();
    await store.createKeyspace("shop");
  });

  afterAll(() => store.close());

  it("take what the store answers, with indexes and neighbors", { timeout: 120_000 }, () => testIndexShapes(store));

  it("take the writes that the store executes", { timeout: 120_000 }, () => testWriteShapes(store));
});
