/**
 * Checks that a client's bytes are a valid value of a type, with the database's checks and messages.
 *
 * Trusts no count or length within the bytes, and allocates nothing based on them.
 */
import { isUtf8 } from "node:buffer";
import { partsOf } from "../../model/index.ts";
import type { CqlType, NativeType } from "../../model/index.ts";
import { decodeUnsignedVint, decodeVint, fixedLength } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { CqlError } from "../cql-error.ts";
import { typeText } from "./types.ts";
import type { RecordType, TupleType, VectorType } from "./types.ts";

/**
 * @param mayHaveNulls whether it is a list that may have them
 * @throws {CqlError} `invalid`
 */
export function checkBytes(type: CqlType, bytes: Buffer, mayHaveNulls = false): void {
  switch (type.kind) {
    case "native":
      return natives[type.name](bytes);
    case "custom":
      return;
    case "list":
      return checkItems("list", [type.item], bytes, mayHaveNulls);
    case "set":
      return checkItems("set", [type.item], bytes);
    case "map":
      return checkItems("map", [type.key, type.value], bytes);
    case "tuple":
    case "user":
      return checkFields(type, bytes);
    case "vector":
      return checkVector(type, bytes);
  }
}

type Check = (bytes: Buffer) => void;

/** Checks for one of these lengths: the database accepts an empty value for most types. */
function sized(lengths: readonly number[], message: string): Check {
  return (bytes) => {
    if (!lengths.includes(bytes.length)) throw invalid(`${message} (${bytes.length})`);
  };
}

const utf8: Check = (bytes) => {
  if (!isUtf8(bytes)) throw invalid("String didn't validate.");
};

const uuid = sized([16, 0], "UUID should be 16 or 0 bytes");

const natives: Readonly<Record<NativeType, Check>> = {
  ascii: (bytes) => {
    const wrong = bytes.find((byte) => byte > 127);
    if (wrong !== undefined) throw invalid(`Invalid byte for ascii: ${wrong - 256}`);
  },
  bigint: sized([8, 0], "Expected 8 or 0 byte long"),
  blob: () => undefined,
  boolean: sized([1, 0], "Expected 1 or 0 byte value"),
  counter: sized([8, 0], "Expected 8 or 0 byte long"),
  date: sized([4], "Expected 4 byte long for date"),
  decimal: (bytes) => {
    if (bytes.length > 0 && bytes.length < 4) throw invalid(`Expected 0 or at least 4 bytes (${bytes.length})`);
  },
  double: sized([8, 0], "Expected 8 or 0 byte value for a double"),
  duration: checkDuration,
  float: sized([4, 0], "Expected 4 or 0 byte value for a float"),
  inet: (bytes) => {
    if (bytes.length !== 0 && bytes.length !== 4 && bytes.length !== 16) {
      throw invalid(`Expected 4 or 16 byte inetaddress; got ${bytes.toString("hex")}`);
    }
  },
  int: sized([4, 0], "Expected 4 or 0 byte int"),
  smallint: sized([2], "Expected 2 bytes for a smallint"),
  text: utf8,
  time: sized([8], "Expected 8 byte long for time"),
  timestamp: sized([8, 0], "Expected 8 or 0 byte long for date"),
  timeuuid: (bytes) => {
    uuid(bytes);
    if (bytes.length === 16 && (bytes[6] ?? 0) >> 4 !== 1) {
      // The database prints a different half byte from the one it checks.
      throw invalid(`Invalid version for TimeUUID type: 0x${((bytes[0] ?? 0) >> 4).toString(16)}`);
    }
  },
  tinyint: sized([1], "Expected 1 byte for a tinyint"),
  uuid,
  varchar: utf8,
  varint: () => undefined,
};

const maximumInt = 2n ** 31n - 1n;

