/**
 * Emits the functions of a table, most of them from a layout.
 *
 * They differ only in the name of the table. So tables of the same kind share them with a placeholder for it, and the length
 * of a name decides where their lines break. Laying out the functions of each table would take a third of the emit time.
 */
import { memoizeTexts } from "../cache.ts";
import { canChangeParts, exportedNames, exportsOf, hasRecord, rolesOf, timedColumns } from "../plan/index.ts";
import type { TablePlan } from "../plan/index.ts";
import {
  afterOperator,
  bracketed,
  flatText,
  group,
  indent,
  indentWidth,
  line,
  lineWidth,
  printDoc,
  short,
} from "./doc.ts";
import type { Doc } from "./doc.ts";
import { findIndexedText, functionTexts, nearestText, typeParameters } from "./function-texts.ts";
import type { FunctionText } from "./function-texts.ts";
import { runtime, runtimeChanges, runtimeTables } from "./runtime-entries.ts";
import { share } from "./scope.ts";
import type { Scope, Shared } from "./scope.ts";
import { call, docComment } from "./syntax.ts";
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
  const { types, row, findFunction } = table.names;
  const upper = types.slice(0, -"Types".length);
  const lower = table.names.table.slice(0, -"Table".length);
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

/** Stands for the name of a table where it begins with a capital, and in small letters where it does not. */
const placeholder = "Qqqq";
const smallPlaceholder = placeholder.toLowerCase();

/**
 * Lays out a function for tables whose names differ only in their length.
 *
 * It has few layouts, since each of its parts fits on a line of its own: its signature on one line, or its type parameters or
 * its parameters broken, or both; and the call in it broken or not. A part that might not fit is left to `doc.ts`.
 */
class FunctionLayout {
  /** The length of the longest table name for which its parts fit on lines of their own. */
  readonly longestName: number;
  /** Its texts between placeholders, those in small letters outside and the others inside, by where it breaks. */
  readonly #texts: (readonly (readonly string[])[])[] = [];
  readonly #comment: string;
  readonly #start: string;
  readonly #generics: readonly string[];
  readonly #parameters: readonly string[];
  readonly #end: string;
  readonly #call: string;
  readonly #args: readonly string[];
  /** The lengths of the longest names for which a part does not break. */
  readonly #flat: Readonly<Record<"signature" | "generics" | "parameters" | "call", number>>;

  constructor({ name, comment, typeParameters, parameters, returns, calls, args }: FunctionDeclaration) {
    this.#comment = docComment(comment);
    this.#start = `export function ${name}`;
    this.#generics = typeParameters.map(flat);
    this.#parameters = parameters.map(flat);
    this.#end = `): ${flat(returns)} {`;
    this.#call = `${" ".repeat(indentWidth)}return ${calls}(`;
    this.#args = args.map(flat);
    const beforeParameters = `${this.#start}${this.#printGenerics(false)}(`;
    const flatParameters = this.#parameters.join(", ") + this.#end;
    this.#flat = {
      signature: longestFor(beforeParameters + flatParameters),
      generics: this.#generics.length === 0 ? Infinity : longestFor(beforeParameters),
      parameters: longestFor(`>(${flatParameters}`),
      call: longestFor(`${this.#call}${this.#args.join(", ")});`),
    };
    const lines = [this.#end, ...inLines([...this.#generics, ...this.#parameters], 1), ...inLines(this.#args, 2)];
    this.longestName = Math.min(...lines.map(longestFor));
  }

  /** @param upper the name of the table. @param lower the same with a small letter */
  print(upper: string, lower: string): string {
    const { signature, generics, parameters, call } = this.#flat;
    const isFlat = upper.length <= signature;
    const breaksGenerics = !isFlat && upper.length > generics;
    const breaksParameters = !isFlat && (!breaksGenerics || upper.length > parameters);
    const breaksCall = upper.length > call;
    const layout = +breaksGenerics + 2 * +breaksParameters + 4 * +breaksCall;
    const texts = (this.#texts[layout] ??= this.#layOut(breaksGenerics, breaksParameters, breaksCall)
      .split(smallPlaceholder)
      .map((text) => text.split(placeholder)));
    return texts.map((parts) => parts.join(upper)).join(lower);
  }

  #layOut(breaksGenerics: boolean, breaksParameters: boolean, breaksCall: boolean): string {
    const signature = `${this.#start}${this.#printGenerics(breaksGenerics)}(${printList(this.#parameters, breaksParameters, 1)}`;
    const body = `${this.#call}${printList(this.#args, breaksCall, 2)});\n`;
    return `${this.#comment}${signature}${this.#end}\n${body}}\n`;
  }

  #printGenerics(breaks: boolean): string {
    return this.#generics.length === 0 ? "" : `<${printList(this.#generics, breaks, 1)}>`;
  }
}

function flat(doc: Doc): string {
  return flatText(doc, Infinity) ?? "";
}

function inLines(items: readonly string[], depth: number): readonly string[] {
  return items.map((item) => `${" ".repeat(depth * indentWidth)}${item},`);
}

/** @param depth of the items */
function printList(items: readonly string[], breaks: boolean, depth: number): string {
  if (!breaks) return items.join(", ");
  return `\n${inLines(items, depth).join("\n")}\n${" ".repeat((depth - 1) * indentWidth)}`;
}

/** The length of the longest name with which a text fits on a line. */
function longestFor(text: string): number {
  const names = text.toLowerCase().split(smallPlaceholder).length - 1;
  const room = lineWidth - text.length;
  if (names === 0) return room >= 0 ? Infinity : -Infinity;
  return placeholder.length + Math.floor(room / names);
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
      ...(args === "" ? [] : args.split(", ").map((arg) => (arg.startsWith("$") ? given[arg]! : arg))),
      "options",
    ],
  };
}

interface FunctionDeclaration {
  readonly name: string;
  readonly comment: readonly string[];
  readonly typeParameters: readonly Doc[];
  readonly parameters: readonly Doc[];
  readonly returns: Doc;
  /** The function whose result it returns, with its arguments. */
  readonly calls: string;
  readonly args: readonly Doc[];
}

export function functionDeclaration({
  name,
  comment,
  typeParameters,
  parameters,
  returns,
  calls,
  args,
}: FunctionDeclaration): string {
  const generic = typeParameters.length === 0 ? [] : group(bracketed("<", typeParameters, ">"));
  const signature = printDoc([
    `export function ${name}`,
    generic,
    group([bracketed("(", parameters, ")"), ": ", returns]),
    " {",
  ]);
  return `${docComment(comment)}${signature}\n  ${printDoc(["return ", call(calls, args), ";"], 1)}\n}\n`;
}

/** The entries of the runtime for functions beyond rows, by their prefixes in texts. */
const entries: Readonly<Record<string, string>> = { tables: runtimeTables, changes: runtimeChanges };

/** The names of types in the module, each found once. */
function namesIn(table: TablePlan, scope: Scope): TypeWords["nameOf"] {
  return memoizeTexts((word) => nameIn(table, scope, word));
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
