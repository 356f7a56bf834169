/**
 * Lists the modules of a keyspace, each with a function that emits its text from the plan.
 *
 * Pure: the same plan gives the same bytes everywhere. Decides no names and accesses no files.
 */
import type { Plan, LazyTablePlan, TablePlan } from "../plan/index.ts";
import { emitAssertsModule } from "./asserts-module.ts";
import { emitIdValidators, emitIdsModule } from "./ids-module.ts";
import { emitBarrel } from "./module.ts";
import type { EmittedModule } from "./module.ts";
import { emitTableModule } from "./table-module.ts";
import { emitUserTypeValidators, emitUserTypesModule } from "./user-types-module.ts";
import { emitValidatorsModule } from "./validators.ts";

/** A file that is not emitted yet. A file that is up to date on disk need not be emitted. */
export interface FilePlan {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  /** What the file depends on: one table; the names of files, IDs and user types; or all tables. */
  readonly madeFrom: TablePlan | "the keyspace" | "every table";
  readonly emit: () => string;
}

/** Every file of a keyspace except those of documents, with the files of a table one after the other. */
export function listFiles(plan: Plan): readonly FilePlan[] {
  const { keyspace, importExtension, validators } = plan;
  const modules = modulesOf(plan);
  const files = modules.flatMap(({ name, madeFrom, emit, emitValidators }): FilePlan[] => [
    { path: `${name}.ts`, madeFrom, emit: () => emit().text() },
    ...(validators ? [{ path: `${name}.zod.ts`, madeFrom, emit: () => emitValidators().text() }] : []),
  ]);
  const barrel = (path: string, ending: string): FilePlan => {
    const paths = modules.map(({ name }) => `./${name}${ending}${importExtension}`);
    return { path, madeFrom: "the keyspace", emit: () => emitBarrel(keyspace, paths) };
  };
  files.push(barrel("index.ts", ""));
  if (!validators) return files;
  files.push(barrel("zod.ts", ".zod"));
  if (plan.asserts)
    files.push({ path: "asserts.ts", madeFrom: "every table", emit: () => emitAssertsModule(plan).text() });
  return files;
}

/** A module and its validators module. */
interface ModulePlan extends Pick<FilePlan, "madeFrom"> {
  /** Without extension: `products`. */
  readonly name: string;
  readonly emit: () => EmittedModule;
  readonly emitValidators: () => EmittedModule;
}

/** The modules of a keyspace, in the order of the barrels. */
function modulesOf(plan: Plan): readonly ModulePlan[] {
  const { tables, userTypes, ids, importExtension } = plan;
  // Both files of a table are emitted from one plan, which then goes.
  let last: TablePlan | undefined;
  const wholeOf = (table: LazyTablePlan): TablePlan => {
    if (last?.title !== table.title) last = table.whole();
    return last;
  };
  const modules = tables.map((table): ModulePlan => ({
    name: table.fileName,
    madeFrom: table,
    emit: () => emitTableModule(wholeOf(table), importExtension),
    emitValidators: () => emitValidatorsModule(wholeOf(table), importExtension),
  }));
  const madeFrom = "the keyspace";
  if (ids.length > 0) {
    const [emit, emitValidators] = [() => emitIdsModule(plan), () => emitIdValidators(plan)];
    modules.push({ name: "ids", madeFrom, emit, emitValidators });
  }
  if (userTypes.length > 0) {
    const [emit, emitValidators] = [() => emitUserTypesModule(plan), () => emitUserTypeValidators(plan)];
    modules.push({ name: "user-types", madeFrom, emit, emitValidators });
  }
  return modules;
}
