/**
 * A session that runs generated functions directly on a store: no service, no GraphQL, no token.
 *
 * Checks an operation as every session does, passes its values to the store, and returns what a session over HTTP
 * would: the same rows, and errors of the same class, code and outcome. Does not retry or call hooks.
 */
import {
  ClosedError,
  ConfigError,
  OutcomeUnknownError,
  ProtocolError,
  checkSelection,
  checkWrite,
  createVerify,
  isSafe,
  onAbort,
  outcomeOf,
} from "@colonnade/runtime/operations";
import type {
  BoundTable,
  CheckedSelection,
  CheckedWrite,
  OperationAbout,
  Page,
  Session,
  WriteOperation,
  Written,
} from "@colonnade/runtime/operations";
import { pageRows } from "@colonnade/runtime/protocol";
import type { Keyspace } from "../model/index.ts";
import type { DefinitionStore, Outcome, RowStore, Values } from "../store/index.ts";
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
  const known = new WeakMap<BoundTable, StoredTable>();
  let isClosed = false;

  function requireOpen(about: OperationAbout, signal: AbortSignal | undefined): void {
    if (isClosed) throw new ClosedError(about);
    signal?.throwIfAborted();
  }

  function join(table: BoundTable, keyspace: Keyspace): StoredTable {
    let stored = known.get(table);
    if (stored?.keyspace !== keyspace) known.set(table, (stored = storeTable(table, keyspace)));
    return stored;
  }

  function write(operation: WriteOperation): Promise<Written> {
    try {
      const checked = checkWrite(operation);
      const { signal } = checked.options;
      requireOpen(checked.about, signal);
      const written = carryOut(checked);
      return signal ? orAborted(written, signal) : written;
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  async function carryOut(checked: CheckedWrite): Promise<Written> {
    const { table, about, options } = checked;
    try {
      const stored = join(table, await findKeyspace(store, about));
      requireColumns(stored, checked);
      if (options.signal?.aborted) throw options.signal.reason;
      return answer(stored, checked, await send(stored, checked));
    } catch (thrown) {
      const error = failureOf(thrown, about);
      if (outcomeOf(error) !== "unknown" || isSafe(checked, patience)) throw error;
      throw new OutcomeUnknownError(error, createVerify(checked, read));
    }
  }

  function send(stored: StoredTable, checked: CheckedWrite): Promise<Outcome> {
    const { about, kind, effect, conditions: tests, options } = checked;
    const { keyspace, name: table } = checked.table;
    const values = valuesOf(stored, checked.cells, about);
    const { ttl: ttlSeconds, consistency } = options;
    const target = { keyspace, table, consistency };
    const isConditional = effect === "conditional";
    if (kind === "insert") return store.insert({ ...target, values, ttlSeconds, ifNotExists: isConditional });
    const conditions = tests && conditionsOf(stored, tests, about);
    const ifExists = isConditional && !conditions;
    return kind === "delete"
      ? store.delete({ ...target, key: values, ifExists, conditions })
      : store.update({ ...target, values, ttlSeconds, ifExists, conditions });
  }

  function answer(stored: StoredTable, { about, effect, selected }: CheckedWrite, outcome: Outcome): Written {
    if (outcome.applied) return { applied: true };
    if (effect !== "conditional") throw new ProtocolError("the store does not say that the write was applied", about);
    if (selected.length === 0) return { applied: false, current: null };
    return { applied: false, current: rowOf(stored, selected, outcome.current ?? noValues, about) };
  }

  async function read(checked: CheckedSelection): Promise<Page<object>> {
    const { table, about, tests, selected, marker, kind, reversed, consistency, pageSize, pageState, signal } = checked;
    requireOpen(about, signal);
    try {
      const stored = join(table, await findKeyspace(store, about));
      requireColumns(stored, checked);
      if (signal?.aborted) throw signal.reason;
      const found = await store.select({
        keyspace: table.keyspace,
        table: table.name,
        filters: tests ? filtersOf(stored, tests, about) : [],
        columns: [...selected, ...(marker ? [marker] : [])].map(({ cqlName }) => cqlName),
        pageSize: Math.min(pageSize ?? pageRows.default, pageRows.most),
        orderBy: reversed ? reversedOrder(table) : undefined,
        pageState,
        consistency,
        signal,
      });
      const rows: object[] = [];
      for (const values of found.rows) {
        if (marker && (values.get(marker.cqlName) ?? null) === null) continue;
        rows.push(rowOf(stored, selected, values, about, kind));
      }
      return { rows, pageState: found.pageState ?? null };
    } catch (thrown) {
      if (signal?.aborted) throw thrown;
      throw failureOf(thrown, about);
    }
  }

  return {
    write,
    page: async (selection) => {
      const checked = checkSelection(selection);
      const page = read(checked);
      return selection.signal ? orAborted(page, selection.signal) : page;
    },
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
