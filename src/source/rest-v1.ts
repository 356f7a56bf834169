/**
 * Reads tables over version 1 of REST: lists them in one request, and requests each separately if the list has only
 * names. Reports no user types, and seldom indexes.
 */
import type { Answer, Session } from "@colonnade/runtime";
import { ColonnadeError } from "../errors.ts";
import type { ObservedKeyspace } from "./observed-keyspace.ts";
import { parseRestTable } from "./parse-rest-table.ts";
import type { ParsedRestTable } from "./parse-rest-table.ts";
import { isStargate, objectOf, profileOf, stringOf, unknownKeyspace } from "./read-response.ts";

/** The tables of a keyspace as one version of REST has them. */
export interface RestTables {
  readonly names: readonly string[];
  /** Sends at most one request. @throws {ServiceError} when the service refuses, or does not answer */
  readonly read: (name: string) => Promise<ParsedRestTable>;
  /** Undefined if it does not report them. */
  readonly userTypes?: ObservedKeyspace["userTypes"];
}

/** @throws {ServiceError}, {ColonnadeError} `unknown-keyspace`, `bad-answer` */
export async function listTablesV1(session: Session, keyspace: string): Promise<RestTables> {
  const path = profileOf(session).tablesPath(keyspace);
  const get = (path: string): Promise<Answer> =>
    session.send({ operation: `introspect ${keyspace}`, method: "GET", path });
  const listed = await get(path).catch(async (error: unknown) => {
    throw (await findMeant(session, keyspace, error)) ?? error;
  });
  const list = Array.isArray(listed.json) ? (listed.json as readonly unknown[]) : undefined;
  const whole = new Map(list?.flatMap((item) => namedObject(item)));
  const names = list?.map((item) => stringOf(item) ?? stringOf(objectOf(item)?.["name"]));
  if (!names?.every((name) => name !== undefined)) {
    const message = `the service's list of tables is not a list of names (request ${listed.requestId})`;
    const next = "check --url: it is the address before /api";
    throw new ColonnadeError("bad-answer", message, { kind: "service", next });
  }
  return {
    names,
    read: async (name) => {
      const json = whole.get(name) ?? (await get(`${path}/${encodeURIComponent(name)}`)).json;
      // Stargate says 0 whatever the table has.
      return parseRestTable(json, { zeroMeansNone: !isStargate(session) });
    },
  };
}

/** Some servers list whole definitions. */
function namedObject(item: unknown): [string, unknown][] {
  const object = objectOf(item);
  const name = stringOf(object?.["name"]);
  return name !== undefined && object?.["columnDefinitions"] !== undefined ? [[name, item]] : [];
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
