/**
 * A session that runs generated functions directly on a store: no service, no GraphQL, no token.
 *
 * Checks an operation as every session does, passes its values to the store, and returns what a session over HTTP
 * would: the same rows, and errors of the same class, code and outcome. Does not retry or call hooks.
 */
import {
  ClosedError,
  ConfigError,
  DocumentRejectedError,
  OutcomeUnknownError,
  ProtocolError,
  checkSelection,
  checkWrite,
  isSafe,
  onAbort,
  outcomeOf,
} from "@colonnade/runtime/operations";
import type {
  BoundTable,
  CheckedSelection,
  CheckedWrite,
  LostWrite,
  OperationAbout,
  Page,
  Selection,
  Session,
  WriteOperation,
  Written,
} from "@colonnade/runtime/operations";
import { pageRows } from "@colonnade/runtime/protocol";
import type { Keyspace } from "../model/index.ts";
import { StoreError, createReads } from "../store/index.ts";
import type { DefinitionStore, Outcome, RowStore, StoreErrorCode, Values } from "../store/index.ts";
import { createDefine, findKeyspace } from "./definitions.ts";
import { failureOf } from "./failures.ts";
import { conditionsOf, filtersOf, requireColumns, rowOf, storeTable, valuesOf } from "./stored-table.ts";
import type { StoredTable } from "./stored-table.ts";

/** As long as a call over HTTP has by default: a write whose values vanish soon after is not safe to repeat. */
const patience = { deadlineMs: 30_000 };
const noValues: Values = new Map();

/** A session needs only the rows of a store; one on a store that can create tables supports `createTable`. */
type SessionStore = RowStore | (RowStore & Pick<DefinitionStore, "createTable">);

/**
 * Opens a session on a store, for tests of an app and for scripts: `storeSession(await openEmbeddedStore({ directory }))`.
 *
 * Its `close` ends the session, not the store, and its `send` always fails: there is no service to send to.
 */
