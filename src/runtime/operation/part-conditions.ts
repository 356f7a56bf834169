/**
 * Conditions on a part of a column, for the `if` of a write: `{ settings: entryIs("theme", "dark") }`. Only for collections
 * and user types that are not frozen.
 */
import type { About } from "../errors/errors.ts";
import type { Codec, Part, Wire } from "../protocol/codec.ts";
import type { Member } from "../table/bound-table.ts";
import { badValue } from "../table/bound-table.ts";
import { indexOf, kindOf, one } from "./checked-changes.ts";
import { PartCondition, encodeComparisons } from "./where.ts";
import type { Test } from "./where.ts";
import type { Condition } from "./write-options.ts";

declare const ofList: unique symbol;
declare const ofMap: unique symbol;
declare const ofFields: unique symbol;

interface ItemTest<Given> {
  readonly [ofList]: Given;
}
interface EntryTest<Key, Given> {
  readonly [ofMap]: readonly [Key, Given];
}
interface FieldTest<Given> {
  readonly [ofFields]: Given;
}
type OneOrMore<Test> = Test | readonly Test[];

/** A condition on items of a list: `itemIs(0, "x")`, or several in an array. */
export type ItemCondition<Item> = OneOrMore<ItemTest<Condition<Item>>>;
/** A condition on entries of a map: `entryIs("theme", "dark")`, or several in an array. */
export type EntryCondition<Key, Value> = OneOrMore<EntryTest<Key, Condition<Value>>>;
/** A condition on fields of a user type: `fieldIs("city", "Bern")`, or several in an array. */
export type FieldCondition<Fields> = OneOrMore<
  FieldTest<{ readonly [Name in keyof Fields]?: Condition<NonNullable<Fields[Name]>> }>
>;

/** By the kind of its column: what names the part, and its codec. */
class PartTest extends PartCondition {
  readonly kind: "list" | "map" | "user type";
  readonly at: unknown;
  readonly condition: unknown;

  constructor(kind: PartTest["kind"], at: unknown, condition: unknown) {
    super();
    this.kind = kind;
    this.at = at;
    this.condition = condition;
  }

  encode(member: Member, all: readonly unknown[], about: About): Test {
    const { name, codec } = member;
    const refuse = (reason: string) => badValue(name, reason, about);
    const tests = all.map((test) => {
      if (!(test instanceof PartTest) || test.kind !== kindOf(codec)) {
        throw refuse(`cannot have that condition: it is ${codec.expected}`);
      }
      return test;
    });
    const is = ({ condition }: PartTest, part: Part | undefined): Wire =>
      Object.fromEntries(encodeComparisons({ name, codec: part as Codec<unknown> }, condition, about));
    const { key, value, fields } = codec.parts ?? {};
    if (this.kind !== "user type") {
      const wire = tests.map((test): Wire => {
        const at = this.kind === "list" ? { index: indexOf(test.at, refuse) } : { key: one(key, test.at, refuse) };
        return { ...at, is: is(test, value) };
      });
      return { member, operator: "at", wire };
    }
    const entries = tests.map((test) => {
      const [apiName, field] = fields?.get(String(test.at)) ?? [];
      if (apiName === undefined) throw refuse(`has no field ${String(test.at)}`);
      return [apiName, is(test, field)] as const;
    });
    if (new Set(entries.map(([field]) => field)).size < entries.length) throw refuse("has two conditions on one field");
    return { member, operator: "fields", wire: Object.fromEntries(entries) };
  }
}

/** The item of a list at an index, from 0 on, must be so: a value, null for none, or comparisons. */
export function itemIs<Given>(index: number, condition: Given): ItemTest<Given> {
  return new PartTest("list", index, condition) as never;
}

/** The value of a key of a map must be so: a value, null for none, or comparisons. */
export function entryIs<Key, Given>(key: Key, condition: Given): EntryTest<Key, Given> {
  return new PartTest("map", key, condition) as never;
}

/** A field of a user type must be so: a value, null for none, or comparisons. */
export function fieldIs<Name extends PropertyKey, Given extends object | string | number | bigint | boolean | null>(
  field: Name,
  condition: Given,
): FieldTest<{ readonly [Key in Name]: Given }> {
  return new PartTest("user type", field, condition) as never;
}
