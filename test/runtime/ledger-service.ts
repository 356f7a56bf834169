import { Kind, parse, valueFromASTUntyped } from "graphql";
import type { FieldNode } from "graphql";
import { TransportFailure } from "@colonnade/runtime";
import type { Call, Reply, Transport } from "@colonnade/runtime";

/** What happens to one document. */
export type Fault =
  /** Nobody listens. */
  | "refuse-connection"
  /** The connection breaks before anything is done. */
  | "drop-before"
  /** Everything is done, then the connection breaks. */
  | "drop-after"
  /** Everything is done, the response is 500. */
  | "error-after"
  /** Everything is done, half of the response comes. */
  | "truncate-after"
  /** Half of it is done, then the service has too much to do. */
  | "overload-halfway"
  /** The database does everything, and does not answer the service in time. */
  | "field-timeout"
  /** The service says that it has too much to do, before anything is done. */
  | "busy"
  /** It says so of each write. */
  | "field-busy"
  | "fine";

export interface Entry {
  readonly field: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export interface LedgerOptions {
  /** What happens to the nth document, from 0. @default fine */
  readonly fault?: (document: number) => Fault;
  /** Writes that the service refuses, and with them the whole document. */
  readonly isPoison?: (entry: Entry) => boolean;
  /** Whether a refusal says which lines it is about. @default false */
  readonly namesLines?: boolean;
  /** More fields in a document than this are refused. */
  readonly mostFields?: number;
  /** Milliseconds until a response; by the given timer. */
  readonly delay?: () => Promise<void>;
}

/**
 * A service that keeps a ledger of every write that was done, in order, so that one done twice, or never, shows.
 *
 * It reads documents as GraphQL and knows no tables: whatever is inserted, updated or deleted is noted.
 */
export class LedgerService {
  readonly done: Entry[] = [];
  /** How many fields each document had, in the order they came. */
  readonly documents: number[] = [];
  /** Queries, apart from the writes. */
  queries = 0;
  /** What a query answers with, `values` of it. */
  rows: readonly Readonly<Record<string, unknown>>[] = [];
  /** How many documents are being answered, now and at most. */
  underWay = 0;
  mostUnderWay = 0;
  readonly #options: LedgerOptions;

  constructor(options: LedgerOptions = {}) {
    this.#options = options;
  }

  readonly transport: Transport = async (call) => {
    if (call.url.endsWith("/auth")) return reply(201, { authToken: "T" });
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    try {
      await (this.#options.delay?.() ?? Promise.resolve());
      return this.#answer(call);
    } finally {
      this.underWay -= 1;
    }
  };

  #answer(call: Call): Reply {
    const { query } = JSON.parse(call.body ?? "") as { query: string };
    const [operation] = parse(query).definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error("no operation");
    const fields = operation.selectionSet.selections as readonly FieldNode[];
    if (operation.operation === "query") {
      this.queries += 1;
      return reply(200, { data: { result: { values: this.rows, pageState: null } } });
    }
    const fault = this.#options.fault?.(this.documents.length) ?? "fine";
    this.documents.push(fields.length);
    if (fault === "refuse-connection") throw new TransportFailure("not-sent", "ECONNREFUSED");
    if (fault === "drop-before") throw new TransportFailure("unknown", "ECONNRESET");
    if (fault === "busy") return reply(429, { description: "Database is overloaded", code: 429 });
    const entries = fields.map(entryOf);
    const rejected = this.#reject(fields, entries);
    if (rejected) return rejected;
    const names = fields.map((field) => field.alias?.value ?? field.name.value);
    if (fault === "field-busy") return failEach(names, "Database is overloaded");
    this.done.push(...(fault === "overload-halfway" ? entries.slice(0, Math.ceil(entries.length / 2)) : entries));
    if (fault === "drop-after") throw new TransportFailure("unknown", "ECONNRESET");
    if (fault === "error-after") return reply(500, { description: "Server error", code: 500 });
    if (fault === "overload-halfway") return reply(429, { description: "Database is overloaded", code: 429 });
    if (fault === "field-timeout") return failEach(names, "Operation timed out - received only 1 responses.");
    const text = JSON.stringify({ data: Object.fromEntries(names.map((name) => [name, { applied: true }])) });
    return reply(200, fault === "truncate-after" ? text.slice(0, text.length / 2) : text);
  }

  #reject(fields: readonly FieldNode[], entries: readonly Entry[]): Reply | undefined {
    const { isPoison, mostFields = Infinity, namesLines } = this.#options;
    if (fields.length > mostFields) return reply(200, { errors: [{ message: "too many aliases" }] });
    const errors = entries.flatMap((entry, index) => {
      if (!isPoison?.(entry)) return [];
      const line = fields[index]?.loc?.startToken.line ?? 0;
      return [{ message: `no such thing: ${entry.field}`, ...(namesLines && { locations: [{ line, column: 1 }] }) }];
    });
    return errors.length > 0 ? reply(200, { errors }) : undefined;
  }
}

function entryOf(field: FieldNode): Entry {
  const value = field.arguments?.find((argument) => argument.name.value === "value");
  return { field: field.name.value, value: valueFromASTUntyped(value?.value ?? { kind: Kind.NULL }) as Entry["value"] };
}

function failEach(names: readonly string[], message: string): Reply {
  const data = Object.fromEntries(names.map((name) => [name, null]));
  return reply(200, { data, errors: names.map((name) => ({ message, path: [name] })) });
}

function reply(status: number, body: unknown): Reply {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, header: () => null, text: async () => text };
}
