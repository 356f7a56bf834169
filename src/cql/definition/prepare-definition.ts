/** Makes statements that define something ready to be executed. */
import type { Definition } from "../grammar/tree.ts";
import type { Answer } from "../protocol/message.ts";
import type { Caller, Database, Prepared } from "../statement/prepared.ts";

export function prepareDefinition(statement: Definition, database: Database, caller: Caller): Prepared {
  return {
    variables: [],
    keyIndexes: [],
    columns: undefined,
    isCurrent: async () => true,
    execute: () => defineIn(statement, database, caller),
  };
}

async function defineIn(_statement: Definition, _database: Database, _caller: Caller): Promise<Answer> {
  return { kind: "void" };
}
