/**
 * Validators for zod of what the bindings read and write; generated `*.zod.ts` files are made of these.
 *
 * A column's validator accepts exactly what the codec's `check` does, so zod and the runtime cannot disagree. The constants
 * are made once and shared: a thousand tables that each built their own would take ten times as long to import.
 * `text` is for a value, `nullableText` for a column of a row, `optionalText` for a column of a write.
 */
import * as z from "zod";
import * as codecs from "./protocol/codecs.ts";
import { withoutEmptyKey } from "./protocol/codec.ts";
import type { Codec, Part } from "./protocol/codec.ts";
import { custom as customCodec } from "./protocol/composites.ts";
import { isEverywhere } from "./protocol/objects.ts";
import { encodeChanges } from "./operation/checked-changes.ts";
import { PartChange } from "./operation/part-change.ts";
import type { FieldsChange, ListChange, MapChange, SetChange } from "./operation/part-change.ts";
import type { Member } from "./table/bound-table.ts";

/** A validator of a row: its columns as zod knows them, so `.pick`, `.extend` and `.partial` stay. Ignores other members. */
export type RowSchema<T> = z.ZodObject<{ [K in keyof T]-?: RowMember<T[K]> }>;

/** A conditional type, since the compiler keeps these by the value: it is created once for all columns of a type in all tables. */
type RowMember<V> = [V] extends [infer Given] ? z.ZodType<Given> : never;

/** A validator of a write. Refuses members that are no column; an optional one may be absent, undefined or null. */
export type WriteSchema<T> = z.ZodObject<
  {
    [K in keyof T]-?: NullIsEverywhere extends true
      ? {} extends Pick<T, K>
        ? OptionalMember<T[K]>
        : z.ZodType<T[K], T[K]>
      : WriteMember<T[K]>;
  },
  z.core.$strict
>;

/** Without `strictNullChecks`, a value does not show whether its member is optional. Evaluated once, not for each member. */
type NullIsEverywhere = undefined extends string ? true : false;

/** @see RowMember */
type WriteMember<V> = undefined extends V ? OptionalMember<V> : z.ZodType<V, V>;

type OptionalMember<V> = z.ZodOptional<z.ZodType<Exclude<V, undefined>, Exclude<V, undefined>>>;

/** A validator of either of two writes: of a row, or of a partition's static columns. */
export type EitherSchema<One, Other> = z.ZodUnion<readonly [WriteSchema<One>, WriteSchema<Other>]>;

/** The validator of a row, from those of its columns. */
export function rowSchema<T>(shape: RowSchema<T>["shape"]): RowSchema<T> {
  return z.object(shape);
}

/** The validator of a write, from those of its columns. */
export function writeSchema<T>(shape: WriteSchema<T>["shape"]): WriteSchema<T> {
  return z.strictObject(withoutInherited(shape));
}

/** zod sees the `constructor` that every object inherits as a member of the record; here it is missing, as in the runtime. */
function withoutInherited<Shape extends z.core.$ZodShape>(shape: Shape): Shape {
  const names = Object.keys(shape).filter((name) => name in Object.prototype);
  if (names.length === 0) return shape;
  const own = names.map((name) => [
    name,
    z.preprocess((value) => (isEverywhere(name, value) ? undefined : value), shape[name] as z.ZodType),
  ]);
  return { ...shape, ...(Object.fromEntries(own) as Partial<Shape>) };
}

/** The validator that accepts what one of the two accepts. */
export function eitherSchema<One, Other>(one: WriteSchema<One>, other: WriteSchema<Other>): EitherSchema<One, Other> {
  return z.union([one, other]);
}

/** For a column that a write must not have. */
export const absent: z.ZodOptional<z.ZodType<never, never>> = /* @__PURE__ */ z.never().optional();

/** Validates a value. */
export type Value<T> = z.ZodType<T, T>;
// Validators are built on this part alone: the compiler would otherwise compare every method of a user type's validator with
// those of `Value`, anew for each user type.
/** What a validator accepts and returns. */
export interface Validator<T> {
  readonly _zod: { readonly output: T; readonly input: T };
}
/** Validates a value or null. */
export type Nullable<T> = z.ZodType<T | null, T | null>;
/** Validates a value or null, and may be left out. */
export type Optional<T> = z.ZodOptional<z.ZodType<T | null, T | null>>;

