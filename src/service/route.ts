/**
 * The service's routes: one table of paths and methods, and the look-up in it.
 *
 * A path is split before it is decoded, and each name is decoded once: `%2F` never parts a path, and a name that holds
 * one is refused.
 */
import { headers, routes as paths } from "@colonnade/runtime/protocol";
import { decodeName } from "./endpoint.ts";
import { definitionEndpoints, documentEndpoints, keyspaceEndpoints } from "./graphql/respond.ts";
import { answerLive, answerMetrics, answerReady, healthPaths } from "./health.ts";
import { describeRoutes, openApiPath } from "./openapi.ts";
import type { Endpoint, Route } from "./endpoint.ts";
import { RecentMap } from "./recent-map.ts";
import { addRow, deleteRows, getRows, listRows, updateRow } from "./rest/rows.ts";
import { createToken } from "./rest/auth.ts";
import { addColumn, dropColumn, getColumn, listColumns, renameColumn } from "./rest/columns.ts";
import { createTable, dropTable, getTable, listKeyspaces, listTables } from "./rest/tables.ts";
import { queryRows } from "./rest/query-rows.ts";

const tables = `${paths.keyspaces}/{keyspace}/tables`;

/** The first match wins, before escapes are decoded: a row with the key `query` is at `…/rows/%71uery`. */
export const routes: readonly Route[] = [
  { path: paths.auth, errorFormat: "rest", open: "everywhere", methods: { POST: createToken } },
  { path: paths.keyspaces, errorFormat: "rest", methods: { GET: listKeyspaces } },
  { path: tables, errorFormat: "rest", methods: { GET: listTables, POST: createTable } },
  { path: `${tables}/{table}`, errorFormat: "rest", methods: { GET: getTable, DELETE: dropTable } },
  { path: `${tables}/{table}/columns`, errorFormat: "rest", methods: { GET: listColumns, POST: addColumn } },
  {
    path: `${tables}/{table}/columns/{column}`,
    errorFormat: "rest",
    methods: { GET: getColumn, PUT: renameColumn, DELETE: dropColumn },
  },
  { path: `${tables}/{table}/rows`, errorFormat: "rest", methods: { GET: listRows, POST: addRow } },
  { path: `${tables}/{table}/rows/query`, errorFormat: "rest", methods: { POST: queryRows } },
  {
    path: `${tables}/{table}/rows/{key}`,
    errorFormat: "rest",
    methods: { GET: getRows, PUT: updateRow, DELETE: deleteRows },
  },
  { path: paths.graphql(), errorFormat: "graphql", methods: documentEndpoints },
  { path: `${paths.graphql()}/{keyspace}`, errorFormat: "graphql", methods: keyspaceEndpoints },
  { path: openApiPath, errorFormat: "rest", open: "everywhere", methods: { GET: describeRoutes(() => routes) } },
  { path: healthPaths.live, errorFormat: "rest", open: "everywhere", methods: { GET: answerLive } },
  { path: healthPaths.ready, errorFormat: "rest", open: "everywhere", methods: { GET: answerReady } },
  { path: healthPaths.metrics, errorFormat: "rest", open: "locally", methods: { GET: answerMetrics } },
  { path: "/api/graphql-schema", errorFormat: "graphql", methods: definitionEndpoints },
];

/** A route with the segments of its path: `["api", "graphql", "{keyspace}"]`. */
interface Pattern {
  readonly route: Route;
  readonly segments: readonly string[];
}

/** A path that fits a route. */
export class Match {
  readonly route: Route;
  readonly #expected: readonly string[];
  readonly #segments: readonly string[];
  #params: readonly string[] | undefined;

  /** @param segments those of the path, as sent */
  constructor({ route, segments: expected }: Pattern, segments: readonly string[]) {
    this.route = route;
    this.#expected = expected;
    this.#segments = segments;
  }

  /** The parameters. @throws {HttpRefusal} 400 when an escape is broken or a name holds what no name can */
  get params(): readonly string[] {
    return (this.#params ??= this.#segments.flatMap((segment, index) => {
      const expected = this.#expected[index] ?? "";
      if (expected === "{key}") return segment;
      return isParameter(expected) ? decodeName(segment) : [];
    }));
  }
}

