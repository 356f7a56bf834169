import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  contains,
  isMultiCell,
  nativeTypes,
  parseCqlType,
  partsOf,
  printCqlType,
  printName,
} from "../../src/model/index.ts";
import type { CqlType, NativeType, UserType } from "../../src/model/index.ts";
import { runs } from "../support/long.ts";

const native = (name: NativeType): CqlType => ({ kind: "native", name });
const [int, text] = [native("int"), native("text")];
const address: UserType = { name: "address", fields: [{ name: "street", type: text }] };
const quoted: UserType = { name: 'Größe "x"', fields: [{ name: "cm", type: int }] };
/** A type that is called as a native is. */
const hidden: UserType = { name: "Text", fields: [{ name: "body", type: text }] };
const userTypes = new Map([address, quoted, hidden].map((type) => [type.name, type]));
const customTypes = new Set(["PointType", "'org.example.Shape'", "frozen<Odd(1)>"]);
const parse = (source: string) => parseCqlType(source, { userTypes, customTypes });

/** The text of what was parsed, or the mistake's message. */
function shown(source: string): string {
  const parsed = parse(source);
  return "type" in parsed ? printCqlType(parsed.type) : parsed.message;
}

describe("a CQL type", () => {
  test.each(nativeTypes)("%s is known in any letter case, with blanks around it", (name) => {
    expect(parse(` ${name.toUpperCase()}\n`)).toEqual({ type: native(name) });
  });

  test.each<[string, CqlType]>([
    ["list<int>", { kind: "list", item: int, frozen: false }],
    ["SET <Text>", { kind: "set", item: text, frozen: false }],
    ["map<text,int>", { kind: "map", key: text, value: int, frozen: false }],
    ["frozen<list<int>>", { kind: "list", item: int, frozen: true }],
    ["frozen<frozen<list<int>>>", { kind: "list", item: int, frozen: true }],
    ["tuple<int>", { kind: "tuple", items: [int] }],
    ["tuple<int, text, int>", { kind: "tuple", items: [int, text, int] }],
    ["frozen<tuple<int>>", { kind: "tuple", items: [int] }],
    ["vector<int, 3>", { kind: "vector", item: int, dimensions: 3 }],
    ["Vector < int , 003 >", { kind: "vector", item: int, dimensions: 3 }],
    ["frozen<vector<int, 1>>", { kind: "vector", item: int, dimensions: 1 }],
    ["address", { kind: "user", type: address, frozen: false }],
    ["ADDRESS", { kind: "user", type: address, frozen: false }],
    ['"address"', { kind: "user", type: address, frozen: false }],
    ["frozen<address>", { kind: "user", type: address, frozen: true }],
    ['"Größe ""x"""', { kind: "user", type: quoted, frozen: false }],
    ['"Text"', { kind: "user", type: hidden, frozen: false }],
    ["PointType", { kind: "custom", text: "PointType" }],
    [" 'org.example.Shape' ", { kind: "custom", text: "'org.example.Shape'" }],
    ["frozen<Odd(1)>", { kind: "custom", text: "frozen<Odd(1)>" }],
    ["list<PointType>", { kind: "list", item: { kind: "custom", text: "PointType" }, frozen: false }],
  ])("%s is understood", (source, type) => {
    expect(parse(source)).toEqual({ type });
  });

  test.each([
    ["tuple<list<int>, address, tuple<int>>", "tuple<frozen<list<int>>, frozen<address>, tuple<int>>"],
    ["tuple<list<list<int>>>", "tuple<frozen<list<frozen<list<int>>>>>"],
    ["vector<list<int>, 2>", "vector<frozen<list<int>>, 2>"],
    ["vector<address, 2>", "vector<frozen<address>, 2>"],
    ["list<vector<list<int>, 2>>", "list<vector<frozen<list<int>>, 2>>"],
    ["list<tuple<list<int>>>", "list<tuple<frozen<list<int>>>>"],
    ["frozen<map<text, list<set<int>>>>", "frozen<map<text, frozen<list<frozen<set<int>>>>>>"],
    ["frozen<list<address>>", "frozen<list<frozen<address>>>"],
    ["map<tuple<int>, frozen<list<int>>>", "map<tuple<int>, frozen<list<int>>>"],
    ["frozen<set<list<duration>>>", "frozen<set<frozen<list<duration>>>>"],
    ["set<frozen<list<duration>>>", "set<frozen<list<duration>>>"],
    ["set<tuple<duration>>", "set<tuple<duration>>"],
    ["set<vector<duration, 2>>", "set<vector<duration, 2>>"],
    ["map<frozen<list<duration>>, int>", "map<frozen<list<duration>>, int>"],
    ["map<text, duration>", "map<text, duration>"],
  ])("%s is what the database would make of it: %s", (source, whole) => {
    expect(shown(source)).toBe(whole);
  });

  test.each<[source: string, code: string, message: string]>([
    ["", "bad-type", '"" is not a CQL type: a type cannot be empty'],
    [" \t", "bad-type", '" \\t" is not a CQL type: a type cannot be empty'],
    ["uiid", "unknown-type", '"uiid" is not a CQL type'],
    ["Text[]", "bad-type", '"Text[]" is not a CQL type: unexpected character "[" in a type'],
    ["u uid", "unknown-type", '"u" is not a CQL type'],
    ["int int", "bad-type", '"int int" is not a CQL type: unexpected "int" after the type'],
    ["int>", "bad-type", '"int>" is not a CQL type: unexpected ">" after the type'],
    ["constructor", "unknown-type", '"constructor" is not a CQL type'],
    ["__proto__", "unknown-type", '"__proto__" is not a CQL type'],
    ['"int"', "unknown-type", '"int" is not a CQL type'],
    ['"Address"', "unknown-type", '"Address" is not a CQL type'],
    ["pointtype", "unknown-type", '"pointtype" is not a CQL type'],
    ["'org.example.Other'", "unknown-type", "\"'org.example.Other'\" is not a CQL type"],
    ['"address', "bad-type", '"\\"address" is not a CQL type: a quote is not closed'],
    ["'org", "bad-type", '"\'org" is not a CQL type: a quote is not closed'],
    ["varchar(10)", "unknown-type", '"varchar(10)" is not a CQL type'],
    ["numeric(10, 2)", "unknown-type", '"numeric(10, 2)" is not a CQL type'],
    ["list", "bad-type", '"list" is not a CQL type: list needs its types in angle brackets: list<text>'],
    ["list<>", "bad-type", '"list<>" is not a CQL type: a type is missing'],
    ["list<int", "bad-type", '"list<int" is not a CQL type: list lacks its closing >'],
    ["list<int,", "bad-type", '"list<int," is not a CQL type: a type is missing at the end'],
    ["list<int, text>", "bad-type", '"list<int, text>" is not a CQL type: list takes one type, not 2: list<text>'],
    ["map<int>", "bad-type", '"map<int>" is not a CQL type: map takes two types, not 1: map<text, int>'],
    [
      "map<int, int, int>",
      "bad-type",
      '"map<int, int, int>" is not a CQL type: map takes two types, not 3: map<text, int>',
    ],
    ["int<text>", "bad-type", '"int<text>" is not a CQL type: the type int takes no parameters'],
    ["address<int>", "bad-type", '"address<int>" is not a CQL type: unexpected "<" after the type'],
    [
      "frozen<int>",
      "bad-type",
      '"frozen<int>" is not a CQL type: frozen applies to collections, tuples, vectors and user types only',
    ],
    ["vector<int, 3, 4>", "bad-type", '"vector<int, 3, 4>" is not a CQL type: vector lacks its closing >'],
    ["vector<int>", "bad-type", '"vector<int>" is not a CQL type: vector takes a type and a length: vector<float, 3>'],
    [
      "vector<int, 0>",
      "bad-type",
      '"vector<int, 0>" is not a CQL type: the length of a vector must be a positive whole number, not "0"',
    ],
    [
      "vector<int, x>",
      "bad-type",
      '"vector<int, x>" is not a CQL type: the length of a vector must be a positive whole number, not "x"',
    ],
    [
      "vector<int, 2147483648>",
      "bad-type",
      '"vector<int, 2147483648>" is not a CQL type: the length of a vector must be a positive whole number, not "2147483648"',
    ],
    ["list<counter>", "bad-type", '"list<counter>" is not a CQL type: a counter cannot be in a list'],
    ["map<text, counter>", "bad-type", '"map<text, counter>" is not a CQL type: a counter cannot be in a map'],
    ["tuple<int, counter>", "bad-type", '"tuple<int, counter>" is not a CQL type: a counter cannot be in a tuple'],
    ["vector<counter, 2>", "bad-type", '"vector<counter, 2>" is not a CQL type: a counter cannot be in a vector'],
    ["set<duration>", "bad-type", '"set<duration>" is not a CQL type: a set cannot hold a duration'],
    ["frozen<set<duration>>", "bad-type", '"frozen<set<duration>>" is not a CQL type: a set cannot hold a duration'],
    [
      "list<list<int>>",
      "bad-type",
      '"list<list<int>>" is not a CQL type: a list within a collection must be frozen: frozen<list<int>>',
    ],
    [
      "map<text, set<int>>",
      "bad-type",
      '"map<text, set<int>>" is not a CQL type: a set within a collection must be frozen: frozen<set<int>>',
    ],
    [
      "set<address>",
      "bad-type",
      '"set<address>" is not a CQL type: a user type within a collection must be frozen: frozen<address>',
    ],
    [
      "vector<list<map<int, int>>, 2>",
      "bad-type",
      '"vector<list<map<int, int>>, 2>" is not a CQL type: a map within a collection must be frozen: frozen<map<int, int>>',
    ],
    ["map<duration, int>", "bad-type", '"map<duration, int>" is not a CQL type: the key of a map cannot be a duration'],
  ])("%j is none: %s", (source, code, message) => {
    expect(parse(source)).toMatchObject({ code, message });
  });

  test.each([
    ["string", "text"],
    ["Integer", "int"],
    ["BOOL", "boolean"],
    ["varchar(10)", "varchar"],
    ["numeric(10,2)", "decimal"],
    ["list<datetime>", "timestamp"],
  ])("%s is what others call a %s", (source, meant) => {
    expect(parse(source)).toMatchObject({ code: "unknown-type", meant });
  });

  it("is told by what could have stood there, user types among it", () => {
    expect(parse("adress")).toMatchObject({ found: "adress", expected: expect.arrayContaining(["text", "address"]) });
  });

  it("of a server may leave out that it is frozen within a collection", () => {
    for (const [text, whole] of [
      ["list<list<int>>", "list<frozen<list<int>>>"],
      ["map<text, address>", "map<text, frozen<address>>"],
    ] as const) {
      const parsed = parseCqlType(text, { userTypes, impliesFrozen: true });
      expect("type" in parsed && printCqlType(parsed.type)).toBe(whole);
    }
  });

  it("ends where nobody would read on", () => {
    const nested = (depth: number): string => "tuple<".repeat(depth) + "int" + ">".repeat(depth);
    expect(parse(nested(32))).toHaveProperty("type");
    expect(shown(nested(33))).toMatch(/: types are nested more than 32 deep$/);
    expect(shown(nested(50_000))).toMatch(/: types are nested more than 32 deep$/);
    expect(shown(`${"x".repeat(100_000)}`).length).toBeLessThan(200);
  });
});

