/**
 * The service as a function from a request to its response: finds the route and its endpoint, checks the token and the rights of
 * its user, runs the endpoint, and counts the exchange.
 *
 * Responses are JSON, except the metrics and the console's files; each has the request's ID. Opens no port, and hides internal
 * errors from clients: an unexpected error becomes "Internal error" with the request ID.
 */
import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { headers } from "@colonnade/runtime/protocol";
import type { Credentials } from "@colonnade/runtime/protocol";
import { createReads } from "../store/index.ts";
import type { Store } from "../store/index.ts";
import type { RunCql } from "./console/cql.ts";
import { consoleRoutes, RecentRequests } from "./console/routes.ts";
import type { Console } from "./console/routes.ts";
import type { Control } from "./control/control.ts";
import { injectFault } from "./control/faults.ts";
import { controlRoutes } from "./control/routes.ts";
import { createCors } from "./cors.ts";
import type { Parts, Route, RoutedRequest } from "./endpoint.ts";
import { HttpRefusal, refusalOf } from "./http-refusal.ts";
import {
  noRoute,
  isLocalProgram,
  pathOf,
  readJson,
  DroppedConnection,
  completeResponse,
  errorResponse,
} from "./http.ts";
import type { Exchange, Observer, HttpRequest, Respond, HttpResponse } from "./http.ts";
import { limits } from "./limits.ts";
import { createDoorLogin, createLogin, givenUser } from "./login.ts";
import type { DoorLogin } from "./login.ts";
import { Metrics } from "./metrics.ts";
import { keptCost, quickCost } from "./passwords.ts";
import { refuseWrite, readOnlyStore } from "./read-only-store.ts";
import { allowedMethods, createRouter, endpointOf, hintOfPath, hintOfToken, matchRoute, routes } from "./route.ts";
import type { Match } from "./route.ts";
import { TokenRegister, monotonicMs } from "./tokens.ts";
import type { TokenStorage, TokenVerdict } from "./tokens.ts";
import type { User, Users } from "./users.ts";
import { fromRequest, toResponse } from "./web-request.ts";

/** A function for calls within the process. Its `respond` is for ports, which would pay for objects of the web platform. */
export interface Service {
  (request: Request): Promise<Response>;
  readonly respond: Respond;
  /** Checks logins over other protocols than HTTP, with the same users and the same throttle of guesses. */
  readonly login: DoorLogin;
}

export interface ServiceOptions {
  readonly store: Store;
  /** A user who may create tokens and do everything. @default none but those of `users` */
  readonly user?: Credentials;
  /** Users who may create tokens. @default none but `user` */
  readonly users?: Users;
  /** Where tokens are kept. @default in memory */
  readonly tokenStorage?: TokenStorage;
  /** The keyspace that `/api/graphql` serves; without it that address is a 404. */
  readonly keyspace?: string;
  /** Origins whose pages may call the service from a browser: `https://app.example`. @default none */
  readonly origins?: readonly string[];
  /**
   * Milliseconds, for the life of tokens and the throttle of guesses.
   * @default a clock that never jumps, so that a wrong system time neither ends nor revives a token; tokens in a `tokenStorage`
   * live by the time of day
   */
  readonly now?: () => number;
  /** Adds the control endpoints, for programs of this machine, and applies the faults. @default neither */
  readonly control?: Control | undefined;
  /** Adds the console at `/`, with the endpoints that it reads. @default neither */
  readonly console?: Console | undefined;
  /** Runs statements of CQL for the console. @default it has no page for CQL */
  readonly cql?: RunCql | undefined;
  /** The counts that `/__local/metrics` prints. @default those of this service */
  readonly metrics?: Metrics;
  /** Whether `/__local/ready` responds with 503, so that no new requests are sent here. @default never */
  readonly isStopping?: () => boolean;
  /** For a log of requests. @default none */
  readonly onExchange?: Observer;
  /** Gets unexpected errors with the ID that the client got. @default they are dropped */
  readonly onError?: (error: unknown, requestId: string) => void;
}

const requestIdForm = /^[A-Za-z0-9._-]{1,128}$/;

