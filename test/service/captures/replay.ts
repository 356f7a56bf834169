/**
 * Replays what real servers were asked, in process and in order, and judges each response by what they answered.
 *
 * A response is the same, the same but for the wording of an error, or it differs by design: then differences explain it,
 * each by its ID in docs/compatibility.md. Anything else is wrong.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { TableDefinition, UserTypeDefinition } from "../../../src/model/index.ts";
import { keyspaceOf } from "../../support/keyspaces.ts";
import { base, openFixture, readReply } from "../service-fixture.ts";
import type { Fixture, Reply } from "../service-fixture.ts";
import { graphqlVerdict, isGraphQLBody } from "./graphql-verdict.ts";

export interface Exchange {
  readonly name: string;
  readonly request: {
    readonly method: string;
    /** As our service has it. */
    readonly path: string;
    /** Beside a token and the type of the body; null is a header that is not sent. */
    readonly headers?: Readonly<Record<string, string | null>>;
    readonly body?: unknown;
  };
  readonly response: Recorded;
}

export interface Recorded {
  /** 0 if the server closed the connection. */
  readonly status: number;
  readonly allow?: string;
  readonly body?: unknown;
}

/** A request that was not recorded, to get the data into the state that later answers show. */
interface Given {
  /** The name of the exchange. */
  readonly before: string;
  readonly request: Exchange["request"];
}

export interface Difference {
  /** Of its line in docs/compatibility.md. */
  readonly id: string;
  /** What the server would have answered without the difference; undefined or the same if it is not about this. */
  readonly without: (recorded: Recorded, exchange: Exchange, reply: Reply) => Recorded | undefined;
}

/** `ids` are the differences that explain it; undefined if they do not. */
export interface Verdict {
  readonly exchange: Exchange;
  readonly reply: Reply;
  readonly kind: "same" | "wording" | "differs" | "wrong";
  readonly ids: readonly string[];
}

interface Definitions {
  readonly tables: readonly TableDefinition[];
  readonly userTypes: readonly UserTypeDefinition[];
}

const folder = join(import.meta.dirname, "../../fixtures/captures");

/** Replays a file of a server: `replay("stargate", "rest-rows", differences)`. */
export async function replay(
  server: "data-apis" | "stargate",
  file: string,
  differences: readonly Difference[],
): Promise<readonly Verdict[]> {
  const exchanges = readLines<Exchange>(`${server}/${file}.jsonl`);
  const given = readLines<Given>(`${server}/${file}.given.jsonl`);
  const fixture = await openRecorded(server);
  try {
    const verdicts: Verdict[] = [];
    const states = new Map<string, string>();
    for (const exchange of exchanges) {
      for (const { before, request } of given) {
        if (before === exchange.name) await prepare(fixture, request);
      }
      const reply = await send(fixture, withStates(exchange.request, states));
      rememberState(states, exchange.response, reply);
      verdicts.push(judge(exchange, reply, differences));
    }
    return verdicts;
  } finally {
    await fixture.close();
  }
}

/** A service on the keyspaces that the server had. */
async function openRecorded(server: string): Promise<Fixture> {
  const keyspaces = JSON.parse(readFileSync(join(folder, server, "keyspaces.json"), "utf8")) as Record<
    string,
    Definitions
  >;
  const fixture = await openFixture([], { keyspace: "catalog" });
  await fixture.store.dropKeyspace("shop");
  for (const [name, { tables, userTypes }] of Object.entries(keyspaces)) {
    const keyspace = keyspaceOf(name, tables, userTypes);
    await fixture.store.createKeyspace(name);
    for (const type of keyspace.userTypes) await fixture.store.createUserType(name, type);
    for (const table of keyspace.tables) await fixture.store.createTable(name, table);
  }
  return fixture;
}

async function prepare(fixture: Fixture, request: Exchange["request"]): Promise<void> {
  const { status, text } = await send(fixture, request);
  if (status >= 300) throw new Error(`${request.method} ${request.path}: ${status} ${text}`);
}

async function send(
  { service, token }: Fixture,
  { method, path, headers = {}, body }: Exchange["request"],
): Promise<Reply> {
  const all = {
    "x-service-token": token,
    ...(body !== undefined && { "content-type": "application/json" }),
    ...headers,
  };
  const sent = Object.entries(all).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value.replace("<TOKEN>", token)]],
  );
  // Text is a body as it was sent, which may be broken. Bytes, since text would get a type of its own.
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const init = { method, headers: sent, ...(body !== undefined && { body: new TextEncoder().encode(text) }) };
  return readReply(method, path, await service(new Request(base + path, init)));
}

/** Page states are opaque: ours takes the place of the recorded one wherever it was sent. */
function withStates(request: Exchange["request"], states: ReadonlyMap<string, string>): Exchange["request"] {
  let text = JSON.stringify(request);
  for (const [theirs, ours] of states) text = text.replaceAll(theirs, ours);
  return JSON.parse(text) as Exchange["request"];
}

function rememberState(states: Map<string, string>, { body }: Recorded, { json }: Reply): void {
  const [theirs, ours] = [body, json].map((page) => /"pageState":"([^"]+)"/.exec(JSON.stringify(page ?? null))?.[1]);
  if (theirs !== undefined && ours !== undefined) states.set(theirs, ours);
}

function judge(exchange: Exchange, reply: Reply, differences: readonly Difference[]): Verdict {
  let expected = exchange.response;
  const first = verdictOf(expected, reply);
  if (first) return { exchange, reply, kind: first, ids: [] };
  const ids: string[] = [];
  for (const { id, without } of differences) {
    const changed = without(expected, exchange, reply) ?? expected;
    if (isDeepStrictEqual(changed, expected)) continue;
    expected = changed;
    ids.push(id);
    if (verdictOf(expected, reply)) return { exchange, reply, kind: "differs", ids };
  }
  return { exchange, reply, kind: "wrong", ids };
}

function verdictOf({ status, allow, body }: Recorded, reply: Reply): "same" | "wording" | undefined {
  if (status !== reply.status) return undefined;
  if (allow !== undefined && !hasAll(reply.headers.get("allow"), allow)) return undefined;
  if (isGraphQLBody(body) && isGraphQLBody(reply.json)) return graphqlVerdict(body, reply.json);
  if (status >= 400) return messageOf(body) === messageOf(reply.json) ? "same" : "wording";
  return isDeepStrictEqual(withoutOpaque(body), withoutOpaque(reply.json)) ? "same" : undefined;
}

function hasAll(ours: string | null, theirs: string): boolean {
  const names = (text: string): string[] => text.split(/,\s*/);
  return names(theirs).every((name) => names(ours ?? "").includes(name));
}

/** `{description}` of REST, `{message}` of a framework, or the whole body. */
function messageOf(body: unknown): unknown {
  const { description, message } = (body ?? {}) as { description?: unknown; message?: unknown };
  return description ?? message ?? JSON.stringify(body);
}

/** What a server makes up: only that it is there matters. */
const opaque = ["pageState", "authToken"];

function withoutOpaque(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !opaque.some((name) => name in body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, opaque.includes(name) ? typeof value : value]),
  );
}

function readLines<Line>(file: string): readonly Line[] {
  let text: string;
  try {
    text = readFileSync(join(folder, file), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" && file.includes(".given.")) return [];
    throw error;
  }
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

/** The IDs in the tables of docs/compatibility.md: the first column, where it is in backticks. */
export function documentedIds(): ReadonlySet<string> {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/compatibility.md"), "utf8");
  return new Set(Array.from(text.matchAll(/^\| `([a-z][a-z0-9-]*)` \|/gm), ([, id]) => id ?? ""));
}
