/**
 * Emits the functions of a table, most of them from a layout.
 *
 * They differ only in the name of the table. So they are laid out once for each length of a name, with a placeholder,
 * which is then replaced by the name of each table. Laying out the functions of each table would take a third of the
 * emit time.
 */
import { canChangeParts, exportedNames, hasRecord, rolesOf, timedColumns } from "../plan/index.ts";
import type { ExportedNames, FunctionRole, TablePlan } from "../plan/index.ts";
import { ReadFunctions } from "./read-functions.ts";
import { share } from "./scope.ts";
import type { Scope, Shared } from "./scope.ts";
import { WriteFunctions } from "./write-functions.ts";

/** The functions of all tables whose names have the same length: texts in turns with placeholders for the name. */
type Layout = ThreeParts<readonly string[]>;

const layouts = new Map<string, Shared<Layout>>();

/** A shorter placeholder could be part of a word. */
const shortest = 4;

/** The functions of a table. Each passes the table's descriptor to a function of the runtime. */
export function tableFunctions(table: TablePlan, scope: Scope): readonly string[] {
  const [get, find, others] = fromLayout(table, scope) ?? threeParts(table, scope);
  // These contain names of columns.
  const reads = new ReadFunctions(table, scope);
  const getStatic = table.statics.length > 0 ? [reads.getStatic()] : [];
  const finders = table.indexes.map((index) => reads.findIndexed(index));
  const searches = table.neighbors.map((neighbor) => reads.nearest(neighbor));
  return [get, ...getStatic, find, ...finders, ...searches, others];
}

/** The functions without names of columns: two between which others may stand, and the rest. */
type ThreeParts<Part> = readonly [get: Part, find: Part, others: Part];

function threeParts(table: TablePlan, scope: Scope): ThreeParts<string> {
  const [get = "", find = "", ...others] = commonFunctions(table, scope);
  return [get, find, others.join("\n")];
}

/** Undefined if no layout applies: the name is short, or a rule replaces a part of the names. */
function fromLayout(table: TablePlan, scope: Scope): ThreeParts<string> | undefined {
  const { upper, lower } = stemsOf(table.names);
  const { row, findFunction } = table.names;
  if (row !== `${upper}Row` || findFunction !== `find${upper}`) return undefined;
  if (upper.length < shortest || upper.length !== lower.length) return undefined;
  const timed = timedColumns(table);
  const kinds = [
    ...[table.clusteringKey.length > 0, table.statics.length > 0, table.counts, table.isView, hasRecord(table, "if")],
    ...[canChangeParts(table), typeof timed === "string" ? timed : "some"],
  ];
  const key = `${upper.length} ${kinds.join(" ")}`;
  let layout = layouts.get(key);
  if (!layout) layouts.set(key, (layout = layOut(table, upper.length, scope)));
  // A name that conflicts with another one is aliased in this module.
  const parts = scope.take(layout);
  return parts && [fill(parts[0], upper, lower), fill(parts[1], upper, lower), fill(parts[2], upper, lower)];
}

function layOut(table: TablePlan, length: number, { frame }: Scope): Shared<Layout> {
  const names = exportedNames("Q".padEnd(length, "q"));
  const { upper, lower } = stemsOf(names);
  const placeholder = new RegExp(`(${upper}|${lower})`);
  return share(frame, (scope): Layout => {
    const [get, find, others] = threeParts({ ...table, names }, scope);
    return [get.split(placeholder), find.split(placeholder), others.split(placeholder)];
  });
}

function fill(texts: readonly string[], upper: string, lower: string): string {
  let text = texts[0] ?? "";
  for (let at = 1; at < texts.length; at += 2) text += (texts[at]?.startsWith("Q") ? upper : lower) + texts[at + 1];
  return text;
}

/** The common parts of a table's names: `Products` and `products`. */
function stemsOf({ types, table }: ExportedNames): { readonly upper: string; readonly lower: string } {
  return { upper: types.slice(0, -"Types".length), lower: table.slice(0, -"Table".length) };
}

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
