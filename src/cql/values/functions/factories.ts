/** Functions that take values of many types: one is made for the types of each call. */
import type { CqlType, Table } from "../../../model/index.ts";
import { partitionToken } from "../../../store/index.ts";
import { invalid } from "../../cql-error.ts";
import { writeNumber } from "../number-value.ts";
import { nativeType } from "../types.ts";
import type { ItemsType, MapType } from "../types.ts";
import { fromJson } from "../from-json.ts";
import { toJson } from "../to-json.ts";
import { extreme } from "./aggregates.ts";
import { collectionAggregate, collectionCount, mapParts, similarityFunction } from "./collections.ts";
import type { Similarity } from "./collections.ts";
import { maskDefault, maskHash, maskNull, maskPart, maskReplace } from "./masks.ts";
import { isMeaningless } from "./native-function.ts";
import type { NativeFunction } from "./native-function.ts";
import {
  anyCollection,
  anyMap,
  anyType,
  floatVector,
  numericSetOrList,
  ofTypes,
  optional,
  sameAs,
  setOrList,
} from "./parameter.ts";
import type { Argument, Parameter } from "./parameter.ts";

export interface Request {
  readonly name: string;
  readonly arguments: readonly Argument[];
  readonly receiver: CqlType | undefined;
  readonly table: Table;
}

interface Factory {
  readonly parameters: readonly Parameter[];
  readonly create: (name: string, types: readonly CqlType[], receiver: CqlType | undefined) => NativeFunction;
}

/** Types that the parameters have let through. */
const first = ([type]: readonly CqlType[]): CqlType => type as CqlType;
const map = (types: readonly CqlType[]): MapType => first(types) as MapType;
const items = (types: readonly CqlType[]): ItemsType => first(types) as ItemsType;

const text = nativeType("text");

const json: Factory = {
  parameters: [anyType(false)],
  create: (name, types) => ({
    name,
    arguments: types,
    returns: text,
    run: ([bytes = null]) => {
      const isNull = bytes === null || isMeaningless(types[0], bytes);
      return Buffer.from(isNull ? "null" : toJson(first(types), bytes));
    },
  }),
};

const jsonReader: Factory = {
  parameters: [ofTypes("text")],
  create: (name, _, receiver) => {
    if (!receiver) throw invalid(`${name}() cannot be used in the selection clause of a SELECT statement`);
    const run: NativeFunction["run"] = ([bytes]) => (bytes ? fromJson(receiver, bytes.toString(), name) : null);
    return { name, arguments: [text], returns: receiver, run };
  },
};

const part: readonly Parameter[] = [
  ofTypes("text", "varchar", "ascii"),
  ofTypes("int"),
  ofTypes("int"),
  optional(ofTypes("text")),
];

const factories: ReadonlyMap<string, Factory> = new Map<string, Factory>([
  ["min", { parameters: [anyType(true)], create: (_, types) => extreme("min", first(types)) }],
  ["max", { parameters: [anyType(true)], create: (_, types) => extreme("max", first(types)) }],
  ["to_json", json],
  ["tojson", json],
  ["from_json", jsonReader],
  ["fromjson", jsonReader],
  ["map_keys", { parameters: [anyMap], create: (name, types) => mapParts(name, map(types), "keys") }],
  ["map_values", { parameters: [anyMap], create: (name, types) => mapParts(name, map(types), "values") }],
  ["collection_count", { parameters: [anyCollection], create: (name, types) => collectionCount(name, first(types)) }],
  ...(["min", "max"] as const).map((aggregate): [string, Factory] => [
    `collection_${aggregate}`,
    { parameters: [setOrList], create: (name, types) => collectionAggregate(name, items(types), aggregate) },
  ]),
  ...(["sum", "avg"] as const).map((aggregate): [string, Factory] => [
    `collection_${aggregate}`,
    { parameters: [numericSetOrList], create: (name, types) => collectionAggregate(name, items(types), aggregate) },
  ]),
  ...(["cosine", "euclidean", "dot_product"] as const).map((kind): [string, Factory] => [
    `similarity_${kind}`,
    { parameters: [sameAs(1, false, floatVector), sameAs(0, false, floatVector)], create: similarity(kind) },
  ]),
  ["mask_null", { parameters: [anyType(false)], create: (_, types) => maskNull(first(types)) }],
  ["mask_default", { parameters: [anyType(false)], create: (_, types) => maskDefault(first(types)) }],
  [
    "mask_replace",
    { parameters: [anyType(true), sameAs(0, true, anyType(true))], create: (_, types) => maskReplace(first(types)) },
  ],
  ["mask_hash", { parameters: [anyType(false), optional(ofTypes("text"))], create: (_, types) => maskHash(types) }],
  ["mask_inner", { parameters: part, create: (_, types) => maskPart("mask_inner", types) }],
  ["mask_outer", { parameters: part, create: (_, types) => maskPart("mask_outer", types) }],
]);

/** Whether a function is made for the types of each call. */
export function isFactory(name: string): boolean {
  return factories.has(name) || name === "token";
}

/** @throws {CqlError} `invalid` when the function cannot take such arguments */
export function createFunction(request: Request): NativeFunction | undefined {
  const { name, arguments: given, receiver } = request;
  if (name === "token") return tokenFunction(request.table);
  const factory = factories.get(name);
  if (!factory) return undefined;
  const { parameters, create } = factory;
  const signature = `system.${name}(${parameters.map((parameter) => parameter.text).join(", ")})`;
  const fewest = parameters.filter((parameter) => !parameter.isOptional).length;
  if (given.length < fewest || given.length > parameters.length) {
    throw invalid(`Invalid number of arguments for function ${signature}`);
  }
  const infer = (others: readonly (CqlType | undefined)[]): readonly (CqlType | undefined)[] =>
    given.map((argument, index) => parameters[index]?.infer(argument, receiver, others));
  const types = infer(infer([])).map((type, index) => {
    const argument = given[index] as Argument;
    if (!type) {
      throw invalid(
        `Cannot infer type of argument ${argument.text} in call to function ${signature}: use type casts to disambiguate`,
      );
    }
    parameters[index]?.check(name, argument, type);
    return type;
  });
  return create(name, types, receiver);
}

function similarity(kind: Similarity): Factory["create"] {
  return (name, types) => {
    const dimensions = types.map((type) => (type.kind === "vector" ? type.dimensions : 0));
    if (dimensions.some((one) => one !== dimensions[0])) {
      throw invalid("All arguments must have the same vector dimensions");
    }
    return similarityFunction(name, kind, first(types));
  };
}

/** The place of a partition in the ring of the cluster, by the values of its key. */
function tokenFunction(table: Table): NativeFunction {
  const columns = new Map(table.columns.map((column) => [column.name, column.type]));
  return {
    name: "token",
    arguments: table.partitionKey.map((name) => columns.get(name) ?? text),
    returns: nativeType("bigint"),
    run: (values) => {
      const parts = values.filter((value) => value !== null);
      if (parts.length < values.length) return null;
      return writeNumber("bigint", partitionToken(partitionKeyOf(parts)));
    },
  };
}

/** The bytes of one column, or those of several, each between its length and a zero. */
function partitionKeyOf(parts: readonly Buffer[]): Buffer {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return Buffer.concat(
    parts.flatMap((bytes) => [Buffer.of(bytes.length >> 8, bytes.length & 255), bytes, Buffer.of(0)]),
  );
}
