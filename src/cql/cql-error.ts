import { randomUUID } from "node:crypto";
import { StoreError, storeErrors } from "../store/index.ts";

/** The errors of the protocol that this server has, with their codes. @see native protocol v5, section 8 */
export const errorCodes = {
  server: 0x0000,
  protocol: 0x000a,
  credentials: 0x0100,
  unavailable: 0x1000,
  overloaded: 0x1001,
  truncate: 0x1003,
  "write-timeout": 0x1100,
  "read-timeout": 0x1200,
  "function-failure": 0x1400,
  syntax: 0x2000,
  unauthorized: 0x2100,
  invalid: 0x2200,
  config: 0x2300,
  "already-exists": 0x2400,
  unprepared: 0x2500,
} as const;

export type CqlErrorCode = keyof typeof errorCodes;

/** Details that some errors have in addition to their message. */
export interface ErrorDetails {
  /** For `already-exists`; the table is empty for a keyspace. */
  readonly exists?: { readonly keyspace: string; readonly table: string };
  /** For `function-failure`. */
  readonly function?: { readonly keyspace: string; readonly name: string; readonly arguments: readonly string[] };
  /** For `unprepared`: the statement's ID. */
  readonly id?: Buffer;
  /** For `unavailable`, `write-timeout` and `read-timeout`. */
  readonly replicas?: {
    /** The protocol's number of the consistency level. */
    readonly consistency: number;
    readonly required: number;
    /** The replicas that responded, or are alive. */
    readonly received: number;
    /** For a write: `SIMPLE`, `BATCH`, `CAS`, … */
    readonly writeType?: string;
    /** For a read. */
    readonly hasData?: boolean;
  };
}

/** An error with the code and message that the database returns. */
export class CqlError extends Error {
  override readonly name = "CqlError";
  readonly code: CqlErrorCode;
  readonly details: ErrorDetails;

  constructor(code: CqlErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** For the caller to throw. */
export function protocolError(message: string): CqlError {
  return new CqlError("protocol", message);
}

/** For the caller to throw. */
export function invalid(message: string): CqlError {
  return new CqlError("invalid", message);
}

/**
 * The error that a client gets. Of a failure it learns only what the store's own table says.
 *
 * @param report gets failures and unexpected errors, with the ID that the client got
 */
export function errorOf(error: unknown, report?: (error: unknown, requestId: string) => void): CqlError {
  if (error instanceof CqlError) return error;
  if (error instanceof StoreError && !error.isFailure) return invalid(error.message);
  const requestId = randomUUID();
  report?.(error, requestId);
  const reason = error instanceof StoreError ? storeErrors[error.code].publicMessage : undefined;
  return new CqlError("server", `${reason ?? "Internal error"} (request ${requestId})`);
}
