/**
 * Emits the functions of a table, most of them from a layout.
 *
 * They differ only in the name of the table. So tables of the same kind share them with a placeholder for it, and the length
 * of a name decides where their lines break. Laying out the functions of each table would take a third of the emit time.
 */
import { canChangeParts, exportedNames, exportsOf, hasRecord, rolesOf, timedColumns } from "../plan/index.ts";
import type { ExportedNames, TablePlan } from "../plan/index.ts";
import { afterOperator, group, indent, line, short } from "./doc.ts";
import type { Doc } from "./doc.ts";
import { FunctionLayout, placeholder } from "./function-layout.ts";
import { findIndexedText, functionTexts, nearestText, typeParameters } from "./function-texts.ts";
import type { FunctionText } from "./function-texts.ts";
import { runtime, runtimeChanges, runtimeTables } from "./runtime-entries.ts";
import { share } from "./scope.ts";
import type { Scope, Shared } from "./scope.ts";
import { functionDeclaration } from "./syntax.ts";
import type { FunctionDeclaration } from "./syntax.ts";
import { nameOfRole, nameWords, parameterOfText, typeOfText } from "./type-text.ts";
import type { TypeWords } from "./type-text.ts";

/** By the kind of a table: what its functions depend on besides its name. */
const layouts = new Map<string, Shared<readonly FunctionLayout[]>>();

/** The functions of a table. Each passes the table's descriptor to a function of the runtime. */
export function tableFunctions(table: TablePlan, scope: Scope): readonly string[] {
  const [get = "", find = "", ...others] = fromLayouts(table, scope) ?? commonFunctions(table, scope);
  // These contain names of columns.
  const nameOf = namesIn(table, scope);
  const emit = (name: string, text: FunctionText): string =>
    functionDeclaration(declare(name, text, table, scope, nameOf));
  const { names, statics } = table;
  const getStatic = statics.length > 0 ? [emit(names.getStaticFunction, functionTexts.getStaticFunction(table))] : [];
  const finders = table.indexes.map((index) => emit(index.functionName, findIndexedText(table, index)));
  const searches = table.neighbors.map((neighbor) => emit(neighbor.functionName, nearestText(table, neighbor)));
  return [get, ...getStatic, find, ...finders, ...searches, ...others];
}

/** Undefined if the layouts do not apply: the name is long, or a rule replaces a part of the names. */
function fromLayouts(table: TablePlan, scope: Scope): readonly string[] | undefined {
  const { upper, lower } = formsOf(table.names);
  const { row, findFunction } = table.names;
  if (row !== `${upper}Row` || findFunction !== `find${upper}` || upper.length !== lower.length) return undefined;
  const timed = timedColumns(table);
  const kind = [
    ...[table.clusteringKey.length > 0, table.statics.length > 0, table.counts, table.isView, hasRecord(table, "if")],
    ...[canChangeParts(table), typeof timed === "string" ? timed : "some"],
  ].join(" ");
  let shared = layouts.get(kind);
  if (!shared) layouts.set(kind, (shared = layOut(table, scope)));
  if (shared.part.some(({ longestName }) => upper.length > longestName)) return undefined;
  // A name that conflicts with another one is aliased in this module.
  return scope.take(shared)?.map((layout) => layout.print(upper, lower));
}

function layOut(table: TablePlan, { frame }: Scope): Shared<readonly FunctionLayout[]> {
  const alike = { ...table, names: exportedNames(placeholder) };
  return share(frame, (scope) => declareCommon(alike, scope).map((declared) => new FunctionLayout(declared)));
}

/** The forms of a table's name: `Products` and `products`. */
function formsOf({ types, table }: ExportedNames): { readonly upper: string; readonly lower: string } {
  return { upper: types.slice(0, -"Types".length), lower: table.slice(0, -"Table".length) };
}

/** The functions of a table without names of columns, in the order of their declarations. */
export function commonFunctions(table: TablePlan, scope: Scope): readonly string[] {
  return declareCommon(table, scope).map(functionDeclaration);
}

function declareCommon(table: TablePlan, scope: Scope): readonly FunctionDeclaration[] {
  const nameOf = namesIn(table, scope);
  return rolesOf(table)
    .filter((role) => role !== "getStaticFunction")
    .map((role) => declare(table.names[role], functionTexts[role](table), table, scope, nameOf));
}

/** A function from its text, with the names that its types have in the module. */
function declare(
  name: string,
  { comment, generics = [], parameters = [], options, returns, run, given = {} }: FunctionText,
  table: TablePlan,
  scope: Scope,
  nameOf: TypeWords["nameOf"],
): FunctionDeclaration {
  const words = { nameOf, given };
  const [, entry = "", runtimeFunction = "", args = ""] = /^(?:(\w+)\.)?(\w+)\((.*)\)$/.exec(run) ?? [];
  return {
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
    calls: scope.value(runtimeFunction, entries[entry] ?? runtime),
    args: [
      ...["session", table.names.table],
      ...(args === "" ? [] : args.split(", ").map((arg) => given[arg] ?? arg)),
      "options",
    ],
  };
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
