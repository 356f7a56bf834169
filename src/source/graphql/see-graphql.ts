/**
 * GraphQL → keyspace: asks the definition endpoint, which tells of tables as CQL has them, and where there is none the
 * keyspace's own endpoint for its introspection. At most four requests, whatever the number of tables.
 *
 * Knows neither the order of rows, nor times to live, nor indexes. @see service-facts 2.11, 4
 */
import type { Answer, Session } from "@colonnade/runtime";
import { ColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
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

/**
 * What GraphQL tells of a keyspace.
 *
 * @param known names in the database, which some servers do not tell
 * @throws {ServiceError} when the service does not answer, or refuses
 * @throws {ColonnadeError} `unknown-keyspace`; `bad-answer` when the answer is not what was asked for; `unknown-definition` when
 * nobody says what a table is called in the database
 */
export async function seeGraphQL(session: Session, keyspace: string, known?: KnownNames): Promise<SeenKeyspace> {
  const defined = await seeDefinitions(session, keyspace);
  return defined ?? (await seeIntrospection(session, keyspace, known));
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

async function seeIntrospection(session: Session, keyspace: string, known?: KnownNames): Promise<SeenKeyspace> {
  const path = profileOf(session).graphqlPath(keyspace, keyspace);
  const answer = await post(session, keyspace, path, { query: introspectionQuery });
  const data = dataOf(answer);
  const parsed = data && parseIntrospection(data, keyspace, known);
  if (!parsed) {
    const [reason] = problemsOf(answer);
    throw badAnswer(
      `the answer is no introspection of ${keyspace}${reason === undefined ? "" : `: ${reason}`}`,
      answer,
    );
  }
  if (parsed.unnamed.length === 0) return parsed.keyspace;
  const problems = parsed.unnamed.map((type): Problem => {
    return { code: "unknown-definition", message: `${type}: what its table is called in the database` };
  });
  throw new ColonnadeError("unknown-definition", `GraphQL does not tell all that ${keyspace} is made of`, {
    kind: "service",
    problems,
    next: "ask REST first, which tells the names: --from rest,graphql",
  });
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
  return new ColonnadeError("bad-answer", `${message} (request ${requestId})`, {
    kind: "service",
    next: "ask another source, such as --from rest",
  });
}
