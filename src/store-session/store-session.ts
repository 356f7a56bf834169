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
  aboutAll,
  deletesNothing,
  isSafe,
  onAbort,
  outcomeOf,
  setCell,
  writesOf,
} from "@colonnade/runtime/operations";
import type {
  AtomicOperation,
  BoundTable,
  CheckedSelection,
  CheckedWrite,
  LostWrite,
  Member,
  OperationAbout,
  Page,
  Selection,
  Session,
  WriteOperation,
  Written,
} from "@colonnade/runtime/operations";
import { pageRows, tokensOfPart } from "@colonnade/runtime/protocol";
import type { Keyspace } from "../model/index.ts";
import { StoreError, createReads } from "../store/index.ts";
import type { DefinitionStore, Page as StorePage, Reads, Row, RowStore, StoreErrorCode } from "../store/index.ts";
import { createDefine, requireKeyspace } from "./definitions.ts";
import { failureOf } from "./failures.ts";
import { applyAll } from "./atomic.ts";
import { writtenOf, sendTo } from "./send-write.ts";
import { filtersOf, namesOf, requireColumns, rowOf, storeTable } from "./stored-table.ts";
import type { StoredTable } from "./stored-table.ts";

/** As long as a call over HTTP has by default: a write whose values vanish soon after is not safe to repeat. */
const patience = { deadlineMs: 30_000 };
/** The rows that a page counts. */
const countedRows = 10_000;

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
  /** What the store answered when it was asked for the keyspace of a table. */
  const keyspaces = new WeakMap<StoredTable, Promise<Keyspace | undefined>>();
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
   *
   * @throws {ServiceError}
   */
  function withTable<Checked extends CheckedWrite | CheckedSelection, Result>(
    checked: Checked,
    seen: StoredTable | undefined,
    work: (stored: StoredTable, checked: Checked) => Promise<Result>,
  ): Promise<Result> {
    const found = seen ?? find(checked);
    if (!(found instanceof Promise)) return attempt(found, checked, work);
    return found.then(
      (stored) => attempt(stored, checked, work),
      (error: unknown) => Promise.reject(errorOf(error, checked)),
    );
  }

  /** Not an async function: each of those costs time, and keeps more alive until the response. */
  function attempt<Checked extends CheckedWrite | CheckedSelection, Result>(
    stored: StoredTable,
    checked: Checked,
    work: (stored: StoredTable, checked: Checked) => Promise<Result>,
  ): Promise<Result> {
    try {
      requireColumns(stored, checked);
      return work(stored, checked).then(undefined, (refusal) => withLatest(checked, stored, refusal, work));
    } catch (refusal) {
      return withLatest(checked, stored, refusal, work);
    }
  }

  /** Without waiting where the store has no news of the keyspace: then it hands out the promise that it gave before. */
  function find({ table, about }: CheckedWrite | CheckedSelection): StoredTable | Promise<StoredTable> {
    const asked = store.keyspace(table.keyspace);
    const known = tables.get(table);
    if (known && keyspaces.get(known) === asked) return known;
    return requireKeyspace(asked, about).then((keyspace) => {
      const stored = join(table, keyspace);
      keyspaces.set(stored, asked);
      return stored;
    });
  }

  function errorOf(thrown: unknown, checked: CheckedWrite | CheckedSelection): Error {
    const error = failureOf(thrown, checked.about);
    if (!("cells" in checked) || outcomeOf(error) !== "unknown" || isSafe(checked, patience)) return error;
    return new OutcomeUnknownError(error, () => ({ write: checked, page }) satisfies LostWrite);
  }

  /** @throws {ServiceError} the refusal's if the table is what it was, or cannot be the reason */
  async function withLatest<Checked extends CheckedWrite | CheckedSelection, Result>(
    checked: Checked,
    stored: StoredTable,
    refusal: unknown,
    work: (stored: StoredTable, checked: Checked) => Promise<Result>,
  ): Promise<Result> {
    try {
      if (!mayBeStale(refusal)) throw refusal;
      await store.keyspaces();
      const latest = await find(checked);
      if (latest === stored) throw refusal;
      requireColumns(latest, checked);
      return await work(latest, checked);
    } catch (thrown) {
      throw errorOf(thrown, checked);
    }
  }

  /** The table as it was last seen, for a write that returns nothing of it: the store refuses one for a table that changed. */
  function lastSeen({ table, selected }: CheckedWrite): StoredTable | undefined {
    const stored = tables.get(table);
    return stored?.lacks.size === 0 && selected.length === 0 ? stored : undefined;
  }

  function write(operation: WriteOperation): Promise<Written> {
    try {
      const checked = operation.check(operation, encoding);
      const { signal } = checked.options;
      requireOpen(checked.about, signal);
      const written = withTable(checked, lastSeen(checked), apply);
      return signal ? orAborted(written, signal) : written;
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  function apply(stored: StoredTable, checked: CheckedWrite): Promise<Written> {
    checked.options.signal?.throwIfAborted();
    return sendTo(store, stored, checked).then((result) => writtenOf(stored, checked, result));
  }

  async function writeAll(operation: AtomicOperation): Promise<readonly Written[]> {
    const all = writesOf(operation).map((write) => write.check(write, encoding));
    const writes = all.filter((write) => !deletesNothing(write));
    const about = aboutAll(writes.length > 0 ? writes : all);
    requireOpen(about, operation.signal);
    if (writes.length === 0) return all.map(() => ({ applied: true }));
    const apply = (): Promise<readonly Written[]> => applyAll(store, writes, find, operation.consistency);
    try {
      const written = apply().catch(async (refusal: unknown) => {
        if (!mayBeStale(refusal)) throw refusal;
        // Another client may have changed one of the tables a moment ago.
        await store.keyspaces();
        return apply();
      });
      const results = await (operation.signal ? orAborted(written, operation.signal) : written);
      return all.map((write) => results[writes.indexOf(write)] ?? { applied: true });
    } catch (thrown) {
      if (operation.signal?.aborted && thrown === operation.signal.reason) throw thrown;
      const error = failureOf(thrown, about);
      if (outcomeOf(error) !== "unknown" || writes.every((write) => isSafe(write, patience))) throw error;
      throw new OutcomeUnknownError(error, () => ({ write: writes[0]!, writes, page }) satisfies LostWrite);
    }
  }

  function readPage(stored: StoredTable, checked: CheckedSelection): Promise<Page<object>> {
    const { table, about, tests, selected, marker, reversed, consistency, pageState, signal } = checked;
    const { timed, nearest, countsOnly, more } = checked;
    signal?.throwIfAborted();
    const reads = createReads();
    const found = store.select({
      keyspace: table.keyspace,
      table: table.name,
      filters: tests ? filtersOf(stored, tests, about) : [],
      columns: selected === table.members ? stored.names : namesOf(marker ? [...selected, marker] : selected),
      limit: more.limit,
      perPartitionLimit: more.perPartitionLimit,
      distinct: more.distinct,
      tokens: more.part && tokensOfPart(more.part.number, more.part.of),
      nearest: nearest && { column: nearest.member.cqlName, to: nearest.to },
      writeTimes: timed?.map(({ cqlName }) => cqlName),
      countsOnly,
      pageSize: pageSizeOf(checked),
      orderBy: reversed ? reversedOrder(table) : undefined,
      pageState,
      consistency,
      reads,
      signal,
    });
    return found.then((page) => readRows(stored, checked, page, reads.timeSlice));
  }

  function page(selection: Selection): Promise<Page<object>> {
    try {
      const checked = selection.check(selection, encoding);
      const { signal } = checked;
      requireOpen(checked.about, signal);
      if (checked.findsNothing) return Promise.resolve({ rows: [], pageState: null });
      const read = withTable(checked, undefined, readPage);
      return signal ? orAborted(read, signal) : read;
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  return {
    write,
    writeAll,
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

/** The rows of a page of the store by member names. Other work gets turns if there are many. */
function readRows(
  stored: StoredTable,
  { selected, marker, kind, about, timed, countsOnly }: CheckedSelection,
  found: StorePage,
  timeSlice: Reads["timeSlice"],
): Page<object> | Promise<Page<object>> {
  const pageState = found.pageState ?? null;
  if (countsOnly) return { rows: [{ count: found.count ?? 0 }], pageState };
  const rows: object[] = [];
  const last = found.rows.length - 1;
  const readFrom = (start: number): Page<object> | Promise<Page<object>> => {
    for (let place = start; place <= last; place++) {
      const row = found.rows[place] as Row;
      if (marker && (row.get(marker.cqlName) ?? null) === null) continue;
      const cells = rowOf(stored, selected, row, about, kind);
      if (timed) cells["$writeTimes"] = timesOf(timed, row);
      if (found.similarities) cells["similarity"] = found.similarities[place];
      rows.push(cells);
      const pause = place < last ? timeSlice.yieldIfOver() : undefined;
      if (pause) return pause.then(() => readFrom(place + 1));
    }
    return { rows, pageState };
  };
  return readFrom(0);
}

/** Whether the reason may be what the store knew of the table, and nothing was applied. */
function mayBeStale(refusal: unknown): boolean {
  if (refusal instanceof StoreError) return refusal.applied === "no" && stale.has(refusal.code);
  return refusal instanceof DocumentRejectedError;
}

const stale: ReadonlySet<StoreErrorCode> = new Set(["invalid", "unknown-table", "unknown-keyspace"]);

/** Rows, or those that are counted. */
function pageSizeOf({ countsOnly, more, pageSize }: CheckedSelection): number {
  if (countsOnly) return countedRows;
  return Math.min(pageSize ?? more.limit ?? pageRows.default, pageRows.most);
}

/** When the columns of a row were written, by member names. */
function timesOf(timed: readonly Member[], row: Row): object {
  const times: Record<string, unknown> = {};
  for (const { name, cqlName } of timed) setCell(times, name, row.writeTime?.(cqlName) ?? null);
  return times;
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
