/** What the engine uses of the client of cassandra-driver: its methods, its options, and the codes of consistency levels. */
import type { Client as MetadataClient, Host, ResultSet } from "../../source/cql/driver.ts";
import { StoreError } from "../store-error.ts";
import type { Consistency } from "../store.ts";
import type { RetryPolicy } from "./earlier-tries.ts";

/** Undefined leaves a column as it is. The driver sends a Buffer as it is, and alters other values without a word. */
export type Parameter = Buffer | null | undefined;

/** What the engine uses of the client of cassandra-driver 4. */
export interface CqlClient extends Omit<MetadataClient, "execute" | "hosts" | "controlConnection"> {
  execute(query: string, values: readonly unknown[], options: StatementOptions): Promise<CqlResult>;
  batch(
    queries: readonly { readonly query: string; readonly params: readonly unknown[] }[],
    options: StatementOptions,
  ): Promise<CqlResult>;
  /** Undefined until the client is connected. */
  readonly hosts: { readonly length: number; values(): readonly Host[] } | undefined;
  readonly options?: {
    readonly encoding?: { readonly useUndefinedAsUnset?: boolean };
    readonly policies?: { readonly retry?: RetryPolicy };
  };
}

/** @see cassandra-driver, QueryOptions */
export interface StatementOptions {
  readonly prepare?: boolean;
  readonly consistency?: number;
  readonly serialConsistency?: number;
  readonly isIdempotent?: boolean;
  readonly fetchSize?: number;
  readonly pageState?: string | Buffer | undefined;
  readonly readTimeout?: number;
  readonly host?: Host;
  readonly logged?: boolean;
  readonly retry?: RetryPolicy | undefined;
  readonly counter?: boolean;
}

/** A row as the driver decodes it. */
export type DriverRow = Readonly<Record<string, unknown>>;

export interface CqlResult extends Omit<ResultSet, "rows"> {
  /** Undefined for a statement that gives none. */
  readonly rows: readonly DriverRow[] | undefined;
}

/** @throws {StoreError} for a client whose options would let values be lost */
export function requireUsable({ options }: CqlClient): void {
  if (options?.encoding?.useUndefinedAsUnset !== false) return;
  const reason = "the client deletes what it should leave as it is: omit its option encoding.useUndefinedAsUnset";
  throw new StoreError("invalid", reason);
}

/** @see CQL binary protocol v4, section 3, [consistency] */
const codes: Readonly<Record<Consistency, number>> = {
  ALL: 5,
  LOCAL_QUORUM: 6,
  SERIAL: 8,
  LOCAL_SERIAL: 9,
  LOCAL_ONE: 10,
};

/** The code of a consistency level. By default, a statement reads what an earlier one wrote. */
export function consistencyOf(consistency: Consistency = "LOCAL_QUORUM"): number {
  return codes[consistency];
}
