import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "../answer.ts";
import type { Call, Endpoint, Parts } from "../endpoint.ts";
import { DroppedConnection } from "../exchange.ts";
import { loadDocuments } from "../graphql/operations.ts";
import { isJsonObject } from "../json.ts";
import { Refusal } from "../refusal.ts";
import type { Faults } from "./faults.ts";

/** The request as its route has it. */
interface Routed {
  readonly method: string;
  readonly route: string;
}

/** Runs an endpoint with the fault that a rule has for the request, if any. @throws {DroppedConnection} */
export async function injectFault(
  faults: Faults,
  { method, route }: Routed,
  endpoint: Endpoint,
  call: Call,
  parts: Parts,
): Promise<Answer> {
  const operations = (): Promise<readonly string[]> => operationsOf(call);
  const tables = (): Promise<readonly string[]> => tablesOf(route, call, parts);
  const fault = await faults.find({ method, route, operations, tables });
  if (!fault) return endpoint(call, parts);
  if (fault.delayMs !== undefined) await delay(fault.delayMs, call.signal());
  if (fault.drop === "before") throw new DroppedConnection();
  if (fault.status !== undefined) throw new Refusal(fault.status, "A fault was asked for");
  const answer = await endpoint(call, parts);
  if (fault.drop === "after") throw new DroppedConnection();
  return fault.cutBody === true ? { ...answer, isCut: true } : answer;
}

/** Ends early when the client disconnects or the service stops, so that nothing waits for a response that no one gets. */
async function delay(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw new DroppedConnection();
  });
}

/** The table of the path, or those of a GraphQL document, by their CQL names. */
async function tablesOf(route: string, call: Call, { store, keyspace: served }: Parts): Promise<readonly string[]> {
  const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const table = call.params[names.indexOf("table")];
  if (table !== undefined) return [table];
  const keyspace = await store.keyspace(call.params[names.indexOf("keyspace")] ?? served ?? "");
  if (!keyspace) return [];
  return (await loadDocuments()).tablesOf(await operationsOf(call), keyspace);
}

/** The outermost fields of the document, if the request has one that can be parsed. */
async function operationsOf(call: Call): Promise<readonly string[]> {
  try {
    const body = await call.body();
    const text = call.query().get("query") ?? (isJsonObject(body) ? body["query"] : undefined);
    if (typeof text !== "string") return [];
    return (await loadDocuments()).operationsIn(text);
  } catch {
    // The endpoint says what is wrong.
    return [];
  }
}
