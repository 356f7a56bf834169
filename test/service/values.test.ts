import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { natives } from "@colonnade/runtime/protocol";
import type { Codec, NativeName, Wire } from "@colonnade/runtime/protocol";
import { nativeTypes } from "../../src/model/index.ts";
import { openFixture, uuid } from "./service-fixture.ts";
import type { Fixture } from "./service-fixture.ts";

/** Types of one column each; counters have no inserts. */
const types = nativeTypes.filter((type) => type !== "counter");
/** GraphQL's name for each, as a variable declares it. */
const scalarNames: Readonly<Record<NativeName, string>> = {
  ...{ ascii: "Ascii", bigint: "BigInt", blob: "Blob", boolean: "Boolean", counter: "Counter", date: "Date" },
  ...{ decimal: "Decimal", double: "Float", duration: "Duration", float: "Float32", inet: "Inet", int: "Int" },
  ...{ smallint: "SmallInt", text: "String", time: "Time", timestamp: "Timestamp", timeuuid: "TimeUuid" },
  ...{ tinyint: "TinyInt", uuid: "Uuid", varchar: "String", varint: "Varint" },
};

let fixture: Fixture;
beforeAll(async () => {
  const columns = types.map((type) => ({ name: `c_${type}`, typeDefinition: type }));
  const keyed = types
    .filter((type) => type !== "duration")
    .map((type) => ({
      name: `by_${type}`,
      columnDefinitions: [
        { name: "k", typeDefinition: type },
        { name: "v", typeDefinition: "int" },
      ],
      primaryKey: { partitionKey: ["k"] },
    }));
  const all = {
    name: "everything",
    columnDefinitions: [{ name: "id", typeDefinition: "uuid" }, ...columns],
    primaryKey: { partitionKey: ["id"] },
  };
  fixture = await openFixture([all, ...keyed]);
});
afterAll(() => fixture.close());

const int = (bits: number) => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
const text = fc.string({ unit: "grapheme", maxLength: 12 });
const two = (value: number): string => String(value).padStart(2, "0");
/** Wire forms, and only those that the database gives back as they are. */
const wires: Readonly<Record<Exclude<NativeName, "counter">, fc.Arbitrary<Wire>>> = {
  ascii: fc.string({ unit: "binary-ascii", maxLength: 12 }),
  text,
  varchar: text,
  tinyint: int(8),
  smallint: int(16),
  int: int(32),
  bigint: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  varint: fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }).map(String),
  decimal: fc.tuple(fc.bigInt(), fc.integer({ min: 1, max: 9 }), fc.nat(999)).map(([whole, digits, fraction]) => {
    return `${whole}.${String(fraction).padStart(digits, "0")}`;
  }),
  float: fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => natives.float.encode(value)),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }),
  boolean: fc.boolean(),
  uuid: fc.uuid(),
  timeuuid: fc.uuid({ version: 1 }),
  inet: fc.ipV4(),
  blob: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString("base64")),
  date: fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }).map((date) => {
    return date.toISOString().slice(0, 10);
  }),
  time: fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59), fc.integer({ min: 1, max: 999_999_999 })).map(([h, m, s, ns]) => {
    return `${two(h)}:${two(m)}:${two(s)}.${String(ns).padStart(9, "0").replace(/0+$/, "")}`;
  }),
  timestamp: fc.date({ min: new Date(-8.64e15), max: new Date(8.64e15), noInvalidDate: true }).map((date) => {
    return date.toISOString();
  }),
  duration: fc
    .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 11 }), fc.integer({ min: 1, max: 59 }))
    .map(([years, months, seconds]) => `${years}y${months}mo${seconds}s`),
};

const record = fc.record(
  Object.fromEntries(types.map((type) => [type, fc.option(wires[type as keyof typeof wires], { freq: 8 })])),
) as fc.Arbitrary<Record<string, Wire>>;

/** GraphQL takes the escapes and numbers of JSON, which has no minus zero of its own. */
const literal = (wire: Wire): string => (Object.is(wire, -0) ? "-0.0" : JSON.stringify(wire));
const fieldOf = (type: string): string => `c${type[0]?.toUpperCase()}${type.slice(1)}`;