export function createService(options: ServiceOptions): Service {
  const { store, keyspace, origins = [], now = monotonicMs, tokenStorage: storage, onExchange, onError } = options;
  const { metrics = new Metrics(), isStopping = () => false, control, console, cql } = options;
  const recent = new RecentRequests();
  const added = [...(control ? controlRoutes(control) : []), ...(console ? consoleRoutes(console, recent, cql) : [])];
  const findRoute = added.length > 0 ? createRouter([...routes, ...added]) : matchRoute;
  const cors = createCors(origins);
  // All cost the same, so that the time of a response does not reveal the kind of user.
  const cost = options.users ? keptCost : quickCost;
  const singleUser = options.user && givenUser(options.user, cost);
  const users: Users = { find: (name) => (name === singleUser?.name ? singleUser : options.users?.find(name)) };
  // The monotonic clock stands still while the machine sleeps, which other processes with the same storage do not see.
  const tokens = new TokenRegister({ now: options.now ?? (storage ? Date.now : monotonicMs), users, storage });
  const login = createLogin({ users, now, cost });
  const report: Parts["report"] = (error, requestId) => onError?.(error, requestId);
  const parts = { store, keyspace, metrics, isStopping, tokens, login, control, report };

  const respond: Respond = async (request) => {
    const startedMs = performance.now();
    metrics.begin();
    const clientId = request.header(headers.requestId);
    const requestId = clientId !== null && requestIdForm.test(clientId) ? clientId : randomUUID();
    const match = findRoute(pathOf(request));
    let operation: string | undefined;
    const nameOperation = console ? (name: string): void => void (operation = name) : undefined;
    const end = (status: number, bytes: number, errorCode?: string): void => {
      const { method, client } = request;
      const route = match?.route.path ?? noRoute;
      const durationMs = performance.now() - startedMs;
      const exchange: Exchange = { method, route, status, durationMs, bytes, requestId, client, errorCode };
      metrics.end(exchange);
      if (console) recent.add(exchange, operation);
      onExchange?.(exchange);
    };
    let response: HttpResponse;
    try {
      response = await runRequest(request, match, parts, { id: requestId, nameOperation });
    } catch (error) {
      if (error instanceof DroppedConnection) {
        // No response has the status 0.
        end(0, 0);
        throw error;
      }
      const refusal = refusalOf(error);
      // A failing store is not a bug, but the operator should know the reason, which the response hides.
      if (!(error instanceof HttpRefusal) && (refusal?.status ?? 500) >= 500) report(error, requestId);
      response = errorResponse(
        refusal ?? new HttpRefusal(500, `Internal error (request ${requestId})`),
        match?.route.errorFormat ?? "rest",
      );
    }
    if (cors) {
      const allow = request.method === "OPTIONS" ? response.headers["allow"] : undefined;
      response = { ...response, headers: { ...response.headers, ...cors(request, allow) } };
    }
    const complete = completeResponse(response, requestId, request.method === "HEAD");
    end(response.status, complete.bytes, response.errorCode);
    return complete.response;
  };
  const serve = async (request: Request): Promise<Response> => toResponse(await respond(fromRequest(request)));
  return Object.assign(serve, { respond, login: createDoorLogin(login, users) });
}

type ServiceParts = Parts & { readonly control: Control | undefined };

/** Runs the endpoint of a request, if there is one and the user may call it. @throws {HttpRefusal} at once, or later */
function runRequest(
  incoming: HttpRequest,
  match: Match | undefined,
  parts: ServiceParts,
  { id, nameOperation }: Pick<RoutedRequest, "id" | "nameOperation">,
): HttpResponse | Promise<HttpResponse> {
  if (!match) throw new HttpRefusal(404, `HTTP 404 Not Found${hintOfPath(pathOf(incoming))}`);
  const { route } = match;
  const allow = (): HttpResponse["headers"] => ({ allow: allowedMethods(route) });
  if (incoming.method === "OPTIONS") return { status: 204, headers: allow() };
  const endpoint = endpointOf(route, incoming.method);
  if (!endpoint) throw new HttpRefusal(405, "HTTP 405 Method Not Allowed", allow());
  nameOperation?.(endpoint.id);
  const runFor = (user: User | undefined): HttpResponse | Promise<HttpResponse> => {
    let body: Promise<unknown> | undefined;
    // A fault may look into the body before the endpoint does.
    const json = (): Promise<unknown> => (body ??= readJson(incoming));
    const permitted = user?.readOnly ? { ...parts, store: readOnlyStore(parts.store, () => refuseWrite(user)) } : parts;
    const { params } = match;
    const request: RoutedRequest = { incoming, id, params, user, nameOperation, reads: createReads(limits), json };
    const faults = route.open === "locally only" ? undefined : parts.control?.faults;
    return faults ? injectFault(faults, route, endpoint.run, request, permitted) : endpoint.run(request, permitted);
  };
  if (isOpen(route, incoming)) return runFor(undefined);
  const verdict = parts.tokens.accept(incoming.header(headers.token));
  if (!(verdict instanceof Promise)) return runFor(userOf(verdict, incoming));
  return verdict.then((later) => runFor(userOf(later, incoming)));
}

/** Whether a request needs no token. @throws {HttpRefusal} 403 */
function isOpen({ open }: Route, incoming: HttpRequest): boolean {
  if (open === undefined || open === "everywhere") return open === "everywhere";
  const isLocal = isLocalProgram(incoming);
  if (isLocal || open === "locally") return isLocal;
  throw new HttpRefusal(403, "HTTP 403 Forbidden: only for programs of this machine");
}

/** @throws {HttpRefusal} 401 */
function userOf(verdict: TokenVerdict, incoming: HttpRequest): User {
  if ("user" in verdict) return verdict.user;
  const hint = hintOfToken((name) => incoming.header(name));
  throw new HttpRefusal(401, `Role unauthorized for operation: ${verdict.problem}${hint}`);
}
