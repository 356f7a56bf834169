/**
 * Faults that a test asks for: rules that match requests, and what happens to those.
 *
 * Randomness is seeded: the same rules and requests have the same faults in every run.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Handler, Parts, Route, RoutedRequest } from "../endpoint.ts";
import { HttpRefusal } from "../http-refusal.ts";
import { loadEngine } from "../graphql/respond.ts";
import { queryOf, DroppedConnection } from "../http.ts";
import type { HttpResponse } from "../http.ts";
import { isJsonObject } from "../json.ts";

/** Which requests a rule is for: those that all given members fit. */
interface FaultMatch {
  readonly method?: string;
  /** The pattern of the path, as the log has it: `/api/graphql/{keyspace}`. */
  readonly route?: string;
  /** A table by its CQL name, over REST or GraphQL. */
  readonly table?: string;
  /** An outermost field of the GraphQL document: `insertProducts`. */
  readonly operation?: string;
}

/** The effect of a fault on a response. */
interface FaultEffect {
  /** Waits this long first. @default 0 */
  readonly delayMs?: number;
  /** Responds with this status; nothing is applied. */
  readonly status?: number;
  /** Closes the connection without a response: before the request is executed, or after it was applied. */
  readonly drop?: "before" | "after";
  /** Executes the request, but breaks off in the middle of the body. @default false */
  readonly cutBody?: boolean;
}

export interface FaultRule extends FaultMatch, FaultEffect {
  /** From 0 to 1: how likely a matching request is hit. @default 1 */
  readonly probability?: number;
  /** Number of matching requests to let through first. @default 0 */
  readonly skip?: number;
  /** Maximum number of requests to hit. @default every one */
  readonly count?: number;
}

/** The facts that rules match. `tables` and `operations` are read only if a rule needs them. */
export interface FaultSubject {
  readonly method: string;
  readonly route: string;
  readonly tables: () => Promise<readonly string[]>;
  readonly operations: () => Promise<readonly string[]>;
}

interface Active {
  readonly rule: FaultRule;
  matched: number;
  hits: number;
}

export class Faults {
  #active: readonly Active[] = [];
  #random = randomFrom(1);

  /** Replaces all rules; the first that fits a request and hits counts. */
  set(rules: readonly FaultRule[], seed = 1): void {
    this.#active = rules.map((rule) => ({ rule, matched: 0, hits: 0 }));
    this.#random = randomFrom(seed);
  }

  clear(): void {
    this.#active = [];
  }

  /** The rules, with the number of requests that each has hit. */
  get rules(): readonly (FaultRule & { readonly hits: number })[] {
    return this.#active.map(({ rule, hits }) => ({ ...rule, hits }));
  }

  async find(subject: FaultSubject): Promise<FaultEffect | undefined> {
    for (const active of this.#active) {
      const { skip = 0, count = Infinity, probability = 1, ...rule } = active.rule;
      if (!(await fits(rule, subject))) continue;
      active.matched++;
      if (active.matched <= skip || active.hits >= count || (probability < 1 && this.#random() >= probability))
        continue;
      active.hits++;
      return rule;
    }
    return undefined;
  }
}

async function fits({ method, route, table, operation }: FaultMatch, subject: FaultSubject): Promise<boolean> {
  if (method !== undefined && method !== subject.method) return false;
  if (route !== undefined && route !== subject.route) return false;
  if (table !== undefined && !(await subject.tables()).includes(table)) return false;
  return operation === undefined || (await subject.operations()).includes(operation);
}

/** From 0 to 1. The generator mulberry32 of Tommy Ettinger, which is in the public domain. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Runs an endpoint with the fault that a rule has for the request, if any. @throws {DroppedConnection} */
export async function injectFault(
  faults: Faults,
  { path: route }: Route,
  run: Handler,
  request: RoutedRequest,
  parts: Parts,
): Promise<HttpResponse> {
  const operations = (): Promise<readonly string[]> => operationsOf(request);
  const tables = (): Promise<readonly string[]> => tablesOf(route, request, parts);
  const fault = await faults.find({ method: request.incoming.method, route, operations, tables });
  if (!fault) return run(request, parts);
  if (fault.delayMs !== undefined) await delay(fault.delayMs, request.incoming.signal());
  if (fault.drop === "before") throw new DroppedConnection();
  if (fault.status !== undefined) throw new HttpRefusal(fault.status, "A fault was asked for");
  const response = await run(request, parts);
  if (fault.drop === "after") throw new DroppedConnection();
  return fault.cutBody === true ? { ...response, isCut: true } : response;
}

/** Ends early when the client disconnects or the service stops, so that nothing waits for a response that no one gets. */
async function delay(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw new DroppedConnection();
  });
}

/** The table of the path, or those of a GraphQL document, by their CQL names. */
async function tablesOf(
  route: string,
  request: RoutedRequest,
  { store, keyspace: served }: Parts,
): Promise<readonly string[]> {
  const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const table = request.params[names.indexOf("table")];
  if (table !== undefined) return [table];
  const keyspace = await store.keyspace(request.params[names.indexOf("keyspace")] ?? served ?? "");
  if (!keyspace) return [];
  const { tablesOfField } = await loadEngine();
  const operations = await operationsOf(request);
  return operations.flatMap((operation) => tablesOfField(keyspace, operation).map(({ name }) => name));
}

/** The outermost fields of the document, if the request has one that can be parsed. */
async function operationsOf(request: RoutedRequest): Promise<readonly string[]> {
  try {
    const body = await request.json();
    const text = queryOf(request.incoming).get("query") ?? (isJsonObject(body) ? body["query"] : undefined);
    if (typeof text !== "string") return [];
    return (await loadEngine()).operationsIn(text);
  } catch {
    // The endpoint says what is wrong.
    return [];
  }
}
