/**
 * The errors of a store, and what each means: the one table for the service, sessions on a store, and the command line.
 */
export type StoreErrorCode =
  | "unknown-keyspace"
  | "unknown-table"
  /** The database would refuse it; the message says why, in the database's words where it has some. */
  | "invalid"
  /** The page state is not one that the store gave for this selection. */
  | "page-state"
  /** The request would read too much; the message says what to narrow. */
  | "too-many-reads"
  /** The disk fails or refuses, the cluster is unavailable. */
  | "unavailable"
  /** Another process has the data. */
  | "data-in-use"
  /** The folder holds files of something else. */
  | "foreign-data"
  /** A newer version wrote the data. */
  | "newer-data"
  /** Too few replicas answered in time. */
  | "timeout"
  /** The store has more to do than it can. */
  | "overloaded"
  /** The disk is full: nothing can be written until there is room. Rows can be read if the data could be opened for that. */
  | "full"
  /** A file does not hold what was written to it. */
  | "damaged";

/** Whether a failed write was applied. Only after `no` may any write be sent again. */
export type FailureOutcome = "no" | "unknown";

interface ErrorMeaning {
  /** The status of an HTTP response. */
  readonly status: number;
  /** Whether a write that failed so was applied, unless the error itself says more. */
  readonly applied: FailureOutcome;
  /**
   * For errors that are failures of the store, whatever it was asked: what clients may know. The message itself, which
   * could name folders and hosts, is for whoever runs the store. Absent if the request is at fault.
   */
  readonly publicMessage?: string;
  /** When the same request may succeed; absent where someone has to do something first. */
  readonly retryAfterSeconds?: number;
}

const away = "The data is not available at the moment";

/** By code. */
export const storeErrors: Readonly<Record<StoreErrorCode, ErrorMeaning>> = {
  "unknown-keyspace": { status: 404, applied: "no" },
  "unknown-table": { status: 404, applied: "no" },
  invalid: { status: 400, applied: "no" },
  "page-state": { status: 400, applied: "no" },
  "too-many-reads": { status: 400, applied: "no" },
  unavailable: { status: 503, applied: "unknown", publicMessage: away, retryAfterSeconds: 1 },
  "data-in-use": { status: 503, applied: "no", publicMessage: away },
  "foreign-data": { status: 503, applied: "no", publicMessage: away },
  "newer-data": { status: 503, applied: "no", publicMessage: away },
  timeout: { status: 504, applied: "unknown", publicMessage: "The data was not available in time" },
  overloaded: { status: 503, applied: "unknown", publicMessage: "The store is overloaded", retryAfterSeconds: 1 },
  full: {
    status: 507,
    applied: "unknown",
    publicMessage: "The disk is full: nothing can be written until there is room",
  },
  damaged: { status: 503, applied: "unknown", publicMessage: away },
};

export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;
  /** Meaningless for reads. */
  readonly applied: FailureOutcome;

  constructor(
    code: StoreErrorCode,
    message: string,
    cause?: unknown,
    applied: FailureOutcome = storeErrors[code].applied,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.applied = applied;
  }

  /** Whether the store failed, whatever it was asked; otherwise the request is at fault. */
  get isFailure(): boolean {
    return storeErrors[this.code].publicMessage !== undefined;
  }
}

/** The error of whatever is asked of a store after it was closed. */
export function closedStore(): StoreError {
  return new StoreError("unavailable", "the store is closed", undefined, "no");
}
