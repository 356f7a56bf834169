/**
 * Turns errors of a cluster into messages with a next step. The driver's texts are for developers of drivers.
 * `node-fault.ts` handles errors before the connection is established.
 */
import { ColonnadeError } from "../../errors.ts";
import { flagWords } from "./cql-options.ts";
import type { ConnectOptions } from "./cql-options.ts";
import type { FoundNode } from "./find-node.ts";

/** Why a node that speaks CQL rejects the driver. */
export function logInFault(error: unknown, { point }: FoundNode, options: ConnectOptions): ColonnadeError {
  const { credentials, words = flagWords() } = options;
  const username = credentials?.username;
  const cause = causeOf(error);
  const service = { kind: "service", cause: error } as const;
  if (cause.name === "AuthenticationError" || cause.code === codes.badCredentials) {
    const message =
      username === undefined
        ? `${point.text} requires credentials`
        : `${point.text} refuses the user ${JSON.stringify(username)} or the password`;
    const next = `${username === undefined ? "set" : "check"} ${words.credentials}`;
    return new ColonnadeError("cql-credentials", message, { ...service, next });
  }
  const reason = isTimeout(cause) ? "it stopped responding" : firstLine(cause.message);
  return new ColonnadeError("cql-no-answer", `${point.text} speaks CQL, but cannot be used: ${reason}`, {
    ...service,
    next: "try again, or another contact point",
  });
}

/** Why a query failed. */
export function queryFault(error: unknown, what: string): ColonnadeError {
  const cause = causeOf(error);
  const service = { kind: "service", cause: error } as const;
  if (cause.code === codes.unauthorized) {
    const next = "grant the user access to system_schema, or use another one";
    return new ColonnadeError("cql-forbidden", `the user may not read ${what}`, { ...service, next });
  }
  const reason = isTimeout(cause) ? "the request timed out" : firstLine(cause.message);
  const next = "try again, or another contact point";
  return new ColonnadeError("cql-query", `${what} cannot be read: ${reason}`, { ...service, next });
}

/** Whether the error means that the table does not exist. */
export function isUnknownTable(error: unknown): boolean {
  return causeOf(error).code === codes.invalid;
}

/** Of the native protocol. */
const codes = { badCredentials: 0x0100, unauthorized: 0x2100, invalid: 0x2200 };

interface Cause {
  readonly name: string;
  readonly message: string;
  readonly code: unknown;
}

function isTimeout({ name, message }: Cause): boolean {
  return name === "OperationTimedOutError" || /^connection timeout/i.test(message);
}

/** The driver reports one error for each host that it tried, and there is only one. */
export function causeOf(error: unknown): Cause {
  const inner: unknown = typeof error === "object" && error !== null && "innerErrors" in error && error.innerErrors;
  const [cause = error]: unknown[] = typeof inner === "object" && inner !== null ? Object.values(inner) : [];
  if (!(cause instanceof Error)) return { name: "", message: String(cause), code: undefined };
  return { name: cause.name, message: cause.message, code: "code" in cause ? cause.code : undefined };
}

/** The database's message, which names the problem, without a final stop. */
export function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(/\.$/, "");
}
