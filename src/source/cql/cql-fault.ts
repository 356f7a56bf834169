/**
 * What a cluster refuses, with the next step. The driver's texts are for those who write for it, and say little of what to do.
 * `node-fault.ts` has what comes before.
 */
import { ColonnadeError } from "../../errors.ts";
import type { FoundNode } from "./find-node.ts";

/** Why a node that speaks CQL does not let the driver in. */
export function logInFault(error: unknown, { point }: FoundNode, username: string | undefined): ColonnadeError {
  const cause = causeOf(error);
  const service = { kind: "service", cause: error } as const;
  if (cause.name === "AuthenticationError" || cause.code === codes.badCredentials) {
    const message =
      username === undefined
        ? `${point.text} asks who you are`
        : `${point.text} refuses the user ${JSON.stringify(username)} or the password`;
    const next = `${username === undefined ? "set" : "check"} CASSANDRA_USERNAME and CASSANDRA_PASSWORD`;
    return new ColonnadeError("cql-credentials", message, { ...service, next });
  }
  const reason = isTimeout(cause) ? "it does not answer any more" : firstLine(cause.message);
  return new ColonnadeError("cql-no-answer", `${point.text} speaks CQL, but cannot be used: ${reason}`, {
    ...service,
    next: "try again, or another contact point",
  });
}

/** Why a query was not answered. */
export function queryFault(error: unknown, what: string): ColonnadeError {
  const cause = causeOf(error);
  const service = { kind: "service", cause: error } as const;
  if (cause.code === codes.unauthorized) {
    const next = "let the user read system_schema, or take another one";
    return new ColonnadeError("cql-forbidden", `the user may not read ${what}`, { ...service, next });
  }
  const reason = isTimeout(cause) ? "the cluster does not answer in time" : firstLine(cause.message);
  const next = "try again, or another contact point";
  return new ColonnadeError("cql-query", `${what} cannot be read: ${reason}`, { ...service, next });
}

/** Whether a server has no such table. @see captures, cql-errors */
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

/** The driver tells one error for each host that it tried, and there is but one. */
export function causeOf(error: unknown): Cause {
  const inner: unknown = typeof error === "object" && error !== null && "innerErrors" in error && error.innerErrors;
  const [cause = error]: unknown[] = typeof inner === "object" && inner !== null ? Object.values(inner) : [];
  if (!(cause instanceof Error)) return { name: "", message: String(cause), code: undefined };
  return { name: cause.name, message: cause.message, code: "code" in cause ? cause.code : undefined };
}

/** What the database says, which names what is wrong, without a final stop. */
export function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(/\.$/, "");
}
