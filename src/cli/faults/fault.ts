import { isColonnadeError } from "../../errors.ts";
import type { ErrorKind, Problem } from "../../errors.ts";
import { exitCodes } from "./exit-codes.ts";

/** Any error, as the command line tells it. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly next?: string | undefined;
  readonly problems: readonly Problem[];
  readonly exitCode: number;
  /** For a mistake of ours alone: where it happened. */
  readonly stack?: string | undefined;
}

/** The parts by which errors of other rooms are recognised: two installed copies of a package share no class. */
interface Marked extends Error {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly outcome?: unknown;
  readonly requestId?: unknown;
}

/** What helps with an error of the runtime, by its code. */
const nextByServiceCode: Readonly<Record<string, string>> = {
  config: "correct the address in --url, COLONNADE_URL or the config file; it holds no user and no password",
  connect: "start the service (colonnade serve), or correct --url",
  "connection-lost": "try again",
  timeout: "try again; if it stays so, look at the service's log",
  credentials: "check COLONNADE_USERNAME and COLONNADE_PASSWORD",
  "token-request": "check --url: it is the address before /api",
  protocol: "check --url: it is the address before /api",
  unauthorized: "check COLONNADE_TOKEN, or COLONNADE_USERNAME and COLONNADE_PASSWORD",
  forbidden: "ask for the right to read the keyspace's tables",
  "not-found": "check --keyspace, and --url: it is the address before /api",
  "rate-limit": "wait, then try again",
  server: "look at the service's log, under the request's id",
};

const nextBySystemCode: Readonly<Record<string, string>> = {
  EADDRINUSE: "choose another port; --port 0 takes one that is free",
  EADDRNOTAVAIL: "choose an address of this machine with --host",
  EACCES: "check the permissions, or choose another place",
  ENOSPC: "make room on the disk",
};

/** Errors of the store that no other command line mends. */
const ofTheMachine: ReadonlySet<string> = new Set(["unavailable", "full", "damaged"]);

/** Turns whatever was thrown into what to say and what to exit with. Never fails. */
export function describeError(thrown: unknown): Fault {
  if (!(thrown instanceof Error)) return bug(new Error(String(thrown)));
  if (isColonnadeError(thrown)) {
    const { code, message, next, problems, kind } = thrown;
    return { code, message, next, problems, exitCode: exitCodes[kind satisfies ErrorKind] };
  }
  const error: Marked = thrown;
  const { code } = error;
  if (typeof code !== "string") return bug(error);
  const said = { code, message: error.message, problems: [] };
  if ("outcome" in error && "requestId" in error) {
    return {
      ...said,
      next: nextByServiceCode[code],
      exitCode: code === "config" ? exitCodes.input : exitCodes.service,
    };
  }
  if (error.name === "StoreError") {
    return { ...said, exitCode: ofTheMachine.has(code) ? exitCodes.machine : exitCodes.input };
  }
  if (typeof error.syscall === "string") {
    return { ...said, next: nextBySystemCode[code], exitCode: exitCodes.machine };
  }
  return bug(error);
}

function bug(error: Error): Fault {
  return {
    code: "bug",
    message: `this is a bug in Colonnade: ${error.message}`,
    next: "please report it, with what --verbose says",
    problems: [],
    exitCode: exitCodes.bug,
    stack: error.stack,
  };
}
