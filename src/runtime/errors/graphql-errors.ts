import { ServiceError } from "./service-error.ts";
import type { ServiceErrorOptions } from "./service-error.ts";

/** The service rejected the document, or failed to execute one of its fields. */
export class GraphQLError extends ServiceError {
  override readonly name: string = "GraphQLError";
  /** The service's own messages, one per problem. */
  readonly problems: readonly string[];

  /** @param reason @default the first problem */
  constructor(
    code: "document-rejected" | "field" | "page-state",
    problems: readonly string[],
    options?: ServiceErrorOptions,
    reason: string = problems[0] || "the service gave no reason",
  ) {
    super(code, reason, { outcome: "refused", ...options });
    this.problems = problems;
  }
}

/** A GraphQL name in a document that the service does not know. */
export interface UnknownName {
  /** `insertThings`, or the API's name of a column. */
  readonly name: string;
  /** The type that lacks it, if the service names it. */
  readonly type: string | undefined;
}

/** The service rejected the document as a whole: nothing was executed. */
export class DocumentRejectedError extends GraphQLError {
  override readonly name: string = "DocumentRejectedError";
  /** The unknown names: the database may be older than the bindings. */
  readonly unknownNames: readonly UnknownName[];
  /** Whether the database lacks the table: all operations on it fail alike. */
  readonly lacksTable: boolean;

  constructor(
    code: "document-rejected",
    problems: readonly string[],
    options: ServiceErrorOptions & {
      readonly unknownNames?: readonly UnknownName[];
      readonly lacksTable?: boolean;
    } = {},
    reason?: string,
  ) {
    super(code, problems, options, reason);
    this.unknownNames = options.unknownNames ?? [];
    this.lacksTable = options.lacksTable ?? false;
  }
}

/**
 * The service failed to execute this operation; others of the same document may have been executed. Its code is
 * `page-state` if the page state is not valid, which an app may have from a URL.
 */
export class FieldError extends GraphQLError {
  override readonly name: string = "FieldError";
}