/** Any type that the database would take, as it stands in a column. */
const type: fc.Arbitrary<CqlType> = fc.letrec<{ type: CqlType; key: CqlType }>((tie) => {
  const plain = fc.constantFrom(...nativeTypes.filter((name) => name !== "counter")).map(native);
  const keyPlain = fc
    .constantFrom(...nativeTypes.filter((name) => name !== "counter" && name !== "duration"))
    .map(native);
  const user = fc.constantFrom(address, quoted, hidden).map((type): CqlType => ({ kind: "user", type, frozen: true }));
  const custom = fc.constantFrom("PointType", "'org.example.Shape'").map((text): CqlType => ({ kind: "custom", text }));
  return {
    key: fc.oneof({ depthSize: "small" }, keyPlain, user, custom, series(tie("key"), ["list", "set"])),
    type: fc.oneof(
      { depthSize: "small" },
      plain,
      user,
      custom,
      series(tie("type"), ["list"]),
      series(tie("key"), ["set"]),
      fc.record({ kind: fc.constant("map" as const), key: tie("key"), value: tie("type"), frozen: fc.constant(true) }),
      fc.record({ kind: fc.constant("tuple" as const), items: fc.array(tie("type"), { minLength: 1, maxLength: 3 }) }),
      fc.record({
        kind: fc.constant("vector" as const),
        item: tie("type"),
        dimensions: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      }),
    ),
  };
}).type;