export function storeSession(store: SessionStore): Session {
  /** By the table as it is bound, and by the one that encodes. */
  const tables = new WeakMap<BoundTable, StoredTable>();
  const encoding = { rename: (table: BoundTable) => tables.get(table)?.encoding ?? table };
  let isClosed = false;

  function requireOpen(about: OperationAbout, signal: AbortSignal | undefined): void {
    if (isClosed) throw new ClosedError(about);
    signal?.throwIfAborted();
  }

  function join(table: BoundTable, keyspace: Keyspace): StoredTable {
    const found = tables.get(table);
    const bound = found?.bound ?? table;
    const latest = tables.get(bound);
    if (latest?.keyspace === keyspace) return latest;
    const stored = storeTable(bound, keyspace);
    tables.set(bound, stored);
    tables.set(stored.encoding, stored);
    return stored;
  }

  /**
   * Does the work with the table as the store knows it. If that is refused, looks at the table once more: another client may
   * have changed it a moment ago.
   */
  async function withTable<Result>(
    checked: CheckedWrite | CheckedSelection,
    work: (stored: StoredTable) => Promise<Result>,
  ): Promise<Result> {
    const stored = join(checked.table, await findKeyspace(store, checked.about));
    try {
      requireColumns(stored, checked);
      return await work(stored);
    } catch (refusal) {
      return withLatest(checked, stored, refusal, work);
    }
  }

  /** @throws the refusal if the table is what it was, or cannot be the reason */
  async function withLatest<Result>(
    checked: CheckedWrite | CheckedSelection,
    stored: StoredTable,
    refusal: unknown,
    work: (stored: StoredTable) => Promise<Result>,
  ): Promise<Result> {
    if (!mayBeStale(refusal)) throw refusal;
    await store.keyspaces();
    const latest = join(checked.table, await findKeyspace(store, checked.about));
    if (latest === stored) throw refusal;
    requireColumns(latest, checked);
    return work(latest);
  }

  /** The table as it was last seen, for a write that returns nothing of it: the store refuses one for a table that changed. */
  function lastSeen({ table, selected }: CheckedWrite): StoredTable | undefined {
    const stored = tables.get(table);
    return stored?.lacks.size === 0 && selected.length === 0 ? stored : undefined;
  }

  function write(operation: WriteOperation): Promise<Written> {
    try {
      const checked = checkWrite(operation, encoding);
      const { signal } = checked.options;
      requireOpen(checked.about, signal);
      const written = carryOut(checked);
      return signal ? orAborted(written, signal) : written;
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  async function carryOut(checked: CheckedWrite): Promise<Written> {
    const { about, options } = checked;
    const apply = async (stored: StoredTable): Promise<Written> => {
      if (options.signal?.aborted) throw options.signal.reason;
      return answer(stored, checked, await send(stored, checked));
    };
    try {
      const stored = lastSeen(checked);
      if (!stored) return await withTable(checked, apply);
      try {
        return answer(stored, checked, await send(stored, checked));
      } catch (refusal) {
        return await withLatest(checked, stored, refusal, apply);
      }
    } catch (thrown) {
      const error = failureOf(thrown, about);
      if (outcomeOf(error) !== "unknown" || isSafe(checked, patience)) throw error;
      throw new OutcomeUnknownError(error, () => ({ write: checked, page }) satisfies LostWrite);
    }
  }

  function send(stored: StoredTable, checked: CheckedWrite): Promise<Outcome> {
    const { about, kind, effect, conditions: tests, options } = checked;
    const { keyspace, name: table } = checked.table;
    const values = valuesOf(stored, checked.cells, about);
    const { ttl: ttlSeconds, consistency } = options;
    const isConditional = effect === "conditional";
    // Written out: a copy of what they share costs as much as the bytes of a value.
    if (kind === "insert") {
      return store.insert({ keyspace, table, consistency, values, ttlSeconds, ifNotExists: isConditional });
    }
    const conditions = tests && conditionsOf(stored, tests, about);
    const ifExists = isConditional && !conditions;
    return kind === "delete"
      ? store.delete({ keyspace, table, consistency, key: values, ifExists, conditions })
      : store.update({ keyspace, table, consistency, values, ttlSeconds, ifExists, conditions });
  }

  function answer(stored: StoredTable, { about, effect, selected }: CheckedWrite, outcome: Outcome): Written {
    if (outcome.applied) return { applied: true };
    if (effect !== "conditional") throw new ProtocolError("the store does not say that the write was applied", about);
    if (selected.length === 0) return { applied: false, current: null };
    return { applied: false, current: rowOf(stored, selected, outcome.current ?? noValues, about) };
  }

  async function readChecked(checked: CheckedSelection): Promise<Page<object>> {
    const { about, signal } = checked;
    requireOpen(about, signal);
    if (checked.findsNothing) return { rows: [], pageState: null };
    try {
      return await withTable(checked, (stored) => readPage(stored, checked));
    } catch (thrown) {
      throw failureOf(thrown, about);
    }
  }

  async function readPage(stored: StoredTable, checked: CheckedSelection): Promise<Page<object>> {
    const { table, about, tests, selected, marker, kind, reversed, consistency, pageSize, pageState, signal } = checked;
    if (signal?.aborted) throw signal.reason;
    const reads = createReads();
    const found = await store.select({
      keyspace: table.keyspace,
      table: table.name,
      filters: tests ? filtersOf(stored, tests, about) : [],
      columns: (marker ? [...selected, marker] : selected).map(({ cqlName }) => cqlName),
      pageSize: Math.min(pageSize ?? pageRows.default, pageRows.most),
      orderBy: reversed ? reversedOrder(table) : undefined,
      pageState,
      consistency,
      reads,
      signal,
    });
    const rows: object[] = [];
    for (const row of found.rows) {
      if (marker && (row.get(marker.cqlName) ?? null) === null) continue;
      rows.push(rowOf(stored, selected, row, about, kind));
      const pause = reads.turns.next();
      if (pause) await pause;
    }
    return { rows, pageState: found.pageState ?? null };
  }

  async function page(selection: Selection): Promise<Page<object>> {
    const read = readChecked(checkSelection(selection, encoding));
    return selection.signal ? orAborted(read, selection.signal) : read;
  }

  return {
    write,
    page,
    send: async ({ operation, keyspace, table }) => {
      const reason = "a session on a store sends no requests: call the methods of the store";
      throw new ConfigError(reason, { operation, keyspace, table });
    },
    ...("createTable" in store && { define: createDefine(store, requireOpen) }),
    close: () => {
      isClosed = true;
    },
  };
}

/** Whether the reason may be what the store knew of the table, and nothing was applied. */
function mayBeStale(refusal: unknown): boolean {
  if (refusal instanceof StoreError) return refusal.applied === "no" && stale.has(refusal.code);
  return refusal instanceof DocumentRejectedError;
}

const stale: ReadonlySet<StoreErrorCode> = new Set(["invalid", "unknown-table", "unknown-keyspace"]);

/** All clustering columns in reverse order. */
function reversedOrder({ clusteringKey }: BoundTable) {
  return clusteringKey.map(({ cqlName, descending }) => ({
    column: cqlName,
    order: descending ? ("ASC" as const) : ("DESC" as const),
  }));
}

/** The work's result, or the signal's reason if it fires before. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const unlink = onAbort(signal, () => reject(signal.reason as Error));
    void work.then(resolve, reject).finally(unlink);
  });
}
