/**
 * The texts that are hardest to read take little time. In a process of its own: the CPU of a process includes
 * what its other tests left to the collector, the compiler and the stores.
 */
import { describe, expect, it } from "vitest";
import { readAnyText } from "./read-any-text.ts";

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

/** The slowest take 40. What grows with the square takes seconds. */
const limitMs = 150;

/** CPU of a reading, in ms; the least of three if one is over the limit, as the collector's and the compiler's are in it. */
function cpuOf(text: string): number {
  let least = Infinity;
  for (let reading = 0; reading < 3 && least >= limitMs; reading++) {
    const before = process.cpuUsage();
    readAnyText(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

describe("a text of 64 kB", () => {
  it.each(hard)("%s, is read in time", (_, text) => {
    readAnyText(text);
    expect(cpuOf(text)).toBeLessThan(limitMs);
  });
});
