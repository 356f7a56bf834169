/** What may be written where `|` stands. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectedAt } from "../../../src/cql/grammar/index.ts";
import { printStatement } from "./print-statement.ts";
import type { Expected } from "../../../src/cql/grammar/index.ts";
import { runs } from "../../support/long.ts";
import { anyStatement } from "./any-statement.ts";

function at(marked: string): Expected {
  const offset = marked.indexOf("|");
  return expectedAt(marked.replace("|", ""), offset);
}

describe("what may come next", () => {
  it.each([
    ["SEL|", ["SELECT", "INSERT", "CREATE", "DROP"], []],
    ["SELECT |", ["JSON", "DISTINCT", "CAST"], ["column", "function", "keyspace"]],
    ["SELECT a |", ["AS", "FROM"], []],
    ["SELECT a FROM |", [], ["keyspace", "table"]],
    ["SELECT a FROM shop.|", [], ["table"]],
    ["SELECT a FROM t |", ["WHERE", "GROUP", "ORDER", "PER", "LIMIT", "ALLOW"], []],
    ["SELECT a FROM t W|", ["WHERE", "GROUP", "ORDER", "PER", "LIMIT", "ALLOW"], []],
    ["SELECT a FROM t WHERE |", ["TOKEN"], ["column"]],
    ["SELECT | FROM t WHERE a = 1", ["JSON", "DISTINCT"], ["column", "function"]],
    ["SELECT a FROM t WHERE a |", ["IN", "IS", "LIKE", "CONTAINS"], []],
    ["SELECT a FROM t WHERE a = 1 AND b IS |", ["NOT"], []],
    ["SELECT a FROM t WHERE a IS NOT |", ["NULL"], []],
    ["SELECT a FROM t ORDER |", ["BY"], []],
    ["SELECT a FROM t ORDER BY |", [], ["column"]],
    ["SELECT a FROM t ORDER BY b |", ["ASC", "DESC", "ANN", "LIMIT", "ALLOW"], []],
    ["INSERT |", ["INTO"], []],
    ["INSERT INTO t (a) |", ["VALUES"], []],
    ["INSERT INTO t (a) VALUES (1) |", ["IF", "USING"], []],
    ["INSERT INTO t (a) VALUES (1) IF |", ["NOT"], []],
    ["INSERT INTO t (a) VALUES (1) USING |", ["TTL", "TIMESTAMP"], []],
    ["UPDATE t |", ["USING", "SET"], []],
    ["UPDATE t SET |", [], ["column"]],
    ["UPDATE t SET a = 1 |", ["WHERE"], []],
    ["UPDATE t SET a = 1 WHERE b = 2 IF |", ["EXISTS"], ["column"]],
    ["DELETE |", ["FROM"], ["column"]],
    ["BEGIN |", ["BATCH", "UNLOGGED", "COUNTER"], []],
    ["BEGIN BATCH INSERT INTO t (a) VALUES (1); |", ["INSERT", "UPDATE", "DELETE", "APPLY"], []],
    ["CREATE TABLE t (a |", ["FROZEN", "LIST", "MAP", "SET"], ["type"]],
    ["CREATE TABLE t (a int |", ["STATIC", "PRIMARY", "MASKED"], []],
    ["CREATE TABLE t (a int, PRIMARY KEY (a)) WITH |", ["CLUSTERING", "COMPACT"], ["option"]],
    ["ALTER TABLE t |", ["ADD", "ALTER", "DROP", "RENAME", "WITH"], []],
    ["DROP |", ["TABLE", "KEYSPACE", "TYPE", "INDEX"], []],
    ["DROP INDEX |", ["IF"], ["index"]],
    ["SELECT cast(a AS |", [], ["type"]],
    ["USE |", [], ["keyspace"]],
    ["SELECT a FROM t; |", ["SELECT", "INSERT"], []],
    ["SELECT a FROM t; DEL|", ["DELETE"], []],
  ])("%s", (marked, keywords, names) => {
    const { start, ...expected } = at(marked);
    expect(expected.keywords).toEqual(expect.arrayContaining([...keywords]));
    expect(expected.names).toEqual(expect.arrayContaining([...names]));
    if (names.length === 0) expect(expected.names).toEqual([]);
    if (keywords.length === 0) expect(expected.keywords).toEqual([]);
    expect(start).toBe(marked.search(/\w*\|/));
  });

  it.each([
    "SELECT 'a |",
    'SELECT "a |',
    "SELECT a -- |",
    "SELECT a /* |",
    "SELECT a FROM t LIMIT 1|",
    "SELECT FROM FROM |",
  ])("%s: nothing", (marked) => expect(at(marked)).toMatchObject({ keywords: [], names: [] }));

  it("is of the tables that the statement names, wherever they stand", () => {
    expect(at("USE a; SELECT | FROM shop.t WHERE a = 1; SELECT b FROM u").tables).toEqual([
      { keyspace: "shop", name: "t" },
    ]);
    expect(at('INSERT INTO "T" (|').tables).toEqual([{ name: "T" }]);
    expect(at("SELECT a FROM shop.|")).toMatchObject({ keyspace: "shop", tables: [] });
  });

  it("is what does come next, in whatever statement", () => {
    const words = /(?<=\s|^)[A-Z]{2,}(?=\s|$)/g;
    fc.assert(
      fc.property(anyStatement, (statement) => {
        const text = printStatement(statement);
        if (text.includes("'") || text.includes('"')) return;
        for (const { 0: word, index } of text.matchAll(words))
          expect(expectedAt(text, index).keywords, `${text} at ${index}`).toContain(word);
      }),
      runs(300, 10_000),
    );
  });
});
