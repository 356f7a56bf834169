import fc from "fast-check";
import { dateFromDays, natives, printDecimal, printDuration, printInet, printTime } from "@colonnade/runtime/protocol";
import type { NativeName, Value, ValueOf } from "@colonnade/runtime/protocol";
import { isMultiCell } from "../../src/model/index.ts";
import type { CqlType } from "../../src/model/index.ts";
import { compareValues } from "./compare-values.ts";

const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const hex = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** Few different bytes, zeros and ones among them, so that values often share a beginning. */
const bytes = fc.uint8Array({ maxLength: 6 }).chain((random) =>
  fc.oneof(
    fc.constant(random),
    fc.array(fc.constantFrom(0, 1, 0xff), { maxLength: 6 }).map((list) => Uint8Array.from(list)),
  ),
);

/** The first half is often one of two, so that the second decides how two of them compare. */
const uuidBytes = (version: number): fc.Arbitrary<string> => {
  const half = fc.oneof(
    fc.uint8Array({ minLength: 8, maxLength: 8 }),
    fc.array(fc.constantFrom(0, 0x7f, 0x80, 0xff), { minLength: 8, maxLength: 8 }),
  );
  const first = fc.oneof(half, fc.constant(Array<number>(8).fill(0)), fc.constant(Array<number>(8).fill(1)));
  return fc.tuple(first, half).map(([high, low]) => {
    const value = Uint8Array.from([...high, ...low]);
    value[6] = (version << 4) | ((value[6] ?? 0) & 0xf);
    return hex(value);
  });
};

/** Values of each native type, in the one form in which they are read back. */
export const arbitraryValues: { readonly [Name in NativeName]: fc.Arbitrary<ValueOf<Name>> } = {
  ascii: fc.string({ maxLength: 6, unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) }),
  text: fc.string({ maxLength: 6, unit: "binary" }).filter(natives.text.check),
  varchar: fc.string({ maxLength: 6, unit: "grapheme" }).filter(natives.varchar.check),
  blob: bytes,
  inet: fc
    .oneof(fc.uint8Array({ minLength: 4, maxLength: 4 }), fc.uint8Array({ minLength: 16, maxLength: 16 }))
    .map(printInet),
  boolean: fc.boolean(),
  tinyint: fc.integer({ min: -128, max: 127 }),
  smallint: fc.integer({ min: -32768, max: 32767 }),
  int: fc.integer(),
  bigint: long,
  counter: long,
  varint: fc.oneof(fc.bigInt(), fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n }), long, fc.bigInt(-300n, 300n)),
  decimal: fc
    .record({ unscaled: fc.oneof(fc.bigInt(), fc.bigInt(-200n, 200n)), scale: fc.integer({ min: -30, max: 30 }) })
    .map(printDecimal),
  float: fc.float({ noNaN: true, noDefaultInfinity: true }),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }),
  date: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map(dateFromDays),
  time: fc.bigInt({ min: 0n, max: 86_399_999_999_999n }).map(printTime),
  timestamp: fc.date({ noInvalidDate: true }),
  duration: fc
    .record({
      negative: fc.boolean(),
      months: fc.bigInt({ min: 0n, max: 2n ** 31n - 1n }),
      days: fc.bigInt({ min: 0n, max: 2n ** 31n - 1n }),
      nanoseconds: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
    })
    .map(printDuration),
  uuid: fc.constantFrom(0, 1, 1, 4, 7, 15).chain(uuidBytes),
  timeuuid: uuidBytes(1),
};

/**
 * Values of any type, in the one form in which they are read back: sets and maps in their order, each item once, and nothing
 * empty that the database could not tell from null.
 */
export function arbitraryValue(type: CqlType): fc.Arbitrary<Value> {
  const least = isMultiCell(type) ? 1 : 0;
  switch (type.kind) {
    case "native":
      return arbitraryValues[type.name];
    case "list":
      return fc.array(arbitraryValue(type.item), { minLength: least, maxLength: 3 });
    case "set":
      return fc
        .array(arbitraryValue(type.item), { minLength: least, maxLength: 3 })
        .map((items) => distinct(type.item, items, (item) => item));
    case "map":
      return fc
        .array(fc.tuple(arbitraryValue(type.key), arbitraryValue(type.value)), { minLength: least, maxLength: 3 })
        .map((entries) => new Map(distinct(type.key, entries, ([key]) => key)));
    case "tuple":
      return fc.tuple(...type.items.map(arbitraryNullable));
    case "vector":
      return fc.array(arbitraryValue(type.item), { minLength: type.dimensions, maxLength: type.dimensions });
    case "user": {
      const fields = fc.tuple(...type.type.fields.map((field) => arbitraryNullable(field.type)));
      const values = fields.map((list) =>
        Object.fromEntries(type.type.fields.map((field, index) => [field.name, list[index] ?? null])),
      );
      return least === 0 ? values : values.filter((value) => Object.values(value).some((field) => field !== null));
    }
    case "custom":
      return fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.integer()), fc.record({ a: fc.string() }));
  }
}

function arbitraryNullable(type: CqlType): fc.Arbitrary<Value | null> {
  return fc.option(arbitraryValue(type), { freq: 5 });
}

function distinct<Item>(type: CqlType, items: readonly Item[], keyOf: (item: Item) => Value): Item[] {
  return items
    .toSorted((one, other) => compareValues(type, keyOf(one), keyOf(other)))
    .filter(
      (item, index, sorted) => index === 0 || compareValues(type, keyOf(item), keyOf(sorted[index - 1] as Item)) !== 0,
    );
}
