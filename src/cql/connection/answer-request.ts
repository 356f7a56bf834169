/** Answers the requests of a client that is logged in. */
import { invalid } from "../cql-error.ts";
import type { Answer, Parameters, Response } from "../protocol/message.ts";
import type { Caller, Execution, Prepared } from "../statement/prepared.ts";
import type { Client, LoggedInKind, LoggedInRequest, RequestOf } from "./client.ts";
import { checkConsistency } from "./consistency.ts";
import type { Door } from "./door.ts";
import { metadataIdOf } from "./prepared-statements.ts";

type Run<Kind extends LoggedInKind> = (request: RequestOf<Kind>, client: Client, door: Door) => Promise<Response>;

export function answerRequest(request: LoggedInRequest, client: Client, door: Door): Promise<Response> {
  // Each function of the table takes the requests of its kind.
  return (runs[request.kind] as Run<LoggedInKind>)(request, client, door);
}

const runs: { readonly [Kind in LoggedInKind]: Run<Kind> } = {
  register: ({ events }, client) => {
    // Nodes neither come nor go here: of the other events there are none.
    if (events.includes("SCHEMA_CHANGE")) client.wantsSchemaEvents = true;
    return Promise.resolve({ kind: "ready" });
  },

  query: async ({ text, parameters }, client, door) => {
    const prepared = await door.language.prepare(text, door.database, callerOf(client, parameters.keyspace));
    const { values } = parameters;
    // Only of a statement that was prepared before does the database say how many it wants.
    if (Array.isArray(values) && values.length !== prepared.variables.length) {
      throw invalid("Invalid amount of bind variables");
    }
    const answer = await execute(prepared, parameters, client, door);
    return { kind: "result", answer };
  },

  prepare: async ({ text, keyspace }, client, { statements }) => {
    const { id, prepared } = await statements.prepare(text, callerOf(client, keyspace));
    const { variables, keyIndexes, columns } = prepared;
    return { kind: "prepared", id, metadataId: metadataIdOf(columns), variables, keyIndexes, columns };
  },

  execute: async ({ id, metadataId, parameters }, client, door) => {
    const { prepared, hasChanged } = await door.statements.find(id, callerOf(client), client.version);
    const answer = await execute(prepared, parameters, client, door);
    // A write with conditions answers other columns each time, which clients are not to remember.
    if (answer.kind !== "rows" || !prepared.columns) return { kind: "result", answer };
    const { skipMetadata } = parameters;
    if (!metadataId) return { kind: "result", answer, skipMetadata: skipMetadata && !hasChanged };
    const current = metadataIdOf(answer.columns);
    return current.equals(metadataId)
      ? { kind: "result", answer, skipMetadata }
      : { kind: "result", answer, metadataId: current };
  },

  batch: async ({ type, entries, parameters }, client, door) => {
    const { database, language, statements } = door;
    const caller = callerOf(client, parameters.keyspace);
    const prepared = await Promise.all(
      entries.map(async ({ statement, values }) => {
        if (typeof statement === "string") {
          return { prepared: await language.prepare(statement, database, caller), values };
        }
        return { prepared: (await statements.find(statement, caller, client.version)).prepared, values };
      }),
    );
    const answer = await language.executeBatch(database, type, prepared, executionOf(parameters, client, door));
    return { kind: "result", answer };
  },
};

async function execute(prepared: Prepared, parameters: Parameters, client: Client, door: Door): Promise<Answer> {
  checkConsistency(prepared, parameters);
  const { values, pageSize, pageState } = parameters;
  const { timestamp, nowMs, signal } = executionOf(parameters, client, door);
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
  { database }: Door,
): Omit<Execution, "values"> {
  return { timestamp, nowMs: nowInSeconds === undefined ? database.now() : nowInSeconds * 1000, signal };
}
