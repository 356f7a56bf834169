/** zod and the runtime's own check accept exactly the same values, column by column. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { ZodType } from "zod";
import { converted, natives, oneOf } from "@colonnade/runtime/protocol";
import type { NativeName } from "@colonnade/runtime/protocol";
import * as validators from "@colonnade/runtime/zod";
import { nativeTypes } from "../../src/model/index.ts";
import { runs } from "../support/long.ts";
import { arbitraryValues } from "../support/values.ts";
import { neverValues, showValue, valueTable } from "./protocol/value-table.ts";

const named = new Map<string, unknown>(Object.entries(validators));

/** The validator of a type: for a value, for a column of a row (`nullable`), for one of a write (`optional`). */
function validatorOf(type: NativeName, form: "" | "nullable" | "optional" = ""): ZodType {
  const name = form === "" ? type : `${form}${type.charAt(0).toUpperCase()}${type.slice(1)}`;
  const validator = named.get(name);
  if (validator === undefined) throw new Error(`there is no validator ${name}`);
  return validator as ZodType;
}

const accepts = (validator: ZodType, value: unknown): boolean => validator.safeParse(value).success;

const examples = Object.values(valueTable).flatMap(({ accepted, refused }) => [...accepted, ...refused]);
const anyExample = fc.oneof(
  ...nativeTypes.map((type): fc.Arbitrary<unknown> => arbitraryValues[type]),
  fc.constantFrom(...examples, ...neverValues),
  fc.anything({ withBigInt: true, withDate: true, withTypedArray: true, withNullPrototype: true }),
);

describe.each(nativeTypes)("the validator of %s", (type) => {
  const { check } = natives[type];

  it("accepts what the check does, of the examples of every type", () => {
    for (const value of [...examples, ...neverValues]) {
      const shown = `${showValue(value)} as ${type}`;
      expect([shown, accepts(validatorOf(type), value)]).toEqual([shown, check(value)]);
      expect([shown, accepts(validatorOf(type, "nullable"), value)]).toEqual([shown, value === null || check(value)]);
      const optional = value === null || value === undefined || check(value);
      expect([shown, accepts(validatorOf(type, "optional"), value)]).toEqual([shown, optional]);
    }
  });

  it("accepts what the check does, of anything", () => {
    fc.assert(
      fc.property(anyExample, (value) => {
        expect(accepts(validatorOf(type), value)).toBe(check(value));
        expect(accepts(validatorOf(type, "nullable"), value)).toBe(value === null || check(value));
        expect(accepts(validatorOf(type, "optional"), value)).toBe(
          value === null || value === undefined || check(value),
        );
      }),
      runs(60, 10_000),
    );
  });

  it("gives back the value itself", () => {
    const values: fc.Arbitrary<unknown> = arbitraryValues[type];
    fc.assert(
      fc.property(values, (value) => {
        expect(validatorOf(type).parse(value)).toBe(value);
      }),
      runs(20, 1000),
    );
  });

  it("says once what is wrong, and does not show the value", () => {
    for (const value of valueTable[type].refused) {
      const { error } = validatorOf(type).safeParse(value);
      expect(error?.issues).toHaveLength(1);
      if (typeof value === "string" && value.length > 3) expect(error?.message).not.toContain(value);
    }
  });
});

/** Of the others zod knows a mistake of its own, such as a number that is none. */
const worded = nativeTypes.filter((type) => !["boolean", "varint", "double", "timestamp"].includes(type));

test.each(worded)("the validator of %s says what a value must be in the words of the runtime", (type) => {
  const [example] = valueTable[type].accepted;
  const near = valueTable[type].refused.find((value) => typeof value === typeof example);
  expect(validatorOf(type).safeParse(near).error?.issues[0]?.message).toBe(`must be ${natives[type].expected}`);
});

interface Row {
  id: string;
  name: string | null;
}
interface Write {
  id: string;
  name?: string | null | undefined;
}

describe("the validator of a row", () => {
  const row = validators.rowSchema<Row>({ id: validators.uuid, name: validators.nullableText });
  const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";

  it("needs every column, and ignores what is none", () => {
    expect(row.parse({ id, name: null, else: 1 })).toEqual({ id, name: null });
    expect(accepts(row, { id })).toBe(false);
    expect(accepts(row, { id, name: undefined })).toBe(false);
    expect(accepts(row, { id: "1", name: "" })).toBe(false);
  });

  it("keeps the methods of a zod object", () => {
    expect(row.pick({ id: true }).parse({ id, name: 7 })).toEqual({ id });
    expect(row.partial().parse({})).toEqual({});
  });
});

