/**
 * The console: its files at `/`, for everybody, and the endpoints that it reads, for which it needs a token like any other
 * client.
 *
 * The page gets no token and no cookie with it, so another site that loads or frames it gains nothing.
 */
import type { Keyspace, Table, UserType } from "../../model/index.ts";
import { printCreateIndex, printCreateTable, printCreateUserType } from "../../model/print-cql.ts";
import { orderUserTypes, userTypesIn } from "../../model/cql-type.ts";
import type { Statistic } from "../../store/index.ts";
import type { Endpoint, Handler, Route } from "../endpoint.ts";
import { findKeyspace, findTable } from "../find-table.ts";
import { HttpRefusal } from "../http-refusal.ts";
import { isFromThisMachine, jsonResponse } from "../http.ts";
import type { Exchange } from "../http.ts";
import { cqlEndpoint } from "./cql.ts";
import type { RunCql } from "./cql.ts";

/** Nothing inline, nothing from elsewhere, and no HTML made of text: what a row holds is never run. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "frame-ancestors 'none'",
].join("; ");

const fileHeaders = {
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
};

export function consoleRoutes(console: Console, recent: RecentRequests, cql: RunCql | undefined): readonly Route[] {
  const endpoints: readonly (readonly [path: string, summary: string, run: Handler])[] = [
    ["/__local/definitions/{keyspace}", "Returns the tables and user types of a keyspace.", getDefinitions],
    ["/__local/definitions/{keyspace}/sizes", "Returns how much the tables of a keyspace take.", getSizes],
    ["/__local/definitions/{keyspace}/{table}/code", "Returns a table as CQL and as TypeScript.", getCode(console)],
    ["/__local/requests", "Returns the latest requests.", getRequests(recent)],
    ["/__local/state", "Returns figures of the service.", getState(console, cql !== undefined)],
  ];
  return [
    ...console.files.map(fileRoute),
    ...endpoints.map(([path, summary, run]) => getRoute(path, { id: `get${path}`, summary, responses: {}, run })),
    { path: "/__local/cql", errorFormat: "rest", methods: { POST: cqlEndpoint(cql) } },
  ];
}

function getRoute(path: string, endpoint: Endpoint): Route {
  return { path, errorFormat: "rest", methods: { GET: endpoint } };
}

function fileRoute({ path, type, read }: ConsoleFile): Route {
  const headers = { "content-type": type, ...fileHeaders };
  const run: Handler = async () => ({ status: 200, headers, body: await read() });
  return {
    ...getRoute(path, { id: `getConsole${path}`, summary: "A file of the console.", responses: {}, run }),
    open: "everywhere",
  };
}

const getDefinitions: Handler = async (request, { store }) => {
  const { name, tables, userTypes } = await findKeyspace(request, store);
  return jsonResponse(200, { name, tables, userTypes });
};

const getSizes: Handler = async (request, { store }) => {
  const { name } = await findKeyspace(request, store);
  const sizes = [...(await store.tableSizes(name))].map(([table, size]) => ({ table, ...size }));
  return jsonResponse(200, { sizes });
};

function getCode({ printModule }: Console): Handler {
  return async (request, { store }) => {
    const { keyspace, table } = await findTable(request, store);
    const code = await printCode(printModule, keyspace, table);
    return jsonResponse(200, { cql: printStatements(keyspace, table), ...code });
  };
}

/** Names of the keyspace may conflict, which only its config can settle. */
async function printCode(printModule: Console["printModule"], keyspace: Keyspace, table: Table): Promise<object> {
  try {
    return { module: await printModule(keyspace, table.name) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The statements that create a table, with its user types and indexes. */
function printStatements({ name }: Keyspace, table: Table): string {
  const used = new Set<UserType>();
  const use = (type: UserType): void => {
    used.add(type);
    for (const field of type.fields) userTypesIn(field.type).forEach(use);
  };
  for (const column of table.columns) userTypesIn(column.type).forEach(use);
  const statements = [
    ...orderUserTypes([...used]).map((type) => printCreateUserType(name, type)),
    printCreateTable(name, table),
    ...table.indexes.map((index) => printCreateIndex(name, table, index)),
  ];
  return statements.map((statement) => `${statement};\n`).join("\n");
}

function getRequests(recent: RecentRequests): Handler {
  return (request) => {
    if (!isFromThisMachine(request.incoming)) {
      throw new HttpRefusal(403, "HTTP 403 Forbidden: the request log is only for this machine");
    }
    return jsonResponse(200, { requests: recent.all });
  };
}

function figuresOf(statistics: readonly Statistic[]): object {
  const [figures, histograms]: [object[], object[]] = [[], []];
  for (const { name, help, value } of statistics) {
    if (typeof value === "number") figures.push({ name, help, value });
    else histograms.push({ name, help, bounds: value.bounds, counts: value.counts });
  }
  return { figures, histograms };
}

function getState({ storeName }: Console, hasCql: boolean): Handler {
  return async (_request, { store, tokens, metrics, isStopping }) => {
    const names = await store.keyspaces();
    const keyspaces = await Promise.all(names.map((name) => store.keyspace(name)));
    const counted = keyspaces.flatMap((keyspace) =>
      keyspace ? [{ name: keyspace.name, tables: keyspace.tables.length, userTypes: keyspace.userTypes.length }] : [],
    );
    return jsonResponse(200, {
      status: isStopping() ? "stopping" : "ready",
      ...metrics.figures(tokens.size),
      store: { name: storeName, ...figuresOf(await store.statistics()) },
      keyspaces: counted,
      hasCql,
    });
  };
}

/** The parts of the console at `/` that its host provides. */
export interface Console {
  /** The page, its program and its style sheet. */
  readonly files: readonly ConsoleFile[];
  /** The store and its place, as text. @default not shown */
  readonly storeName?: string;
  /** Prints the module that `generate` would write for a table. @throws if the names of the keyspace conflict */
  readonly printModule: (keyspace: Keyspace, table: string) => Promise<string>;
}

export interface ConsoleFile {
  /** `/`, `/console.js` or `/console.css`. */
  readonly path: string;
  /** The media type. */
  readonly type: string;
  /** Reads it, at each request. */
  readonly read: () => Promise<string | Uint8Array<ArrayBuffer>>;
}

/** A request with the time of its response, as Unix time in milliseconds. */
export interface RecentRequest extends Exchange {
  /** Tells it from others; counts up. */
  readonly number: number;
  readonly at: number;
  /** The operation of the route, or of the GraphQL document. */
  readonly operation?: string | undefined;
}

/** Enough to look back a while, and less than 1 MB. */
const most = 500;

/** Keeps the latest requests in memory, for the console: without paths, headers and bodies, and only the name of a document. */
export class RecentRequests {
  /** A ring buffer: a new request takes the place of the oldest. */
  readonly #kept: (Pick<RecentRequest, "operation" | "at"> & { readonly exchange: Exchange })[] = [];
  #count = 0;

  /** Omits requests of operators and of the console itself, which would crowd out the rest. */
  add(exchange: Exchange, operation: string | undefined): void {
    if (exchange.route.startsWith("/__local/")) return;
    this.#kept[this.#count++ % most] = { exchange, operation, at: Date.now() };
  }

  /** The latest last. */
  get all(): readonly RecentRequest[] {
    const oldest = this.#count % this.#kept.length || 0;
    const inOrder = [...this.#kept.slice(oldest), ...this.#kept.slice(0, oldest)];
    const first = this.#count - inOrder.length + 1;
    return inOrder.map(({ exchange, operation, at }, index) => ({ ...exchange, operation, number: first + index, at }));
  }
}