function series(item: fc.Arbitrary<CqlType>, kinds: readonly ("list" | "set")[]): fc.Arbitrary<CqlType> {
  return fc.record({ kind: fc.constantFrom(...kinds), item, frozen: fc.constant(true) });
}

/** As a column may have it: on the outside it need not be frozen. */
const columnType = fc
  .tuple(type, fc.boolean())
  .map(([type, frozen]): CqlType => ("frozen" in type ? { ...type, frozen } : type));

describe("the text of a type", () => {
  it("is the type again, whatever blanks and letter case it has", () => {
    const blanks = fc.constantFrom("", " ", "\n\t");
    fc.assert(
      fc.property(columnType, blanks, fc.boolean(), (type, blank, isUpper) => {
        const source = printCqlType(type);
        expect(parse(source)).toEqual({ type });
        const spaced = source.replace(/[<>,](?=[^"']*(?:(?:"[^"]*"|'[^']*')[^"']*)*$)/g, `${blank}$&${blank}`);
        const odd = isUpper && !/["'P]/.test(spaced) ? spaced.toUpperCase() : spaced;
        expect(parse(odd)).toEqual({ type });
      }),
      runs(300, 10_000),
    );
  });

  it("is never thrown at, whatever it is", () => {
    const piece = fc.constantFrom(..."<>,\"'() \n", "frozen", "map", "int", "address", "vector", "3", "é", "\0");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join("")),
        ),
        (source) => {
          const parsed = parse(source);
          if ("type" in parsed) expect(parse(printCqlType(parsed.type))).toEqual(parsed);
          else expect(parsed.message).toMatch(/ is not a CQL type/);
        },
      ),
      runs(1000, 50_000),
    );
  });
});

