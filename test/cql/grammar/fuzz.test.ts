/** No text ends in anything but a tree or a syntax error, and none takes long. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CqlSyntaxError, parseStatement, printStatement, splitStatements } from "../../../src/cql/grammar/index.ts";
import { runs } from "../../support/long.ts";
import { anyStatement } from "./any-statement.ts";

/** Nothing but a tree or a syntax error may come of a text. */
function read(text: string): void {
  try {
    parseStatement(text);
  } catch (error) {
    if (!(error instanceof CqlSyntaxError)) throw error;
  }
  for (const { parse } of splitStatements(text))
    try {
      parse();
    } catch (error) {
      if (!(error instanceof CqlSyntaxError)) throw error;
    }
}

const tokens = (
  "SELECT INSERT UPDATE DELETE BEGIN BATCH APPLY CREATE TABLE ALTER DROP FROM INTO WHERE AND IN IF NOT EXISTS SET VALUES " +
  "JSON DISTINCT token count cast ttl key AS ( ) [ ] { } < > , . .. ; : ? = + - * / % 'x' \"y\" a b 1 -1 1.5 0xff 1mo $$ ' " +
  '" -- /* */ list frozen int null true NaN PRIMARY KEY WITH USING TTL'
).split(" ");

describe("any text", () => {
  it("of random signs", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), read), runs(2000, 100_000));
  });

  it("of random bytes", () => {
    const property = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) =>
      read(Buffer.from(bytes).toString("latin1")),
    );
    fc.assert(property, runs(2000, 100_000));
  });

  it("of random tokens", () => {
    const property = fc.property(fc.array(fc.constantFrom(...tokens), { maxLength: 40 }), (all) => read(all.join(" ")));
    fc.assert(property, runs(3000, 100_000));
  });

  it("that a statement becomes when it is cut, or something is put into it", () => {
    const change = fc.record({ at: fc.nat(), length: fc.nat({ max: 5 }), put: fc.constantFrom("", ...tokens) });
    const property = fc.property(anyStatement, change, (statement, { at, length, put }) => {
      const text = printStatement(statement);
      const place = at % (text.length + 1);
      read(text.slice(0, place) + put + text.slice(place + length));
    });
    fc.assert(property, runs(2000, 50_000));
  });
});

const size = 64 * 1024;
const fill = (part: string): string => part.repeat(Math.ceil(size / part.length));

/** What a careless parser is slow at, or overflows the stack with. */
const hard: readonly (readonly [what: string, text: string])[] = [
  ...[
    "(",
    "[",
    "{",
    "- ",
    "-(",
    "(int)",
    "{a:",
    "f(",
    "cast(",
    "(list<",
    "(a.",
    "(a,",
    "{{",
    "[(",
    "''",
    "'a''",
    '""',
    "--",
  ].map((part): [string, string] => [`SELECT ${part}…`, `SELECT ${fill(part)}`]),
  ...["(", "[", "{1:", "{a:", "(int)", "(('x')", "('x')", "f(", "1+", "1-", "(1+", "$$", "/*", "a.b(", "''"].map(
    (part): [string, string] => [`INSERT … ${part}`, `INSERT INTO t (a) VALUES (${fill(part)}`],
  ),
  ["a long sum", `SELECT ${fill("a + ")}a FROM t`],
  ["a long path", `SELECT a${fill(".b")} FROM t`],
  ["many elements", `SELECT a${fill("[1]")} FROM t`],
  ["a deep type", `CREATE TABLE t (a ${fill("list<")}`],
  ["deep relations", `SELECT * FROM t WHERE ${fill("(")}`],
  ["many names", `SELECT ${fill("a,")}a FROM t`],
  ["many relations", `SELECT * FROM t WHERE ${fill("a=1 AND ")}a = 1`],
  ["many values", `INSERT INTO t (a) VALUES (${fill("1,")}1)`],
  ["a large list", `INSERT INTO t (a) VALUES ([${fill("'x',")}1])`],
  ["many assignments", `UPDATE t SET ${fill("a[1]=1,")}a[1]=1 WHERE k = 1`],
  ["many hints", `SELECT ${fill("(list<int>)[1],")}a FROM t`],
  ["many columns", `CREATE TABLE t (${fill("a int,")}PRIMARY KEY (a))`],
  ["many commas", `CREATE TABLE t (a int${fill(",")})`],
  ["a batch", `BEGIN BATCH ${fill("INSERT INTO t(a)VALUES(1);")} APPLY BATCH`],
  ["digits", `SELECT ${fill("1")} FROM t`],
  ["digits and units", `SELECT ${fill("1d")} FROM t`],
  ["a long text", `SELECT '${fill("a''")}' FROM t`],
  ["a text without an end", `SELECT '${fill("a''")}`],
  ["blanks", `${fill(" ")}SELECT`],
  ["comments", `${fill("/**/")}SELECT`],
  ["semicolons", fill(";")],
  ["statements", fill("USE a;")],
  ["half a batch", fill("BEGIN BATCH INSERT ")],
];

/** Some 20 ms alone, and 150 among other tests on a slow machine; what grows with the square takes seconds. */
const limitMs = 500;

/** CPU of a reading, in ms; the least of five if one is over the limit, as the collector of the whole process is in it. */
function cpuOf(text: string): number {
  let least = Infinity;
  for (let reading = 0; reading < 5 && least >= limitMs; reading++) {
    const before = process.cpuUsage();
    read(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

describe("a text of 64 kB", () => {
  it.each(hard)("%s, is read in time", (_, text) => {
    read(text);
    expect(cpuOf(text)).toBeLessThan(limitMs);
  });
});