function value<T>(codec: Codec<T>, base: Value<T>): Value<T> {
  return base.refine(codec.check, { error: `must be ${codec.expected}` });
}

/** The same, or null. */
export function nullable<T>(validator: Validator<T>): Nullable<T> {
  return (validator as Value<T>).nullable();
}

/** The same, or null, or left out. */
export function optional<T>(validator: Validator<T>): Optional<T> {
  return (validator as Value<T>).nullable().optional();
}

/** The validator of a codec that has none of its own. */
export function validatorOf<T>(codec: Codec<T>): Value<T> {
  return z.custom<T>(codec.check, { error: `must be ${codec.expected}` });
}

/**
 * The validator of the only column of a partition key: the database accepts no empty text or blob there.
 * @param codec of the user's own, where the value is not itself the text or blob
 */
export function notEmpty<T>(validator: Value<T>, codec?: Codec<T>): Value<T> {
  if (codec) return validatorOf(withoutEmptyKey(codec));
  const isEmpty = (value: unknown): boolean => value === "" || (value instanceof Uint8Array && value.length === 0);
  return validator.refine((value) => !isEmpty(value), { error: "must not be empty: it is the partition key" });
}

/** The validator of a branded value: that of the value itself. */
export function branded<T extends string | number | bigint>(
  validator: Value<T extends string ? string : T extends number ? number : bigint>,
): Value<T> {
  return validator as unknown as Value<T>;
}

