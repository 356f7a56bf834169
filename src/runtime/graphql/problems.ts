/**
 * The failures that a response to a document reports: of the document as a whole, of one of its fields, or that it lacks a result.
 *
 * The bindings may be newer than the database: then the problems name what is unknown. Each server does so in its own words, which
 * its profile has; the bound table maps the names to CQL.
 */
import { DocumentRejectedError, FieldError, ProtocolError } from "../errors/errors.ts";
import type { UnknownName } from "../errors/errors.ts";
import { messageOf, showAll } from "../errors/failure.ts";
import type { Failure } from "../errors/failure.ts";
import { httpError } from "../errors/http-error.ts";
import type { Answer } from "../operation/operation.ts";
import { meaningOf } from "../profile/meaning-of.ts";
import type { Profile } from "../profile/profile.ts";
import { isObject } from "../protocol/objects.ts";
import type { GraphQLProblem } from "../protocol/payloads.ts";
import type { BoundTable } from "../table/bound-table.ts";

/** The failure of a field that these problems are about. */
export function fieldFailure(problems: readonly GraphQLProblem[], answer: Answer, profile: Profile): Failure {
  const { status, requestId, show = showAll } = answer;
  const meanings = new Set(problems.map(profile.meaningOf ?? meaningOf));
  const throttled = meanings.has("overloaded");
  const unknown = throttled || meanings.has("unknown");
  const outcome = unknown ? "unknown" : "refused";
  const isPageState = !unknown && problems.some(({ extensions }) => extensions?.["code"] === "page-state");
  return {
    outcome,
    transient: unknown || meanings.has("not-now"),
    throttled,
    toError: (known) => {
      const said = problems.map(({ message }) => show(message));
      return !unknown && meanings.has("forbidden")
        ? httpError(403, `${said.join("; ")}; grant it, or use another role`, { requestId, ...known })
        : new FieldError(isPageState ? "page-state" : "field", said, { status, requestId, outcome, ...known });
    },
  };
}

/** The failure of a field without a result. Only a response without a body may have one next time: it was cut off on its way. */
export function noResult({ json, status, requestId }: Answer): Failure {
  return {
    outcome: "unknown",
    transient: (json ?? undefined) === undefined,
    toError: (known) => new ProtocolError("the response holds no result", { status, requestId, ...known }),
  };
}

/** The failure of a document that was rejected as a whole. */
export function rejection(problems: readonly GraphQLProblem[], answer: Answer, profile: Profile): Failure {
  const { status, requestId, show = showAll } = answer;
  return {
    outcome: "refused",
    transient: false,
    ofLine: (line) => {
      const own = problems.filter((problem) => problem.locations?.some((location) => location?.line === line));
      return own.length > 0 ? rejection(own, answer, profile) : undefined;
    },
    toError: (known) => {
      const said = problems.map(({ message }) => show(message));
      const unknownNames = problems.flatMap(({ message }) => (profile.unknownNamesIn ?? unknownNamesIn)(message));
      return new DocumentRejectedError("document-rejected", said, { status, requestId, ...known, unknownNames });
    },
  };
}

/** Reads a problem of the list, whatever its form. */
export function problemOf(problem: unknown): GraphQLProblem {
  const { path, locations, extensions } = (problem ?? {}) as Partial<GraphQLProblem>;
  return {
    message: messageOf(problem),
    ...(Array.isArray(path) && { path }),
    ...(Array.isArray(locations) && { locations }),
    ...(isObject(extensions) && { extensions }),
  };
}

/** As graphql-js words it: the name, and its type. */
const form = /^(?:Cannot query field|Field) "(\w+)" (?:on|is not defined by) type "(\w+)"/;

/** Extracts the unknown names from a message. */
export function unknownNamesIn(message: string): readonly UnknownName[] {
  const [, name, type] = form.exec(message) ?? [];
  return name === undefined ? [] : [{ name, type }];
}

/** Translates a rejection for unknown names into terms of the database; returns any other error unchanged. */
export function inTermsOfTables(error: unknown, table: BoundTable): unknown {
  if (!(error instanceof DocumentRejectedError) || error.unknownNames.length === 0) return error;
  const { title, type, query, members } = table;
  const operations = ["insert", "update", "delete"].map((action) => action + type);
  // `…Filter` is a query of the servers of `data-apis-profile.ts`.
  const isTable = (name: string): boolean => operations.includes(name) || name === query || name === `${query}Filter`;
  const lacksTable = error.unknownNames.some(({ name }) => isTable(name));
  const lacks = error.unknownNames.map(({ name, type: owner }) => {
    if (isTable(name)) return `${title} is not in the database`;
    const column = members.find(({ apiName }) => apiName === name);
    if (column && (owner ?? type).startsWith(type)) return `${title} has no column ${column.cqlName}`;
    return `${title} lacks ${name}${owner === undefined ? "" : ` of ${owner}`} in the database`;
  });
  const reason = `${[...new Set(lacks)].join("; ")}; run \`colonnade diff\` to see all differences`;
  return new DocumentRejectedError("document-rejected", error.problems, { ...error, lacksTable, cause: error }, reason);
}
