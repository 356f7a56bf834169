import { isColonnadeError, nextAfter } from "../../errors.ts";
import type { ErrorKind, Problem } from "../../errors.ts";
import { exitCodes } from "./exit-codes.ts";

/** Any error, as the command line reports it. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly next?: string | undefined;
  readonly problems: readonly Problem[];
  readonly exitCode: number;
  /** The stack trace, for a bug in Colonnade only. */
  readonly stack?: string | undefined;
}

/** The members that identify errors of other folders: two installed copies of a package do not share classes. */
interface Marked extends Error {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly isFailure?: unknown;
  readonly outcome?: unknown;
  readonly requestId?: unknown;
}

/** The next step for an error of the runtime, by its code. */
const nextByServiceCode: Readonly<Record<string, string>> = {
  config: "correct the address in --url, COLONNADE_URL or the config file, without a user or password",
  connect: "start the service (colonnade serve), or correct --url",
  "connection-lost": "try again",
  timeout: "try again; if this persists, see the service's log",
  credentials: "check COLONNADE_USERNAME and COLONNADE_PASSWORD",
  "token-request": "check --url: it is the address before /api",
  protocol: "check --url: it is the address before /api",
  unauthorized: "check COLONNADE_TOKEN, or COLONNADE_USERNAME and COLONNADE_PASSWORD",
  forbidden: "ask for the right to read the keyspace's tables",
  "not-found": "check --keyspace, and --url: it is the address before /api",
  "rate-limit": "wait, then try again",
  server: "see the service's log, under the request ID",
};

/** Turns any thrown value into a message and an exit code. Never fails. */
export function describeError(thrown: unknown): Fault {
  if (!(thrown instanceof Error)) return bug(new Error(String(thrown)));
  if (isColonnadeError(thrown)) {
    // Another installed copy of the package may be older, and have no summary.
    const { code, message, summary = message, next, problems, kind } = thrown;
    return { code, message: summary, next, problems, exitCode: exitCodes[kind satisfies ErrorKind] };
  }
  const error: Marked = thrown;
  const { code } = error;
  if (typeof code !== "string") return bug(error);
  const common = { code, message: error.message, problems: [] };
  if ("outcome" in error && "requestId" in error) {
    return {
      ...common,
      next: nextByServiceCode[code],
      exitCode: code === "config" ? exitCodes.input : exitCodes.service,
    };
  }
  if (error.name === "StoreError") {
    // No other command line can fix a failure of the store.
    return { ...common, exitCode: error.isFailure === true ? exitCodes.machine : exitCodes.input };
  }
  if (typeof error.syscall === "string") {
    return { ...common, next: nextAfter(error), exitCode: exitCodes.machine };
  }
  return bug(error);
}

function bug(error: Error): Fault {
  return {
    code: "bug",
    message: `this is a bug in Colonnade: ${error.message}`,
    next: "please report it with the output of --verbose",
    problems: [],
    exitCode: exitCodes.bug,
    stack: error.stack,
  };
}
