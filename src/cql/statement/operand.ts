/** Compiles the values that columns are compared with: each execution gets values for the store, and no null. */
import { invalid } from "../cql-error.ts";
import type { CqlError } from "../cql-error.ts";
import { elementReceiver, keyReceiver, isCollection, compileTerm, inReceiver } from "../values/index.ts";
import type { Inputs, CompileContext, Receiver, TableScope } from "../values/index.ts";
import { indexNames } from "../../model/index.ts";
import type { Column, Table } from "../../model/index.ts";
import { Encoded, splitParts } from "../../store/index.ts";
import type { Relation, Term } from "../grammar/tree.ts";
import { unset } from "../protocol/message.ts";

export type Operand = (inputs: Inputs) => Encoded;
/** Where a list tests rows, the database ignores everything after a null, and takes unset values for empty ones. */
export type OperandList = (inputs: Inputs, isTested?: boolean) => readonly Encoded[];

export function compileOperand(term: Term, receiver: Receiver, noValue: NoValue, context: CompileContext): Operand {
  const { type } = receiver;
  const evaluate = compileBytes(term, receiver, noValue, context);
  return (inputs) => Encoded.ofBytes(type, evaluate(inputs));
}

/** The bytes of a value that is not itself compared with a column. */
export function compileBytes(
  term: Term,
  receiver: Receiver,
  noValue: NoValue,
  context: CompileContext,
): (inputs: Inputs) => Buffer {
  const { evaluate } = compileTerm(term, receiver, context);
  return (inputs) => {
    const bytes = evaluate(inputs);
    if (bytes === null) throw noValue.null();
    if (bytes === unset) throw noValue.unset();
    return bytes;
  };
}

/** Compiles the operand of IN: terms, or one marker for the list of them. */
export function compileOperandList(
  value: Relation["value"],
  { name, type, kind }: Column,
  context: CompileContext,
): OperandList {
  const noItem = noKeyValue(name);
  if (isTerms(value)) {
    const terms = value.map((term) => compileTerm(term, { name, type }, context));
    return (inputs, isTested) => {
      const values = terms.map((term) => term.evaluate(inputs));
      const end = isTested ? values.indexOf(null) : -1;
      return (end < 0 ? values : values.slice(0, end)).map((bytes) => {
        if (bytes === null) throw noItem.null();
        if (bytes === unset && !isTested) throw noItem.unset();
        return Encoded.ofBytes(type, bytes === unset ? Buffer.alloc(0) : bytes);
      });
    };
  }
  const list = inReceiver(`(${name})`, type);
  const evaluate = compileBytes(value as Term, list, noValueFor(`column ${name}`), context);
  const isKey = kind === "partition" || kind === "clustering";
  return (inputs) =>
    splitParts(list.type, evaluate(inputs)).flatMap((item) => {
      if (item) return Encoded.ofBytes(type, item);
      // No value outside the key equals null.
      if (isKey) throw noItem.null();
      return [];
    });
}

/** The store's operators, by those of the language. */
export const storeOperators = {
  "=": "eq",
  "!=": "notEq",
  "<": "lt",
  "<=": "lte",
  ">": "gt",
  ">=": "gte",
  IN: "in",
  CONTAINS: "contains",
  "CONTAINS KEY": "containsKey",
} as const;

/** Whether it compares by order. */
export function isSlice(operator: Relation["operator"]): boolean {
  return ["<", "<=", ">", ">="].includes(operator);
}

export function isTerms(value: Relation["value"]): value is readonly Term[] {
  return Array.isArray(value);
}

export interface NoValue {
  null(): CqlError;
  unset(): CqlError;
}

/** The messages for a column that locates rows. */
export function noKeyValue(column: string): NoValue {
  return says(`Invalid null value in condition for column ${column}`, `Invalid unset value for column ${column}`);
}

/** The messages for the value of a whole list, a tuple or an item. */
export function noValueFor(what: string): NoValue {
  return says(`Invalid null value for ${what}`, `Invalid unset value for ${what}`);
}

/** The messages for a value that rows are tested by: `map key for column m`, `value for column v`. */
export function noTestedValue(what: string): NoValue {
  return says(`Unsupported null ${what}`, `Unsupported unset ${what}`);
}

/** The messages for a relation of one column: key columns locate rows, other columns are tested. */
export function noValueOf({ name, kind }: Column, isSlice: boolean): NoValue {
  const locates = kind === "clustering" || (kind === "partition" && !isSlice);
  return locates ? noKeyValue(name) : noTestedValue(`value for column ${name}`);
}

function says(ofNull: string, ofUnset: string): NoValue {
  return { null: () => invalid(ofNull), unset: () => invalid(ofUnset) };
}

/** In bytes: indexes that are not storage-attached have values as the keys of partitions. */
const longestIndexed = 65_535;

/** @throws {CqlError} `invalid` when an index of the column has no room for the value */
export function checkIndexedSize(scope: TableScope, { name }: Column, operand: Encoded | null): void {
  if (operand === null || operand.bytes.length < longestIndexed) return;
  const index = keyedIndexes(scope.table).get(name);
  if (index === undefined) return;
  throw invalid(
    `Cannot index value of size ${operand.bytes.length} for index ${index} on ` +
      `${scope.keyspace}.${scope.table.name}(${name}) (maximum allowed size=${longestIndexed})`,
  );
}

/** @throws {CqlError} `invalid` when such an index cannot have the value that rows are looked up by */
export function checkSearchedSize({ table }: TableScope, { name }: Column, { bytes }: Encoded): void {
  if (bytes.length <= longestIndexed || !keyedIndexes(table).has(name)) return;
  throw invalid("Index expression values may not be larger than 64K");
}

/** The names of such indexes by their columns. */
function keyedIndexes(table: Table): ReadonlyMap<string, string> {
  const names = indexNames(table);
  return new Map(
    table.indexes.flatMap(({ column, kind, using }, place) =>
      kind === "full" && using === undefined ? [[column, names[place] ?? ""] as const] : [],
    ),
  );
}

/** The receiver of an operand: for CONTAINS an element or a key. @throws {CqlError} `invalid` for other columns than collections */
export function operandReceiver(receiver: Receiver, operator: Relation["operator"]): Receiver {
  const { name, type } = receiver;
  if (operator === "CONTAINS KEY") {
    if (type.kind !== "map") throw invalid(`Cannot use CONTAINS KEY on non-map column ${name}`);
    return keyReceiver(name, type);
  }
  if (operator !== "CONTAINS") return receiver;
  if (!isCollection(type)) throw invalid(`Cannot use CONTAINS on non-collection column ${name}`);
  return elementReceiver(name, type);
}
