/** Values of a CQL type as they look in TypeScript, and values that are just not of it. */
import fc from "fast-check";
import type { CqlType, NativeType } from "../../src/model/index.ts";
import { arbitraryValues } from "../support/values.ts";

/** The member's name of a user type's field. */
export type FieldName = (userType: string, field: string) => string;

/** Values of a type, but for null. */
export function valuesOf(type: CqlType, nameOf: FieldName): fc.Arbitrary<unknown> {
  const part = (of: CqlType): fc.Arbitrary<unknown> => valuesOf(of, nameOf);
  const nullable = (of: CqlType): fc.Arbitrary<unknown> => fc.option(part(of), { freq: 5 });
  switch (type.kind) {
    case "native":
      return arbitraryValues[type.name];
    case "list":
    case "set":
      return fc.array(part(type.item), { maxLength: 3 });
    case "map":
      return fc.array(fc.tuple(part(type.key), part(type.value)), { maxLength: 3 }).map((entries) => new Map(entries));
    case "tuple":
      return fc.tuple(...type.items.map(nullable));
    case "vector":
      return fc.array(part(type.item), { minLength: type.dimensions, maxLength: type.dimensions });
    case "user": {
      const { name, fields } = type.type;
      return fc
        .tuple(...fields.map((field) => nullable(field.type)))
        .map((values) => Object.fromEntries(fields.map((field, index) => [nameOf(name, field.name), values[index]])));
    }
    case "custom":
      return fc.anything({ key: graphqlName, maxDepth: 2, values: scalars }).filter((value) => value !== null);
  }
}

const graphqlName = fc.stringMatching(/^[A-Za-z]\w{0,5}$/);
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const scalars = [fc.string(), finite, fc.boolean(), fc.constant(null)];

/** What TypeScript takes a value for. */
type Kind = "string" | "number" | "bigint" | "boolean" | "Date" | "Uint8Array" | "array" | "Map" | "object" | "nothing";

const nativeKinds: Readonly<Record<NativeType, Kind>> = {
  ascii: "string",
  bigint: "bigint",
  blob: "Uint8Array",
  boolean: "boolean",
  counter: "bigint",
  date: "string",
  decimal: "string",
  double: "number",
  duration: "string",
  float: "number",
  inet: "string",
  int: "number",
  smallint: "number",
  text: "string",
  time: "string",
  timestamp: "Date",
  timeuuid: "string",
  tinyint: "number",
  uuid: "string",
  varchar: "string",
  varint: "bigint",
};

/** A value that is not of a type, or only just. */
export interface NearMiss {
  readonly value: unknown;
  /** The compiler must see it; otherwise it is a matter of range or format, which no compiler knows. */
  readonly isWrongShape: boolean;
}

class Point {
  x = 1;
}
const sparse: unknown[] = [];
sparse[1] = "a";

/** Values that some types take and others do not, and some that none takes. */
const odd: readonly (readonly [Kind, unknown])[] = [
  ...["", "a", "0", "1".repeat(40), `0.${"0".repeat(39)}1`, "-0", "NaN", "1e400", "\ud800", "a\udc00", "é", "\0"].map(
    (value) => ["string", value] as const,
  ),
  ...[
    "-5877641-06-23",
    "-5877641-06-22",
    "+5881580-07-11",
    "+5881580-07-12",
    "2023-02-29",
    "24:00:00",
    "::1",
    "1.2.3.256",
  ].map((value) => ["string", value] as const),
  ...["5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10", "5f3a1d52-6e59-1b8e-9c43-0d5a1c2b7e10", "1y2mo", "P1Y", "12h30"].map(
    (value) => ["string", value] as const,
  ),
  ...[0, -0, 1, 0.5, 127, 128, -129, 32768, 2 ** 31, -(2 ** 31), 2 ** 53, 3.5e38, 1e308, NaN, Infinity, -Infinity].map(
    (value) => ["number", value] as const,
  ),
  ...[0n, -1n, 2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n) - 1n, 10n ** 40n].map((value) => ["bigint", value] as const),
  ["boolean", true],
  ["Date", new Date(0)],
  ["Date", new Date(8.64e15)],
  ["Date", new Date(NaN)],
  ["Uint8Array", new Uint8Array([1, 255])],
  ["array", []],
  ["array", [1]],
  ["Map", new Map()],
  ["object", {}],
  ["nothing", undefined],
  ["nothing", null],
];

/** Values that no literal gives, for checks at run time alone. */
export const exotic: readonly unknown[] = [
  Buffer.from("a"),
  new Uint16Array(1),
  new ArrayBuffer(1),
  Object.create(null),
  new Point(),
  sparse,
  new Array(3),
  new Set(["a"]),
  new String("a"),
  Object(1n),
  Symbol("s"),
  () => "a",
  new Map<unknown, unknown>([[1, 1]]),
  new Map<unknown, unknown>([["a", undefined]]),
  new Proxy({}, {}),
];

