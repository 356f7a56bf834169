import { randomUUID } from "node:crypto";
import { StoreError, storeErrors } from "../../store/index.ts";
import { CqlError, cqlErrorOf } from "../cql-error.ts";

/**
 * The error that a client gets. It hears nothing of the reason for a failure but what the store's own table says.
 *
 * @param report gets failures and unexpected errors, with the ID that the client got
 */
export function errorOf(error: unknown, report: (error: unknown, requestId: string) => void): CqlError {
  if (error instanceof CqlError) return error;
  if (error instanceof StoreError && !error.isFailure) return cqlErrorOf(error);
  const requestId = randomUUID();
  report(error, requestId);
  const reason = error instanceof StoreError ? storeErrors[error.code].publicMessage : undefined;
  return new CqlError("server", `${reason ?? "Internal error"} (request ${requestId})`);
}
