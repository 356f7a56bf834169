/**
 * GraphQL → keyspace: asks the definition endpoint, which tells of tables as CQL has them, and where there is none the
 * keyspace's own endpoint for its introspection, or the service's only one. At most five requests, whatever the number of tables.
 *
 * Knows neither the order of rows, nor times to live, nor indexes. @see service-facts 2.11, 4
 */
import type { Answer, Session } from "@colonnade/runtime";
import { ColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { lacksNothing, leftOut } from "../left-out.ts";
import type { MayLack } from "../left-out.ts";
import { profileOf } from "../profile-of.ts";
import { objectOf, objectsOf, stringOf } from "../read-json.ts";
import type { Members } from "../read-json.ts";
import type { SeenKeyspace } from "../seen-keyspace.ts";
import { unknownKeyspace } from "../unknown-keyspace.ts";
import { definitionDialects, describedQuery } from "./definition-query.ts";
import { introspectionQuery } from "./introspection-query.ts";
import { parseDefinitionAnswer } from "./parse-definition-answer.ts";
import { parseIntrospection } from "./parse-introspection.ts";
import type { KnownNames } from "./parse-introspection.ts";

export interface GraphQLRules {
  /** Names in the database, which some servers do not tell. */
  readonly known?: KnownNames | undefined;
  /** Whether a table may be left out whose name in the database nobody knows, by the name of its type. @default none may */
  readonly mayLack?: MayLack | undefined;
}

/**
 * What GraphQL tells of a keyspace.
 *
 * @throws {ServiceError} when the service does not answer, or refuses
 * @throws {ColonnadeError} `unknown-keyspace`; `bad-answer` when the answer is not what was asked for; `unknown-definition` when
 * nobody says what a table is called in the database
 */
export async function seeGraphQL(session: Session, keyspace: string, rules: GraphQLRules = {}): Promise<SeenKeyspace> {
  const defined = await seeDefinitions(session, keyspace);
  return defined ?? (await seeIntrospection(session, keyspace, rules));
}

/** What the definition endpoint tells; undefined where there is none, or it cannot tell of such tables. */
async function seeDefinitions(session: Session, keyspace: string): Promise<SeenKeyspace | undefined> {
  // Beside the keyspaces' endpoints: `/api/graphql/shop` and `/api/graphql-schema`.
  const path = profileOf(session)
    .graphqlPath(keyspace, keyspace)
    .replace(/\/[^/]*$/, "-schema");
  const ask = (query: string): Promise<Answer> =>
    post(session, keyspace, path, { query, variables: { name: keyspace } });
  for (const { knowsTypes, query } of definitionDialects) {
    const first = await ask(query).catch((error: unknown) => {
      if (isElsewhere(error)) return undefined;
      throw error;
    });
    if (!first) return undefined;
    const data = dataOf(first);
    const names = objectsOf(data?.["keyspaces"])?.map((one) => stringOf(one["name"]) ?? "");
    // What it does not know it refuses as a whole, and is asked again in another dialect.
    if (!data || !names) continue;
    if (!data["keyspace"] && !names.includes(keyspace)) throw unknownKeyspace(keyspace, names);
    // The Go server gives no tables at all when one of them has a tuple or a user type.
    if (!objectsOf(objectOf(data["keyspace"])?.["tables"]) && problemsOf(first).length > 0) return undefined;
    const answer = knowsDescriptions(data) ? await ask(describedQuery) : first;
    const parsed = parseDefinitionAnswer(dataOf(answer) ?? {}, keyspace, { isOrdered: knowsTypes });
    if ("mistake" in parsed) throw badAnswer(`the definition endpoint's answer ${parsed.mistake}`, answer);
    return parsed;
  }
  return undefined;
}

function knowsDescriptions(data: Members): boolean {
  const fields = objectsOf(objectOf(data["__type"])?.["fields"]) ?? [];
  return fields.some((field) => field["name"] === "description");
}

async function seeIntrospection(
  session: Session,
  keyspace: string,
  { known, mayLack = lacksNothing }: GraphQLRules,
): Promise<SeenKeyspace> {
  const { answer, isBare } = await introspect(session, keyspace);
  const data = dataOf(answer);
  const parsed = data && parseIntrospection(data, keyspace, known);
  if (!parsed) {
    const [reason] = problemsOf(answer);
    throw badAnswer(
      `the answer is not an introspection of ${keyspace}${reason === undefined ? "" : `: ${reason}`}`,
      answer,
    );
  }
  const { served } = parsed;
  if (isBare && served !== undefined && served !== keyspace) throw servesAnother(keyspace, served);
  const unnamed = parsed.unnamed.filter((type) => !mayLack(type));
  if (unnamed.length > 0) {
    const problems = unnamed.map((type): Problem => {
      return { code: "unknown-definition", message: `${type}: what its table is called in the database` };
    });
    const message = `GraphQL does not tell all that ${keyspace} is made of`;
    throw new ColonnadeError("unknown-definition", message, { kind: "service", problems });
  }
  const notes = [
    ...parsed.unnamed.map((type) => leftOut(type, "nobody tells what its table is called in the database")),
    ...(isBare && served === undefined ? [unsureKeyspace(keyspace)] : []),
  ];
  // A table whose name is not known may be any of those that another source has.
  const partial = parsed.keyspace.partial === true || parsed.unnamed.length > 0;
  return { ...parsed.keyspace, notes, partial };
}

/** Asks the keyspace's own path, and where there is none the bare one: the service document has no other. */
async function introspect(
  session: Session,
  keyspace: string,
): Promise<{ readonly answer: Answer; readonly isBare: boolean }> {
  const { graphqlPath } = profileOf(session);
  const [own, bare] = [graphqlPath(keyspace, keyspace), graphqlPath(undefined, keyspace)];
  const ask = (path: string): Promise<Answer> => post(session, keyspace, path, { query: introspectionQuery });
  try {
    return { answer: await ask(own), isBare: false };
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "not-found";
    if (!isMissing || bare === own) throw error;
    return { answer: await ask(bare), isBare: true };
  }
}

function servesAnother(keyspace: string, served: string): ColonnadeError {
  const message = `the service answers at /api/graphql for ${served}, not for ${keyspace}`;
  return new ColonnadeError("unknown-keyspace", message, {
    kind: "service",
    next: `--keyspace ${served}; or ask for ${keyspace} where it is served`,
  });
}

/** A service that has one path for GraphQL serves one keyspace, and need not say which. */
function unsureKeyspace(keyspace: string): Problem {
  return {
    code: "unsure-keyspace",
    message: `/api/graphql answered, which does not say which keyspace it serves: its tables are taken for those of ${keyspace}`,
  };
}

function post(session: Session, keyspace: string, path: string, body: Members): Promise<Answer> {
  return session.send({ operation: `introspect ${keyspace}`, method: "POST", path, body, safety: "read" });
}

/** Whether an error says that a service has nothing at this address, or nothing for this user. */
function isElsewhere(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "not-found" || code === "bad-request" || code === "forbidden";
}

function dataOf({ json }: Answer): Members | undefined {
  return objectOf(objectOf(json)?.["data"]);
}

function problemsOf({ json }: Answer): readonly string[] {
  return (objectsOf(objectOf(json)?.["errors"]) ?? []).flatMap((problem) => stringOf(problem["message"]) ?? []);
}

function badAnswer(message: string, { requestId }: Answer): ColonnadeError {
  return new ColonnadeError("bad-answer", `${message} (request ${requestId})`, { kind: "service" });
}