const readGraphQL = async (id: string): Promise<unknown> => {
  const fields = types.map((type) => `${type}: ${fieldOf(type)}`).join(" ");
  const { data, errors } = await fixture.graphql(`{ everything(value: {id: "${id}"}) { values { ${fields} } } }`);
  expect(errors).toBeUndefined();
  return { ...(data?.["everything"] as { values: object[] }).values[0] };
};
const readRest = async (id: string): Promise<unknown> => {
  const { json } = await fixture.send("GET", `/api/rest/v1/keyspaces/shop/tables/everything/rows/${id}`);
  const row = (json as { rows: Record<string, Wire>[] }).rows[0];
  return Object.fromEntries(types.map((type) => [type, row?.[`c_${type}`]]));
};

describe("a value of every native type", () => {
  const writers: Readonly<Record<string, (id: string, wires: Record<string, Wire>) => Promise<unknown>>> = {
    "a literal": async (id, values) => {
      const members = types.map((type) => `${fieldOf(type)}: ${literal(values[type] ?? null)}`).join(", ");
      const echo = types.map((type) => `${type}: ${fieldOf(type)}`).join(" ");
      const { data, errors } = await fixture.graphql(
        `mutation { r: insertEverything(value: {id: "${id}", ${members}}) { value { ${echo} } } }`,
      );
      expect(errors).toBeUndefined();
      return { ...(data?.["r"] as { value: object }).value };
    },
    "a variable": async (id, values) => {
      const declared = types.map((type) => `$${type}: ${scalarNames[type]}`).join(", ");
      const members = types.map((type) => `${fieldOf(type)}: $${type}`).join(", ");
      const echo = types.map((type) => `${type}: ${fieldOf(type)}`).join(" ");
      const query = `mutation(${declared}) { r: insertEverything(value: {id: "${id}", ${members}}) { value { ${echo} } } }`;
      const reply = await fixture.send(
        "POST",
        "/api/graphql",
        `{"query": ${JSON.stringify(query)}, "variables": {${types.map((type) => `"${type}": ${literal(values[type] ?? null)}`).join()}}}`,
      );
      const { data, errors } = reply.json as { data: { r: { value: object } }; errors?: unknown };
      expect(errors).toBeUndefined();
      return { ...data.r.value };
    },
    "a column of a REST row": async (id, values) => {
      const columns = types.map((type) => `{"name": "c_${type}", "value": ${literal(values[type] ?? null)}}`);
      const body = `{"columns": [{"name": "id", "value": "${id}"}, ${columns.join()}]}`;
      const reply = await fixture.send("POST", "/api/rest/v1/keyspaces/shop/tables/everything/rows", body);
      expect(reply).toMatchObject({ status: 201 });
      return undefined;
    },
    "the text of it in a REST row": async (id, values) => {
      const texts = types.map((type) => {
        const wire = values[type] ?? null;
        return { name: `c_${type}`, value: wire === null ? null : typeof wire === "string" ? wire : literal(wire) };
      });
      const body = { columns: [{ name: "id", value: id }, ...texts] };
      const reply = await fixture.send("POST", "/api/rest/v1/keyspaces/shop/tables/everything/rows", body);
      expect(reply).toMatchObject({ status: 201 });
      return undefined;
    },
  };

  test.each(Object.keys(writers))("written as %s reads back the same by GraphQL and by REST", async (form) => {
    let next = 1;
    await fc.assert(
      fc.asyncProperty(record, async (values) => {
        const id = uuid(next++);
        const echo = await writers[form]?.(id, values);
        if (echo !== undefined) expect(echo).toEqual(values);
        expect(await readGraphQL(id)).toEqual(values);
        expect(await readRest(id)).toEqual(values);
      }),
      { numRuns: 25, seed: 7 },
    );
  });

  test.each(types.filter((type) => type !== "duration"))("of type %s is found as a key in a path", async (type) => {
    await fc.assert(
      fc.asyncProperty(wires[type as keyof typeof wires], async (wire) => {
        // A path cannot hold these as they are, and the database takes no empty key.
        fc.pre(wire !== "" && wire !== "." && wire !== "..");
        const path = `/api/rest/v1/keyspaces/shop/tables/by_${type}/rows`;
        const added = await fixture.send("POST", path, `{"columns": [{"name": "k", "value": ${literal(wire)}}]}`);
        expect(added).toMatchObject({ status: 201 });
        const key = encodeURIComponent(typeof wire === "string" ? wire : literal(wire));
        expect((await fixture.send("GET", `${path}/${key}`)).json).toEqual({ count: 1, rows: [{ k: wire, v: null }] });
      }),
      { numRuns: 5, seed: 7 },
    );
  });

  it("decodes with the codec that clients use", async () => {
    fc.assert(
      fc.property(record, (values) => {
        for (const type of types) {
          const wire = values[type] ?? null;
          if (wire === null) continue;
          const codec = natives[type] as Codec<unknown>;
          expect(codec.encode(codec.decode(wire))).toEqual(wire);
        }
      }),
      { numRuns: 50, seed: 7 },
    );
  });
});