/** The validator of some values of a type. @param _base that of the type, as the codec of the same name takes it */
export function oneOf<T extends string | number>(
  _base: Value<T extends string ? string : number>,
  ...values: readonly T[]
): Value<T> {
  const error = `must be one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
  const isText = values.every((value) => typeof value === "string");
  return (isText ? z.enum(values, { error }) : z.literal(values, { error })) as unknown as Value<T>;
}

/** For an unknown type: any JSON value except null. */
export const custom: Value<NonNullable<unknown>> = /* @__PURE__ */ validatorOf(/* @__PURE__ */ customCodec("custom"));

/** Validates a set, null, or changes of the set; may be left out. */
export function changeableSet<T>(whole: Value<T[]>): Optional<readonly T[] | SetChange<T>> {
  return changeable(whole, "set<>", { value: partOf((whole as unknown as z.ZodArray).element) });
}

/** Validates a list, null, or changes of the list; may be left out. */
export function changeableList<T>(whole: Value<T[]>): Optional<readonly T[] | ListChange<T>> {
  return changeable(whole, "list<>", { value: partOf((whole as unknown as z.ZodArray).element) });
}

/** Validates a map, null, or changes of the map; may be left out. */
export function changeableMap<K, V>(whole: Value<Map<K, V>>): Optional<ReadonlyMap<K, V> | MapChange<K, V>> {
  const { keyType, valueType } = whole as unknown as z.ZodMap;
  const parts = { key: partOf(keyType), value: partOf(valueType), entry: partOf(z.tuple([keyType, valueType])) };
  return changeable(whole, "map<>", parts);
}

/** Validates a value of a user type, null, or new values of some fields; may be left out. */
export function changeableFields<T>(whole: WriteSchema<T>): Optional<T | FieldsChange<T>> {
  const fields = Object.entries<z.ZodType>(whole.shape).map(([name, field]) => [name, [name, partOf(field)]] as const);
  return changeable(whole, "", { fields: new Map(fields) });
}

/**
 * Checks changes by the rules of the runtime, as changes of a column whose parts have these validators.
 * @param cql begins as the type of the column
 */
function changeable<T>(whole: z.ZodType, cql: string, parts: NonNullable<Codec<T>["parts"]>): Optional<T> {
  const member = { name: "value", codec: { cql, parts } } as unknown as Member;
  return z
    .any()
    .check(({ value, issues }) => {
      const changes = [value].flat() as readonly unknown[];
      if (changes[0] instanceof PartChange) {
        try {
          encodeChanges(member, changes, { operation: "" });
        } catch (error) {
          issues.push({ code: "custom", input: value, message: (error as Error).message });
        }
        return;
      }
      for (const issue of whole.safeParse(value).error?.issues ?? []) issues.push({ ...issue, input: value } as never);
    })
    .nullable()
    .optional();
}

/** A part of a value, which is checked and not sent. */
function partOf(validator: z.core.$ZodType): Part {
  return {
    expected: "valid",
    check: (value): value is never => z.safeParse(validator, value).success,
    encode: (value) => value,
  };
}

export function list<T>(item: Validator<T>): Value<T[]> {
  return z.array(item as Value<T>);
}

/** An array, as which sets are read and written; an item that occurs twice is stored once. */
export function set<T>(item: Validator<T>): Value<T[]> {
  return z.array(item as Value<T>);
}

export function vector<T>(item: Validator<T>, dimensions: number): Value<T[]> {
  return z.array(item as Value<T>).length(dimensions);
}

export function map<K, V>(key: Validator<K>, held: Validator<V>): Value<Map<K, V>> {
  return z.map(key as Value<K>, held as Value<V>);
}

/** An array with an item of each type, any of which may be null. */
export function tuple<Items extends readonly unknown[]>(
  ...items: { [Index in keyof Items]: Validator<Items[Index]> }
): Value<{ [Index in keyof Items]: Items[Index] | null }> {
  const validators = (items as readonly Value<unknown>[]).map((item) => item.nullable());
  return z.tuple(validators as unknown as [Nullable<unknown>]) as unknown as Value<{
    [Index in keyof Items]: Items[Index] | null;
  }>;
}

export const ascii: Value<string> = /* @__PURE__ */ value(codecs.ascii, /* @__PURE__ */ z.string());
export const nullableAscii: Nullable<string> = /* @__PURE__ */ nullable(ascii);
export const optionalAscii: Optional<string> = /* @__PURE__ */ optional(nullableAscii);

export const bigint: Value<bigint> = /* @__PURE__ */ value(codecs.bigint, /* @__PURE__ */ z.bigint());
export const nullableBigint: Nullable<bigint> = /* @__PURE__ */ nullable(bigint);
export const optionalBigint: Optional<bigint> = /* @__PURE__ */ optional(nullableBigint);

export const blob: Value<Uint8Array> = /* @__PURE__ */ value(
  codecs.blob,
  /* @__PURE__ */ z.instanceof(Uint8Array, { error: `must be ${codecs.blob.expected}` }),
);
export const nullableBlob: Nullable<Uint8Array> = /* @__PURE__ */ nullable(blob);
export const optionalBlob: Optional<Uint8Array> = /* @__PURE__ */ optional(nullableBlob);

export const boolean: Value<boolean> = /* @__PURE__ */ value(codecs.boolean, /* @__PURE__ */ z.boolean());
export const nullableBoolean: Nullable<boolean> = /* @__PURE__ */ nullable(boolean);
export const optionalBoolean: Optional<boolean> = /* @__PURE__ */ optional(nullableBoolean);

export const counter: Value<bigint> = /* @__PURE__ */ value(codecs.counter, /* @__PURE__ */ z.bigint());
export const nullableCounter: Nullable<bigint> = /* @__PURE__ */ nullable(counter);
export const optionalCounter: Optional<bigint> = /* @__PURE__ */ optional(nullableCounter);

export const date: Value<string> = /* @__PURE__ */ value(codecs.date, /* @__PURE__ */ z.string());
export const nullableDate: Nullable<string> = /* @__PURE__ */ nullable(date);
export const optionalDate: Optional<string> = /* @__PURE__ */ optional(nullableDate);

export const decimal: Value<string> = /* @__PURE__ */ value(codecs.decimal, /* @__PURE__ */ z.string());
export const nullableDecimal: Nullable<string> = /* @__PURE__ */ nullable(decimal);
export const optionalDecimal: Optional<string> = /* @__PURE__ */ optional(nullableDecimal);

export const double: Value<number> = /* @__PURE__ */ value(codecs.double, /* @__PURE__ */ z.number());
export const nullableDouble: Nullable<number> = /* @__PURE__ */ nullable(double);
export const optionalDouble: Optional<number> = /* @__PURE__ */ optional(nullableDouble);

export const duration: Value<string> = /* @__PURE__ */ value(codecs.duration, /* @__PURE__ */ z.string());
export const nullableDuration: Nullable<string> = /* @__PURE__ */ nullable(duration);
export const optionalDuration: Optional<string> = /* @__PURE__ */ optional(nullableDuration);

export const float: Value<number> = /* @__PURE__ */ value(codecs.float, /* @__PURE__ */ z.number());
export const nullableFloat: Nullable<number> = /* @__PURE__ */ nullable(float);
export const optionalFloat: Optional<number> = /* @__PURE__ */ optional(nullableFloat);

export const inet: Value<string> = /* @__PURE__ */ value(codecs.inet, /* @__PURE__ */ z.string());
export const nullableInet: Nullable<string> = /* @__PURE__ */ nullable(inet);
export const optionalInet: Optional<string> = /* @__PURE__ */ optional(nullableInet);

export const int: Value<number> = /* @__PURE__ */ value(codecs.int, /* @__PURE__ */ z.number());
export const nullableInt: Nullable<number> = /* @__PURE__ */ nullable(int);
export const optionalInt: Optional<number> = /* @__PURE__ */ optional(nullableInt);

export const smallint: Value<number> = /* @__PURE__ */ value(codecs.smallint, /* @__PURE__ */ z.number());
export const nullableSmallint: Nullable<number> = /* @__PURE__ */ nullable(smallint);
export const optionalSmallint: Optional<number> = /* @__PURE__ */ optional(nullableSmallint);

export const text: Value<string> = /* @__PURE__ */ value(codecs.text, /* @__PURE__ */ z.string());
export const nullableText: Nullable<string> = /* @__PURE__ */ nullable(text);
export const optionalText: Optional<string> = /* @__PURE__ */ optional(nullableText);

export const time: Value<string> = /* @__PURE__ */ value(codecs.time, /* @__PURE__ */ z.string());
export const nullableTime: Nullable<string> = /* @__PURE__ */ nullable(time);
export const optionalTime: Optional<string> = /* @__PURE__ */ optional(nullableTime);

export const timestamp: Value<Date> = /* @__PURE__ */ value(codecs.timestamp, /* @__PURE__ */ z.date());
export const nullableTimestamp: Nullable<Date> = /* @__PURE__ */ nullable(timestamp);
export const optionalTimestamp: Optional<Date> = /* @__PURE__ */ optional(nullableTimestamp);

export const timeuuid: Value<string> = /* @__PURE__ */ value(codecs.timeuuid, /* @__PURE__ */ z.string());
export const nullableTimeuuid: Nullable<string> = /* @__PURE__ */ nullable(timeuuid);
export const optionalTimeuuid: Optional<string> = /* @__PURE__ */ optional(nullableTimeuuid);

export const tinyint: Value<number> = /* @__PURE__ */ value(codecs.tinyint, /* @__PURE__ */ z.number());
export const nullableTinyint: Nullable<number> = /* @__PURE__ */ nullable(tinyint);
export const optionalTinyint: Optional<number> = /* @__PURE__ */ optional(nullableTinyint);

export const uuid: Value<string> = /* @__PURE__ */ value(codecs.uuid, /* @__PURE__ */ z.string());
export const nullableUuid: Nullable<string> = /* @__PURE__ */ nullable(uuid);
export const optionalUuid: Optional<string> = /* @__PURE__ */ optional(nullableUuid);

export const varchar: Value<string> = /* @__PURE__ */ value(codecs.varchar, /* @__PURE__ */ z.string());
export const nullableVarchar: Nullable<string> = /* @__PURE__ */ nullable(varchar);
export const optionalVarchar: Optional<string> = /* @__PURE__ */ optional(nullableVarchar);

export const varint: Value<bigint> = /* @__PURE__ */ value(codecs.varint, /* @__PURE__ */ z.bigint());
export const nullableVarint: Nullable<bigint> = /* @__PURE__ */ nullable(varint);
export const optionalVarint: Optional<bigint> = /* @__PURE__ */ optional(nullableVarint);

/** For one of several counters: what is left out is not counted. */
export const amountCounter: z.ZodOptional<Value<bigint>> = /* @__PURE__ */ counter.optional();
