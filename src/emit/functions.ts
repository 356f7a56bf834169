import { rolesOf } from "../plan/index.ts";
import type { FunctionRole, TablePlan } from "../plan/index.ts";
import { ReadFunctions } from "./read-functions.ts";
import type { Scope } from "./scope.ts";
import { WriteFunctions } from "./write-functions.ts";

/** The functions of a table without names of columns, in the order of their declarations. */
export function commonFunctions(table: TablePlan, scope: Scope): readonly string[] {
  const reads = new ReadFunctions(table, scope);
  const writes = new WriteFunctions(table, scope);
  return rolesOf(table).flatMap((role) => emitters[role]?.(reads, writes) ?? []);
}

const emitters: Readonly<Partial<Record<FunctionRole, (reads: ReadFunctions, writes: WriteFunctions) => string>>> = {
  getFunction: (reads) => reads.get(),
  findFunction: (reads) => reads.find(),
  scanFunction: (reads) => reads.scan(),
  partitionsFunction: (reads) => reads.partitions(),
  countFunction: (reads) => reads.count(),
  countAllFunction: (reads) => reads.countAll(),
  insertFunction: (_, writes) => writes.insert(),
  updateFunction: (_, writes) => writes.update(),
  incrementFunction: (_, writes) => writes.increment(),
  deleteFunction: (_, writes) => writes.delete(),
  deleteWhereFunction: (_, writes) => writes.deleteWhere(),
};
