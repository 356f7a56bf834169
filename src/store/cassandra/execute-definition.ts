import { setTimeout as sleep } from "node:timers/promises";
import { StoreError } from "../store-error.ts";
import type { SchemaClient } from "./schema-reader.ts";

/** Dropping a keyspace with many tables takes long. */
const timeoutMs = 60_000;
const agreementMs = 30_000;
const checkMs = 200;

/**
 * Executes a statement that changes definitions, and waits until all nodes that are up have the change.
 *
 * @throws {StoreError} `timeout` when they do not agree in time: the change is applied nevertheless
 */
export async function executeDefinition(client: SchemaClient, cql: string): Promise<void> {
  // The driver waits for a while itself.
  const { info } = await client.execute(cql, [], { readTimeout: timeoutMs });
  if (info?.isSchemaInAgreement !== false) return;
  const deadline = performance.now() + agreementMs;
  while (!(await client.metadata.checkSchemaAgreement())) {
    if (performance.now() > deadline) {
      throw new StoreError("timeout", "the nodes of the cluster do not agree on its definitions");
    }
    await sleep(checkMs);
  }
}
