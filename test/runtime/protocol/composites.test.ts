/** Codecs of types that are made of others: what they send, what they take from either API, and what they say of the rest. */
import { describe, expect, it, test } from "vitest";
import {
  custom,
  frozen,
  list,
  map,
  natives,
  selectionOf,
  set,
  tuple,
  userType,
  vector,
} from "@colonnade/runtime/protocol";
import type { Codec, Wire } from "@colonnade/runtime/protocol";

const { bigint, boolean, double, int, text, timestamp } = natives;

interface Address {
  street: string | null;
  zipCode: number | null;
}
const address = userType<Address>({
  name: "address",
  fields: { street: text, zipCode: int },
  apiNames: { zipCode: "zip_code" },
});

const as = (codec: unknown): Codec<unknown> => codec as Codec<unknown>;

describe("a composite value", () => {
  test.each<[string, Codec<unknown>, unknown, Wire]>([
    ["list", as(list(bigint)), [1n, 2n], ["1", "2"]],
    ["set", as(set(timestamp)), [new Date(0)], ["1970-01-01T00:00:00.000Z"]],
    ["map", as(map(int, text)), new Map([[1, "a"]]), [{ key: 1, value: "a" }]],
    ["tuple", as(tuple(int, text)), [1, null], { item0: 1, item1: null }],
    ["vector", as(vector(double, 2)), [0.5, 1], [0.5, 1]],
    ["user type", as(address), { street: "Elm", zipCode: null }, { street: "Elm", zip_code: null }],
    ["list of user types", as(list(address)), [{ street: null, zipCode: 1 }], [{ street: null, zip_code: 1 }]],
    ["custom", as(custom("PointType")), { x: [1, null] }, { x: [1, null] }],
  ])("%s travels in one form", (_, codec, value, wire) => {
    expect(codec.check(value)).toBe(true);
    expect(codec.encode(value)).toEqual(wire);
    expect(codec.decode(wire)).toEqual(value);
  });

  test.each<[string, Codec<unknown>, Wire, unknown]>([
    [
      "map as an object",
      as(map(text, int)),
      { a: 1, constructor: 2 },
      new Map([
        ["a", 1],
        ["constructor", 2],
      ]),
    ],
    ["map with numbers as keys", as(map(int, text)), { "-1": "a" }, new Map([[-1, "a"]])],
    [
      "map with truths as keys",
      as(map(boolean, int)),
      { TRUE: 1, false: 2 },
      new Map([
        [true, 1],
        [false, 2],
      ]),
    ],
    ["map with bigints as keys", as(map(bigint, int)), { "+9007199254740993": 1 }, new Map([[9007199254740993n, 1]])],
    ["map with tuples as keys", as(map(tuple(int, text), int)), { '[1,"a"]': 1 }, new Map([[[1, "a"], 1]])],
    ["tuple as an array", as(tuple(int, text)), [1, null], [1, null]],
    ["tuple that was stored shorter", as(tuple(int, text)), [1], [1, null]],
    ["user type without a field that came later", as(address), { street: "Elm" }, { street: "Elm", zipCode: null }],
  ])("%s is read as well", (_, codec, wire, value) => {
    expect(codec.decode(wire)).toEqual(value);
  });

  test.each<[string, Codec<unknown>, Wire]>([
    ["list", as(list(int)), { 0: 1 }],
    ["list of others", as(list(int)), ["secret"]],
    ["list with null", as(list(int)), [null]],
    ["map", as(map(text, int)), "secret"],
    ["map of others", as(map(text, int)), { a: "secret" }],
    ["map with other keys", as(map(int, int)), { secret: 1 }],
    ["tuple", as(tuple(int)), "secret"],
    ["vector of another length", as(vector(double, 2)), [1, 2, 3]],
    ["user type", as(address), ["secret"]],
    ["user type with another field", as(address), { street: 1 }],
    ["custom", as(custom("PointType")), null],
  ])("%s that the wire does not hold is an error without the value", (_, codec, wire) => {
    expect(() => codec.decode(wire)).toThrow(TypeError);
    expect(() => codec.decode(wire)).not.toThrow(/secret/);
  });

  it.each(["a-b", "", "1a", "x: 1}) { applied } other: deleteProducts(value: {id"])(
    "of a custom type has no member %j, which a document cannot name",
    (name) => {
      expect(custom("PointType").check({ x: [{ [name]: 1 }] })).toBe(false);
    },
  );

  it("is selected by the names of the API, all the way down", () => {
    const selected = ({ fields }: Pick<Codec<never>, "fields">): string => selectionOf({ apiName: "it", fields });
    expect(selected(address)).toBe("it { street zip_code }");
    expect(selected(list(address))).toBe("it { street zip_code }");
    expect(selected(map(text, tuple(int, address)))).toBe("it { key value { item0 item1 { street zip_code } } }");
    expect(selected(list(int))).toBe("it");
  });

  it("reads as empty where the database cannot tell it from null, unless it is frozen", () => {
    expect(list(int).empty?.()).toEqual([]);
    expect(map(int, int).empty?.()).toEqual(new Map());
    expect(frozen(list(int)).empty).toBeUndefined();
    expect(tuple(int).empty).toBeUndefined();
    expect(address.empty).toBeUndefined();
  });

  it("has the text of its type", () => {
    expect(frozen(map(text, frozen(list(address)))).cql).toBe("frozen<map<text, frozen<list<address>>>>");
    expect(vector(tuple(int, text), 3).cql).toBe("vector<tuple<int, text>, 3>");
    expect(userType({ name: 'Odd "one"', fields: {} }).cql).toBe('"Odd ""one"""');
  });
});

interface Inherited {
  constructor: string | null;
  size: number | null;
}

describe("a value of a user type", () => {
  const codec = userType<{ [Name in keyof Inherited]: Inherited[Name] }>({
    name: "t",
    fields: { constructor: text, size: int },
  });

  it("has its fields itself or from its class, never from what all objects have", () => {
    class Sized {
      constructor() {
        Object.defineProperty(this, "constructor", { value: "own", enumerable: true });
      }
      get size(): number {
        return 5;
      }
    }
    expect(codec.check({ constructor: "c", size: null })).toBe(true);
    expect(codec.check({ size: null })).toBe(false);
    expect(codec.check(Object.create({ constructor: "c", size: 1 }))).toBe(true);
    expect(codec.check(new Sized())).toBe(true);
    expect(codec.encode(new Sized() as never)).toEqual({ constructor: "own", size: 5 });
    expect(codec.check(Object.assign(Object.create({ surplus: 1 }) as object, { constructor: "c", size: 1 }))).toBe(
      false,
    );
  });

  it("has null where the service sent nothing", () => {
    expect(codec.decode({})).toEqual({ constructor: null, size: null });
  });
});
