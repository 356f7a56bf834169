/** What the service can be asked: a route per path, and an operation per method of it, with its description for OpenAPI. */
import type { Dialect } from "./answer.ts";
import type { Endpoint } from "./endpoint.ts";
import { ref } from "./schemas.ts";
import type { Schema } from "./schemas.ts";

export interface Route {
  /** `{key}` is the key of a row; any other parameter is a name. */
  readonly path: string;
  readonly dialect: Dialect;
  /** Who needs no token: everybody, or a program of this machine; `locally only` refuses others. @default nobody */
  readonly open?: "everywhere" | "locally" | "locally only";
  /** GET serves HEAD too. */
  readonly methods: Readonly<Record<string, Operation>>;
}

export interface Operation {
  /** A name that clients generated from the document can give their function. */
  readonly id: string;
  readonly summary: string;
  /** Parameters after the `?`, none of them required, with a description in their schema. */
  readonly query?: Readonly<Record<string, Schema>>;
  /** The JSON of the body; absent if the operation reads none. */
  readonly body?: Schema;
  /** Responses by status, beside those that follow from the route, such as 401. */
  readonly answers: Readonly<Record<number, Shape>>;
  /** Whether it changes nothing, although its method is not GET. */
  readonly isRead?: boolean;
  readonly run: Endpoint;
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

/** An error response of a dialect. */
export function failure(description: string, dialect: Dialect = "rest"): Shape {
  return json(description, ref(dialect === "rest" ? "Error" : "GraphQLErrors"));
}

export const noBody: Shape = failure("There is no body.");
export const noTable: Shape = failure("The keyspace or the table does not exist.");

/** Whether an operation may change rows or definitions. */
export function isWrite(method: string, { isRead = false }: Operation): boolean {
  return method !== "GET" && !isRead;
}
