/**
 * Emits the functions of a table, most of them from a layout.
 *
 * They differ only in the name of the table. So they are laid out once for each length of a name, with a placeholder,
 * which is then replaced by the name of each table. Laying out the functions of each table would take a third of the
 * emit time.
 */
import { exportedNames, hasRecord } from "../plan/index.ts";
import type { ExportedNames, TablePlan } from "../plan/index.ts";
import { FunctionEmitter } from "./functions.ts";
import { runtime } from "./runtime-entries.ts";
import { Scope } from "./scope.ts";
import type { ScopeUse } from "./scope.ts";

/** The functions of all tables whose names have the same length. */
interface Layout {
  /** With a placeholder for the name, capitalized and not. */
  readonly text: string;
  readonly upper: string;
  readonly lower: string;
  readonly uses: ScopeUse;
}

const layouts = new Map<string, Layout>();

/** A shorter placeholder could be part of a word. */
const shortest = 4;
/** Separates the functions of a layout. */
const border = "\0";

/** The functions of a table. Each passes the table's descriptor to a function of the runtime. */
export function tableFunctions(table: TablePlan, scope: Scope): readonly string[] {
  const emit = new FunctionEmitter(table, scope);
  const [get = "", find = "", ...others] = fromLayout(table, scope) ?? emit.common();
  // These contain names of columns.
  const getStatic = table.statics.length > 0 ? [emit.getStatic()] : [];
  return [get, ...getStatic, find, ...table.indexes.map((index) => emit.findIndexed(index)), ...others];
}

/** Undefined if no layout applies: the name is short, or a rule replaces a part of the names. */
function fromLayout(table: TablePlan, scope: Scope): readonly string[] | undefined {
  const { upper, lower } = stemsOf(table.names);
  const { row, findFunction } = table.names;
  if (row !== `${upper}Row` || findFunction !== `find${upper}`) return undefined;
  if (upper.length < shortest || upper.length !== lower.length) return undefined;
  const key = `${upper.length} ${table.clusteringKey.length > 0} ${table.counts} ${hasRecord(table, "if")}`;
  let layout = layouts.get(key);
  if (!layout) layouts.set(key, (layout = layOut(table, upper.length)));
  // A name that conflicts with another one is aliased in this module.
  if (!scope.useAll(layout.uses)) return undefined;
  return layout.text.replaceAll(layout.upper, upper).replaceAll(layout.lower, lower).split(border);
}

function layOut(table: TablePlan, length: number): Layout {
  const names = exportedNames("Q".padEnd(length, "q"));
  const scope = new Scope({ name: "", exports: [], runtime, importExtension: "" });
  const text = new FunctionEmitter({ ...table, names }, scope).common().join(border);
  return { ...stemsOf(names), text, uses: scope.uses() };
}

/** The common parts of a table's names: `Products` and `products`. */
function stemsOf({ types, table }: ExportedNames): { readonly upper: string; readonly lower: string } {
  return { upper: types.slice(0, -"Types".length), lower: table.slice(0, -"Table".length) };
}
