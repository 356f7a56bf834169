/**
 * Runs CQL on an empty store in memory, as a connection does: each text is prepared and executed, by a clock that stands
 * still.
 */
import { onTestFinished } from "vitest";
import { CqlError, errorOf as cqlErrorOf } from "../../src/cql/cql-error.ts";
import { unset } from "../../src/cql/protocol/message.ts";
import type { Answer, BoundValue, ColumnSpec } from "../../src/cql/protocol/message.ts";
import { prepare } from "../../src/cql/statement/prepare.ts";
import type { Caller, Database, Execution } from "../../src/cql/statement/prepared.ts";
import { openSystem } from "../../src/cql/system/index.ts";
import { parseCqlFile } from "../../src/source/cql-file/parse-cql-file.ts";
import { parseSystemRows } from "../../src/source/cql/parse-system-rows.ts";
import { openMemoryStore } from "../../src/store/index.ts";
import type { EmbeddedStore, Value } from "../../src/store/index.ts";
import { deserializeValue, serializeValue } from "../../src/store/values/value-bytes.ts";

/** A value that is bound: bytes are left as they are, `unset` is left out. */
export type Bindable = Value | Buffer | null | typeof unset;

export interface Cql {
  readonly store: EmbeddedStore;
  readonly database: Database;
  /** In milliseconds. */
  readonly clock: { now: number };
  /** @param options beside the values */
  run(text: string, values?: readonly Bindable[], options?: Partial<Execution>): Promise<Answer>;
  /** The rows of the answer by their columns, with the values of the codecs. */
  rows(text: string, values?: readonly Bindable[], options?: Partial<Execution>): Promise<readonly Shown[]>;
  /** `invalid: Undefined column name x in table k.t` */
  error(text: string, values?: readonly Bindable[], options?: Partial<Execution>): Promise<string>;
}

export type Shown = Readonly<Record<string, Value | null>>;

/** @param definitions statements that make the keyspace `k` and what is in it, which statements are executed in */
export async function openCql(definitions: string, caller: Partial<Caller> = {}): Promise<Cql> {
  const clock = { now: Date.UTC(2020, 6, 31) };
  const store = await openMemoryStore({ now: () => clock.now });
  const { database, close } = await openSystem(store, { address: "127.0.0.1", port: 9042, now: () => clock.now });
  onTestFinished(() => store.close());
  onTestFinished(close);
  await define(store, definitions);
  const run: Cql["run"] = async (text, values = [], options = {}) => {
    const prepared = await prepare(text, database, { keyspace: "k", readOnly: false, ...caller });
    const bound = values.map((value, place) => bytesOf(value, prepared.variables[place]));
    return prepared.execute({ values: bound, nowMs: clock.now, ...options });
  };
  return {
    store,
    database,
    clock,
    run,
    rows: async (text, values, options) => shownRows(await run(text, values, options)),
    error: (text, values, options) => errorOf(run(text, values, options)),
  };
}

/** Of a promise that is to fail. */
export async function errorOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    const { code, message } = error instanceof CqlError ? error : cqlErrorOf(error);
    if (code === "server") throw error;
    return `${code}: ${message}`;
  }
  throw new Error("it was accepted");
}

export function shownRows(answer: Answer): readonly Shown[] {
  if (answer.kind !== "rows") return [];
  return answer.rows.map((row) =>
    Object.fromEntries(
      answer.columns.map(({ name, type }, place) => {
        const bytes = row[place] ?? null;
        return [name, bytes && deserializeValue(type, Buffer.from(bytes))];
      }),
    ),
  );
}

function bytesOf(value: Bindable, spec: ColumnSpec | undefined): BoundValue {
  if (value === unset || value === null || Buffer.isBuffer(value)) return value as BoundValue;
  if (!spec) throw new Error("there is no marker for this value");
  return serializeValue(spec.type, value as Value);
}

async function define(store: EmbeddedStore, definitions: string): Promise<void> {
  for (const [name, rows] of parseCqlFile(definitions, "definitions.cql", "k")) {
    const { keyspace } = parseSystemRows(name, rows);
    await store.createKeyspace(name);
    for (const type of keyspace.userTypes) await store.createUserType(name, type);
    for (const table of keyspace.tables) await store.createTable(name, table);
  }
}
