/** CQL on an empty store in memory, for tests of statements. */
import { errorOf as cqlErrorOf, errorCodes } from "../../../src/cql/cql-error.ts";
import type { Answer, Rows } from "../../../src/cql/protocol/message.ts";
import { prepare } from "../../../src/cql/statement/prepare.ts";
import type { Database, Execution, Prepared } from "../../../src/cql/statement/prepared.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import type { EmbeddedStore } from "../../../src/store/index.ts";

export interface CqlSession {
  readonly store: EmbeddedStore;
  prepare(text: string): Promise<Prepared>;
  /** Prepares and executes a statement. */
  run(text: string, execution?: Partial<Execution>): Promise<Answer>;
  /** The same of a statement that has rows. */
  rows(text: string, execution?: Partial<Execution>): Promise<Rows>;
}

/** @param definitions CREATE statements of the keyspace, which names without one are in */
export async function openCqlSession(keyspace: string, definitions: readonly string[] = []): Promise<CqlSession> {
  const store = await openMemoryStore();
  const database: Database = { store, storeOf: async () => store, now: Date.now };
  await store.createKeyspace(keyspace);
  const prepared = (text: string): Promise<Prepared> => prepare(text, database, { keyspace, readOnly: false });
  const run: CqlSession["run"] = async (text, execution) =>
    (await prepared(text)).execute({ values: [], nowMs: Date.now(), ...execution });
  for (const definition of definitions) await run(definition);
  return {
    store,
    prepare: prepared,
    run,
    rows: async (text, execution) => {
      const answer = await run(text, execution);
      if (answer.kind === "rows") return answer;
      throw new Error(`${text} has no rows`);
    },
  };
}

/** An error as `2200 message`, as clients get it. */
export function printError(error: unknown): string {
  const { code, message } = cqlErrorOf(error);
  if (code === "server") throw error;
  return `${errorCodes[code].toString(16).padStart(4, "0")} ${message}`;
}