function checkDuration(bytes: Buffer): void {
  if (bytes.length < 3) throw invalid(`Expected at least 3 bytes for a duration (${bytes.length})`);
  const months = decodeVint(bytes, 0);
  const days = decodeVint(bytes, months.end);
  const nanoseconds = decodeVint(bytes, days.end);
  if (nanoseconds.end > bytes.length) throw invalid(`Expected at least 3 bytes for a duration (${bytes.length})`);
  const counts = [months.value, days.value, nanoseconds.value];
  for (const [index, name] of ["months", "days"].entries()) {
    const count = counts[index] ?? 0n;
    if (count > maximumInt || count < -maximumInt - 1n) {
      throw invalid(`The duration ${name} must be a 32 bits integer but was: ${count}`);
    }
  }
  if (counts.some((count) => count > 0n) && counts.some((count) => count < 0n)) {
    const listed = counts.join(", ");
    throw invalid(`The duration months, days and nanoseconds must be all of the same sign (${listed})`);
  }
}

/** A list, set or map; the types alternate. For a list, the database checks for missing bytes before it checks for nulls. */
function checkItems(kind: string, types: readonly CqlType[], bytes: Buffer, mayHaveNulls = false): void {
  const tooShort = `Not enough bytes to read a ${kind}`;
  if (bytes.length < 4) throw invalid(tooShort);
  const count = bytes.readInt32BE();
  if (count < 0) throw invalid(`The data cannot be deserialized as a ${kind}`);
  let offset = 4;
  let hasNull = false;
  for (let index = 0; index < count; index++) {
    for (const type of types) {
      if (offset + 4 > bytes.length) throw invalid(tooShort);
      const length = bytes.readInt32BE(offset);
      offset += 4;
      if (length < 0) {
        if (kind !== "list") throw nullItem();
        hasNull = true;
        continue;
      }
      if (offset + length > bytes.length) throw invalid(tooShort);
      checkBytes(type, bytes.subarray(offset, (offset += length)));
    }
  }
  if (offset < bytes.length) throw invalid(`Unexpected extraneous bytes after ${kind} value`);
  if (hasNull && !mayHaveNulls) throw nullItem();
}

function nullItem(): CqlError {
  return invalid("Null value read when not allowed");
}

function checkFields(type: TupleType | RecordType, bytes: Buffer): void {
  const types = partsOf(type);
  const nameOf = (index: number): string =>
    type.kind === "tuple" ? `${index}th component` : `${index}th field ${type.type.fields[index]?.name}`;
  let offset = 0;
  // The value may lack fields that were added to the type later.
  for (let index = 0; index < types.length && offset < bytes.length; index++) {
    if (offset + 4 > bytes.length) throw invalid(`Not enough bytes to read size of ${nameOf(index)}`);
    const length = bytes.readInt32BE(offset);
    offset += 4;
    if (length < 0) continue;
    if (offset + length > bytes.length) throw invalid(`Not enough bytes to read ${nameOf(index)}`);
    try {
      checkBytes(types[index] as CqlType, bytes.subarray(offset, (offset += length)));
    } catch (error) {
      if (type.kind === "tuple") throw error;
      throw invalid(`Failure validating the ${nameOf(index)}; ${(error as Error).message}`);
    }
  }
  if (offset === bytes.length) return;
  throw invalid(`Invalid remaining data after end of ${type.kind === "tuple" ? "tuple" : "UDT"} value`);
}

function checkVector(type: VectorType, bytes: Buffer): void {
  const { item, dimensions } = type;
  if (bytes.length === 0) throw invalid("Invalid empty vector value");
  const length = fixedLength(item);
  const tooShort = `Not enough bytes to read a ${typeText(type)}`;
  let offset = 0;
  for (let index = 0; index < dimensions; index++) {
    if (offset >= bytes.length) throw invalid(tooShort);
    const { value, end } =
      length === undefined ? decodeUnsignedVint(bytes, offset) : { value: BigInt(length), end: offset };
    if (BigInt(bytes.length - end) < value) throw invalid(tooShort);
    checkBytes(item, bytes.subarray(end, (offset = end + Number(value))));
  }
  const rest = bytes.length - offset;
  if (rest > 0) throw invalid(`Unexpected ${rest} extraneous bytes after ${typeText(type)} value`);
}