describe("the validator of a write", () => {
  const write = validators.writeSchema<Write>({ id: validators.uuid, name: validators.optionalText });
  const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";

  test.each([[{ id }], [{ id, name: undefined }], [{ id, name: null }], [{ id, name: "" }]])("accepts %j", (value) => {
    expect(write.parse(value)).toEqual(value);
  });

  test.each([[{}], [{ name: "" }], [{ id: null }], [{ id, nmae: "" }], [{ id, name: 7 }], [null], [[]], [id]])(
    "refuses %j",
    (value) => {
      expect(accepts(write, value)).toBe(false);
    },
  );

  it("of rows or of static columns takes either, and no mixture", () => {
    const either = validators.eitherSchema<Write, { id: string; name?: never }>(
      write,
      validators.writeSchema<{ id: string; name?: never }>({ id: validators.uuid, name: validators.absent }),
    );
    expect(accepts(either, { id, name: "" })).toBe(true);
    expect(accepts(either, { id })).toBe(true);
    expect(accepts(either, { name: "" })).toBe(false);
  });
});

describe("the validator of an amount", () => {
  it("is that of a counter, which may be left out but not be null", () => {
    expect(accepts(validators.amountCounter, -1n)).toBe(true);
    expect(accepts(validators.amountCounter, undefined)).toBe(true);
    expect(accepts(validators.amountCounter, null)).toBe(false);
    expect(accepts(validators.amountCounter, 2n ** 63n)).toBe(false);
  });
});

describe("the validator of the only column of a partition key", () => {
  it("refuses the empty text and blob, and nothing else that the type has", () => {
    expect(accepts(validators.notEmpty(validators.text), "")).toBe(false);
    expect(accepts(validators.notEmpty(validators.text), " ")).toBe(true);
    expect(accepts(validators.notEmpty(validators.blob), new Uint8Array())).toBe(false);
    expect(accepts(validators.notEmpty(validators.blob), new Uint8Array([0]))).toBe(true);
  });

  it("asks a codec of the user's own what a value is to the database", () => {
    const codec = converted<string, readonly string[]>(natives.text, {
      expected: "words",
      check: (value) => Array.isArray(value) && value.every((word) => typeof word === "string"),
      encode: (words) => words.join(" "),
      decode: (words) => words.split(" "),
    });
    const validator = validators.notEmpty(validators.validatorOf(codec), codec);
    expect(accepts(validator, ["a"])).toBe(true);
    expect(accepts(validator, [])).toBe(false);
    expect(accepts(validator, [""])).toBe(false);
    expect(accepts(validator, "a")).toBe(false);
  });
});

describe("the validator of some values of a type", () => {
  const texts = fc.uniqueArray(fc.oneof(fc.string(), fc.constantFrom("new", "toString", "")), { minLength: 1 });
  const numbers = fc.uniqueArray(fc.integer({ min: -128, max: 127 }), { minLength: 1 });

  it("accepts what the codec's check does, of anything: these values and no others", () => {
    const listed = fc.oneof(
      texts.map((values) => ({
        values: values as readonly unknown[],
        codec: oneOf(natives.text, ...values),
        validator: validators.oneOf(validators.text, ...values),
      })),
      numbers.map((values) => ({
        values: values as readonly unknown[],
        codec: oneOf(natives.tinyint, ...values),
        validator: validators.oneOf(validators.tinyint, ...values),
      })),
    );
    fc.assert(
      fc.property(listed, anyExample, ({ values, codec, validator }, other) => {
        for (const value of [...values, other]) {
          expect(accepts(validator, value)).toBe(codec.check(value));
          expect(codec.check(value)).toBe(values.includes(value));
        }
        for (const value of values) expect(codec.decode(codec.encode(value as never))).toBe(value);
      }),
      runs(60, 10_000),
    );
  });

  it("names the values, and rows with others are errors", () => {
    const codec = oneOf(natives.text, "new", "paid");
    const validator = validators.oneOf(validators.text, "new", "paid");
    expect(codec.expected).toBe('one of "new", "paid"');
    expect(validator.safeParse("lost").error?.issues[0]?.message).toBe(`must be ${codec.expected}`);
    expect(() => codec.decode("lost")).toThrow('a text that is one of "new", "paid"');
  });
});
