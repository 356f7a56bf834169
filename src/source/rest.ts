/**
 * REST → keyspace: asks a running service for its table definitions.
 *
 * Lists the tables in one request, and asks for each by itself where the list gives no more than names: that is all that REST
 * offers. Knows nothing of user types, seldom of indexes, and some servers always answer 0 as the time to live.
 * @see service-facts 4
 */
import type { Answer, Session } from "@colonnade/runtime";
import { ColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { byCodeUnits } from "../model/index.ts";
import type { Keyspace } from "../model/index.ts";
import { mergeKeyspaces } from "./merge-keyspaces.ts";
import { parseRestTable } from "./parse-rest-table.ts";
import { profileOf } from "./profile-of.ts";
import { objectOf, stringOf } from "./read-json.ts";
import type { SeenKeyspace, SeenTable } from "./seen-keyspace.ts";
import { settleKeyspace } from "./settle-keyspace.ts";
import { unknownKeyspace } from "./unknown-keyspace.ts";

/** Tables that are asked for at once. */
const width = 8;

/**
 * Introspects a keyspace by REST alone.
 * @throws {ServiceError} when the service does not answer, or refuses
 * @throws {ColonnadeError} `unknown-keyspace`; `bad-answer` when what it answers is no definition that we can use;
 * `unknown-definition` when it does not tell enough
 */
export async function introspectRest(session: Session, keyspace: string): Promise<Keyspace> {
  return settleKeyspace(mergeKeyspaces([await seeRest(session, keyspace)])).keyspace;
}

/**
 * What REST tells of a keyspace.
 * @throws {ServiceError} when the service does not answer, or refuses
 * @throws {ColonnadeError} `unknown-keyspace`, `bad-answer`
 */
export async function seeRest(session: Session, keyspace: string): Promise<SeenKeyspace> {
  const operation = `introspect ${keyspace}`;
  const { tablesPath } = profileOf(session);
  const get = (path: string): Promise<Answer> => session.send({ operation, method: "GET", path });
  const listed = await get(tablesPath(keyspace)).catch(async (error: unknown) => {
    throw (await findMeant(session, keyspace, error)) ?? error;
  });
  const list = Array.isArray(listed.json) ? (listed.json as readonly unknown[]) : undefined;
  const whole = new Map(list?.flatMap((item) => namedObject(item)));
  const names = list?.map((item) => stringOf(item) ?? stringOf(objectOf(item)?.["name"]));
  if (!names?.every((name) => name !== undefined)) {
    const message = `the service's list of tables is no list of names (request ${listed.requestId})`;
    const next = "check --url: it is the address before /api";
    throw new ColonnadeError("bad-answer", message, { kind: "service", next });
  }
  const sorted = [...new Set(names)].sort(byCodeUnits);
  const tables: SeenTable[] = [];
  const problems: Problem[] = [];
  for (let start = 0; start < sorted.length; start += width) {
    const asked = sorted.slice(start, start + width);
    const answers = await Promise.all(
      asked.map(
        async (name) => whole.get(name) ?? (await get(`${tablesPath(keyspace)}/${encodeURIComponent(name)}`)).json,
      ),
    );
    for (const [index, json] of answers.entries()) {
      const name = asked[index] ?? "";
      const parsed = parseRestTable(json, { knowsZero: !isStargate(session) });
      problems.push(...parsed.problems.map(({ code, message }) => ({ code, message: `${name}: ${message}` })));
      if (parsed.table?.name === name) tables.push(parsed.table);
      else if (parsed.table) {
        problems.push({ code: "other-table", message: `${name}: the answer is of ${parsed.table.name}` });
      }
    }
  }
  if (problems.length > 0) {
    const message = `the service's definitions of ${keyspace} cannot be used`;
    throw new ColonnadeError("bad-answer", message, { kind: "service", problems });
  }
  return { source: "REST", name: keyspace, tables };
}

/** Some servers list whole definitions. */
function namedObject(item: unknown): [string, unknown][] {
  const object = objectOf(item);
  const name = stringOf(object?.["name"]);
  return name !== undefined && object?.["columnDefinitions"] !== undefined ? [[name, item]] : [];
}

/** Stargate says 0 whatever the table has. @see service-facts 1.4.5 */
function isStargate(session: Session): boolean {
  return profileOf(session).tokenHeader === "x-cassandra-token";
}

/** Which keyspace was meant, when there is none of that name; undefined when that is not what is wrong. */
async function findMeant(session: Session, keyspace: string, error: unknown): Promise<ColonnadeError | undefined> {
  if (!(error instanceof Error && "code" in error && error.code === "not-found")) return undefined;
  const path = profileOf(session)
    .tablesPath(keyspace)
    .replace(/\/[^/]+\/tables$/, "");
  const listed = await session.send({ operation: "list the keyspaces", method: "GET", path }).catch(() => undefined);
  const names = Array.isArray(listed?.json) ? listed.json.flatMap((name) => stringOf(name) ?? []) : [];
  return names.length > 0 && !names.includes(keyspace) ? unknownKeyspace(keyspace, names, error) : undefined;
}
