/**
 * Codecs of composite types: collections, tuples, vectors, user types.
 *
 * They call for `/* @__PURE__ *\/` where generated code makes them, so that bundlers drop those of unused tables.
 */
import type { Codec, Field, Wire } from "./codec.ts";
import { notOnWire } from "./codecs.ts";
import { keyOf, keysOf, distinct } from "./codec.ts";
import { isObject, wireOf, memberOf } from "./objects.ts";
import { wireOfText } from "./text-form.ts";

type Members = Readonly<Record<string, unknown>>;

/** Every item, the holes of a sparse array too. */
function everyItem(value: readonly unknown[], check: (item: unknown, index: number) => boolean): boolean {
  for (let index = 0; index < value.length; index++) if (!check(value[index], index)) return false;
  return true;
}

function series<Item>(kind: "list" | "set", item: Codec<Item>): Codec<Item[]> {
  const cql = `${kind}<${item.cql}>`;
  return {
    cql,
    expected: `an array, each item ${item.expected}`,
    check: (value) => Array.isArray(value) && everyItem(value, item.check),
    encode: (value) => value.map(item.encode),
    decode: (wire) => {
      if (Array.isArray(wire)) return wire.map(item.decode);
      throw notOnWire(cql);
    },
    key: (wire) => (kind === "list" ? keysOf(item, wire) : distinct(keysOf(item, wire))),
    fields: item.fields,
    empty: () => [],
    parts: { value: item },
  };
}

/** Items in the order that they were written in. */
export function list<Item>(item: Codec<Item>): Codec<Item[]> {
  return series("list", item);
}

/** Items without an order of their own: they are read in the order of their type, each once. */
export function set<Item>(item: Codec<Item>): Codec<Item[]> {
  return series("set", item);
}

/** On the wire a list of `{ key, value }`, or, from REST, an object. */
export function map<Key, Value>(key: Codec<Key>, value: Codec<Value>): Codec<Map<Key, Value>> {
  const cql = `map<${key.cql}, ${value.cql}>`;
  const entry = entryOf(key, value);
  return {
    cql,
    expected: `a Map, each key ${key.expected}, each value ${value.expected}`,
    check: (candidate) => candidate instanceof Map && [...candidate].every(entry.check),
    encode: (entries) => Array.from(entries, entry.encode),
    decode: (wire) => {
      if (Array.isArray(wire) && wire.every(isObject)) {
        return new Map(
          wire.map((entry) => [key.decode(entry["key"] as Wire), value.decode(entry["value"] as Wire)] as const),
        );
      }
      if (!isObject(wire)) throw notOnWire(cql);
      const entries = Object.entries(wire);
      return new Map(
        entries.map(([text, held]) => [key.decode(wireOfText(key.cql, text)), value.decode(held as Wire)] as const),
      );
    },
    // A map with one key in two spellings has one of the two values, so only the keys distinguish maps.
    key: (wire) =>
      distinct(
        keysOf(
          key,
          (wire as readonly Members[]).map((entry) => entry["key"] as Wire),
        ),
      ),
    fields: [field("key", key), field("value", value)],
    empty: () => new Map(),
    parts: { key, value, entry },
  };
}

/** One entry of a map, as a pair; on the wire `{ key, value }`. */
function entryOf<Key, Value>(
  key: Codec<Key>,
  value: Codec<Value>,
): Pick<Codec<readonly [Key, Value]>, "expected" | "check" | "encode"> {
  return {
    expected: `a pair of ${key.expected} and ${value.expected}`,
    check: (pair) => Array.isArray(pair) && pair.length === 2 && key.check(pair[0]) && value.check(pair[1]),
    encode: ([one, other]) => ({ key: key.encode(one), value: value.encode(other) }),
  };
}

