/** Runs statements for people, who read the result as text. */
import { printCqlType } from "../model/index.ts";
import type { EmbeddedStore } from "../store/index.ts";
import { errorOf, CqlError } from "./cql-error.ts";
import { CqlSyntaxError, parseStatement } from "./grammar/index.ts";
import type { Answer } from "./protocol/message.ts";
import { prepare } from "./statement/prepare.ts";
import { openSystem } from "./system/index.ts";
import { printPlain } from "./values/print-text.ts";

export interface TextRequest {
  /** One statement. */
  readonly query: string;
  /** The keyspace of names without one. */
  readonly keyspace?: string | undefined;
  readonly pageSize: number;
  /** The page state of the previous page. */
  readonly pageState?: string | undefined;
  readonly user: { readonly name: string; readonly readOnly: boolean };
  readonly signal: AbortSignal;
}

export interface TextRows {
  readonly kind: "rows";
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly pageState?: string;
}

export interface TextError {
  readonly kind: "error";
  readonly code: string;
  readonly message: string;
  /** In UTF-16 units of the text. */
  readonly place?: { readonly start: number; readonly end: number };
}

export type TextAnswer =
  | ((Exclude<Answer, { readonly kind: "rows" }> | TextRows) & { readonly warnings?: readonly string[] | undefined })
  | TextError;

export interface TextRunner {
  /** An invalid statement is reported in the answer. */
  run(request: TextRequest): Promise<TextAnswer>;
  /** Leaves the store open. */
  close(): Promise<void>;
}

export interface TextRunnerOptions {
  /** Milliseconds since 1970. @default the system's clock */
  readonly now?: (() => number) | undefined;
  /** Gets failures and unexpected errors, with the ID that the caller got. */
  readonly report: (error: unknown, requestId: string) => void;
}

export async function openTextRunner(
  store: EmbeddedStore,
  { now = Date.now, report }: TextRunnerOptions,
): Promise<TextRunner> {
  // There is no port to connect to; system tables then have 9042, the default of the database.
  const { database, close } = await openSystem(store, { now, address: "127.0.0.1", port: 9042 });
  return {
    close,
    run: async ({ query, keyspace, pageSize, pageState, user, signal }) => {
      try {
        const prepared = await prepare(query, database, { keyspace, readOnly: user.readOnly, user: user.name });
        const state = pageState === undefined ? undefined : Buffer.from(pageState, "base64url");
        const answer = await prepared.execute({
          values: [],
          pageSize,
          pageState: state,
          nowMs: database.now(),
          signal,
        });
        return answer.kind === "rows" ? printRows(answer) : answer;
      } catch (error) {
        return printError(errorOf(error, report), query);
      }
    },
  };
}

function printRows({ columns, rows, pageState, warnings }: Extract<Answer, { readonly kind: "rows" }>): TextAnswer {
  return {
    kind: "rows",
    columns: columns.map(({ name, type }) => ({ name, type: printCqlType(type) })),
    rows: rows.map((row) =>
      columns.map(({ type }, place) => {
        const bytes = row[place];
        return bytes ? printPlain(type, bytes) : null;
      }),
    ),
    ...(pageState && { pageState: pageState.toString("base64url") }),
    ...(warnings && { warnings }),
  };
}

function printError({ code, message }: CqlError, query: string): TextError {
  const place = code === "syntax" ? placeOf(query) : undefined;
  return { kind: "error", code, message, ...(place && { place }) };
}

/** Where the parser stops: errors of the protocol state it only in their message. */
function placeOf(query: string): TextError["place"] {
  try {
    parseStatement(query);
    return undefined;
  } catch (error) {
    if (!(error instanceof CqlSyntaxError)) return undefined;
    return { start: error.start, end: error.end };
  }
}
