/** Errors of the cluster and of cassandra-driver as errors of a store: what failed, and whether a write was applied. */
import { StoreError } from "../store-error.ts";
import type { FailureOutcome, StoreErrorCode } from "../store-error.ts";

type Meaning = readonly [code: StoreErrorCode, applied: FailureOutcome];

/** By the code of the native protocol. @see CQL binary protocol v5, section 9; captures, cql-errors */
const responses: Readonly<Record<number, Meaning>> = {
  // Bad credentials.
  0x0100: ["unavailable", "no"],
  // Too few replicas are alive.
  0x1000: ["unavailable", "no"],
  0x1001: ["overloaded", "no"],
  // Bootstrapping.
  0x1002: ["unavailable", "no"],
  // Write timeout: of a batch that is logged too, and of a condition.
  0x1100: ["timeout", "unknown"],
  // Read timeout: of a conditional write, while it was deciding.
  0x1200: ["timeout", "unknown"],
  // A condition was decided on, and nobody knows how.
  0x1700: ["timeout", "unknown"],
  // A malformed request: the paging state of another version.
  0x000a: ["invalid", "no"],
  // Syntax error.
  0x2000: ["invalid", "no"],
  // The rights of the client's user, not what was asked: whoever asked cannot do anything about it.
  0x2100: ["unavailable", "no"],
  // Refused for what it says.
  0x2200: ["invalid", "no"],
  0x2300: ["invalid", "no"],
  // The keyspace or table exists already.
  0x2400: ["invalid", "no"],
  // Unprepared, and the driver could not prepare it again: the table was dropped, or has columns of other types.
  0x2500: ["invalid", "no"],
};

/**
 * Responses that say "not applied" of a write in one step only. A node can say so between two steps as well, and leave what it
 * has begun to the others or to the log of batches.
 */
export const unclear = {
  inOneStep: [],
  /** A condition that was decided on, a batch that is in the log, a counter that one node has added up. */
  inSteps: [0x1001],
  /** Counters of several partitions have no log: each is looked for replicas when the one before it was sent. */
  oneByOne: [0x1000, 0x1001],
} as const satisfies Record<string, readonly number[]>;

/** By the name of an error that the driver made itself. */
const own: Readonly<Record<string, Meaning>> = {
  OperationTimedOutError: ["timeout", "unknown"],
  BusyConnectionError: ["overloaded", "no"],
  AuthenticationError: ["unavailable", "no"],
};

/** Reads and writes that fail within a node, a connection that breaks, anything else. */
const otherwise: Meaning = ["unavailable", "unknown"];

interface DriverError {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  /** By the address of each host that was tried; a text where no request was sent. */
  readonly innerErrors?: Readonly<Record<string, unknown>>;
  readonly isSocketError?: boolean;
  readonly requestNotWritten?: boolean;
}

/**
 * The error of a store for whatever the driver threw.
 *
 * @param unclearCodes responses after which a part of the write may have been applied
 * @param mayBeApplied whether an earlier try of the same write may have been applied
 */
export function storeFailure(
  thrown: unknown,
  unclearCodes: readonly number[] = unclear.inOneStep,
  mayBeApplied = false,
): StoreError {
  if (thrown instanceof StoreError) return thrown;
  const error = thrown instanceof Error ? (thrown as DriverError) : { name: "", message: String(thrown) };
  const [code, applied] = meaningOf(error, unclearCodes);
  return new StoreError(code, withoutCasts(error.message), thrown, mayBeApplied ? "unknown" : applied);
}

/** The cluster quotes the statement that it got, in which each marker has its type: `id != (uuid)?`. */
function withoutCasts(message: string): string {
  return message.replaceAll(/\([^()]*\)\?/g, "?");
}

function meaningOf(error: DriverError, unclearCodes: readonly number[]): Meaning {
  const { name, code, innerErrors, isSocketError, requestNotWritten } = error;
  if (typeof code === "number") {
    const [meaning, applied] = responses[code] ?? otherwise;
    return [meaning, unclearCodes.includes(code) ? "unknown" : applied];
  }
  if (innerErrors) return meaningOfAll(Object.values(innerErrors), unclearCodes);
  if (isSocketError) return ["unavailable", requestNotWritten ? "no" : "unknown"];
  return own[name] ?? otherwise;
}

/** No host is left: each refused a connection, or failed after the request was sent. */
function meaningOfAll(errors: readonly unknown[], unclearCodes: readonly number[]): Meaning {
  const meanings = errors.flatMap((error) => (wasSent(error) ? [meaningOf(error, unclearCodes)] : []));
  const unknown = meanings.find(([, applied]) => applied === "unknown");
  if (unknown) return unknown;
  const refused = meanings.find(([code]) => code === "invalid");
  if (refused) return refused;
  const isBusy = errors.length > 0 && errors.every((error) => error instanceof Error && error.name === busy);
  return [isBusy ? "overloaded" : "unavailable", "no"];
}

const busy = "BusyConnectionError";

function wasSent(error: unknown): error is DriverError {
  if (!(error instanceof Error)) return false;
  const { name, code, isSocketError } = error as DriverError;
  return typeof code === "number" || isSocketError === true || name === "OperationTimedOutError";
}
