import { Kind, Lexer, Source, TokenKind, parse, visit } from "graphql";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { limits } from "../../../src/service/limits.ts";
import { surveyText } from "../../../src/service/graphql/survey-text.ts";
import { runs } from "../../support/long.ts";

const refusalOf = (text: string): string | undefined => {
  try {
    surveyText(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

const many = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join(" ");

describe("the survey of a text", () => {
  test.each<[string, number, (count: number) => string]>([
    [
      "tokens",
      limits.tokens,
      (count) => `{ ${many(4900, (n) => `a${n}: b`)} c(d: [${'"" '.repeat(count - 14_709)}]) }`,
    ],
    ["comments", limits.comments, (count) => `{ a ${"#\n".repeat(count)} }`],
    ["blanks and commas", limits.blanks, (count) => `{a${", ".repeat(count / 2)}}`],
    ["characters in a name", limits.name, (count) => `{ ${"a".repeat(count)} }`],
    ["characters in a number", limits.number, (count) => `{ a(b: ${"1".repeat(count)}) }`],
    ["directives", limits.directives, (count) => `{ a ${many(count, () => "@b")} }`],
    ["fragments", limits.fragments, (count) => many(count, (n) => `fragment f${n} on T { a }`)],
    ["fragments in selections", limits.spreads, (count) => `{ ${many(count / 2, () => "...f ...on T {a}")} }`],
    ["fields", limits.fields, (count) => `{ ${many(count, (n) => (n % 2 ? `a${n}` : `a${n}: b`))} }`],
    ["fields about types", limits.introspection, (count) => `{ __schema { ${many(count, (n) => `a${n}`)} } }`],
    [
      "fields about types",
      limits.introspection,
      (count) => `{ x: __type(name: "a") { ${many(count, (n) => `a${n}`)} } }`,
    ],
    ["fields of one name", limits.sameName, (count) => `{ ${many(count, () => "a: b")} }`],
    ["fields of one name", limits.sameName, (count) => `{ ${many(count, () => "a(b: 1)")} }`],
    ["variables", limits.variables, (count) => `query (${many(count, (n) => `$v${n}: [Int] = [{a: 1}]`)}) { a }`],
    ["uses of variables", limits.variableUses, (count) => `{ a(b: {c: [${many(count, () => "$v")}]}) }`],
    ["arguments of a field", limits.arguments, (count) => `{ a(${many(count, (n) => `b${n}: {c: $v, d: 1}`)}) }`],
    [
      "items of a list",
      limits.items,
      (count) => `{ a(b: [${many(count, (n) => ["1.5e+3", "$v", '"x"', "E"][n % 4] ?? "")}]) }`,
    ],
    ["members of an object", limits.members, (count) => `{ a(b: {${many(count, (n) => `c${n}: 1`)}}) }`],
  ])("allows as many %s as there may be, and no more", (what, limit, make) => {
    expect(refusalOf(make(limit))).toBeUndefined();
    expect(refusalOf(make(limit + 2))).toBe(`The document has more than ${limit} ${what}`);
  });

  it("looks into no string, block or comment", () => {
    const marks = "{[(@$:...fragment ".repeat(5000);
    for (const text of [`{ a(b: "${marks}") }`, `{ a(b: """${marks}\\"""${marks}""") }`, `{ a # ${marks}"\n }`]) {
      expect(() => parse(text)).not.toThrow();
      expect(refusalOf(text)).toBeUndefined();
    }
  });

  it("sees what follows a string, however that ends", () => {
    const behind = `@a `.repeat(51);
    for (const string of [
      '""',
      '"\\\\"',
      '"\\""',
      '"""\\""""""',
      '""""""',
      '"""\\\\ """',
      '"a\\u0022{"',
      '"""a"b""c"""',
    ]) {
      const text = `{ a(b: ${string}) ${behind} }`;
      expect(() => parse(text)).not.toThrow();
      expect([string, refusalOf(text)]).toEqual([string, "The document has more than 50 directives"]);
    }
  });

  it("counts what the parser finds, in whatever parses", () => {
    const word = fc.constantFrom("a", "on", "fragment", "query", "__schema", "__type", "true", "b1");
    const value = fc.constantFrom(
      "1",
      "-1.5e+3",
      '"x{"',
      '"""y\\""" @"""',
      "$v",
      "E",
      "[1, $w [2]]",
      "{a: 1, b: [$v]}",
      '""',
    );
    const args = fc
      .array(fc.tuple(word, value), { maxLength: 3 })
      .map((list) => (list.length === 0 ? "" : `(${list.map(([name, given]) => `${name}: ${given}`).join(", ")})`));
    const { selection } = fc.letrec<{ selection: string; field: string }>((tie) => ({
      field: fc
        .tuple(fc.option(word), word, args, fc.boolean(), fc.option(tie("selection"), { depthSize: "small" }))
        .map(
          ([alias, name, given, has, inside]) =>
            `${alias ? `${alias}:` : ""}${name}${given}${has ? " @d(x: 1)" : ""}${inside ?? ""}`,
        ),
      selection: fc
        .array(fc.oneof(tie("field"), fc.constantFrom("...f", "... on T { a }", "...{on b: on}", '# {"\n a')), {
          minLength: 1,
          maxLength: 4,
        })
        .map((fields) => `{ ${fields.join(", ")} }`),
    }));
    const definition = fc.tuple(
      fc.constantFrom("", "query q ", "query fragment($v: Int = 1 $w: [T!]) ", "fragment f on T "),
      selection,
    );
    const document = fc
      .array(definition, { minLength: 1, maxLength: 3 })
      .map((list) => list.map((parts) => parts.join("")).join(" "));
    fc.assert(
      fc.property(document, (text) => {
        const counted = countsOf(text);
        for (const [what, count] of Object.entries(counted)) {
          const name = what as keyof typeof counted;
          const exceeded = withLimit(name, count - 1, () => refusalOf(text));
          expect([name, count, withLimit(name, count, () => refusalOf(text))]).toEqual([name, count, undefined]);
          expect([name, count, exceeded === undefined]).toEqual([name, count, count === 0]);
        }
      }),
      runs(200, 5000),
    );
  });
});

type Counted = "tokens" | "directives" | "fragments" | "variables" | "variableUses" | "spreads" | "blanks";

/** Changes a limit while some work is done. */
function withLimit<Result>(name: Counted, limit: number, work: () => Result): Result {
  const changeable = limits as Record<Counted, number>;
  const usual = changeable[name];
  changeable[name] = limit;
  try {
    return work();
  } finally {
    changeable[name] = usual;
  }
}

function countsOf(text: string): Readonly<Record<Exclude<Counted, "blanks">, number>> {
  const counts = { tokens: 0, directives: 0, fragments: 0, variables: 0, variableUses: 0, spreads: 0 };
  const lexer = new Lexer(new Source(text));
  while (lexer.advance().kind !== TokenKind.EOF) counts.tokens++;
  visit(parse(text), {
    enter: (node, _key, parent) => {
      if (node.kind === Kind.DIRECTIVE) counts.directives++;
      if (node.kind === Kind.FRAGMENT_DEFINITION) counts.fragments++;
      if (node.kind === Kind.FRAGMENT_SPREAD || node.kind === Kind.INLINE_FRAGMENT) counts.spreads++;
      if (node.kind === Kind.VARIABLE_DEFINITION) counts.variables++;
      const isDeclared = parent && "kind" in parent && parent.kind === Kind.VARIABLE_DEFINITION;
      if (node.kind === Kind.VARIABLE && !isDeclared) counts.variableUses++;
    },
  });
  return counts;
}
