/**
 * Reads the table definitions of a running service over REST.
 *
 * Uses version 2 of a Stargate if available: version 1 does not report user types and indexes, and always returns 0 as
 * the time to live.
 */
import type { Session } from "@colonnade/runtime";
import { ColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { byCodeUnits } from "../model/index.ts";
import { adviseExclusion, lacksNothing, leftOut } from "./left-out.ts";
import type { MayLack } from "./left-out.ts";
import type { ObservedKeyspace, ObservedTable } from "./observed-keyspace.ts";
import type { ParsedRestTable } from "./parse-rest-table.ts";
import { listTablesV1 } from "./rest-v1.ts";
import type { RestTables } from "./rest-v1.ts";
import { listTablesV2 } from "./rest-v2.ts";

export interface RestRules {
  /** Whether a table may be left out that REST cannot describe. @default none may */
  readonly mayLack?: MayLack | undefined;
  /** Told of every few tables. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Tables that are asked for at once. */
const width = 8;

/**
 * Reads a keyspace over REST.
 * @throws {ServiceError} if the service does not respond, or refuses
 * @throws {ColonnadeError} `unknown-keyspace`, `bad-answer`
 */
export async function observeRest(
  session: Session,
  keyspace: string,
  { mayLack = lacksNothing, onProgress }: RestRules = {},
): Promise<ObservedKeyspace> {
  const listed = (await listTablesV2(session, keyspace)) ?? (await listTablesV1(session, keyspace));
  const names = [...new Set(listed.names)].sort(byCodeUnits);
  const tables: ObservedTable[] = [];
  const notes: Problem[] = [];
  const problems: Problem[] = [];
  const missing: string[] = [];
  for (let start = 0; start < names.length; start += width) {
    onProgress?.(start, names.length);
    const batch = names.slice(start, start + width);
    const answers = await Promise.all(batch.map((name) => readTable(listed, name)));
    for (const [at, { table, problems: found, notes: more = [] }] of answers.entries()) {
      const name = batch[at] ?? "";
      if (table) tables.push(table);
      else missing.push(name);
      if (!mayLack(name))
        problems.push(...found.map(({ code, message }) => ({ code, message: `${name}: ${message}` })));
      else if (!table) notes.push(leftOut(name, found[0]?.message ?? "no type is known"));
      notes.push(...more);
    }
  }
  if (problems.length > 0) {
    const message = `the service's definitions of ${keyspace} cannot be used`;
    const next = adviseExclusion(missing.filter((name) => !mayLack(name)));
    throw new ColonnadeError("bad-answer", message, { kind: "service", problems, next });
  }
  const { userTypes } = listed;
  return { source: "REST", name: keyspace, tables, notes, leftOut: missing, ...(userTypes && { userTypes }) };
}

/** Statuses that servers of the family have for a table that they cannot describe. */
const ofOneTable: ReadonlySet<unknown> = new Set([400, 404, 500]);

/** If the service refuses a table, only that table has a problem. */
async function readTable(tables: RestTables, name: string): Promise<ParsedRestTable> {
  try {
    const parsed = await tables.read(name);
    if (!parsed.table || parsed.table.name === name) return parsed;
    return { problems: [{ code: "other-table", message: `the response is for ${parsed.table.name}` }] };
  } catch (error) {
    if (!(error instanceof Error && "status" in error && ofOneTable.has(error.status))) throw error;
    return { problems: [{ code: "bad-answer", message: error.message }] };
  }
}
