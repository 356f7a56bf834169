/** zod and the runtime's own check accept exactly the same changes of collections and user types. */
import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { int, text } from "@colonnade/runtime";
import { list, map, set, userType } from "@colonnade/runtime/composites";
import type { Codec, Table, TableTypes } from "@colonnade/runtime";
import { add, append, prepend, put, remove, removeAt, removeKeys, setAt, setFields } from "@colonnade/runtime/changes";
import type { FieldsChange, SetChange } from "@colonnade/runtime/changes";
import * as zod from "@colonnade/runtime/zod";
import { checkUpdateParts } from "../../src/runtime/operation/checked-changes.ts";
import { runs } from "../support/long.ts";

interface Address {
  street: string | null;
  zip: number | null;
}
const address = userType<Address>({ name: "address", fields: { street: text, zip: int } });
const addressSchema = zod.writeSchema<Address>({ street: zod.nullableText, zip: zod.nullableInt });

/** Each with its codec and its validator in an update. */
const columns: Readonly<Record<string, readonly [Codec<never>, zod.Optional<unknown>]>> = {
  "a set": [set(text), zod.changeableSet(zod.set(zod.text))],
  "a list": [list(int), zod.changeableList(zod.list(zod.int))],
  "a map": [map(text, int), zod.changeableMap(zod.map(zod.text, zod.int))],
  "a user type": [address, zod.changeableFields(addressSchema)],
} as never;

function takenByRuntime(codec: Codec<never>, value: unknown): boolean {
  const table = {
    ...{ keyspace: "shop", name: "things", apiName: "Things", partitionKey: ["id"] },
    columns: { id: int, value: codec },
  } as unknown as Table<TableTypes>;
  try {
    checkUpdateParts({ kind: "update", table, record: { id: 1, value }, amounts: undefined, options: {} });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "validation" });
    return false;
  }
}

const item = fc.constantFrom<unknown>("a", "b", 1, 2, 1.5, null, undefined, {}, []);
const items = fc.oneof(fc.array(item, { maxLength: 2 }), item) as fc.Arbitrary<never>;
const entries = fc.oneof(
  fc.dictionary(fc.constantFrom("a", "b"), item, { maxKeys: 2 }),
  fc.array(fc.tuple(item, item), { maxLength: 2 }).map((pairs) => new Map(pairs)),
  item,
) as fc.Arbitrary<never>;
const index = fc.constantFrom<never>(...([0, 1, -1, 0.5, 2 ** 31, "0"] as never[]));
const fields = fc.oneof(
  fc.record({ street: item, zip: item, town: item }, { requiredKeys: [] }),
  item,
) as fc.Arbitrary<never>;
const change = fc.oneof(
  ...[add, remove, append, prepend, removeKeys].map((make) => items.map((given): unknown => make(given))),
  entries.map((given): unknown => put(given as never)),
  fc.tuple(index, item).map(([at, value]): unknown => setAt(at, value)),
  index.map((at): unknown => removeAt(at)),
  fields.map((given): unknown => setFields(given)),
);
const written = fc.oneof(
  change,
  fc.array(fc.oneof({ weight: 6, arbitrary: change }, item), { maxLength: 3 }),
  fc.array(item, { maxLength: 3 }),
  fc.constantFrom<unknown>(null, "a", 1, {}, new Map([["a", 1]]), new Map([["a", "b"]])),
  fields,
);

describe.each(Object.keys(columns))("a validator of changes in %s", (what) => {
  const [codec, validator] = columns[what] ?? expect.unreachable();

  it("accepts what the runtime does, and gives it back", () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(written, (value) => {
        const { success, data } = validator.safeParse(value);
        expect(success || value === undefined).toBe(value === undefined || takenByRuntime(codec, value));
        if (success) expect(data).toBe(value);
        seen[success ? "accepted" : "refused"]++;
      }),
      runs(1_000, 50_000),
    );
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(20);
  });

  it("says what is wrong in the words of the runtime", () => {
    const { error } = validator.safeParse(what === "a set" ? append(["a"]) : add(["a"]));
    expect(error?.issues).toHaveLength(1);
    expect(error?.issues[0]?.message).toMatch(/has no (?:append|add)$/);
  });
});

describe("validators of changes", () => {
  it("say of a whole value what is wrong with it, at its place", () => {
    const { error } = zod.changeableSet(zod.set(zod.text)).safeParse(["a", 1]);
    expect(error?.issues).toMatchObject([{ path: [1], code: "invalid_type" }]);
    const { error: field } = zod.changeableFields(addressSchema).safeParse({ street: 1, zip: null });
    expect(field?.issues).toMatchObject([{ path: ["street"] }]);
  });

  it("take changes that somebody else made, by their types", () => {
    expectTypeOf(zod.changeableSet(zod.set(zod.text)).parse(add(["a"]))).toEqualTypeOf<
      readonly string[] | SetChange<string> | null | undefined
    >();
    expectTypeOf(zod.changeableFields(addressSchema).parse(null)).toEqualTypeOf<
      Address | FieldsChange<Address> | null | undefined
    >();
  });
});
