/** Answers the requests of a client that is logged in. */
import { invalid } from "../cql-error.ts";
import type { Answer, Parameters, Response } from "../protocol/message.ts";
import type { Caller, Execution, Prepared, PreparedWrite } from "../statement/prepared.ts";
import type { Client, LoggedInRequest, ServerState } from "./server.ts";
import { metadataIdOf } from "./prepared-statements.ts";

type LoggedInKind = LoggedInRequest["kind"];
type RequestOf<Kind> = Extract<LoggedInRequest, { readonly kind: Kind }>;
type Run<Kind> = (request: RequestOf<Kind>, client: Client, server: ServerState) => Promise<Response>;

export function answerRequest(request: LoggedInRequest, client: Client, server: ServerState): Promise<Response> {
  // Each function of the table takes the requests of its kind.
  return (runs[request.kind] as Run<LoggedInKind>)(request, client, server);
}

const runs: { readonly [Kind in LoggedInKind]: Run<Kind> } = {
  register: ({ events }, client) => {
    // The only node never changes: the other events do not occur.
    if (events.includes("SCHEMA_CHANGE")) client.wantsSchemaEvents = true;
    return Promise.resolve({ kind: "ready" });
  },

  query: async ({ text, parameters }, client, server) => {
    const prepared = await server.language.prepare(text, server.database, callerOf(client, parameters.keyspace));
    const { values } = parameters;
    // Only of a statement that was prepared before does the database say how many it wants.
    if (Array.isArray(values) && values.length !== prepared.variables.length) {
      throw invalid("Invalid amount of bind variables");
    }
    const answer = await execute(prepared, parameters, client, server);
    return { kind: "result", answer };
  },

  prepare: async ({ text, keyspace }, client, { statements }) => {
    const { id, prepared } = await statements.prepare(text, callerOf(client, keyspace));
    const { variables, keyIndexes, columns } = prepared;
    return { kind: "prepared", id, metadataId: metadataIdOf(columns), variables, keyIndexes, columns };
  },

  execute: async ({ id, metadataId, parameters }, client, server) => {
    const { prepared, hasChanged } = await server.statements.find(id, callerOf(client), client.version);
    const answer = await execute(prepared, parameters, client, server);
    // A write with conditions answers other columns each time, which clients are not to remember.
    if (answer.kind !== "rows" || !prepared.columns) return { kind: "result", answer };
    const { skipMetadata } = parameters;
    if (!metadataId) return { kind: "result", answer, skipMetadata: skipMetadata && !hasChanged };
    const current = metadataIdOf(answer.columns);
    return current.equals(metadataId)
      ? { kind: "result", answer, skipMetadata }
      : { kind: "result", answer, metadataId: current };
  },

  batch: async ({ type, entries, parameters }, client, server) => {
    const { database, language, statements } = server;
    const caller = callerOf(client, parameters.keyspace);
    const prepared = await Promise.all(
      entries.map(async ({ statement, values }) => {
        if (typeof statement === "string") {
          return { prepared: await language.prepare(statement, database, caller), values };
        }
        return { prepared: (await statements.find(statement, caller, client.version)).prepared, values };
      }),
    );
    const answer = await language.executeBatch(database, type, prepared, executionOf(parameters, client, server));
    return { kind: "result", answer };
  },
};

async function execute(
  prepared: Prepared,
  parameters: Parameters,
  client: Client,
  server: ServerState,
): Promise<Answer> {
  checkConsistency(prepared, parameters);
  const { values, pageSize, pageState } = parameters;
  const { timestamp, nowMs, signal } = executionOf(parameters, client, server);
  const answer = await prepared.execute({ values, pageSize, pageState, timestamp, nowMs, signal });
  if (answer.kind === "set-keyspace") client.keyspace = answer.keyspace;
  return answer;
}

function callerOf({ keyspace, user }: Client, given?: string): Caller {
  return { keyspace: given ?? keyspace, readOnly: user.readOnly, user: user.name };
}

function executionOf(
  { timestamp, nowInSeconds }: Pick<Parameters, "timestamp" | "nowInSeconds">,
  { signal }: Client,
  { database }: ServerState,
): Omit<Execution, "values"> {
  return { timestamp, nowMs: nowInSeconds === undefined ? database.now() : nowInSeconds * 1000, signal };
}

/** As the protocol numbers them. */
const any = 0;
const serialNames: Readonly<Record<number, string>> = { 8: "SERIAL", 9: "LOCAL_SERIAL" };

interface Checked extends Pick<Prepared, "columns"> {
  readonly write?: Pick<PreparedWrite, "isCounter" | "isConditional"> | undefined;
}

/** @throws {CqlError} `invalid` */
export function checkConsistency(
  { write, columns }: Checked,
  { consistency, serialConsistency }: Pick<Parameters, "consistency" | "serialConsistency">,
): void {
  const serial = serialNames[consistency];
  if (!write) {
    if (columns && consistency === any) throw invalid("ANY ConsistencyLevel is only supported for writes");
    return;
  }
  if (!write.isConditional) {
    if (serial !== undefined && write.isCounter) throw invalid("Counter operations are inherently non-serializable");
    if (serial !== undefined) throw invalid("You must use conditional updates for serializable writes");
    return;
  }
  if (serial !== undefined) {
    throw invalid(
      `${serial} is not supported as conditional update commit consistency. Use ANY if you mean "make sure it is accepted` +
        ` but I don't care how many replicas commit it for non-SERIAL reads"`,
    );
  }
  if (serialConsistency !== undefined && serialNames[serialConsistency] === undefined) {
    throw invalid("Invalid consistency for conditional update. Must be one of SERIAL or LOCAL_SERIAL");
  }
}
