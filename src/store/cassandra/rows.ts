/**
 * Rows of a cluster, by its native protocol: each call is one prepared statement, or one batch of them.
 *
 * Takes a connected client and the definitions of the tables; opens and closes neither.
 */
import { performance } from "node:perf_hooks";
import type { Table } from "../../model/index.ts";
import { createEndOfTurn } from "../end-of-turn.ts";
import { Histogram, secondBounds } from "../statistics.ts";
import type { Statistic } from "../statistics.ts";
import type { WriteResult, Page, RowStore, Selection, TableName, WriteOptions } from "../store.ts";
import { writeResultOf, writeResultsOf } from "./write-result.ts";
import { bindTable } from "./bound-table.ts";
import type { CqlTable } from "./bound-table.ts";
import { consistencyOf, requireUsable } from "./client.ts";
import type { CqlClient, CqlResult, StatementOptions } from "./client.ts";
import { EarlierTries } from "./earlier-tries.ts";
import { storeFailure, unclear } from "./failures.ts";
import { pageOf, printPage } from "./page.ts";
import { printDelete, printInsert, printUpdate, printWrite } from "./print-write.ts";
import type { Statement } from "./print-write.ts";
import { Window } from "./window.ts";

/** The definitions of tables. */
export interface Tables {
  /** A table that is already loaded; the same object until it changes. */
  table(place: TableName): Table | undefined;
  /** @throws {StoreError} `unknown-keyspace` or `unknown-table` */
  find(place: TableName): Promise<Table>;
}

export interface CassandraRowsOptions {
  /** Connected, with the option `encoding: { map: Map }` for tables that have maps. */
  readonly client: CqlClient;
  readonly tables: Tables;
  /**
   * Whether requests wait for the end of the event loop's turn while others are in flight. Calls from many connections
   * arrive in one callback each, and the driver writes to its socket once per callback. Without this, each request has its
   * own write, which costs more than all other work for it. @default false
   */
  readonly joinsTurns?: boolean | undefined;
}

/** The part of a `RowStore` that is only about rows. */
export interface Rows extends Omit<RowStore, "keyspace" | "keyspaces"> {
  /** Refuses later calls. Resolves when nothing is in flight. */
  close(): Promise<void>;
  statistics(): readonly Statistic[];
}

/** Requests per host of the cluster: far fewer than a connection can carry, so that a node responds in time. Not tuned yet. */
const inFlight = 256;