/** Paths kept with their match: clients request the same few again and again. */
const mostKept = 100;

/** The look-up of a path in a table of routes. A slash at the end makes no difference. */
export function createRouter(table: readonly Route[]): (pathname: string) => Match | undefined {
  const patterns = table.map((route): Pattern => ({ route, segments: splitPath(route.path) }));
  const matches = new RecentMap<string, Match>(mostKept);
  return (pathname) => {
    const known = matches.get(pathname);
    if (known) return known;
    const segments = splitPath(pathname);
    const pattern = patterns.find((each) => fits(each, segments));
    const match = pattern && new Match(pattern, segments);
    if (match) matches.set(pathname, match);
    return match;
  };
}

/** The look-up in the routes that every service has. */
export const matchRoute: (pathname: string) => Match | undefined = createRouter(routes);

/** Splits a path without decoding it: `"/api/graphql/"` gives `["api", "graphql"]`. */
function splitPath(path: string): readonly string[] {
  const segments = path.split("/").slice(1);
  return segments.at(-1) === "" ? segments.slice(0, -1) : segments;
}

function fits({ segments: expected }: Pattern, segments: readonly string[]): boolean {
  return (
    expected.length === segments.length &&
    expected.every((segment, index) => (isParameter(segment) ? segments[index] !== "" : segments[index] === segment))
  );
}

function isParameter(segment: string): boolean {
  return segment.startsWith("{");
}

/** The endpoint of a method; GET serves HEAD too. Undefined if the route does not have the method. */
export function endpointOf({ methods }: Route, method: string): Endpoint | undefined {
  const name = method === "HEAD" ? "GET" : method;
  // Methods are case-sensitive, and a program may send `constructor` as one.
  return Object.hasOwn(methods, name) ? methods[name] : undefined;
}

/** The value of `Allow`: `GET, HEAD, POST, OPTIONS`. */
export function allowedMethods({ methods }: Route): string {
  return [...Object.keys(methods).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"].join(
    ", ",
  );
}

/*
 * Hints for clients of Stargate: they name the path or the header that this service has. None repeats text that a client sent.
 */

const stargateTokenHeader = "x-cassandra-token";
const { keyspaces } = paths;

/** The first match wins. */
const stargatePaths: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [/^\/v1\/(?:admin\/)?auth(?:\/|$)/, `here it is POST ${paths.auth}`],
  [/^\/v1\/keyspaces(?:\/|$)/, `here paths begin with ${keyspaces}`],
  [/^\/v2\/schemas\/keyspaces\/[^/]+(?:\/|$)/, `here it is ${keyspaces}/{keyspace}/tables`],
  [/^\/v2\/schemas(?:\/|$)/, `here it is ${keyspaces}`],
  [/^\/v2\/keyspaces(?:\/|$)/, `here it is ${keyspaces}/{keyspace}/tables/{table}/rows/{key}`],
  [/^\/v2\/namespaces(?:\/|$)/, "there is no document API"],
  [/^\/v[12](?:\/|$)/, `here paths begin with ${keyspaces}`],
  [/^\/graphql(?:-schema|v2\/admin)\/?$/, "here it is /api/graphql-schema"],
  [/^\/graphql(?:v2)?(?:\/|$)/, `here it is ${paths.graphql()}/{keyspace}`],
];

/** The hint for a path without a route; empty if it is not a path of Stargate. */
export function hintOfPath(path: string): string {
  const found = stargatePaths.find(([pattern]) => pattern.test(path));
  return found ? `: this is a path of Stargate; ${found[1]}` : "";
}

/** The hint for a missing token; empty if the client did not send one in the header of Stargate. */
export function hintOfToken(header: (name: string) => string | null): string {
  const isMisplaced = header(headers.token) === null && header(stargateTokenHeader) !== null;
  return isMisplaced ? `; send it in the header ${headers.token}, not in ${stargateTokenHeader}` : "";
}
