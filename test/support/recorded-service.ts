import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NotFoundError, serviceProfile } from "@colonnade/runtime";
import { stargateProfile } from "@colonnade/runtime/profiles";
import type { Profile, Session, SessionRequest } from "@colonnade/runtime";

/** A capture that is kept in `test/fixtures`. */
export function recorded(path: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, "../fixtures", path), "utf8"));
}

export interface Answers {
  /** By path below the keyspace's tables: `""` is the list of them. */
  readonly rest?: Readonly<Record<string, unknown>>;
  readonly keyspaces?: readonly string[];
  /** Of version 2 of REST, by path below the keyspace: `/tables`, `/types`. */
  readonly version2?: Readonly<Record<string, unknown>>;
  /** Of the definition endpoint, by whether the question has user types in it. */
  readonly definitions?: (knowsTypes: boolean) => unknown;
  /** Of the keyspace's own endpoint. */
  readonly introspection?: unknown;
  /** Of the endpoint without a keyspace. */
  readonly bare?: unknown;
}

export interface RecordedService extends Session {
  /** Each as `POST /graphql-schema`. */
  readonly requests: readonly string[];
  readonly bodies: readonly unknown[];
}

/** Both servers as they were recorded: what a REST list names has a definition. */
export function restOf(keyspace: {
  list: readonly string[];
  tables: Readonly<Record<string, unknown>>;
}): Readonly<Record<string, unknown>> {
  return {
    "": keyspace.list,
    ...Object.fromEntries(Object.entries(keyspace.tables).map(([name, table]) => [`/${name}`, table])),
  };
}

/** A session whose service answers so; anything else is not found. */
export function recordedService(
  answers: Answers,
  profile: Profile = serviceProfile,
  keyspace = "shop",
): RecordedService {
  const requests: string[] = [];
  const bodies: unknown[] = [];
  const found = (request: SessionRequest): unknown => {
    const { path, body } = request;
    const tables = profile.tablesPath(keyspace);
    const version2 = `/v2/schemas/keyspaces/${keyspace}`;
    if (path.startsWith(version2)) return answers.version2?.[decodeURIComponent(path.slice(version2.length))];
    if (path.startsWith(tables)) return answers.rest?.[decodeURIComponent(path.slice(tables.length))];
    if (path === profile.graphqlPath(keyspace, keyspace)) return answers.introspection;
    if (path === "/api/graphql") return answers.bare;
    if (path.endsWith("/graphql-schema")) return answers.definitions?.(JSON.stringify(body).includes("types {"));
    return path.endsWith("/keyspaces") ? answers.keyspaces : undefined;
  };
  return {
    ...silent,
    profile,
    requests,
    bodies,
    send: async (request) => {
      requests.push(`${request.method} ${request.path}`);
      bodies.push(request.body);
      const json = found(request);
      if (json === undefined) throw new NotFoundError(404, "nothing is here", { operation: request.operation });
      return { status: 200, json, requestId: "11111111-2222-4333-8444-555555555555" };
    },
  };
}

export const stargate: Profile = stargateProfile();

/** What a source never calls. */
export const silent: Pick<Session, "write" | "page" | "close"> = {
  write: () => Promise.reject(new Error("a source writes no rows")),
  page: () => Promise.reject(new Error("a source reads no rows")),
  close: () => undefined,
};
