/** The bytes of values of all types as JSON has them, with the database's words for what it does not take. */
import type { CqlType, NativeType } from "../../model/index.ts";
import { joinParts } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import { printDouble } from "./java-number.ts";
import { javaClass, JsonNumber, parseJson, readNames } from "./json.ts";
import type { Json } from "./json.ts";
import { readText } from "./read-text.ts";
import { arrangeEntries, arrangeItems } from "./value-order.ts";
import type { MapType, TupleType, RecordType } from "./types.ts";

type Present = Exclude<Json, null>;

/** @throws {CqlError} `invalid` */
export function bytesOfJson(type: CqlType, given: Present): Buffer {
  if (type.kind === "native") return natives[type.name](given);
  if (type.kind === "custom") return Buffer.from(javaText(given));
  // Within a map, keys are texts, which have JSON again.
  const json = typeof given === "string" ? parseText(given) : given;
  switch (type.kind) {
    case "list":
      return joinParts(type, itemsOf(json, "list", "a list", type.item));
    case "set": {
      const items = itemsOf(json, "set", "a list (representing a set)", type.item);
      return joinParts(type, arrangeItems(type.item, items));
    }
    case "vector": {
      const list = listOf(json, "a list");
      if (list.length !== type.dimensions) {
        throw invalid(
          `List had incorrect size: expected ${type.dimensions} but given ${list.length}; ${javaText(list)}`,
        );
      }
      return joinParts(type, itemsOf(json, "list", "a list", type.item));
    }
    case "map":
      return bytesOfMap(type, json);
    case "tuple":
      return bytesOfTuple(type, json);
    case "user":
      return bytesOfRecord(type, json);
  }
}

function parseText(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    throw invalid(`Error decoding JSON string: ${(error as Error).message}`);
  }
}

function listOf(json: Json, wanted: string): readonly Json[] {
  if (!Array.isArray(json)) throw unexpected(wanted, json);
  return json as readonly Json[];
}

function itemsOf(json: Json, kind: string, wanted: string, item: CqlType): readonly Buffer[] {
  return listOf(json, wanted).map((one) => {
    if (one === null) throw invalid(`Invalid null element in ${kind}`);
    return bytesOfJson(item, one);
  });
}

function membersOf(json: Json): ReadonlyMap<string, Json> {
  if (!(json instanceof Map)) throw unexpected("a map", json);
  return json as ReadonlyMap<string, Json>;
}

function bytesOfMap(type: MapType, json: Json): Buffer {
  const entries = Array.from(membersOf(json), ([key, value]) => {
    if (value === null) throw invalid("Invalid null value in map");
    return [bytesOfJson(type.key, key), bytesOfJson(type.value, value)] as const;
  });
  return joinParts(type, arrangeEntries(type.key, entries).flat());
}

function bytesOfTuple(type: TupleType, json: Json): Buffer {
  const list = listOf(json, "a list representation of a tuple");
  const count = type.items.length;
  if (list.length > count) throw invalid(`Tuple contains extra items (expected ${count}): ${javaText(list)}`);
  if (list.length < count) throw invalid(`Tuple is missing items (expected ${count}): ${javaText(list)}`);
  return joinParts(
    type,
    list.map((item, index) => (item === null ? null : bytesOfJson(type.items[index] as CqlType, item))),
  );
}

function bytesOfRecord(type: RecordType, json: Json): Buffer {
  const members = new Map(readNames(membersOf(json)));
  const { fields, name } = type.type;
  const parts = fields.map((field) => {
    const value = members.get(field.name) ?? null;
    return value === null ? null : bytesOfJson(field.type, value);
  });
  const known = new Set(fields.map((field) => field.name));
  const unknown = [...members.keys()].find((member) => !known.has(member));
  if (unknown !== undefined) throw invalid(`Unknown field '${unknown}' in value of user defined type ${name}`);
  return joinParts(type, parts);
}

function unexpected(wanted: string, json: Json): Error {
  return invalid(`Expected ${wanted}, but got a ${javaClass(json)}: ${javaText(json)}`);
}