describe("other forms of a value", () => {
  const echo = async (field: string, written: string): Promise<unknown> => {
    const { data, errors } = await fixture.graphql(
      `mutation { r: insertEverything(value: {id: "${uuid(0)}", ${field}: ${written}}) { value { ${field} } } }`,
    );
    return errors
      ? errors.map((error) => error.message).join()
      : (data?.["r"] as { value: Record<string, unknown> }).value[field];
  };

  test.each([
    ["cBigint", "9223372036854775807", "9223372036854775807"],
    ["cVarint", "-123456789012345678901234567890", "-123456789012345678901234567890"],
    ["cDecimal", "1.10", "1.10"],
    ["cDecimal", "100000000000000000000.000", "100000000000000000000.000"],
    ["cDecimal", "3", "3"],
    ["cTimestamp", '"2020-07-31T20:25:43.5+02:00"', "2020-07-31T18:25:43.500Z"],
    ["cFloat", "3", 3],
    ["cDouble", "3", 3],
    ["cSmallint", "-0", 0],
    ["cDouble", "-0.0", -0],
    ["cFloat", "-0.0", -0],
  ])("%s: %s is %s", async (field, written, expected) => {
    expect(await echo(field, written)).toBe(expected);
  });

  test.each([
    ["cBigint", "9223372036854775808", /whole number from -2\^63/],
    ["cBigint", "1.5", /whole number/],
    ["cTinyint", "128", /whole number from -128 to 127/],
    ["cTinyint", '"1"', /whole number/],
    ["cInt", "2147483648", /32-bit/],
    ["cFloat", "1e39", /finite number of 32 bits/],
    ["cDouble", "1e999", /finite number/],
    ["cDecimal", '"abc"', /decimal number/],
    ["cAscii", '"é"', /ASCII/],
    ["cUuid", '"uuid()"', /UUID/],
    ["cTimeuuid", `"${uuid(1)}"`, /version 1/],
    ["cInet", '"256.1.1.1"', /IPv4 or IPv6/],
    ["cDate", '"2020-02-30"', /date/],
    ["cTime", '"25:00:00"', /time/],
    ["cTimestamp", '"2020-07-31"', /RFC 3339/],
    ["cTimestamp", "1597085311020", /RFC 3339/],
    ["cBlob", '"AQI"', /base64/],
    ["cDuration", '"soon"', /duration/],
    ["cDuration", '""', /duration/],
    ["cBoolean", '"true"', /boolean/],
    ["cText", "5", /string/],
    ["cUuid", "{a: 1}", /UUID/],
  ])("%s: %s is refused before anything is written", async (field, written, message) => {
    expect(await echo(field, written)).toMatch(message);
  });

  it("with more digits than a JSON number keeps is refused as a number in a variable", async () => {
    const write = (variables: string) =>
      fixture.send(
        "POST",
        "/api/graphql",
        `{"query": "mutation($d: Decimal, $b: BigInt) { r: insertEverything(value: {id: \\"${uuid(0)}\\", cDecimal: $d, cBigint: $b}) { value { cDecimal cBigint } } }", "variables": ${variables}}`,
      );
    expect((await write('{"d": 1.25, "b": 5}')).json).toEqual({
      data: { r: { value: { cDecimal: "1.25", cBigint: "5" } } },
    });
    expect((await write('{"d": 0.12345678901234567}')).json).toMatchObject({ errors: [{}] });
    expect((await write('{"b": 9007199254740993}')).json).toMatchObject({ errors: [{}] });
  });

  it("of half a character is refused in a variable", async () => {
    const query = `mutation($v: String) { insertEverything(value: {id: "${uuid(0)}", cText: $v}) { applied } }`;
    const { errors } = await fixture.graphql(query, { v: "\ud800" });
    expect(errors?.[0]?.message).toBe("The value of cText is not text without lone surrogates");
  });
});
