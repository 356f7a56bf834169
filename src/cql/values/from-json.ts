import type { Column, CqlType } from "../../model/index.ts";
import { CqlError, invalid } from "../cql-error.ts";
import { parseJson, readNames } from "./json.ts";
import type { Json } from "./json.ts";
import { bytesOfJson } from "./json-value.ts";

/**
 * The bytes of a value of the type that a JSON text has: what the function `fromJson` gives.
 *
 * @throws {CqlError} `function-failure` for a text that is not JSON, or not of such a value
 */
export function fromJson(type: CqlType, text: string, functionName = "fromjson"): Buffer | null {
  const undecoded = `execution of 'system.${functionName}[text]' failed: Could not decode JSON string '${text}'`;
  const json = failing(functionName, undecoded, () => parseJson(text));
  if (json === null) return null;
  return failing(functionName, "org.apache.cassandra.serializers.MarshalException", () => bytesOfJson(type, json));
}

function failing<Result>(name: string, what: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    // A duration is refused in other ways than other values.
    if (!(error instanceof CqlError) || error.code !== "invalid" || isOfDuration(error)) throw error;
    throw new CqlError("function-failure", `${what}: ${error.message}`, {
      function: { keyspace: "system", name, arguments: ["text"] },
    });
  }
}

function isOfDuration({ message }: CqlError): boolean {
  return /^(?:Unable to convert '|Invalid duration\.)/.test(message);
}

/**
 * The columns that the object of `INSERT … JSON` names, with their values.
 *
 * @throws {CqlError} `invalid`, with the column that is wrong
 */
export function readJsonRow(text: string, columns: readonly Column[]): ReadonlyMap<string, Buffer | null> {
  const members = new Map(readNames(readObject(text)));
  const values = new Map<string, Buffer | null>();
  for (const { name, type } of columns) {
    const json = members.get(name);
    if (json === undefined) continue;
    members.delete(name);
    try {
      values.set(name, json === null ? null : bytesOfJson(type, json));
    } catch (error) {
      if (!(error instanceof CqlError) || isOfDuration(error)) throw error;
      throw invalid(`Error decoding JSON value for ${name}: ${error.message}`);
    }
  }
  const [unknown] = members.keys();
  if (unknown !== undefined) throw invalid(`JSON values map contains unrecognized column: ${unknown}`);
  return values;
}

function readObject(text: string): ReadonlyMap<string, Json> {
  const json = readFirst(text);
  if (json === null) throw invalid("Got null for INSERT JSON values");
  if (json instanceof Map) return json as ReadonlyMap<string, Json>;
  throw notAnObject(
    text,
    "Cannot deserialize value of type `java.util.LinkedHashMap<java.lang.Object,java.lang.Object>`",
  );
}

function readFirst(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof CqlError)) throw error;
    throw notAnObject(text, error.message);
  }
}

function notAnObject(text: string, reason: string): Error {
  return invalid(`Could not decode JSON string as a map: ${reason}. (String was: ${text})`);
}
