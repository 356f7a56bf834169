/** A route per path, and an endpoint per method of it, with its description for OpenAPI. */
import type { Reads, Store } from "../store/index.ts";
import { HttpRefusal, notProcessed } from "./http-refusal.ts";
import type { HttpRequest, ErrorFormat, HttpResponse } from "./http.ts";
import { isJsonObject } from "./json.ts";
import type { JsonObject } from "./json.ts";
import type { Login } from "./login.ts";
import type { Metrics } from "./metrics.ts";
import { ref } from "./schemas.ts";
import type { Schema } from "./schemas.ts";
import type { TokenRegister } from "./tokens.ts";
import type { User } from "./users.ts";

export interface Route {
  /** `{key}` is the key of a row; any other parameter is a name. */
  readonly path: string;
  readonly errorFormat: ErrorFormat;
  /** Clients that need no token: all, or programs of this machine; `locally only` refuses others. @default none */
  readonly open?: "everywhere" | "locally" | "locally only";
  /** GET serves HEAD too. */
  readonly methods: Readonly<Record<string, Endpoint>>;
}

export interface Endpoint {
  /** A name that clients generated from the document can give their function. */
  readonly id: string;
  readonly summary: string;
  /** Parameters after the `?`, none of them required, with a description in their schema. */
  readonly query?: Readonly<Record<string, Schema>>;
  /** The JSON of the body; absent if the endpoint reads none. */
  readonly body?: Schema;
  /** Responses by status, beside those that follow from the route, such as 401. */
  readonly responses: Readonly<Record<number, Shape>>;
  /** Whether it changes nothing, although its method is not GET. */
  readonly isRead?: boolean;
  readonly run: Handler;
}

/** @throws {HttpRefusal} for every error response */
export type Handler = (request: RoutedRequest, parts: Parts) => HttpResponse | Promise<HttpResponse>;

/** A request whose route and user are known. */
export interface RoutedRequest {
  readonly incoming: HttpRequest;
  readonly id: string;
  /** The values of the path's parameters, in order: names are decoded, a row's key is as sent. */
  readonly params: readonly string[];
  /** The user of its token; undefined where none is needed. */
  readonly user: Pick<User, "name" | "readOnly"> | undefined;
  /** The limits that all its selections share, and the time before other work gets its turn. */
  readonly reads: Reads;
  /** Names what was asked, in place of the endpoint: `insertProducts`. Only the console shows it. */
  readonly nameOperation: ((name: string) => void) | undefined;
  /** The body; undefined if it is empty. @throws {HttpRefusal} if it is not valid JSON, or too large */
  json(): Promise<unknown>;
}

/** The parts of one service, which its endpoints share. */
export interface Parts {
  /** Refuses changes if the user may only read. */
  readonly store: Store;
  readonly tokens: TokenRegister;
  readonly login: Login;
  /** The keyspace at `/api/graphql`. */
  readonly keyspace: string | undefined;
  readonly metrics: Metrics;
  /** Whether no new requests should be sent here, since the service is about to end. */
  readonly isStopping: () => boolean;
  /** Gets unexpected errors; clients only get the request ID. */
  readonly report: (error: unknown, requestId: string) => void;
}

/** A parameter that the route certainly has. */
export function param({ params }: RoutedRequest, index: number): string {
  return params[index] ?? "";
}

/** Decodes the escapes of a segment, or of a value in it. @throws {HttpRefusal} 400 when they are malformed */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new HttpRefusal(400, "HTTP 400 Bad Request: the path has a broken escape");
  }
}

/** Decodes the name of a keyspace or table. @throws {HttpRefusal} 400 also when it could be mistaken for a path */
export function decodeName(segment: string): string {
  const name = decodeSegment(segment);
  if (/[\0-\x1f\x7f/\\]/.test(name)) throw new HttpRefusal(400, "HTTP 400 Bad Request: the path holds no name");
  return name;
}

/** The body of a request that needs one. @throws {HttpRefusal} 422 if there is none, 400 if it is not an object */
export async function readObject(request: RoutedRequest, absent = "must not be null."): Promise<JsonObject> {
  const body = await request.json();
  if (body === undefined || body === null) throw new HttpRefusal(422, `Request invalid: ${absent}`);
  if (!isJsonObject(body)) throw notProcessed();
  return body;
}

/** The shape of a response. */
export interface Shape {
  readonly description: string;
  /** Media type → schema. @default no body */
  readonly content?: Readonly<Record<string, Schema>>;
}

/** A response in JSON. */
export function json(description: string, schema: Schema): Shape {
  return { description, content: { "application/json": schema } };
}

/** An error response in this format. */
export function failure(description: string, errorFormat: ErrorFormat = "rest"): Shape {
  return json(description, ref(errorFormat === "rest" ? "Error" : "GraphQLErrors"));
}

export const noBody: Shape = failure("There is no body.");
export const noTable: Shape = failure("The keyspace or the table does not exist.");

/** Whether an endpoint may change rows or definitions. */
export function isWrite(method: string, { isRead = false }: Endpoint): boolean {
  return method !== "GET" && !isRead;
}
