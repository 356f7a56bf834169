/** Brings a request to the endpoint of its route: its method, its token and the rights of its user come first. */
import { headers, isLoopback } from "@colonnade/runtime/protocol";
import { createReads } from "../store/index.ts";
import type { Reads } from "../store/index.ts";
import type { Answer } from "./answer.ts";
import { parseBody } from "./body.ts";
import type { Control } from "./control/control.ts";
import { injectFault } from "./control/inject-fault.ts";
import type { Call, Parts } from "./endpoint.ts";
import { pathOf, queryOf } from "./exchange.ts";
import type { IncomingRequest } from "./exchange.ts";
import { limits } from "./graphql/limits.ts";
import type { Operation } from "./operation.ts";
import { readOnlyStore } from "./read-only-store.ts";
import { Refusal } from "./refusal.ts";
import { allowedMethods, operationOf } from "./route.ts";
import type { Match } from "./route.ts";
import { hintOfPath, hintOfToken } from "./stargate-hints.ts";
import type { TokenVerdict } from "./tokens.ts";
import type { User } from "./users.ts";

interface ServiceParts extends Parts {
  readonly control: Control | undefined;
}

/** A request of which the route is known. */
interface Arrived {
  readonly request: IncomingRequest;
  readonly requestId: string;
  readonly match: Match;
  readonly nameOperation: Call["nameOperation"];
}

/** @param match undefined if no route fits. @throws {Refusal} at once, or later */
export function answerRequest(
  request: IncomingRequest,
  requestId: string,
  match: Match | undefined,
  parts: ServiceParts,
  nameOperation: Call["nameOperation"],
): Answer | Promise<Answer> {
  if (!match) throw new Refusal(404, `HTTP 404 Not Found${hintOfPath(pathOf(request.target))}`);
  const { route } = match;
  if (request.method === "OPTIONS") return { status: 204, headers: { allow: allowedMethods(route) } };
  const operation = operationOf(route, request.method);
  if (!operation) throw new Refusal(405, "HTTP 405 Method Not Allowed", { allow: allowedMethods(route) });
  const isControl = route.open === "locally only";
  if (isControl && !isLocalProgram(request))
    throw new Refusal(403, "HTTP 403 Forbidden: only for programs of this machine");
  const needsToken =
    !isControl && route.open !== "everywhere" && !(route.open === "locally" && isLocalProgram(request));
  const arrived = { request, requestId, match, nameOperation };
  if (!needsToken) return run(operation, arrived, undefined, parts);
  const verdict = parts.tokens.accept(request.header(headers.token));
  if (!(verdict instanceof Promise)) return run(operation, arrived, userOf(verdict, request), parts);
  return verdict.then((later) => run(operation, arrived, userOf(later, request), parts));
}

function run(
  operation: Operation,
  { request, requestId, match, nameOperation }: Arrived,
  user: User | undefined,
  parts: ServiceParts,
): Promise<Answer> {
  const permitted = user?.readOnly ? withoutWrites(user, parts) : parts;
  const call = new ArrivedCall(request, requestId, match.params, user, nameOperation);
  const faults = match.route.open === "locally only" ? undefined : parts.control?.faults;
  if (!faults) return operation.run(call, permitted);
  return injectFault(faults, { method: request.method, route: match.route.path }, operation.run, call, permitted);
}

/** @throws {Refusal} 401 */
function userOf(verdict: TokenVerdict, request: IncomingRequest): User {
  if ("user" in verdict) return verdict.user;
  const hint = hintOfToken((name) => request.header(name));
  throw new Refusal(401, `Role unauthorized for operation: ${verdict.problem}${hint}`);
}

function withoutWrites({ name }: User, parts: ServiceParts): Parts {
  const refusal = (): Refusal => new Refusal(403, `Role unauthorized for operation: User ${name} may only read`);
  const requireWrite = (): never => {
    throw refusal();
  };
  return { ...parts, store: readOnlyStore(parts.store, refusal), requireWrite };
}

/** What an endpoint sees of a request. */
class ArrivedCall implements Call {
  readonly params: readonly string[];
  readonly requestId: string;
  readonly nameOperation: Call["nameOperation"];
  readonly user: User | undefined;
  readonly reads: Reads;
  private readonly request: IncomingRequest;
  /** A fault may look into the body before the endpoint does. */
  private parsed: Promise<unknown> | undefined;

  constructor(
    request: IncomingRequest,
    requestId: string,
    params: readonly string[],
    user: User | undefined,
    nameOperation: Call["nameOperation"],
  ) {
    this.params = params;
    this.requestId = requestId;
    this.nameOperation = nameOperation;
    this.user = user;
    this.reads = createReads(limits);
    this.request = request;
  }

  get address(): string | undefined {
    return this.request.ip;
  }

  signal(): AbortSignal {
    return this.request.signal();
  }

  isFromThisMachine(): boolean {
    return isFromThisMachine(this.request);
  }

  header(name: string): string | null {
    return this.request.header(name);
  }

  query(): URLSearchParams {
    return queryOf(this.request.target);
  }

  body(): Promise<unknown> {
    return (this.parsed ??= parseBody(this.request));
  }
}

/** Whether a program of this machine sent the request: not a page in a browser, and not a proxy for others. */
function isLocalProgram(request: IncomingRequest): boolean {
  return request.header("origin") === null && isFromThisMachine(request);
}

/** Names of headers that proxies add to the requests of others, which they send from this machine. */
const proxied = /^(?:(?:forwarded|via)$|x-(?:forwarded|original|envoy)(?:-|$)|.*(?:real|client|connecting)-ip$)/;

/** Whether a program or a browser of this machine sent a request. A request that came through no port was. */
function isFromThisMachine(request: Pick<IncomingRequest, "ip" | "headerNames">): boolean {
  const { ip } = request;
  const isHere = ip === undefined || isLoopback(ip.replace(/^::ffff:/i, ""));
  return isHere && !request.headerNames().some((name) => proxied.test(name));
}
