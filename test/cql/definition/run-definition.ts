import { CqlError, errorOf as cqlErrorOf } from "../../../src/cql/cql-error.ts";
import { prepareDefinition } from "../../../src/cql/definition/prepare-definition.ts";
import { prepareDescribe } from "../../../src/cql/definition/describe.ts";
import { CqlSyntaxError, parseStatement } from "../../../src/cql/grammar/index.ts";
import type { Answer } from "../../../src/cql/protocol/message.ts";
import type { Caller, Database, Prepared } from "../../../src/cql/statement/prepared.ts";

export interface Outcome {
  readonly answer?: Answer;
  readonly error?: CqlError;
}

/** Executes statements that define or describe something, and `USE`, one after the other. */
export function openDefinitions(database: Database): (cql: string) => Promise<Outcome> {
  let keyspace: string | undefined;
  return async (cql) => {
    try {
      const statement = parseStatement(cql);
      if (statement.kind !== "use") {
        const prepared = await prepareAny(statement, database, { keyspace, readOnly: false });
        return { answer: await prepared.execute({ values: [], nowMs: database.now() }) };
      }
      const { keyspace: used } = statement;
      const isThere = await (await database.storeOf(used)).keyspace(used);
      if (!isThere) return { error: new CqlError("invalid", `Keyspace '${used}' does not exist`) };
      keyspace = used;
      return { answer: { kind: "set-keyspace", keyspace } };
    } catch (caught) {
      if (caught instanceof TypeError) throw caught;
      return {
        error: caught instanceof CqlSyntaxError ? new CqlError("syntax", caught.message) : cqlErrorOf(caught),
      };
    }
  };
}

async function prepareAny(
  statement: ReturnType<typeof parseStatement>,
  database: Database,
  caller: Caller,
): Promise<Prepared> {
  switch (statement.kind) {
    case "describe":
      return prepareDescribe(statement, database, caller);
    case "use":
    case "select":
    case "insert":
    case "update":
    case "delete":
    case "batch":
    case "other":
      throw new TypeError(`${statement.kind} defines nothing`);
    default:
      return prepareDefinition(statement, database, caller);
  }
}

/** The texts of the rows of an answer. */
export function textRows(answer: Answer | undefined): readonly (readonly string[])[] | undefined {
  if (answer?.kind !== "rows") return undefined;
  return answer.rows.map((row) => row.map((cell) => Buffer.from(cell ?? []).toString()));
}