/** As Java prints a value in a message: `[1, 2]`, `{a=1}`. */
function javaText(json: Json): string {
  if (json instanceof JsonNumber) return json.isWhole ? json.text : printDouble(Number(json.text));
  if (json instanceof Map) {
    return `{${Array.from(json as ReadonlyMap<string, Json>, ([key, value]) => `${key}=${javaText(value)}`).join(", ")}}`;
  }
  return Array.isArray(json) ? `[${(json as readonly Json[]).map(javaText).join(", ")}]` : String(json);
}

/** Only a text. */
function ofText(type: NativeType, wanted: string): (json: Present) => Buffer {
  return (json) => {
    if (typeof json !== "string") throw unexpected(wanted, json);
    return readText(type, json);
  };
}

/** A text, or a whole number of no more bits. */
function ofWhole(type: NativeType, wanted: string, classes: readonly string[]): (json: Present) => Buffer {
  return (json) => {
    if (typeof json === "string") return readText(type, json);
    if (!classes.includes(javaClass(json))) throw unexpected(wanted, json);
    return readText(type, javaText(json));
  };
}

/** A text, or any number, which goes by way of a double. */
function ofDouble(type: NativeType, wanted: string): (json: Present) => Buffer {
  return (json) => {
    if (typeof json === "string") return readText(type, json);
    if (!(json instanceof JsonNumber)) throw unexpected(wanted, json);
    return readText(type, printDouble(Number(json.text)));
  };
}

const packages: Readonly<Record<string, string>> = { BigInteger: "math", LinkedHashMap: "util", ArrayList: "util" };

const numbers = ["Integer", "Long", "BigInteger", "Double"];

const natives: Readonly<Record<NativeType, (json: Present) => Buffer>> = {
  ascii: ofText("ascii", "an ascii string"),
  bigint: ofWhole("bigint", "a bigint value", ["Integer", "Long"]),
  blob: (json) => {
    const wrong = (reason: string): Error => {
      return invalid(`Value '${javaText(json)}' is not a valid blob representation: ${reason}`);
    };
    if (typeof json !== "string") {
      const name = `java.${packages[javaClass(json)] ?? "lang"}.${javaClass(json)}`;
      throw wrong(
        `class ${name} cannot be cast to class java.lang.String (${name} and java.lang.String are in module java.base of loader 'bootstrap')`,
      );
    }
    if (!json.startsWith("0x")) throw wrong(`String representation of blob is missing 0x prefix: ${json}`);
    if (!/^(?:[0-9a-f]{2})*$/i.test(json.slice(2))) throw wrong(`cannot parse '${json.slice(2)}' as hex bytes`);
    return readText("blob", json.slice(2));
  },
  boolean: (json) => {
    if (typeof json === "string") return readText("boolean", json);
    if (typeof json !== "boolean") throw unexpected("a boolean value", json);
    return Buffer.of(json ? 1 : 0);
  },
  counter: ofWhole("counter", "a bigint value", ["Integer", "Long"]),
  date: ofText("date", "a string representation of a date value"),
  decimal: (json) => {
    try {
      return readText("decimal", javaText(json));
    } catch {
      throw invalid(`Value '${javaText(json)}' is not a valid representation of a decimal value`);
    }
  },
  double: ofDouble("double", "a double value"),
  duration: ofText("duration", "a string representation of a duration"),
  float: ofDouble("float", "a float value"),
  inet: ofText("inet", "a string representation of an inet value"),
  int: ofWhole("int", "an int value", ["Integer"]),
  smallint: ofWhole("smallint", "a short value", numbers),
  text: ofText("text", "a UTF-8 string"),
  time: ofText("time", "a string representation of a time value"),
  timestamp: ofWhole("timestamp", "a long or a datestring representation of a timestamp value", ["Long"]),
  timeuuid: ofText("timeuuid", "a string representation of a timeuuid"),
  tinyint: ofWhole("tinyint", "a byte value", numbers),
  uuid: ofText("uuid", "a string representation of a uuid"),
  varchar: ofText("varchar", "a UTF-8 string"),
  varint: (json) => {
    try {
      if (json !== "") return readText("varint", javaText(json));
    } catch {
      // Said below.
    }
    throw invalid(`Value '${javaText(json)}' is not a valid representation of a varint value`);
  },
};
