/** Compares what callers were told with what the table holds afterwards. */
import cassandra from "cassandra-driver";
import type { Ledger } from "./ledger.ts";
import { connectDriver, rowName } from "./ways.ts";

export interface Verdict {
  readonly acknowledged: number;
  readonly notApplied: number;
  readonly unknown: number;
  /** Of the unknown ones, those that were written all the same. */
  readonly unknownButThere: number;
  readonly aborted: number;
  /** Acknowledged rows that are missing, by consistency of the read. */
  readonly lost: { readonly localQuorum: number; readonly all: number };
  /** Rows of writes that were said to be not applied. */
  readonly untrue: number;
  readonly reads: number;
  readonly staleReads: number;
}

export interface Rows {
  readonly localQuorum: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

/** Reads the whole table, at LOCAL_QUORUM before ALL, which repairs what it reads. */
export async function readRows(contactPoints: readonly string[]): Promise<Rows> {
  const { localQuorum, all } = cassandra.types.consistencies;
  // A client that went through a failure may still wait before it connects again.
  const client = connectDriver(contactPoints);
  try {
    return { localQuorum: await scan(client, localQuorum), all: await scan(client, all) };
  } finally {
    await client.shutdown();
  }
}

async function scan(client: cassandra.Client, consistency: number): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const options = { prepare: true, consistency, fetchSize: 5000, isIdempotent: true };
  for await (const row of await client.execute("SELECT id, name FROM shop.products", [], options)) {
    const id = String(row["id"]);
    if (row["name"] === rowName(id)) found.add(id);
  }
  return found;
}

export function judge(ledger: Ledger, rows: Rows): Verdict {
  const told = [...ledger.told];
  const count = (test: (id: string, told: string) => boolean): number => told.filter(([id, as]) => test(id, as)).length;
  const isThere = (id: string): boolean => rows.localQuorum.has(id) || rows.all.has(id);
  return {
    acknowledged: ledger.count("applied"),
    notApplied: ledger.count("not-applied"),
    unknown: ledger.count("unknown"),
    unknownButThere: count((id, as) => as === "unknown" && isThere(id)),
    aborted: ledger.aborted,
    lost: {
      localQuorum: count((id, as) => as === "applied" && !rows.localQuorum.has(id)),
      all: count((id, as) => as === "applied" && !rows.all.has(id)),
    },
    untrue: count((id, as) => as === "not-applied" && isThere(id)),
    reads: ledger.reads,
    staleReads: ledger.staleReads,
  };
}

/** What must not happen, in words; nothing if all is well. */
export function problemsOf(verdict: Verdict): string[] {
  const { lost, untrue, staleReads, acknowledged } = verdict;
  return [
    ...(acknowledged === 0 ? ["no write was acknowledged"] : []),
    ...(lost.localQuorum > 0 ? [`${lost.localQuorum} acknowledged writes are missing at LOCAL_QUORUM`] : []),
    ...(lost.all > 0 ? [`${lost.all} acknowledged writes are missing at ALL`] : []),
    ...(untrue > 0 ? [`${untrue} writes that were said to be not applied are there`] : []),
    ...(staleReads > 0 ? [`${staleReads} reads did not find an acknowledged row`] : []),
  ];
}
