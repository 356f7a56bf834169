/**
 * The console: its files at `/`, for everybody, and the endpoints that it reads, for which it needs a token like any other
 * client.
 *
 * The page gets no token and no cookie with it, so another site that loads or frames it gains nothing.
 */
import type { Keyspace, Table, UserType } from "../../model/index.ts";
import { printCreateIndex, printCreateTable, printCreateUserType } from "../../model/print-cql.ts";
import { orderUserTypes, userTypesIn } from "../../model/user-type.ts";
import type { Statistic } from "../../store/index.ts";
import { param } from "../endpoint.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Exchange } from "../exchange.ts";
import type { Operation, Route } from "../operation.ts";
import { Refusal } from "../refusal.ts";
import { findKeyspace, findTable } from "../rest/tables.ts";
import { cqlOperation } from "./cql.ts";
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
  const endpoints: readonly (readonly [path: string, summary: string, run: Endpoint])[] = [
    ["/__local/definitions/{keyspace}", "Returns the tables and user types of a keyspace.", getDefinitions],
    ["/__local/definitions/{keyspace}/sizes", "Returns how much the tables of a keyspace take.", getSizes],
    ["/__local/definitions/{keyspace}/{table}/code", "Returns a table as CQL and as TypeScript.", getCode(console)],
    ["/__local/requests", "Returns the latest requests.", getRequests(recent)],
    ["/__local/state", "Returns figures of the service.", getState(console, cql !== undefined)],
  ];
  return [
    ...console.files.map(fileRoute),
    ...endpoints.map(([path, summary, run]) => getRoute(path, { id: `get${path}`, summary, answers: {}, run })),
    { path: "/__local/cql", dialect: "rest", methods: { POST: cqlOperation(cql) } },
  ];
}

function getRoute(path: string, operation: Operation): Route {
  return { path, dialect: "rest", methods: { GET: operation } };
}

function fileRoute({ path, type, read }: ConsoleFile): Route {
  const run: Endpoint = async () => ({ status: 200, text: { type, content: await read() }, headers: fileHeaders });
  return {
    ...getRoute(path, { id: `getConsole${path}`, summary: "A file of the console.", answers: {}, run }),
    open: "everywhere",
  };
}

const getDefinitions: Endpoint = async (call, { store }) => {
  const { name, tables, userTypes } = await findKeyspace(store, param(call, 0));
  return { status: 200, json: { name, tables, userTypes } };
};

const getSizes: Endpoint = async (call, { store }) => {
  const { name } = await findKeyspace(store, param(call, 0));
  const sizes = [...(await store.tableSizes(name))].map(([table, size]) => ({ table, ...size }));
  return { status: 200, json: { sizes } };
};

function getCode({ printModule }: Console): Endpoint {
  return async (call, { store }) => {
    const keyspace = await findKeyspace(store, param(call, 0));
    const table = findTable(keyspace, param(call, 1));
    const code = await printCode(printModule, keyspace, table);
    return { status: 200, json: { cql: printStatements(keyspace, table), ...code } };
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

function getRequests(recent: RecentRequests): Endpoint {
  return (call) => {
    if (!call.isFromThisMachine()) {
      throw new Refusal(403, "HTTP 403 Forbidden: the request log is only for this machine");
    }
    return Promise.resolve({ status: 200, json: { requests: recent.all } });
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

function getState({ storeName }: Console, hasCql: boolean): Endpoint {
  return async (_call, { store, tokens, metrics, isStopping }) => {
    const names = await store.keyspaces();
    const keyspaces = await Promise.all(names.map((name) => store.keyspace(name)));
    const counted = keyspaces.flatMap((keyspace) =>
      keyspace ? [{ name: keyspace.name, tables: keyspace.tables.length, userTypes: keyspace.userTypes.length }] : [],
    );
    return {
      status: 200,
      json: {
        status: isStopping() ? "stopping" : "ready",
        ...metrics.figures(tokens.size),
        store: { name: storeName, ...figuresOf(await store.statistics()) },
        keyspaces: counted,
        hasCql,
      },
    };
  };
}

/** What the console at `/` needs of its surroundings. */
export interface Console {
  /** The page, its program and its style sheet. */
  readonly files: readonly ConsoleFile[];
  /** What stores the rows, and where. @default not shown */
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
interface RecentRequest extends Exchange {
  /** Tells it from others; counts up. */
  readonly number: number;
  readonly at: number;
  /** What was asked: the operation of the route, or of a GraphQL document. */
  readonly operation?: string | undefined;
}

/** Enough to look back a while, and less than 1 MB. */
const most = 500;

/** Keeps the latest requests in memory, for the console: without paths, headers and bodies, and only the name of a document. */
export class RecentRequests {
  /** A ring buffer: a new request takes the place of the oldest. */
  readonly #kept: (Pick<RecentRequest, "operation" | "at"> & { readonly exchange: Exchange })[] = [];
  #count = 0;

  /** What operators and the console itself ask for would crowd out the rest. */
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
