import { CqlError, cqlErrorOf } from "../../../src/cql/cql-error.ts";
import { prepareDefinition } from "../../../src/cql/definition/index.ts";
import { CqlSyntaxError, parseStatement } from "../../../src/cql/grammar/index.ts";
import type { Answer } from "../../../src/cql/protocol/message.ts";
import type { EmbeddedStore } from "../../../src/store/index.ts";

export interface Outcome {
  readonly answer?: Answer;
  readonly error?: CqlError;
}

/** Executes statements that define something, and `USE`, one after the other. */
export function openDefinitions(store: EmbeddedStore): (cql: string) => Promise<Outcome> {
  const database = { store, storeOf: async () => store, now: Date.now };
  let keyspace: string | undefined;
  return async (cql) => {
    try {
      const statement = parseStatement(cql);
      switch (statement.kind) {
        case "use":
          ({ keyspace } = statement);
          return (await store.keyspace(keyspace))
            ? { answer: { kind: "set-keyspace", keyspace } }
            : { error: new CqlError("invalid", `Keyspace '${keyspace}' does not exist`) };
        case "select":
        case "insert":
        case "update":
        case "delete":
        case "batch":
        case "describe":
        case "other":
          throw new TypeError(`no definition: ${cql}`);
        default: {
          const prepared = prepareDefinition(statement, database, { keyspace, readOnly: false });
          return { answer: await prepared.execute({ values: [], nowMs: Date.now() }) };
        }
      }
    } catch (caught) {
      if (caught instanceof TypeError) throw caught;
      return {
        error: caught instanceof CqlSyntaxError ? new CqlError("syntax", caught.message) : cqlErrorOf(caught),
      };
    }
  };
}
