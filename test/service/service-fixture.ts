import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createService } from "../../src/service/index.ts";
import type { Service, ServiceOptions } from "../../src/service/index.ts";
import type { TableDefinition, UserTypeDefinition } from "../../src/model/index.ts";
import { openEmbeddedStore } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import type { GraphQLAnswer } from "@colonnade/runtime/protocol";
import { expect } from "vitest";
import { keyspaceOf } from "../support/keyspaces.ts";
import { problemsOf } from "./conforms.ts";

export const user = { username: "ann", password: "correct horse" };
export const base = "http://localhost";
export const startMs: number = Date.UTC(2026, 0, 1);

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if the body is empty, or not JSON. */
  readonly json: unknown;
  readonly text: string;
}

export interface Fixture {
  readonly store: Store;
  readonly service: Service;
  /** A moving time for tokens, in ms. */
  readonly clock: { ms: number };
  /** Errors that the service reported. */
  readonly reported: unknown[];
  /** Sends a request with a token. */
  readonly send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;
  /** Sends a document to a keyspace. */
  readonly graphql: (query: string, variables?: Record<string, unknown>, path?: string) => Promise<GraphQLAnswer>;
  readonly token: string;
  readonly close: () => Promise<void>;
}

export const products: TableDefinition = {
  name: "products",
  ifNotExists: true,
  columnDefinitions: [
    { name: "id", typeDefinition: "uuid", static: false },
    { name: "name", typeDefinition: "text", static: false },
    { name: "description", typeDefinition: "text", static: false },
    { name: "price", typeDefinition: "decimal", static: false },
    { name: "created", typeDefinition: "timestamp", static: false },
  ],
  primaryKey: { partitionKey: ["id"] },
  tableOptions: { defaultTimeToLive: 0 },
};

export const orderLines: TableDefinition = {
  name: "order_lines",
  columnDefinitions: [
    { name: "customer", typeDefinition: "text" },
    { name: "day", typeDefinition: "date" },
    { name: "line_no", typeDefinition: "int" },
    { name: "product", typeDefinition: "text" },
    { name: "quantity", typeDefinition: "int" },
    { name: "customer_name", typeDefinition: "text", static: true },
  ],
  primaryKey: { partitionKey: ["customer", "day"], clusteringKey: ["line_no", "product"] },
  tableOptions: { clusteringExpression: [{ column: "line_no", order: "DESC" }] },
};

/** A service on a store of its own in a temporary folder, with the keyspace `shop` as the default one. */
export async function openFixture(
  tables: readonly TableDefinition[] = [products],
  options: Partial<ServiceOptions> = {},
  userTypes: readonly UserTypeDefinition[] = [],
): Promise<Fixture> {
  const directory = await mkdtemp(join(tmpdir(), "colonnade-service-"));
  const store = await openEmbeddedStore({ directory });
  await store.createKeyspace("shop");
  const shop = keyspaceOf("shop", tables, userTypes);
  for (const type of shop.userTypes) await store.createUserType("shop", type);
  for (const table of shop.tables) await store.createTable("shop", table);
  const clock = { ms: startMs };
  const reported: unknown[] = [];
  const now = (): number => clock.ms;
  const onError = (error: unknown): unknown => reported.push(error);
  const service = createService({ store, user, keyspace: "shop", now, onError, ...options });
  const { json } = await request(service, "POST", "/api/rest/v1/auth", user);
  const token = (json as { authToken: string }).authToken;
  const send: Fixture["send"] = (method, path, body, headers) =>
    request(service, method, path, body, { "x-service-token": token, ...headers });
  const graphql: Fixture["graphql"] = async (query, variables = {}, path = "/api/graphql") => {
    const reply = await send("POST", path, { query, variables });
    if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(reply.json)}`);
    return reply.json as GraphQLAnswer;
  };
  const close = async (): Promise<void> => {
    await store.close();
    await rm(directory, { recursive: true });
  };
  return { store, service, clock, reported, send, graphql, token, close };
}

/**
 * Sends one request and reads its response. A body that is text or bytes goes as it is, anything else as JSON.
 *
 * Fails the test if the OpenAPI document does not have the response.
 */
export async function request(
  service: Service,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const raw = typeof body === "string" || body instanceof Uint8Array;
  const response = await service(
    new Request(base + path, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
    }),
  );
  return readReply(method, path, response);
}

/** Reads the response to a request. Fails the test if the OpenAPI document does not have it. */
export async function readReply(method: string, path: string, response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson =
    text !== "" && /^application\/(?:graphql-response\+)?json\b/.test(response.headers.get("content-type") ?? "");
  const json: unknown = isJson ? JSON.parse(text) : undefined;
  const reply = { status: response.status, headers: response.headers, json, text };
  expect(problemsOf(method, path, reply)).toEqual([]);
  return reply;
}

/** `uuid(1)` is `00000000-0000-4000-8000-000000000001`. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}