/** @throws {StoreError} `invalid` for a client whose options would let values be lost */
export function cassandraRows({ client, tables, joinsTurns = false }: CassandraRowsOptions): Rows {
  requireUsable(client);
  const retryPolicy = client.options?.policies?.retry;
  const width = (): number => inFlight * Math.max(1, client.hosts?.length ?? 1);
  const window = new Window(width, joinsTurns ? createEndOfTurn() : undefined);

  const seconds = new Histogram(secondBounds);
  let failures = 0;

  /** Does not wait if the table is loaded, which is so after the first call. */
  function known(place: TableName): CqlTable | undefined {
    const table = tables.table(place);
    return table && bindTable(place.keyspace, table);
  }

  async function find(place: TableName): Promise<CqlTable> {
    return bindTable(place.keyspace, await tables.find(place));
  }

  /**
   * Sends a request when it is its turn.
   *
   * @param read converts the result
   * @param tries the tries of a write that the driver may repeat
   */
  function send<Result>(
    request: () => Promise<CqlResult>,
    read: (result: CqlResult) => Result,
    unclearCodes?: readonly number[],
    tries?: EarlierTries,
  ): Promise<Result> {
    const turn = window.enter();
    return turn
      ? turn.then(() => sendNow(request, read, unclearCodes, tries))
      : sendNow(request, read, unclearCodes, tries);
  }

  /** Separate from `send` and not async, so that a request in flight keeps little alive: V8 copies all of it. */
  function sendNow<Result>(
    request: () => Promise<CqlResult>,
    read: (result: CqlResult) => Result,
    unclearCodes: readonly number[] | undefined,
    tries: EarlierTries | undefined,
  ): Promise<Result> {
    const startedMs = performance.now();
    return request().then(
      (result) => {
        leave(startedMs);
        return read(result);
      },
      (error: unknown) => {
        leave(startedMs);
        failures++;
        throw storeFailure(error, unclearCodes, tries?.mayBeApplied);
      },
    );
  }

  function leave(startedMs: number): void {
    seconds.add((performance.now() - startedMs) / 1000);
    window.leave();
  }

  /** Writes that are not idempotent are not retried once they may have been applied. */
  function triesOf(isIdempotent: boolean, unclearCodes: readonly number[]): EarlierTries | undefined {
    return isIdempotent && retryPolicy ? new EarlierTries(retryPolicy, unclearCodes) : undefined;
  }

  function withTable<One extends TableName, Result>(
    one: One,
    work: (table: CqlTable, one: One) => Promise<Result>,
  ): Promise<Result> {
    const table = known(one);
    if (!table) return find(one).then((found) => work(found, one));
    try {
      return work(table, one);
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  function write(table: CqlTable, statement: Statement, options: WriteOptions): Promise<WriteResult> {
    const { cql, parameters, isIdempotent } = statement;
    // Conditional writes and counter updates are not idempotent.
    const unclearCodes = isIdempotent ? unclear.inOneStep : unclear.inSteps;
    const tries = triesOf(isIdempotent, unclearCodes);
    const all = writeOptions(options, isIdempotent, tries);
    const request = (): Promise<CqlResult> => client.execute(cql, parameters, all);
    return send(request, (result) => writeResultOf(table, result), unclearCodes, tries);
  }

  function readPage(table: CqlTable, selection: Selection): Promise<Page> {
    const { statement, options, columns } = printPage(table, selection);
    const { cql, parameters } = statement;
    const request = (): Promise<CqlResult> => client.execute(cql, parameters, options);
    return send(request, (result) => {
      selection.reads?.timeSlice.restart();
      return pageOf(selection, columns, statement, result);
    });
  }

  return {
    insert: (insert) => withTable(insert, (table) => write(table, printInsert(table, insert), insert)),
    update: (update) => withTable(update, (table) => write(table, printUpdate(table, update), update)),
    delete: (removal) => withTable(removal, (table) => write(table, printDelete(table, removal), removal)),
    batch: async (writes, options = {}) => {
      const found = await Promise.all(writes.map((write) => known(write) ?? find(write)));
      const statements = writes.map((write, index) => printWrite(found[index] as CqlTable, write));
      const [first] = statements;
      const [table] = found;
      if (!first || !table) return [];
      if (statements.length === 1) return [await write(table, first, options)];
      const queries = statements.map(({ cql, parameters }) => ({ query: cql, params: parameters }));
      const isIdempotent = statements.every((statement) => statement.isIdempotent);
      const unclearCodes = table.isCounterTable ? unclear.oneByOne : unclear.inSteps;
      const tries = triesOf(isIdempotent, unclearCodes);
      const all = { ...writeOptions(options, isIdempotent, tries), counter: table.isCounterTable };
      const request = (): Promise<CqlResult> => client.batch(queries, all);
      return send(request, ({ rows }) => writeResultsOf(table, writes, rows ?? []), unclearCodes, tries);
    },
    select: (selection) => {
      const { signal } = selection;
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      const page = withTable(selection, readPage);
      return signal ? orAborted(page, signal) : page;
    },
    close: () => window.close(),
    statistics: () => [
      statistic(
        "request_duration_seconds",
        "histogram",
        "Time until the cluster responded, retries included.",
        seconds,
      ),
      statistic(
        "failed_requests_total",
        "counter",
        "Requests that the cluster refused, or that got no response.",
        failures,
      ),
      statistic("requests_in_flight", "gauge", "Requests to the cluster without a response yet.", window.inFlight),
      statistic("waiting_requests", "gauge", "Requests that wait until fewer are in flight.", window.waiting),
      statistic("nodes", "gauge", "Known nodes of the cluster.", client.hosts?.length ?? 0),
    ],
  };
}

function statistic(name: string, kind: Statistic["kind"], help: string, value: Statistic["value"]): Statistic {
  return { name, kind, help, value };
}

function writeOptions(
  { consistency, serialConsistency }: WriteOptions,
  isIdempotent: boolean,
  retry: EarlierTries | undefined,
): StatementOptions {
  // A serial level decides the condition; the write itself has its own level.
  const isSerial = consistency === "SERIAL" || consistency === "LOCAL_SERIAL";
  return {
    prepare: true,
    consistency: consistencyOf(isSerial ? undefined : consistency),
    serialConsistency: consistencyOf(serialConsistency ?? (isSerial ? consistency : "LOCAL_SERIAL")),
    isIdempotent,
    retry,
  };
}

/** The page, or the signal's reason if it is aborted first. The cluster continues to read. */
function orAborted(page: Promise<Page>, signal: AbortSignal): Promise<Page> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    void page.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
