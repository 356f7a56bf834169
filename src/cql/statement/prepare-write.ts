import { bindValues, Variables } from "../values/index.ts";
import type { TableScope } from "../values/index.ts";
import { compileWrite } from "./compile-write.ts";
import type { WriteStatement } from "./compile-write.ts";
import { executeWrites } from "./execute-writes.ts";
import type { Database, Execution, Prepared, PreparedWrite } from "./prepared.ts";
import { isCurrentScope } from "./scope.ts";

/** @throws {CqlError} `invalid` */
export function prepareWrite(statement: WriteStatement, database: Database, scope: TableScope): Prepared {
  const variables = new Variables(scope);
  const compiled = compileWrite(statement, scope, variables);
  const writes = ({ values, nowMs, timestamp }: Execution): ReturnType<PreparedWrite["writes"]> =>
    compiled.writes({ bound: bindValues(variables, values), nowMs, timestamp });
  return {
    variables: variables.specs,
    keyIndexes: compiled.keyIndexes,
    columns: undefined,
    isCurrent: () => isCurrentScope(database, scope),
    execute: async (execution) => await executeWrites(database.store, [{ compiled, writes: writes(execution) }], false),
    write: { compiled, isCounter: compiled.isCounter, isConditional: compiled.guard.kind !== "none", writes },
  };
}
