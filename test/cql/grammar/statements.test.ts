/**
 * What the parser of Cassandra 5.0.9 says about statements, and what ours does: those of all captures, and many that have
 * something wrong with them. `nearly` is what ours says where its words are others.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CqlSyntaxError, parseStatement } from "../../../src/cql/grammar/index.ts";
import { printStatement } from "./print-statement.ts";

interface Recorded {
  readonly cql: string;
  readonly error?: string;
  readonly nearly?: string;
}

const file = join(import.meta.dirname, "../../fixtures/cql/statements.json");
const { statements } = JSON.parse(readFileSync(file, "utf8")) as { readonly statements: readonly Recorded[] };
const accepted = statements.filter(({ error }) => error === undefined);
const refused = statements.filter(({ error }) => error !== undefined);

function errorOf(cql: string): CqlSyntaxError | undefined {
  try {
    parseStatement(cql);
    return undefined;
  } catch (error) {
    if (error instanceof CqlSyntaxError) return error;
    throw error;
  }
}

describe("statements that the database reads", () => {
  it("are read, and read again as they are printed", () => {
    for (const { cql } of accepted) {
      const statement = parseStatement(cql);
      if (statement.kind !== "other") expect(parseStatement(printStatement(statement)), cql).toEqual(statement);
    }
  });
});

describe("statements that the database refuses", () => {
  it("are refused, each at a place", () => {
    const found = refused.map(({ cql }) => [cql, errorOf(cql)?.message]);
    expect(found).toEqual(refused.map(({ cql, error, nearly }) => [cql, nearly ?? error]));
    for (const { cql } of refused) {
      const { start = 0, end = 0 } = errorOf(cql) ?? {};
      expect(end, cql).toBeGreaterThan(start);
      expect(start, cql).toBeLessThanOrEqual(cql.length);
    }
  });

  it("are refused in the same words, most times", () => {
    const same = refused.filter(({ nearly }) => nearly === undefined);
    expect(same.length / refused.length).toBeGreaterThan(0.7);
  });
});

describe("comments", () => {
  it.each(["-- one\n-- two\n", "// one\r\n-- two\n/* three\n */ // four\n", "/* one *//* two */"])(
    "are passed over, one after the other: %j",
    (comments) => {
      expect(parseStatement(`${comments}USE ${comments}shop`)).toEqual({ kind: "use", keyspace: "shop" });
    },
  );
});

describe("an error for people", () => {
  it.each([
    ["SELECT * FORM t", "expected FROM", 9, 13],
    ["SELECT * FROM t WHERE", "the statement ends where a column should follow", 21, 22],
    ["SELECT * FROM t WHERE a = 'x", "the text has no closing quote", 26, 27],
    ['SELECT "a FROM t', "the name has no closing quote", 7, 8],
    ["SELECT * FROM t /* x", "the comment has no closing */", 16, 18],
    ["SELECT * FROM t -- x", "the line of the comment has no end", 16, 18],
    ["SELECT a § b FROM t", "unknown character", 9, 10],
    ["CREATE TABLE t (a int", "the statement ends where ) should follow", 21, 22],
    ["SELECT * FROM t; SELECT", "expected the end of the statement", 17, 23],
  ])("%s: %s", (cql, plain, start, end) => {
    const { plain: found, start: from, end: to } = errorOf(cql) ?? {};
    expect([found, from, to]).toEqual([plain, start, end]);
  });
});
