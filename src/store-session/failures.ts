/** Maps errors of a store to the errors of the same failure over HTTP. */
import { FieldError, ServiceError, httpError, showAll } from "@colonnade/runtime/operations";
import type { OperationAbout } from "@colonnade/runtime/operations";
import { StoreError, storeErrors } from "../store/index.ts";

const unexpected = "the store threw an error that is not a StoreError";

/** The error that the caller of an operation gets. */
export function failureOf(thrown: unknown, about: OperationAbout): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const isKnown = thrown instanceof StoreError;
  const reason = isKnown ? showAll(thrown.message) : unexpected;
  const outcome = isKnown && thrown.applied === "no" ? "refused" : "unknown";
  const code = isKnown && thrown.code === "page-state" ? thrown.code : "field";
  return new FieldError(code, [reason], { ...about, outcome, cause: thrown });
}

/** The same where the service responds with a status of failure: for definitions, and when it looks for a keyspace. */
export function requestFailureOf(thrown: unknown, about: OperationAbout): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (!(thrown instanceof StoreError)) return httpError(500, unexpected, { ...about, cause: thrown });
  const { status } = storeErrors[thrown.code];
  const outcome = thrown.applied === "no" ? { outcome: "refused" as const } : {};
  return httpError(status, showAll(thrown.message), { ...about, ...outcome, cause: thrown });
}
