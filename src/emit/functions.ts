/**
 * Emits the functions of a table, most of them from a layout.
 *
 * They differ only in the name of the table. So they are laid out once for each length of a name, with a placeholder,
 * which is then replaced by the name of each table. Laying out the functions of each table would take a third of the
 * emit time.
 */
import { canChangeParts, exportedNames, exportsOf, hasRecord, rolesOf, timedColumns } from "../plan/index.ts";
import type { ExportedNames, TablePlan } from "../plan/index.ts";
import { afterOperator, group, indent, line, short } from "./doc.ts";
import type { Doc } from "./doc.ts";
import { findIndexedText, functionTexts, nearestText, typeParameters } from "./function-texts.ts";
import type { FunctionText } from "./function-texts.ts";
import { runtime, runtimeChanges, runtimeTables } from "./runtime-entries.ts";
import { share } from "./scope.ts";
import type { Scope, Shared } from "./scope.ts";
import { call, functionDeclaration } from "./syntax.ts";
import { nameOfRole, nameWords, parameterOfText, typeOfText } from "./type-text.ts";
import type { TypeWords } from "./type-text.ts";

/** The functions of all tables whose names have the same length: texts in turns with placeholders for the name. */
type Layout = ThreeParts<readonly string[]>;

const layouts = new Map<string, Shared<Layout>>();

/** A shorter placeholder could be part of a word. */
const shortest = 4;

/** The functions of a table. Each passes the table's descriptor to a function of the runtime. */
export function tableFunctions(table: TablePlan, scope: Scope): readonly string[] {
  const [get, find, others] = fromLayout(table, scope) ?? threeParts(table, scope);
  // These contain names of columns.
  const nameOf = namesIn(table, scope);
  const emit = (name: string, text: FunctionText): string => emitFunction(name, text, table, scope, nameOf);
  const { names, statics } = table;
  const getStatic = statics.length > 0 ? [emit(names.getStaticFunction, functionTexts.getStaticFunction(table))] : [];
  const finders = table.indexes.map((index) => emit(index.functionName, findIndexedText(table, index)));
  const searches = table.neighbors.map((neighbor) => emit(neighbor.functionName, nearestText(table, neighbor)));
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
  const nameOf = namesIn(table, scope);
  return rolesOf(table)
    .filter((role) => role !== "getStaticFunction")
    .map((role) => emitFunction(table.names[role], functionTexts[role](table), table, scope, nameOf));
}

/** A function declaration from its text, with the names that its types have in the module. */
function emitFunction(
  name: string,
  { comment, generics = [], parameters = [], options, returns, run, given = {} }: FunctionText,
  table: TablePlan,
  scope: Scope,
  nameOf: TypeWords["nameOf"],
): string {
  const words = { nameOf, given };
  const [, entry = "", runtimeFunction = "", args = ""] = /^(?:(\w+)\.)?(\w+)\((.*)\)$/.exec(run) ?? [];
  return functionDeclaration({
    name,
    comment: [comment],
    typeParameters: generics.map((generic): Doc => {
      const [own = "", bound = "", byDefault = ""] = generic
        .split(/ extends | = /)
        .map((part) => nameWords(part, words));
      const flat = `${own} extends ${bound} = ${byDefault}`;
      return flat.length <= short
        ? flat
        : [`${own} extends`, group(indent(line)), `${bound} =`, afterOperator(byDefault)];
    }),
    parameters: ["session: Session", ...parameters, options].map((parameter) => parameterOfText(parameter, words)),
    returns: typeOfText(returns, words),
    body: [
      "return ",
      call(scope.value(runtimeFunction, entries[entry] ?? runtime), [
        ...["session", table.names.table],
        ...(args === "" ? [] : args.split(", ").map((arg) => given[arg] ?? arg)),
        "options",
      ]),
      ";",
    ],
  });
}

/** The entries of the runtime for functions beyond rows, by their prefixes in texts. */
const entries: Readonly<Record<string, string>> = { tables: runtimeTables, changes: runtimeChanges };

/** The names of types in the module, each found once. */
function namesIn(table: TablePlan, scope: Scope): TypeWords["nameOf"] {
  const names = new Map<string, string>();
  return (word) => {
    let name = names.get(word);
    if (name === undefined) names.set(word, (name = nameIn(table, scope, word)));
    return name;
  };
}

/** `row` is a type of the table, `Rows` and `tables.Neighbor` are the runtime's. */
function nameIn(table: TablePlan, scope: Scope, word: string): string {
  if (/^[a-z]\w*$/.test(word)) return nameOfRole(word, table) ?? word;
  if (word === "Promise" || word === "Pick") return scope.global(word);
  if (typeParameters.has(word)) return freeName(word, table);
  const [name = "", entry = ""] = word.split(".").reverse();
  return scope.type(name, entries[entry] ?? runtime);
}

/** A type parameter gives way to the names of the table, which a function could not use otherwise. */
function freeName(name: string, table: TablePlan): string {
  return exportsOf(table).bindings.includes(name) ? freeName(`${name}_`, table) : name;
}