describe("what a type is made of", () => {
  const typeOf = (source: string): CqlType => {
    const parsed = parse(source);
    return "type" in parsed ? parsed.type : expect.unreachable(parsed.message);
  };

  test.each([
    ["list<int>", true],
    ["map<int, int>", true],
    ["address", true],
    ["frozen<list<int>>", false],
    ["frozen<address>", false],
    ["tuple<int>", false],
    ["vector<int, 2>", false],
    ["int", false],
    ["PointType", false],
  ])("%s is stored in several cells: %s", (source, several) => {
    expect(isMultiCell(typeOf(source))).toBe(several);
  });

  it("is known all the way down, through user types too", () => {
    expect(contains(typeOf("list<tuple<int, map<text, duration>>>"), "duration")).toBe(true);
    expect(contains(typeOf("list<frozen<address>>"), "text")).toBe(true);
    expect(contains(typeOf("list<frozen<address>>"), "int")).toBe(false);
    expect(partsOf(typeOf("map<text, int>"))).toEqual([text, int]);
    expect(partsOf(typeOf("PointType"))).toEqual([]);
  });

  test.each([
    ["a_1", "a_1"],
    ["A", '"A"'],
    ["1a", '"1a"'],
    ["_a", '"_a"'],
    ["order", '"order"'],
    ["größe", '"größe"'],
    ['a"b', '"a""b"'],
    ["", '""'],
  ])("the name %s is %s in CQL", (name, printed) => {
    expect(printName(name)).toBe(printed);
  });

  test.each(["order", "json", "list", "int"])(
    "the name %s of a user type is in quotes, as a statement needs it",
    (name) => {
      const type = { kind: "user", type: { name, fields: [] }, frozen: true } as const;
      expect(printCqlType(type)).toBe(`frozen<"${name}">`);
    },
  );
});
