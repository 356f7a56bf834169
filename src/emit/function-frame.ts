import { exportsOf } from "../plan/index.ts";
import type { TablePlan } from "../plan/index.ts";
import { afterOperator, group, indent, line } from "./doc.ts";
import type { Doc } from "./doc.ts";
import { runtime, runtimeTables } from "./runtime-entries.ts";
import type { Scope } from "./scope.ts";
import { call, genericType } from "./syntax.ts";

/** What the functions of a table have in common: their parameters, the names of their types, the call of the runtime. */
export class FunctionFrame {
  protected readonly table: TablePlan;
  protected readonly scope: Scope;

  constructor(table: TablePlan, scope: Scope) {
    this.table = table;
    this.scope = scope;
  }

  protected get session(): string {
    return `session: ${this.name("Session")}`;
  }

  /** A type parameter. It gives way to the names of the table, which a function could not use otherwise. */
  protected free(name: string): string {
    return exportsOf(this.table).bindings.includes(name) ? this.free(`${name}_`) : name;
  }

  protected body(name: string, ...args: readonly Doc[]): Doc {
    return this.bodyFrom(runtime, name, ...args);
  }

  /** @param entry of the runtime, which exports the function */
  protected bodyFrom(entry: string, name: string, ...args: readonly Doc[]): Doc {
    const run = this.scope.value(name, entry);
    return ["return ", call(run, ["session", this.table.names.table, ...args, "options"]), ";"];
  }

  protected name(name: string): string {
    return this.scope.type(name, runtime);
  }

  protected type(name: string, ...args: readonly Doc[]): Doc {
    return args.length === 0 ? this.name(name) : genericType(this.name(name), args);
  }

  /** A type of the entry for functions beyond rows. */
  protected tablesType(name: string, ...args: readonly Doc[]): Doc {
    const type = this.scope.type(name, runtimeTables);
    return args.length === 0 ? type : genericType(type, args);
  }

  protected global(name: string, args: readonly Doc[]): Doc {
    return genericType(this.scope.global(name), args);
  }
}

/** A type parameter for columns: `Column extends keyof ProductsRow = keyof ProductsRow`. */
export function columnsOr(name: string, columns: string, byDefault: string): Doc {
  return [`${name} extends`, group(indent(line)), `${columns} =`, afterOperator(byDefault)];
}
