/** The generator as a library, for a build script. Lists the tables and their keys, and updates out-of-date files. */
import { join } from "node:path";
import { compare, generate, loadKeyspace } from "colonnade";
import type { Target } from "colonnade";

export const shop: Target = {
  keyspace: "shop",
  definitions: join(import.meta.dirname, "definitions/shop"),
  output: join(import.meta.dirname, "generated"),
};

/** The tables of a target, each with its primary key: `["products (id)", …]`. */
export async function listTables({ definitions }: Target): Promise<string[]> {
  const { tables } = await loadKeyspace(definitions);
  return tables.map(({ name, partitionKey, clusteringKey }) => {
    const key = [...partitionKey, ...clusteringKey.map((column) => column.name)];
    return `${name} (${key.join(", ")})`;
  });
}

/** Writes the bindings if a file is out of date, and returns why: `["products.ts: definitions changed"]`. */
export async function update(target: Target): Promise<string[]> {
  const { report } = await compare(target);
  const stale = report.files.filter((file) => file.stale).map(({ path, state }) => `${path}: ${state}`);
  if (stale.length > 0) await generate(target);
  return stale;
}
