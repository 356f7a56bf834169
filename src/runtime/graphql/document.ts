/**
 * GraphQL documents: printed from data, sent, and what the answer says of each operation.
 *
 * Literals stand in the text, as in the samples of the service document: every server of this family takes them, while
 * the names of input types differ.
 */
import { DocumentRejectedError, FieldError, ProtocolError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import { isFailure } from "../errors/failure.ts";
import type { Failure } from "../errors/failure.ts";
import { httpError } from "../errors/http-error.ts";
import type { Layout } from "../table/layout.ts";
import { profileOf } from "../profile/profile-of.ts";
import type { Profile } from "../profile/profile.ts";
import type { Wire } from "../protocol/codec.ts";
import type { GraphQLAnswer, GraphQLProblem } from "../protocol/payloads.ts";
import { showAll } from "../errors/redact.ts";
import type { Answer } from "../session/request.ts";
import type { Session } from "../session/session-options.ts";
import { inTermsOfTables, unknownNamesIn } from "./unknown-names.ts";

/** A value of an enum in a document: printed bare. */
export class EnumValue {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export type Literal = Wire | EnumValue | readonly Literal[] | { readonly [name: string]: Literal | undefined };
export type Members = { readonly [name: string]: Literal | undefined };
/** What one operation of a document gave: a row of sorts. */
export type Result = Readonly<Record<string, unknown>>;

/** A value as GraphQL text: `{ id: "1", price: null }`. Members that are undefined are left out. */
export function printLiteral(value: Literal): string {
  if (value instanceof EnumValue) return value.name;
  if (Array.isArray(value)) return `[${value.map(printLiteral).join(", ")}]`;
  if (typeof value === "object" && value !== null) return `{${printMembers(value as Members)}}`;
  // JSON writes minus zero without its sign.
  if (Object.is(value, -0)) return "-0.0";
  // GraphQL takes all escapes of a JSON string, and the same numbers.
  return JSON.stringify(value);
}

function printMembers(members: Members): string {
  let text = "";
  for (const name in members) {
    const value = members[name];
    if (value !== undefined) text += `${text && ", "}${name}: ${printLiteral(value)}`;
  }
  return text;
}

/** `insertProducts(value: {id: "1"}) { applied }` */
export function printField(field: string, args: Members, selection: string): string {
  const printed = printMembers(args);
  return `${field}${printed && `(${printed})`} { ${selection} }`;
}

/**
 * Sends a document of one printed field and returns what that holds.
 *
 * @param safe whether a mutation may be sent once more when its answer is lost
 * @throws {DocumentRejectedError} when nothing was executed
 * @throws {FieldError} when the service could not do it
 */
export async function execute(
  session: Session,
  layout: Layout,
  kind: "query" | "mutation",
  about: About & { readonly operation: string },
  field: string,
  signal: AbortSignal | undefined,
  safe = false,
): Promise<Result> {
  const profile = profileOf(session);
  let result: Result | Failure | undefined;
  const read = (answer: Answer): Result | Failure => {
    const fields = readFields(answer, ["result"], profile);
    return (result = isFailure(fields) ? fields : (fields[0] ?? {}));
  };
  try {
    const answer = await session.send({
      ...about,
      method: "POST",
      path: graphqlPath(session, layout),
      body: { query: `${kind} { result: ${field} }`, variables: {} },
      signal,
      safety: kind === "query" ? "read" : safe ? "safe" : "unsafe",
      paged: kind === "query",
      accept: (answer) => {
        const found = read(answer);
        return isFailure(found) ? found : undefined;
      },
    });
    // A session of the app's own may not have looked.
    result ??= read(answer);
    if (isFailure(result)) throw result.raise({ ...about, requestId: answer.requestId });
    return result;
  } catch (error) {
    throw inTermsOfTables(error, layout);
  }
}

export function graphqlPath(session: Session, layout: Layout): string {
  const { keyspace } = layout;
  return profileOf(session).graphqlPath(keyspace === session.keyspace ? undefined : keyspace, keyspace);
}

/**
 * What an answer says of each field of its document: what it holds, or why it holds nothing. A failure alone means that
 * the document was refused as a whole.
 * @see runtime 2.10
 */
export function readFields(
  { json, status, requestId, show = showAll }: Answer,
  names: readonly string[],
  profile: Profile,
): readonly (Result | Failure)[] | Failure {
  const { data, errors } = (json ?? {}) as GraphQLAnswer;
  const problems = (Array.isArray(errors) ? (errors as unknown[]) : []).map(problemOf);
  // With a path in one of them something was executed, although a null went up to the top.
  if (!data && problems.length > 0 && !problems.some((problem) => problem.path?.length)) {
    return rejection(problems, { status, requestId, show });
  }
  return names.map((name) => {
    const result = data?.[name];
    const found = typeof result === "object" && result !== null && !Array.isArray(result);
    if (found && problems.length === 0) return result as Result;
    const own = problems.filter((problem) => (problem.path?.length ? problem.path[0] === name : !found));
    if (own.length > 0) {
      const meanings = new Set(own.map(profile.meaningOf));
      const throttled = meanings.has("overloaded");
      const unknown = throttled || meanings.has("unknown");
      const outcome = unknown ? "unknown" : "refused";
      const said = own.map(({ message }) => message);
      return {
        outcome,
        transient: unknown,
        throttled,
        raise: (known) =>
          outcome === "refused" && meanings.has("forbidden")
            ? httpError(403, `${said.map(show).join("; ")}; grant it, or use another role`, { requestId, ...known })
            : new FieldError("field", said.map(show), { status, requestId, outcome, ...known }),
      } satisfies Failure;
    }
    if (found) return result as Result;
    return {
      outcome: "unknown",
      transient: (json ?? undefined) === undefined,
      raise: (known) => new ProtocolError("the answer holds no result", { status, requestId, ...known }),
    } satisfies Failure;
  });
}

function rejection(
  problems: readonly GraphQLProblem[],
  answer: Required<Pick<Answer, "status" | "requestId" | "show">>,
): Failure {
  const { show, ...about } = answer;
  return {
    outcome: "refused",
    transient: false,
    ofLine: (line) => {
      const own = problems.filter((problem) => problem.locations?.some((location) => location?.line === line));
      return own.length > 0 ? rejection(own, answer) : undefined;
    },
    raise: (known) => {
      const said = problems.map(({ message }) => show(message));
      const unknownNames = problems.flatMap(({ message }) => unknownNamesIn(message));
      return new DocumentRejectedError("document-rejected", said, { ...about, ...known, unknownNames });
    },
  };
}

/** A problem as it should be, whatever stands in the list. */
function problemOf(problem: unknown): GraphQLProblem {
  const { message, path, locations, extensions } = (problem ?? {}) as Partial<GraphQLProblem>;
  const said = { message: String(message ?? "") };
  return {
    ...said,
    ...(Array.isArray(path) && { path }),
    ...(Array.isArray(locations) && { locations }),
    ...(typeof extensions === "object" && extensions !== null && { extensions }),
  };
}

/** How many lexical tokens a value has in a document. */
export function countTokens(value: Literal | undefined): number {
  if (value === undefined) return 0;
  if (typeof value !== "object" || value === null || value instanceof EnumValue) return 1;
  let count = 2;
  if (Array.isArray(value)) for (const item of value) count += countTokens(item as Literal);
  else for (const name in value) count += 2 + countTokens((value as Members)[name]);
  return count;
}
