/**
 * Emits the functions of a table, most of them from a layout.
 *
 * They differ from table to table in its name alone. So they are laid out once for each length of a name, with a stand-in,
 * and each table puts its own name in: laying them out anew would be a third of the whole emit.
 */
import { exportedNames, hasRecord } from "../plan/index.ts";
import type { ExportedNames, TablePlan } from "../plan/index.ts";
import { FunctionEmitter } from "./functions.ts";
import { runtime } from "./runtime-entries.ts";
import { Scope } from "./scope.ts";
import type { ScopeUse } from "./scope.ts";

/** The functions of tables whose names are equally long. */
interface Layout {
  /** With a stand-in for the name, in capitals and not. */
  readonly text: string;
  readonly upper: string;
  readonly lower: string;
  readonly uses: ScopeUse;
}

const layouts = new Map<string, Layout>();

/** A shorter stand-in could be part of a word. */
const shortest = 4;
/** Between two functions of a layout. */
const border = "\0";

/** The functions of a table: each hands its descriptor to the function of the runtime. */
export function tableFunctions(table: TablePlan, scope: Scope): readonly string[] {
  const emit = new FunctionEmitter(table, scope);
  const [get = "", find = "", ...others] = fromLayout(table, scope) ?? emit.common();
  // These name columns.
  const getStatic = table.statics.length > 0 ? [emit.getStatic()] : [];
  return [get, ...getStatic, find, ...table.indexes.map((index) => emit.findIndexed(index)), ...others];
}

/** Undefined where no layout will do. */
function fromLayout(table: TablePlan, scope: Scope): readonly string[] | undefined {
  const { upper, lower } = stemsOf(table.names);
  if (upper.length < shortest || upper.length !== lower.length) return undefined;
  const key = `${upper.length} ${table.clusteringKey.length > 0} ${table.counts} ${hasRecord(table, "if")}`;
  let layout = layouts.get(key);
  if (!layout) layouts.set(key, (layout = layOut(table, upper.length)));
  // Where a name meets another, it is called otherwise in this module.
  if (!scope.useAll(layout.uses)) return undefined;
  return layout.text.replaceAll(layout.upper, upper).replaceAll(layout.lower, lower).split(border);
}

function layOut(table: TablePlan, length: number): Layout {
  const names = exportedNames("Q".padEnd(length, "q"));
  const scope = new Scope({ name: "", exports: [], runtime, importExtension: "" });
  const text = new FunctionEmitter({ ...table, names }, scope).common().join(border);
  return { ...stemsOf(names), text, uses: scope.uses() };
}

/** What the names of a table are made of: `Products` and `products`. */
function stemsOf({ row, table }: ExportedNames): { readonly upper: string; readonly lower: string } {
  return { upper: row.slice(0, -"Row".length), lower: table.slice(0, -"Table".length) };
}