/** On the wire `{ item0, item1 }`, or, from REST, an array; any item may be null. */
export function tuple<Items extends readonly unknown[]>(
  ...items: { [Index in keyof Items]: Codec<Items[Index]> }
): Codec<{ [Index in keyof Items]: Items[Index] | null }> {
  type Value = { [Index in keyof Items]: Items[Index] | null };
  const codecs = items as readonly Codec<unknown>[];
  const cql = `tuple<${codecs.map((item) => item.cql).join(", ")}>`;
  return {
    cql,
    expected: `an array of ${codecs.length}: ${codecs.map((item) => `${item.expected} or null`).join(", ")}`,
    check: (value) =>
      Array.isArray(value) &&
      value.length === codecs.length &&
      everyItem(value, (item, index) => item === null || codecs[index]?.check(item) === true),
    encode: (value) =>
      Object.fromEntries(
        codecs.map((item, index) => {
          const held: unknown = value[index];
          return [`item${index}`, held === null ? null : item.encode(held)];
        }),
      ),
    decode: (wire) => {
      if (!isObject(wire) && !Array.isArray(wire)) throw notOnWire(cql);
      const held = (index: number): unknown => (Array.isArray(wire) ? wire[index] : (wire as Members)[`item${index}`]);
      return codecs.map((item, index) => decodeNullable(item, held(index))) as unknown as Value;
    },
    key: (wire) => codecs.map((item, index) => keyOf(item, (wire as Members)[`item${index}`] as Wire)),
    fields: codecs.map((item, index) => field(`item${index}`, item)),
  };
}

/** A fixed number of items. */
export function vector<Item>(item: Codec<Item>, dimensions: number): Codec<Item[]> {
  const cql = `vector<${item.cql}, ${dimensions}>`;
  const items = series("list", item);
  const fits = (value: unknown): boolean => Array.isArray(value) && value.length === dimensions;
  return {
    cql,
    expected: `an array of ${dimensions}, each item ${item.expected}`,
    check: (value) => fits(value) && items.check(value),
    encode: items.encode,
    decode: (wire) => {
      if (fits(wire)) return items.decode(wire);
      throw notOnWire(cql);
    },
    key: items.key,
    fields: item.fields,
  };
}

/** The parts of a user type. */
export interface UserTypeFields<Value extends object> {
  /** In the database. */
  readonly name: string;
  /** By the names of the members. */
  readonly fields: { readonly [Name in keyof Value]-?: Codec<NonNullable<Value[Name]>> };
  /** API names of fields whose member has a different name. */
  readonly apiNames?: { readonly [Name in keyof Value]?: string };
  /** CQL names of fields whose member has a different name. */
  readonly cqlNames?: { readonly [Name in keyof Value]?: string };
}

