import { GraphQLError } from "graphql";
import type { GraphQLProblem } from "@colonnade/runtime/protocol";
import { StoreError, storeErrors } from "../../store/index.ts";
import { shorten } from "../answer.ts";
import type { Execution } from "./execution.ts";

/**
 * Formats an error for the result. A rejection by the database keeps its message and gets `extensions.code`; an
 * unexpected error is masked, and only its ID is shown.
 */
export function printProblem(
  error: GraphQLError,
  { requestId, report }: Pick<Execution, "requestId" | "report">,
): GraphQLProblem {
  const printed: GraphQLProblem = { ...error.toJSON(), message: shorten(error.message) };
  const cause = causeOf(error);
  if (cause instanceof StoreError) {
    const { code, applied } = cause;
    const { publicMessage } = storeErrors[code];
    if (publicMessage === undefined) return { ...printed, message: shorten(cause.message), extensions: { code } };
    report(cause, requestId);
    return { ...printed, message: publicMessage, extensions: { code, applied } };
  }
  // Without a path nothing was run yet: the document or a variable is wrong, and the message says how.
  if (error.path === undefined || cause === undefined || cause instanceof GraphQLError) return printed;
  report(cause, requestId);
  return { ...printed, message: `Internal error (request ${requestId})`, extensions: { code: "internal" } };
}

function causeOf(error: GraphQLError): Error | undefined {
  const cause = error.originalError;
  return cause instanceof GraphQLError && cause.originalError ? causeOf(cause) : cause;
}
