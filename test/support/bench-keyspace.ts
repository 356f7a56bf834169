import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Keyspace } from "../../src/model/index.ts";
import { loadKeyspace } from "../../src/source/parse-keyspace.ts";

/** The benchmark's own module; plain JavaScript, so it is imported by its address, which has no types. */
const definitions = new URL("../bench/definitions.mjs", import.meta.url).href;

/** The keyspace of the benchmarks with so many tables of 12 columns: five shapes of key, all native types but counters. */
export async function benchKeyspace(tables: number): Promise<Keyspace> {
  const { writeTables } = (await import(definitions)) as { writeTables(folder: string, count: number): string };
  const folder = await mkdtemp(join(tmpdir(), "colonnade-bench-keyspace-"));
  try {
    return await loadKeyspace(writeTables(join(folder, "bench"), tables), "bench");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
