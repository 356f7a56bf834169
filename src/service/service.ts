/**
 * The service as a function from a request to its response, through route, token and endpoint.
 *
 * Every response but the metrics is JSON; every response has the request's ID and is never cached. Opens no port, sets no
 * timer, and hides internal errors from clients: an unexpected error becomes "Internal error" with the request ID.
 */
import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { headers } from "@colonnade/runtime/protocol";
import type { Credentials } from "@colonnade/runtime/protocol";
import type { Store } from "../store/index.ts";
import { answerRefusal } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { answerRequest } from "./answer-request.ts";
import type { Control } from "./control/control.ts";
import type { RunCql } from "./console/cql.ts";
import { consoleRoutes, RecentRequests } from "./console/routes.ts";
import type { Console } from "./console/routes.ts";
import { controlRoutes } from "./control/routes.ts";
import { createCors } from "./cors.ts";
import type { Parts } from "./endpoint.ts";
import { DroppedConnection, createResponse, fromRequest, noRoute, pathOf, toResponse } from "./exchange.ts";
import type { Exchange, Observer, Respond } from "./exchange.ts";
import { Metrics } from "./metrics.ts";
import { monotonicMs } from "./control/clock.ts";
import { createLogin } from "./login.ts";
import type { Login } from "./login.ts";
import { hashPassword, keptCost, quickCost } from "./passwords.ts";
import type { PasswordCost } from "./passwords.ts";
import { createRouter, matchRoute, operationOf, routes } from "./route.ts";
import { Refusal, refusalOf } from "./refusal.ts";
import { TokenRegister } from "./tokens.ts";
import type { TokenStorage } from "./tokens.ts";
import { joinUsers, listUsers } from "./users.ts";
import type { User, Users } from "./users.ts";

/** A function for calls within the process. Its `respond` is for ports, which would pay for objects of the web platform. */
export interface Service {
  (request: Request): Promise<Response>;
  readonly respond: Respond;
  /** For other doors than HTTP, with the same users and the same throttle of guesses. */
  readonly login: DoorLogin;
}

/** Someone who has come in through another door. */
export interface Guest {
  readonly name: string;
  readonly readOnly: boolean;
  /** False once the user is removed, or has another password or other rights. */
  isCurrent(): boolean;
}

/** @returns `wrong` for a wrong name or password, `too often` if the client has to wait before it may try again */
export type DoorLogin = (
  name: string,
  password: string,
  address: string | undefined,
) => Promise<Guest | "wrong" | "too often">;

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
   * Milliseconds, for the life of tokens.
   * @default a clock that never jumps, so that a wrong system time neither ends nor revives a token
   */
  readonly now?: () => number;
  /** Adds the control endpoints, for programs of this machine, and applies the faults. @default neither */
  readonly control?: Control | undefined;
  /** Adds the console at `/`, with the endpoints that it reads. @default neither */
  readonly console?: Console | undefined;
  /** Runs statements of CQL for the console. @default it has no page for CQL */
  readonly cql?: RunCql | undefined;
  /** What `/__local/metrics` prints. @default counts of this service */
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
  const configuredUser = options.user ? [listUsers([givenUser(options.user, cost)])] : [];
  const users = joinUsers([...configuredUser, ...(options.users ? [options.users] : [])]);
  // The monotonic clock stands still while the machine sleeps, so tokens that other processes also check expire by the time of day.
  const tokens = new TokenRegister({ now: options.now ?? (storage ? Date.now : monotonicMs), users, storage });
  const login = createLogin({ users, now, cost });
  const report: Parts["report"] = (error, requestId) => onError?.(error, requestId);
  const requireWrite = (): void => undefined;
  const parts = { store, keyspace, metrics, isStopping, tokens, login, control, report, requireWrite };

  const respond: Respond = async (request) => {
    const startedMs = performance.now();
    metrics.begin();
    const sent = request.header(headers.requestId);
    const requestId = sent !== null && requestIdForm.test(sent) ? sent : randomUUID();
    const match = findRoute(pathOf(request.target));
    let operation = console && match && operationOf(match.route, request.method)?.id;
    const nameOperation = console ? (name: string): void => void (operation = name) : undefined;
    const end = (status: number, bytes: number, errorCode?: string): void => {
      const { method, ip: client } = request;
      const route = match?.route.path ?? noRoute;
      const durationMs = performance.now() - startedMs;
      const exchange: Exchange = { method, route, status, durationMs, bytes, requestId, client, errorCode };
      metrics.end(exchange);
      if (console) recent.add(exchange, operation);
      onExchange?.(exchange);
    };
    let answer: Answer;
    try {
      answer = await answerRequest(request, requestId, match, parts, nameOperation);
    } catch (error) {
      if (error instanceof DroppedConnection) {
        end(0, 0);
        throw error;
      }
      const refusal = refusalOf(error);
      // A failing store is not a bug, but the operator should know the reason.
      if (!refusal || refusal.status > 500) report(error, requestId);
      answer = answerRefusal(
        refusal ?? new Refusal(500, `Internal error (request ${requestId})`),
        match?.route.dialect ?? "rest",
      );
    }
    if (cors) {
      const allow = request.method === "OPTIONS" ? answer.headers?.["allow"] : undefined;
      answer = { ...answer, headers: { ...answer.headers, ...cors(request, allow) } };
    }
    const { response, bytes } = createResponse(answer, requestId, request.method === "HEAD");
    end(answer.status, bytes, answer.errorCode);
    return response;
  };
  const call = async (request: Request): Promise<Response> => toResponse(await respond(fromRequest(request)));
  return Object.assign(call, { respond, login: createDoorLogin(login, users) });
}

function createDoorLogin(login: Login, users: Users): DoorLogin {
  return async (username, password, address) => {
    try {
      const user = await login({ username, password }, address);
      if (!user) return "wrong";
      const { name, id, readOnly } = user;
      return { name, readOnly, isCurrent: () => users.named(name)?.id === id };
    } catch (error) {
      if (error instanceof Refusal && error.status === 429) return "too often";
      throw error;
    }
  };
}

/** The ID is the same in every process that is given the same password, so that they share tokens. */
function givenUser({ username, password }: Credentials, cost: PasswordCost): User {
  const passwordHash = hashPassword(password, cost);
  // It is awaited at the first login, which then fails; until then nobody would catch it.
  passwordHash.catch(() => undefined);
  return { id: `given ${username} ${password}`, name: username, passwordHash, readOnly: false };
}
