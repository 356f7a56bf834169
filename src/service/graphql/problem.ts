/** Errors of a document: where they are, and what the client gets to know of them. */
import { GraphQLError, Kind, locatedError, parse } from "graphql";
import type { FieldNode, SelectionSetNode } from "graphql";
import type { GraphQLProblem } from "@colonnade/runtime/protocol";
import { StoreError, storeErrors } from "../../store/index.ts";
import { shorten } from "../http.ts";
import type { Execution, Place } from "./execution.ts";

/** An error that the client can act on, in the form of a rejection by the database. */
export function invalid(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "invalid" } });
}

/** Where unexpected errors go. */
export interface Reporting {
  readonly report: (error: unknown, requestId: string) => void;
  readonly requestId: string;
}

/**
 * Formats an error for the result. A rejection by the database keeps its message and gets `extensions.code`; an
 * unexpected error is masked, and only its ID is shown.
 */
export function printProblem(error: GraphQLError, { requestId, report }: Reporting): GraphQLProblem {
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

/** Errors with the places of their fields in this text, in the order in which the fields failed. */
export async function locate(text: string, { failures, reads }: Execution): Promise<readonly GraphQLError[]> {
  const [operation] = parse(text).definitions;
  const located: GraphQLError[] = [];
  for (const { error, place } of failures) {
    const path = stepsTo(place);
    const node = operation?.kind === Kind.OPERATION_DEFINITION ? nodeAt(operation.selectionSet, path) : undefined;
    located.push(locatedError(error, node, path));
    // Each counts the lines of the text before it.
    await reads.timeSlice.yieldIfOver();
  }
  return located;
}

function stepsTo(place: Place): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let step: Place | undefined = place; step; step = step.above) path.unshift(step.key);
  return path;
}

function nodeAt(root: SelectionSetNode, path: readonly (string | number)[]): FieldNode | undefined {
  let selections: SelectionSetNode | undefined = root;
  let found: FieldNode | undefined;
  for (const key of path) {
    if (typeof key === "number") continue;
    found = selections?.selections.find(
      (node): node is FieldNode => node.kind === Kind.FIELD && (node.alias ?? node.name).value === key,
    );
    selections = found?.selectionSet;
  }
  return found;
}
