/**
 * Reads a keyspace over GraphQL: from the definition endpoint, which reports tables as in CQL, or else from the
 * introspection of the keyspace's own endpoint, or of the service's only one. Sends at most four requests, regardless
 * of the number of tables: two with queries of definitions and two introspections.
 *
 * Reports neither the order of rows, nor times to live, nor indexes.
 */
import type { Answer, Session } from "@colonnade/runtime";
import { ColonnadeError, codeOf } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { lacksNothing, noteLeftOut } from "../left-out.ts";
import type { MayLack } from "../left-out.ts";
import type { ObservedKeyspace } from "../observed-keyspace.ts";
import { definitionPath, objectOf, objectsOf, profileOf, stringOf, unknownServiceKeyspace } from "../read-response.ts";
import type { Members } from "../read-response.ts";
import { definitionQueries, describedQuery, parseDefinitionAnswer } from "./definition-endpoint.ts";
import { introspectionQuery, parseIntrospection } from "./parse-introspection.ts";
import type { KnownTable } from "./parse-introspection.ts";

interface GraphQLRules {
  /** Tables with their names in the database, which some servers do not report. @default none */
  readonly knownTables?: readonly KnownTable[] | undefined;
  /** Whether a table may be left out if its name in the database is unknown, by the name of its type. @default none */
  readonly mayLack?: MayLack | undefined;
}

/**
 * Reads a keyspace over GraphQL.
 *
 * @throws {ServiceError} if the service does not respond, or refuses
 * @throws {ColonnadeError} `unknown-keyspace`; `bad-answer` if the response is not valid; `unknown-definition` if the
 * name of a table in the database is unknown
 */
export async function observeGraphQL(
  session: Session,
  keyspace: string,
  rules: GraphQLRules = {},
): Promise<ObservedKeyspace> {
  const defined = await seeDefinitions(session, keyspace);
  return defined ?? (await seeIntrospection(session, keyspace, rules));
}

/** Reads from the definition endpoint; undefined if it does not exist, or does not support these tables. */
async function seeDefinitions(session: Session, keyspace: string): Promise<ObservedKeyspace | undefined> {
  const path = definitionPath(session, keyspace);
  const ask = (query: string): Promise<Answer> =>
    post(session, keyspace, path, { query, variables: { name: keyspace } });
  for (const { knowsTypes, query } of definitionQueries) {
    const first = await ask(query).catch((error: unknown) => {
      if (isElsewhere(error)) return undefined;
      throw error;
    });
    if (!first) return undefined;
    const data = dataOf(first);
    const names = objectsOf(data?.["keyspaces"])?.map((one) => stringOf(one["name"]) ?? "");
    // A server rejects a query with unknown fields as a whole, and is then sent the other query.
    if (!data || !names) continue;
    if (!data["keyspace"] && !names.includes(keyspace)) throw unknownServiceKeyspace(keyspace, names);
    // The Go server returns no tables at all if one of them has a tuple or a user type.
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
  { knownTables, mayLack = lacksNothing }: GraphQLRules,
): Promise<ObservedKeyspace> {
  const { answer, isBare } = await introspect(session, keyspace);
  const data = dataOf(answer);
  const parsed = data && parseIntrospection(data, keyspace, knownTables);
  if (!parsed) {
    const [reason] = problemsOf(answer);
    throw badAnswer(
      `the response is not an introspection of ${keyspace}${reason === undefined ? "" : `: ${reason}`}`,
      answer,
    );
  }
  const { served } = parsed;
  if (isBare && served !== undefined && served !== keyspace) throw servesAnother(keyspace, served);
  const unnamed = parsed.unnamed.filter((type) => !mayLack(type));
  if (unnamed.length > 0) {
    const problems = unnamed.map((type): Problem => {
      return { code: "unknown-definition", message: `${type}: the name of its table in the database` };
    });
    const message = `GraphQL does not report the complete definitions of ${keyspace}`;
    throw new ColonnadeError("unknown-definition", message, { kind: "service", problems });
  }
  const notes = [
    ...parsed.unnamed.map((type) => noteLeftOut(type, "the name of its table in the database is unknown")),
    ...(isBare && served === undefined ? [unsureKeyspace(keyspace)] : []),
  ];
  // A table with an unknown name may be any table of another source.
  const partial = parsed.keyspace.partial === true || parsed.unnamed.length > 0;
  return { ...parsed.keyspace, notes, partial };
}

/** Uses the keyspace's own path, or else the bare one, the only one that some services have. */
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
    if (codeOf(error) !== "not-found" || bare === own) throw error;
    return { answer: await ask(bare), isBare: true };
  }
}

function servesAnother(keyspace: string, served: string): ColonnadeError {
  const message = `the service serves ${served} at /api/graphql, not ${keyspace}`;
  return new ColonnadeError("unknown-keyspace", message, {
    kind: "service",
    next: `--keyspace ${served}, or use the service of ${keyspace}`,
  });
}

/** A service with a single path for GraphQL serves one keyspace, and may not report which. */
function unsureKeyspace(keyspace: string): Problem {
  return {
    code: "unsure-keyspace",
    message: `/api/graphql does not report which keyspace it serves: its tables are assumed to be those of ${keyspace}`,
  };
}

function post(session: Session, keyspace: string, path: string, body: Members): Promise<Answer> {
  return session.send({ operation: `introspect ${keyspace}`, method: "POST", path, body, safety: "read" });
}

/** Whether an error means that the address does not exist, or not for this user. */
function isElsewhere(error: unknown): boolean {
  const code = codeOf(error);
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