/** A record with all of its fields, any of which may be null. */
export function userType<Value extends object>({
  name,
  fields,
  apiNames,
  cqlNames,
}: UserTypeFields<Value>): Codec<Value> {
  const codecs = Object.entries<Codec<unknown>>(fields as Readonly<Record<string, Codec<unknown>>>);
  const known = new Set(codecs.map(([member]) => member));
  const cql = /^[a-z][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
  const wireName = nameIn(apiNames);
  const cqlName = nameIn(cqlNames);
  return {
    cql,
    expected: `an object with ${[...known].join(", ")}`,
    check: (value) =>
      isObject(value) &&
      hasOnly(value, known) &&
      codecs.every(([member, codec]) => {
        const held = memberOf(value, member);
        return held === null || codec.check(held);
      }),
    encode: (value) =>
      Object.fromEntries(
        codecs.map(([member, codec]) => {
          const held = memberOf(value, member);
          return [wireName(member), held === null ? null : codec.encode(held)];
        }),
      ),
    decode: (wire) => {
      if (!isObject(wire)) throw notOnWire(cql);
      const decoded = codecs.map(([member, codec]) => [member, decodeNullable(codec, wireOf(wire, wireName(member)))]);
      return Object.fromEntries(decoded) as Value;
    },
    key: (wire) => codecs.map(([member, codec]) => keyOf(codec, wireOf(wire as Members, wireName(member)) as Wire)),
    fields: codecs.map(([member, codec]) => field(wireName(member), codec, cqlName(member))),
    parts: { fields: new Map(codecs.map(([member, codec]) => [member, [wireName(member), codec]])) },
  };
}

/** The name that a member has in a record of those that differ, or else its own. */
function nameIn(names: object = {}): (member: string) => string {
  const known = new Map<string, string>(Object.entries(names));
  return (member) => known.get(member) ?? member;
}

function hasOnly(value: Members, known: ReadonlySet<string>): boolean {
  for (const member in value) if (!known.has(member)) return false;
  return true;
}

/** The same value stored as one piece: the database distinguishes an empty frozen collection from null. */
export function frozen<Value>(codec: Codec<Value>): Codec<Value> {
  const { empty: _, ...rest } = codec;
  return { ...rest, cql: `frozen<${codec.cql}>` };
}

/** An unknown type: its values are sent as plain JSON. */
export function custom(cql: string): Codec<NonNullable<unknown>> {
  return {
    cql,
    expected: "a JSON value with GraphQL names",
    check: isWire,
    // A copy: a write may be sent some time after its caller changes the value.
    encode: (value) => structuredClone(value) as Wire,
    // Its equality in the database is unknown.
    key: () => null,
    decode: (wire) => {
      if (wire !== null) return wire;
      throw notOnWire(cql);
    },
  };
}

/**
 * Creates a codec for your own values from that of the CQL type: `convertedCodec(decimal, { … })`.
 *
 * `encode` returns a value of the base codec, and `decode` takes one. `check` must reject every value that
 * `encode` cannot convert to one that the base codec accepts.
 */
export function converted<Base, Value>(
  base: Codec<Base>,
  own: {
    /** A phrase that follows "is not": "an amount of money". */
    readonly expected: string;
    readonly check: (value: unknown) => boolean;
    readonly encode: (value: Value) => Base;
    readonly decode: (value: Base) => Value;
  },
): Codec<Value> {
  return {
    ...(base as Codec<unknown>),
    empty: undefined,
    expected: own.expected,
    check: own.check,
    encode: (value) => base.encode(own.encode(value)),
    decode: (wire) => own.decode(base.decode(wire)),
  };
}

/** Some values of a type, to the exclusion of its others: `oneOf(text, "new", "paid")`. */
export function oneOf<Value extends string | number>(
  base: Codec<Value extends string ? string : number>,
  ...values: readonly Value[]
): Codec<Value> {
  const expected = `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
  return {
    ...(base as unknown as Codec<Value>),
    expected,
    check: (value) => (values as readonly unknown[]).includes(value),
    decode: (wire) => {
      if ((values as readonly Wire[]).includes(wire)) return wire as Value;
      throw notOnWire(`${base.cql} that is ${expected}`);
    },
  };
}

declare const brand: unique symbol;

/** A value whose type says what it identifies: the ID of an order is not that of a product. */
export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };

/** The codec of a branded value: that of the value itself, since a brand exists only for the compiler. */
export function branded<Value extends string | number | bigint>(
  codec: Codec<Value extends string ? string : Value extends number ? number : bigint>,
): Codec<Value> {
  return codec as unknown as Codec<Value>;
}

function isWire(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "string" || typeof value === "boolean") return true;
  const part = (item: unknown): boolean => item === null || isWire(item);
  if (Array.isArray(value)) return everyItem(value, part);
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return false;
  // The names are printed into documents as they are.
  return Object.entries(value).every(([name, item]) => /^[_a-z]\w*$/i.test(name) && part(item));
}

function decodeNullable(codec: Codec<unknown>, wire: unknown): unknown {
  return wire === null || wire === undefined ? null : codec.decode(wire as Wire);
}

function field(apiName: string, { fields }: Pick<Codec<never>, "fields">, cqlName = apiName): Field {
  return { apiName, cqlName, fields };
}
