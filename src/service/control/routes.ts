/**
 * The control endpoints, for tests that use a service in another process: `serve --control` has them, for programs of this
 * machine alone.
 */
import type { Endpoint, Handler, RoutedRequest, Route } from "../endpoint.ts";
import { notFound } from "../http-refusal.ts";
import { jsonResponse } from "../http.ts";
import { emptyTables } from "./control.ts";
import type { Control, Snapshots } from "./control.ts";
import { membersOf, parseMembers, parseRules } from "./parse-request.ts";

type Controlled = (control: Control, ...args: Parameters<Handler>) => ReturnType<Handler>;

export function controlRoutes(control: Control): readonly Route[] {
  return Object.entries(endpoints).map(([name, methods]) => ({
    path: `/__local/${name}`,
    errorFormat: "rest",
    open: "locally only",
    methods: Object.fromEntries(
      Object.entries(methods).map(([method, [summary, run]]) => {
        const id = `${method.toLowerCase()}Local${name}`;
        const endpoint: Endpoint = {
          id,
          summary,
          responses: {},
          run: (request, parts) => run(control, request, parts),
        };
        return [method, endpoint];
      }),
    ),
  }));
}

const reset: Controlled = async (_control, request, { store }) => {
  const { keyspace, table } = parseMembers((await request.json()) ?? {}, membersOf.reset);
  if (keyspace !== undefined) {
    const found = await store.keyspace(keyspace);
    if (!found) throw notFound(`keyspace '${keyspace}' not found`);
    if (table !== undefined && !found.tables.some(({ name }) => name === table))
      throw notFound(`table '${table}' not found`);
  }
  const emptied = await emptyTables(store, { keyspace, table });
  return jsonResponse(200, { emptied });
};

const snapshot: Controlled = async (control, request) => {
  const { name, snapshots } = await namedSnapshot(control, request);
  await snapshots.take(name);
  return jsonResponse(200, { name });
};

const restore: Controlled = async (control, request) => {
  const { name, snapshots } = await namedSnapshot(control, request);
  if (!(await snapshots.restore(name))) throw notFound(`snapshot '${name}' not found`);
  return jsonResponse(200, { name });
};

async function namedSnapshot(
  { snapshots }: Control,
  request: RoutedRequest,
): Promise<{ name: string; snapshots: Snapshots }> {
  const { name = "default" } = parseMembers((await request.json()) ?? {}, membersOf.snapshot);
  if (!snapshots) throw notFound("the store takes no snapshots");
  return { name, snapshots };
}

const expire: Controlled = async ({ expireRows }, _request, { tokens }) =>
  jsonResponse(200, { tokens: await tokens.endAll(), rows: (await expireRows?.()) ?? 0 });

const getClock: Controlled = ({ clock }) =>
  jsonResponse(200, { now: new Date(clock.now()).toISOString(), stopped: clock.isStopped });

const setClock: Controlled = async (control, request, parts) => {
  const { set, advanceMs, stopped } = parseMembers(await request.json(), membersOf.clock);
  const { clock } = control;
  if (stopped === true) clock.freeze();
  if (set !== undefined) clock.set(new Date(set));
  if (advanceMs !== undefined) clock.advance(advanceMs);
  if (stopped === false) clock.resume();
  return getClock(control, request, parts);
};

const resetClock: Controlled = (control, request, parts) => {
  control.clock.reset();
  return getClock(control, request, parts);
};

const getFaults: Controlled = ({ faults }) => jsonResponse(200, { rules: faults.rules });

const setFaults: Controlled = async (control, request, parts) => {
  const { rules, seed } = parseMembers(await request.json(), membersOf.faults);
  control.faults.set(parseRules(rules ?? []), seed);
  return getFaults(control, request, parts);
};

const clearFaults: Controlled = (control, request, parts) => {
  control.faults.clear();
  return getFaults(control, request, parts);
};

type Described = readonly [summary: string, run: Controlled];

/** By name and method. */
const endpoints: Readonly<Record<string, Readonly<Record<string, Described>>>> = {
  reset: { POST: ["Deletes the rows of a table, of a keyspace, or all.", reset] },
  snapshot: { POST: ["Copies all rows into memory, under a name.", snapshot] },
  restore: { POST: ["Puts the rows of a snapshot in the place of all rows.", restore] },
  expire: { POST: ["Ends all tokens, as if 30 minutes had passed for them alone, and deletes expired rows.", expire] },
  clock: {
    GET: ["Returns the time by which tokens and rows expire.", getClock],
    PUT: ["Sets, advances, stops or resumes the clock.", setClock],
    DELETE: ["Sets the clock to the time of the system.", resetClock],
  },
  faults: {
    GET: ["Returns the rules, with the number of requests that each has hit.", getFaults],
    PUT: ["Replaces the rules.", setFaults],
    DELETE: ["Ends all faults.", clearFaults],
  },
};
