/**
 * The log of `serve`: requests and messages, as lines for a person or as JSON for a program. All of it goes to stderr.
 *
 * An exchange has no path, query, header or body, so a line has no secrets; texts of errors are masked.
 */
import type { CqlExchange } from "../../cql/index.ts";
import type { Exchange, HandshakeFailure } from "../../service/index.ts";
import { maskSecrets } from "../faults/mask-secrets.ts";
import type { Io } from "../terminal/io.ts";
import type { LogLevel, Style, Talk } from "../terminal/talk.ts";
import { isForPrograms, printLogLine } from "../terminal/talk.ts";

export interface Log {
  readonly request: (exchange: Exchange) => void;
  /** A request of a driver. */
  readonly cqlRequest: (exchange: CqlExchange) => void;
  readonly handshakeFailed: (failure: HandshakeFailure) => void;
  /** A message that `--quiet` omits. */
  readonly say: (line: string) => void;
  /** A message that is always shown. */
  readonly warn: (line: string) => void;
  /** A secret that a person may see; a log in a pipe gets the other line. */
  readonly reveal: (line: string, without: string) => void;
  /** A request failed for a reason that its client does not get. */
  readonly failed: (reason: string, requestId: string) => void;
}

/** What each form of the log writes in its own way. */
interface Lines extends Omit<Log, "handshakeFailed"> {
  readonly handshakeFailed: (message: string, failure: HandshakeFailure) => void;
}

interface LogOptions {
  /** Whether requests are logged. */
  readonly requests: boolean;
  /** Milliseconds since 1970. @default the system's time */
  readonly now?: () => number;
}

/** A scanner of ports makes thousands; the metrics count them all. */
const mostHandshakes = 10;
const minuteMs = 60_000;
const handshakeMessages = {
  passes: "TLS handshake failed",
  "is last": "TLS handshake failed; the metrics alone count further ones of this minute",
};

export function createLog(io: Io, talk: Talk, { requests, now = Date.now }: LogOptions): Log {
  const lines = requests && isForPrograms(io.stderr) ? jsonLog(io, talk, now) : textLog(io, talk, now);
  const passes = createThrottle(mostHandshakes, minuteMs, now);
  return {
    ...lines,
    request: (exchange) => (requests && isNews(exchange) ? lines.request(exchange) : undefined),
    cqlRequest: (exchange) => (requests && isCqlNews(exchange) ? lines.cqlRequest(exchange) : undefined),
    handshakeFailed: (failure) => {
      const passage = requests ? passes() : "is held back";
      if (passage !== "is held back") lines.handshakeFailed(handshakeMessages[passage], failure);
    },
  };
}

/** A probe that succeeds would fill the log: some send one every second. */
function isNews({ route, status }: Exchange): boolean {
  return !route.startsWith("/__local/") || status >= 400;
}

/** Drivers ask for the options again and again, to learn whether the connection still works. */
function isCqlNews({ request, errorCode }: CqlExchange): boolean {
  return request !== "options" || errorCode !== undefined;
}

function textLog(io: Io, talk: Talk, now: () => number): Lines {
  const timeOfDay = (): string => new Date(now()).toTimeString().slice(0, "12:00:00".length);
  return {
    request: ({ method, route, status, durationMs, bytes, requestId, client, errorCode }) => {
      const result = errorCode === undefined ? String(status) : `${status} (${errorCode})`;
      const shown = talk.paint(styleOf(errorCode === undefined ? status : Math.max(status, 400)), result);
      const facts = [`${round(durationMs)} ms`, `${bytes} bytes`, ...(client === undefined ? [] : [client]), requestId];
      talk.insist(`${timeOfDay()} ${shown} ${method} ${route} ${talk.paint("dim", facts.join(", "))}`);
    },
    cqlRequest: ({ request, durationMs, sentBytes, client, errorCode }) => {
      const shown = talk.paint(styleOf(statusOfCql(errorCode)), errorCode ?? "ok");
      const facts = [`${round(durationMs)} ms`, `${sentBytes} bytes`, ...(client === undefined ? [] : [client])];
      talk.insist(`${timeOfDay()} ${shown} CQL ${request} ${talk.paint("dim", facts.join(", "))}`);
    },
    handshakeFailed: (message, { code, client }) =>
      talk.insist(`${timeOfDay()} ${talk.paint("yellow", message)} ${talk.paint("dim", `${code}, ${client}`)}`),
    say: talk.say,
    warn: talk.insist,
    reveal: talk.insist,
    failed: (reason, requestId) => talk.insist(`request ${requestId} failed: ${maskSecrets(reason, io.env)}`),
  };
}

/** One JSON object in a line, the messages too: a reader of the log needs no second format. */
function jsonLog(io: Io, talk: Talk, now: () => number): Lines {
  const write = (level: LogLevel, members: object): void => void io.stderr.write(printLogLine(now(), level, members));
  return {
    request: ({ method, route, status, errorCode, durationMs, bytes, requestId, client }) =>
      write(levelOf(status), { method, route, status, errorCode, ms: round(durationMs), bytes, requestId, client }),
    cqlRequest: ({ request, errorCode, durationMs, sentBytes: bytes, client }) =>
      write(levelOf(statusOfCql(errorCode)), {
        protocol: "cql",
        request,
        errorCode,
        ms: round(durationMs),
        bytes,
        client,
      }),
    handshakeFailed: (message, { code: errorCode, client }) => write("warn", { message, errorCode, client }),
    say: (message) => (talk.quiet ? undefined : write("info", { message })),
    warn: (message) => write("warn", { message }),
    reveal: (_, message) => write("warn", { message }),
    failed: (reason, requestId) => write("error", { message: maskSecrets(reason, io.env), requestId }),
  };
}

/** A client's mistake is worth a look only where it is frequent; 401 and 429 may be someone guessing passwords. */
function levelOf(status: number): LogLevel {
  if (status >= 500) return "error";
  return status === 401 || status === 429 ? "warn" : "info";
}

/** The status of the response over HTTP that means nearly the same. */
function statusOfCql(errorCode: CqlExchange["errorCode"]): number {
  if (errorCode === undefined) return 200;
  return cqlStatuses[errorCode] ?? 400;
}

const cqlStatuses: { readonly [Code in NonNullable<CqlExchange["errorCode"]>]?: number } = {
  server: 500,
  unavailable: 503,
  "read-timeout": 504,
  "write-timeout": 504,
  credentials: 401,
  overloaded: 429,
};

function styleOf(status: number): Style {
  return status >= 500 ? "red" : status >= 400 ? "yellow" : "green";
}

/** Three digits after the point at most. */
function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** Whether a call passes, and whether it is the last one of its period that does. */
type Passage = "passes" | "is last" | "is held back";

/** Lets a number of calls pass in each period, which begins with its first call. */
export function createThrottle(most: number, periodMs: number, now: () => number): () => Passage {
  let passed = 0;
  let startedMs = -Infinity;
  return () => {
    const time = now();
    // A system time that was set back must not hold back calls until it has caught up.
    if (Math.abs(time - startedMs) >= periodMs) {
      startedMs = time;
      passed = 0;
    }
    if (passed >= most) return "is held back";
    passed++;
    return passed === most ? "is last" : "passes";
  };
}
