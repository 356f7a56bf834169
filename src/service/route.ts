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

/** A path that fits a route. */
export class Match {
  readonly route: Route;
  readonly #raw: readonly { readonly isKey: boolean; readonly segment: string }[];
  #params: readonly string[] | undefined;

  /** @param raw parameters as they stand in the path */
  constructor(route: Route, raw: readonly { readonly isKey: boolean; readonly segment: string }[]) {
    this.route = route;
    this.#raw = raw;
  }

  /** The parameters. @throws {HttpRefusal} 400 when an escape is broken or a name holds what no name can */
  get params(): readonly string[] {
    return (this.#params ??= this.#raw.map(({ isKey, segment }) => (isKey ? segment : decodeName(segment))));
  }
}

/** Paths kept with their match: clients request the same few again and again. */
const mostKept = 100;

/** The look-up of a path in a table of routes. A slash at the end makes no difference. */
export function createRouter(table: readonly Route[]): (pathname: string) => Match | undefined {
  const patterns = table.map((route): Pattern => {
    const segments = splitPath(route.path);
    const places = segments.flatMap((segment, place) => (segment.startsWith("{") ? [place] : []));
    return { route, segments, params: places.map((place) => ({ place, isKey: segments[place] === "{key}" })) };
  });
  const matches = new RecentMap<string, Match>(mostKept);
  return (pathname) => {
    const known = matches.get(pathname);
    if (known) return known;
    const match = findMatch(patterns, splitPath(pathname));
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

interface Pattern {
  readonly route: Route;
  readonly segments: readonly string[];
  readonly params: readonly { readonly place: number; readonly isKey: boolean }[];
}

function findMatch(patterns: readonly Pattern[], segments: readonly string[]): Match | undefined {
  const found = patterns.find((pattern) => fits(pattern, segments));
  if (!found) return undefined;
  const { route, params } = found;
  return new Match(
    route,
    params.map(({ place, isKey }) => ({ isKey, segment: segments[place] ?? "" })),
  );
}

function fits({ segments: expected }: Pattern, segments: readonly string[]): boolean {
  return (
    expected.length === segments.length &&
    expected.every((segment, place) => (segment.startsWith("{") ? segments[place] !== "" : segments[place] === segment))
  );
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
 * Errors for clients of Stargate, which name the paths and the header of this service. No message repeats text that a client sent.
 */

const stargateTokenHeader = "x-cassandra-token";
const { keyspaces } = paths;

/** The first match wins. */
const places: readonly (readonly [pattern: RegExp, here: string])[] = [
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
  const place = places.find(([pattern]) => pattern.test(path));
  return place ? `: this is a path of Stargate; ${place[1]}` : "";
}

/** The hint for a missing token; empty if the client did not send one in the header of Stargate. */
export function hintOfToken(header: (name: string) => string | null): string {
  const isMisplaced = header(headers.token) === null && header(stargateTokenHeader) !== null;
  return isMisplaced ? `; send it in the header ${headers.token}, not in ${stargateTokenHeader}` : "";
}
