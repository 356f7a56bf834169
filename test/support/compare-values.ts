import { serialize } from "../../src/store/values/bytes.ts";
import { daysFromDate, parseDecimal, parseInet, parseTime } from "@colonnade/runtime/protocol";
import type { NativeName, Value } from "@colonnade/runtime/protocol";
import type { CqlType } from "../../src/model/index.ts";

type Compare = (one: never, other: never) => number;

const byNumber = (one: number | bigint, other: number | bigint): number =>
  one < other ? -1 : one > other ? 1 : Number(Object.is(other, -0)) - Number(Object.is(one, -0));
const byBytes = (one: Uint8Array, other: Uint8Array): number => Buffer.compare(one, other);
const byText = (one: string, other: string): number => byBytes(Buffer.from(one), Buffer.from(other));
const byKey =
  <Of>(key: (value: Of) => number | bigint) =>
  (one: Of, other: Of): number =>
    byNumber(key(one), key(other));

/** The 60 bits of time of a version 1 UUID, from its text. */
const timeOf = (uuid: string): bigint => {
  const [low, middle, high = ""] = uuid.split("-");
  return BigInt(`0x${high.slice(1)}${middle}${low}`);
};
const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll("-", ""), "hex");

/** Durations have no order of their own, but a set of something with durations has one. */
const byStoredBytes = (one: string, other: string): number =>
  Buffer.compare(serialize("duration", one), serialize("duration", other));

/** How CQL compares two values of a native type. */
export const nativeComparisons: { readonly [Name in Exclude<NativeName, "duration">]: Compare } = {
  ascii: byText,
  text: byText,
  varchar: byText,
  blob: byBytes,
  inet: (one: string, other: string) => byBytes(parseInet(one) ?? Buffer.of(), parseInet(other) ?? Buffer.of()),
  boolean: byKey(Number),
  tinyint: byNumber,
  smallint: byNumber,
  int: byNumber,
  bigint: byNumber,
  counter: byNumber,
  varint: byNumber,
  float: (one: number, other: number) => byNumber(Math.fround(one), Math.fround(other)),
  double: byNumber,
  decimal: byKey((value: string) => {
    const { unscaled, scale } = parseDecimal(value) ?? { unscaled: 0n, scale: 0 };
    return unscaled * 10n ** BigInt(100 - scale);
  }),
  date: byKey((value: string) => daysFromDate(value) ?? 0),
  time: byKey((value: string) => parseTime(value) ?? 0n),
  timestamp: byKey((value: Date) => value.getTime()),
  uuid: (one: string, other: string) => {
    const version = byNumber(parseInt(one.charAt(14), 16), parseInt(other.charAt(14), 16));
    const time = one.charAt(14) === "1" ? byNumber(timeOf(one), timeOf(other)) : 0;
    return version || time || byBytes(bytesOf(one), bytesOf(other));
  },
  // The last eight bytes are signed ones. @see Cassandra TimeUUIDType
  timeuuid: (one: string, other: string) => {
    const signed = (uuid: string): Uint8Array =>
      bytesOf(uuid)
        .subarray(8)
        .map((byte) => byte ^ 0x80);
    return byNumber(timeOf(one), timeOf(other)) || byBytes(signed(one), signed(other));
  },
};

/** How CQL compares two values of any type, null before any of them: part by part, and a shorter one first. */
export function compareValues(type: CqlType, one: Value | null, other: Value | null): number {
  if (one === null || other === null) return Number(other === null) - Number(one === null);
  if (type.kind === "native") {
    // Durations have no order; whatever tells them apart will do.
    const compare = type.name === "duration" ? byStoredBytes : nativeComparisons[type.name];
    return Math.sign((compare as (one: Value, other: Value) => number)(one, other));
  }
  const [ours, theirs] = [partsOfValue(type, one), partsOfValue(type, other)];
  for (const [index, { of, value }] of ours.entries()) {
    const their = theirs[index];
    if (!their) return 1;
    const order = compareValues(of, value, their.value);
    if (order !== 0) return order;
  }
  return ours.length < theirs.length ? -1 : 0;
}

interface Part {
  readonly of: CqlType;
  readonly value: Value | null;
}

function partsOfValue(type: Exclude<CqlType, { kind: "native" }>, value: Value): readonly Part[] {
  switch (type.kind) {
    case "custom":
      throw new Error("a type that nobody knows has no order");
    case "list":
    case "set":
    case "vector":
      return (value as readonly Value[]).map((item) => ({ of: type.item, value: item }));
    case "map":
      return [...(value as ReadonlyMap<Value, Value>)].flatMap(([key, held]) => [
        { of: type.key, value: key },
        { of: type.value, value: held },
      ]);
    case "tuple":
      return type.items.map((of, index) => ({ of, value: (value as readonly (Value | null)[])[index] ?? null }));
    case "user": {
      const members = value as Readonly<Record<string, Value | null>>;
      return type.type.fields.map((field) => ({ of: field.type, value: members[field.name] ?? null }));
    }
  }
}
