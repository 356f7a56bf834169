import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseUserTypes, printCqlType, printUserTypeDefinition } from "../../src/model/index.ts";
import type { UserTypeDefinition } from "../../src/model/index.ts";
import { keyspace } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";

const type = (name: string, fields: Readonly<Record<string, string>>): UserTypeDefinition => ({
  name,
  fields: Object.entries(fields).map(([name, typeDefinition]) => ({ name, typeDefinition })),
});
const street = type("street", { name: "text", number: "int" });
const address = type("address", { street: "frozen<street>", zips: "list<text>" });
const person = type("person", { home: "frozen<address>", others: "map<text, frozen<address>>" });

/** Each problem of each definition, as `code at path`. */
function problemsOf(...definitions: readonly unknown[]): string[][] {
  return parseUserTypes(definitions).problems.map((problems) =>
    problems.map(({ code, path }) => `${code} at ${path.join(".")}`),
  );
}
const messagesOf = (...definitions: readonly unknown[]): string[] =>
  parseUserTypes(definitions)
    .problems.flat()
    .map(({ message }) => message);

describe("user types", () => {
  it("may be called like a collection that a field of theirs is", () => {
    for (const name of ["list", "frozen", "tuple", "vector"]) {
      const fields = { a: "list<text>", b: "frozen<set<int>>", c: "tuple<int, int>", d: "vector <float, 2>" };
      expect([name, problemsOf(type(name, fields))]).toEqual([name, [[]]]);
    }
    expect(problemsOf(type("list", { a: 'frozen<"list">' }))).toEqual([["recursive-type at fields.0.typeDefinition"]]);
  });

  it("are made of others, which are resolved", () => {
    const { userTypes, problems } = parseUserTypes([{ ...street, description: "A street." }, address, person]);
    expect(problems).toEqual([[], [], []]);
    expect(userTypes.get("street")).toEqual({
      name: "street",
      description: "A street.",
      fields: [
        { name: "name", type: { kind: "native", name: "text" } },
        { name: "number", type: { kind: "native", name: "int" } },
      ],
    });
    const fields = userTypes.get("person")?.fields.map((field) => printCqlType(field.type));
    expect(fields).toEqual(["frozen<address>", "map<text, frozen<address>>"]);
    expect(userTypes.get("person")?.fields[0]?.type).toMatchObject({ type: userTypes.get("address") });
  });

  it("may come in any order", () => {
    const byName = (definitions: readonly unknown[]) => new Map([...parseUserTypes(definitions).userTypes].sort());
    const usual = byName([street, address, person]);
    expect(usual.size).toBe(3);
    for (const order of [
      [person, address, street],
      [address, person, street],
      [address, street, person],
    ]) {
      expect(byName(order)).toEqual(usual);
    }
  });

  it("may be called as a native type in quotes, and may have custom types in them", () => {
    const odd = type("Odd Name", { a: 'frozen<"Text">', b: "PointType" });
    const { problems, userTypes } = parseUserTypes([odd, type("Text", { body: "text" })], {
      customTypes: new Set(["PointType"]),
    });
    expect(problems.flat()).toEqual([]);
    expect(userTypes.get("Odd Name")?.fields.map((field) => printCqlType(field.type))).toEqual([
      'frozen<"Text">',
      "PointType",
    ]);
  });

  test.each<[what: string, definitions: readonly unknown[], problems: readonly string[][]]>([
    [
      "that are none",
      [null, 5, [], undefined],
      [["wrong-json at "], ["wrong-json at "], ["wrong-json at "], ["missing-member at "]],
    ],
    ["without a name", [{ fields: street.fields }], [["missing-member at name"]]],
    ["with an empty name", [type("", { a: "int" })], [["bad-name at name"]]],
    ["without fields", [{ name: "a" }], [["missing-member at fields"]]],
    ["with no field", [{ name: "a", fields: [] }], [["no-fields at fields"]]],
    ["with fields as an object", [{ name: "a", fields: { b: "int" } }], [["wrong-json at fields"]]],
    ["with a field that is none", [{ name: "a", fields: ["b"] }], [["wrong-json at fields.0"]]],
    [
      "with a field without anything",
      [{ name: "a", fields: [{}] }],
      [["missing-member at fields.0.name", "missing-member at fields.0.typeDefinition"]],
    ],
    ["with a field of an empty name", [type("a", { "": "int" })], [["bad-name at fields.0.name"]]],
    [
      "with a field twice",
      [{ name: "a", fields: [...street.fields, { name: "name", typeDefinition: "int" }] }],
      [["duplicate-field at fields.2.name"]],
    ],
    ["with an unknown member", [{ ...street, color: 1 }], [["unknown-member at color"]]],
    [
      "with an unknown member of a field",
      [{ name: "a", fields: [{ name: "b", typeDefinition: "int", static: true }] }],
      [["unknown-member at fields.0.static"]],
    ],
    [
      "with an unknown type",
      [type("a", { b: "adress" }), address, street],
      [["unknown-type at fields.0.typeDefinition"], [], []],
    ],
    ["with a counter", [type("a", { b: "counter" })], [["bad-type at fields.0.typeDefinition"]]],
    ["of the same name", [street, street], [[], ["duplicate-type at name"]]],
    // Whoever names a type that is wrong in itself has made no mistake.
    [
      "made of one with a mistake",
      [address, type("street", { name: "txet" })],
      [[], ["unknown-type at fields.0.typeDefinition"]],
    ],
  ])("%s are refused", (_, definitions, problems) => {
    expect(problemsOf(...definitions)).toEqual(problems);
  });

  it("are refused if they contain one that is refused", () => {
    const wrong = type("street", { name: "txet" });
    for (const definitions of [
      [person, address, wrong, type("fine", { a: "int" })],
      [type("fine", { a: "int" }), wrong, address, person],
    ]) {
      const { userTypes, refused } = parseUserTypes(definitions);
      expect([...userTypes.keys()]).toEqual(["fine"]);
      expect(Array.from(refused, ([name, [problem]]) => [name, problem?.found])).toEqual([
        ["street", "txet"],
        ["address", "street"],
        ["person", "address"],
      ]);
    }
  });

  it("that contain themselves are refused, with the circle", () => {
    expect(messagesOf(type("node", { next: "frozen<list<node>>" }))).toEqual([
      "the user type node contains itself (node → node), which the database cannot store: keep a key instead, and the rest in a table",
    ]);
    const circle = [
      type("a", { b: "frozen<b>" }),
      type("b", { x: "int", c: "list<frozen<c>>" }),
      type("c", { a: "map<text, frozen<a>>" }),
    ];
    for (const order of [circle, [...circle].reverse()]) {
      const messages = messagesOf(...order);
      expect(messages).toHaveLength(1);
      expect(messages[0]).toMatch(/contains itself \((?:a → b → c → a|b → c → a → b|c → a → b → c)\)/);
    }
  });

  it("that hold another must say that it is frozen", () => {
    expect(messagesOf(street, type("address", { street: "street" }))).toEqual([
      "a user type within a user type must be frozen: frozen<street>",
    ]);
  });

  it("used twice by one are no circle", () => {
    expect(
      messagesOf(person, street, address, type("pair", { one: "frozen<street>", other: "frozen<street>" })),
    ).toEqual([]);
  });

  it("nested a thousand deep end no stack", () => {
    const chain = Array.from({ length: 1000 }, (_, index) =>
      type(`t${index}`, index === 999 ? { v: "int" } : { v: `frozen<t${index + 1}>` }),
    );
    expect(messagesOf(...chain)).toEqual([]);
  });

  it("are printed as they are parsed", () => {
    fc.assert(
      fc.property(keyspace, ({ userTypes }) => {
        const printed = userTypes.map(printUserTypeDefinition);
        const parsed = parseUserTypes(JSON.parse(JSON.stringify(printed)) as unknown[]);
        expect(parsed.problems.flat()).toEqual([]);
        expect([...parsed.userTypes.values()]).toEqual(userTypes);
        expect([...parsed.userTypes.values()].map(printUserTypeDefinition)).toEqual(printed);
      }),
      runs(60, 5000),
    );
  });

  it("and never thrown at, whatever they are", () => {
    const definition = fc.oneof(
      fc.jsonValue(),
      fc.record({ name: fc.constantFrom("a", "b", ""), fields: fc.jsonValue() }),
      fc.record({
        name: fc.constantFrom("a", "b", "c"),
        fields: fc.array(
          fc.record({
            name: fc.constantFrom("x", "y"),
            typeDefinition: fc.constantFrom("a", "list<b>", "int", "c", "map<", ""),
          }),
          { maxLength: 3 },
        ),
      }),
    );
    fc.assert(
      fc.property(fc.array(definition, { maxLength: 4 }), (definitions) => {
        const { userTypes, problems } = parseUserTypes(definitions);
        expect(problems).toHaveLength(definitions.length);
        if (problems.flat().length === 0) expect(userTypes.size).toBe(definitions.length);
      }),
      runs(300, 20_000),
    );
  });
});
