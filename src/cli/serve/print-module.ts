import { listFiles } from "../../emit/index.ts";
import type { Keyspace } from "../../model/index.ts";
import { planKeyspace } from "../../plan/index.ts";

/** Prints the module that `generate` writes for a table without any settings. @throws {ColonnadeError} `names-meet` */
export function printModule(keyspace: Keyspace, table: string): string {
  const files = listFiles(planKeyspace(keyspace, { validators: false }));
  return files.find(({ madeFrom }) => typeof madeFrom === "object" && madeFrom.table.name === table)?.emit() ?? "";
}