/** Near misses of a type: another value in its place or in that of some part, a member more or less, a wrong length. */
export function nearMisses(type: CqlType, nameOf: FieldName): fc.Arbitrary<NearMiss> {
  const kind = kindOf(type);
  const instead = fc
    .constantFrom(...odd)
    .map(([found, value]): NearMiss => ({ value, isWrongShape: isWrong(type, kind, found, value) }));
  const inner = missesWithin(type, nameOf);
  return inner === undefined ? instead : fc.oneof({ weight: 1, arbitrary: instead }, { weight: 3, arbitrary: inner });
}

function kindOf(type: CqlType): Kind | "unknown" {
  switch (type.kind) {
    case "native":
      return nativeKinds[type.name];
    case "list":
    case "set":
    case "vector":
    case "tuple":
      return "array";
    case "map":
      return "Map";
    case "user":
      return "object";
    case "custom":
      return "unknown";
  }
}

function isWrong(type: CqlType, kind: Kind | "unknown", found: Kind, value: unknown): boolean {
  if (kind === "unknown") return false;
  if (kind !== found) return true;
  // An object without the fields, and an array without the items.
  if (kind === "object") return true;
  if (type.kind === "tuple") return true;
  return (
    kind === "array" &&
    "item" in type &&
    (value as unknown[]).length > 0 &&
    kindOf(type.item) !== "number" &&
    kindOf(type.item) !== "unknown"
  );
}

function missesWithin(type: CqlType, nameOf: FieldName): fc.Arbitrary<NearMiss> | undefined {
  const good = (of: CqlType): fc.Arbitrary<unknown> => valuesOf(of, nameOf);
  const miss = (of: CqlType): fc.Arbitrary<NearMiss> => nearMisses(of, nameOf);
  switch (type.kind) {
    case "native":
    case "custom":
      return undefined;
    case "list":
    case "set":
      return fc
        .tuple(good(type.item), miss(type.item))
        .map(([item, { value, isWrongShape }]) => ({ value: [item, value], isWrongShape }));
    case "vector": {
      const { dimensions, item } = type;
      const length = fc.constantFrom(0, dimensions - 1, dimensions + 1);
      const wrongLength = length.chain((count) => fc.array(good(item), { minLength: count, maxLength: count }));
      return fc.oneof(
        wrongLength.map((value) => ({ value, isWrongShape: false })),
        miss(item).map(({ value, isWrongShape }) => ({ value: Array(dimensions).fill(value), isWrongShape })),
      );
    }
    case "map":
      return fc.oneof(
        fc.tuple(good(type.key), miss(type.value)).map(([key, { value, isWrongShape }]) => ({
          value: new Map([[key, value]]),
          isWrongShape: isWrongShape && !hasSurplus(value),
        })),
        fc.tuple(miss(type.key), good(type.value)).map(([{ value, isWrongShape }, held]) => ({
          value: new Map([[value, held]]),
          isWrongShape: isWrongShape && !hasSurplus(value),
        })),
        fc
          .tuple(good(type.key), good(type.value))
          .map(([key, held]) => ({ value: Object.fromEntries([[String(key), held]]), isWrongShape: true })),
      );
    case "tuple":
      return fc.oneof(
        good(type).map((value) => ({ value: [...(value as unknown[]), null], isWrongShape: true })),
        good(type).map((value) => ({ value: (value as unknown[]).slice(1), isWrongShape: true })),
        fc
          .tuple(good(type), fc.nat(type.items.length - 1), fc.constantFrom(...type.items.map((_, index) => index)))
          .chain(([value, , index]) =>
            miss(type.items[index] ?? type).map((wrong) => ({
              value: (value as unknown[]).with(index, wrong.value),
              isWrongShape: wrong.isWrongShape && wrong.value !== null,
            })),
          ),
      );
    case "user": {
      const { name, fields } = type.type;
      const members = fields.map((field) => nameOf(name, field.name));
      const index = fc.nat(fields.length - 1);
      return fc.oneof(
        good(type).map((value) => ({ value: { ...(value as object), surplus: null }, isWrongShape: true })),
        fc.tuple(good(type), index).map(([value, index]) => ({
          value: Object.fromEntries(Object.entries(value as object).filter(([member]) => member !== members[index])),
          isWrongShape: true,
        })),
        fc.tuple(good(type), index).chain(([value, index]) =>
          miss(fields[index]?.type ?? type).map((wrong) => ({
            value: { ...(value as object), [members[index] ?? ""]: wrong.value },
            isWrongShape: wrong.isWrongShape && wrong.value !== null,
          })),
        ),
        good(type).map((value) => ({ value: Object.entries(value as object), isWrongShape: true })),
      );
    }
  }
}

/** Whether an object has a surplus member, which the compiler does not see where it infers the type, as within `new Map`. */
function hasSurplus(value: unknown): boolean {
  return printValue(value).includes('"surplus":');
}

/** A value as TypeScript text. */
export function printValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof Uint8Array) return `new Uint8Array([${[...value].join()}])`;
  if (value instanceof Map) return `new Map([${[...value].map(printValue).join()}])`;
  if (Array.isArray(value)) return `[${Array.from(value, printValue).join()}]`;
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value)
      .map(([name, held]) => `${JSON.stringify(name)}: ${printValue(held)}`)
      .join()}}`;
  }
  return String(value);
}
