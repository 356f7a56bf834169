/** What the page for CQL makes of texts: colors, the statement at the cursor, and files. */
import { describe, expect, it, test } from "vitest";
import { colorsOf } from "../../../src/console/cql/highlight.ts";
import { addPage } from "../../../src/console/cql/send-statement.ts";
import type { Answered } from "../../../src/console/cql/send-statement.ts";
import { printResult } from "../../../src/console/cql/print-result.ts";
import { statementAt } from "../../../src/console/cql/statement-at.ts";

describe("colors", () => {
  const colored = (text: string): string[] =>
    colorsOf(text).map(({ start, end, color }) => `${color} ${text.slice(start, end)}`);

  it("are those of tokens, and of comments between them", () => {
    expect(colored("-- a\nSELECT t.key, 'x' /* b */ FROM shop.table WHERE a = 0xff; // c")).toEqual([
      ...["comment -- a", "keyword SELECT", "text 'x'", "comment /* b */", "keyword FROM", "keyword WHERE"],
      ...["value 0xff", "comment // c"],
    ]);
    expect(colored("CREATE TABLE t (a int)")).toEqual(["keyword CREATE", "keyword TABLE", "type int"]);
  });

  it("end where something has no end", () => {
    expect(colored("SELECT 'a; -- b")).toEqual(["keyword SELECT"]);
    expect(colored("")).toEqual([]);
  });
});

describe("the statement at the cursor", () => {
  test.each([
    ["|SELECT 1; USE b", "SELECT 1"],
    ["SELECT| 1; USE b", "SELECT 1"],
    ["SELECT 1;|  USE b", "SELECT 1"],
    ["SELECT 1; |USE b", "USE b"],
    ["SELECT 1; USE b;\n\n-- end|", "USE b"],
    ["  | USE b", "USE b"],
    [
      "BEGIN BATCH DELETE FROM t; |DELETE FROM u; APPLY BATCH; USE b",
      "BEGIN BATCH DELETE FROM t; DELETE FROM u; APPLY BATCH",
    ],
  ])("%s", (marked, text) => {
    const whole = marked.replace("|", "");
    const found = statementAt(whole, marked.indexOf("|"));
    expect(found).toEqual({ text, start: whole.indexOf(text) });
  });

  it("is none in a text without any", () => expect(statementAt(" -- a", 2)).toBeUndefined());
});

describe("a file of a result", () => {
  const columns = [
    { name: "a", type: "int" },
    { name: "a", type: "text" },
    { name: "f", type: "double" },
    { name: "l", type: "list<int>" },
  ];
  const rows = [
    ["1", 'say "x"', "NaN", "[1, 2]"],
    [null, "", "1.0E10", null],
  ];

  it("is CSV", () => {
    expect(printResult("csv", columns, rows)).toEqual({
      type: "text/csv",
      content: 'a,a,f,l\r\n1,"say ""x""",NaN,"[1, 2]"\r\n,"",1.0E10,\r\n',
    });
  });

  it("is JSON, with numbers where programs do not round them", () => {
    const { content } = printResult(
      "json",
      columns.slice(1),
      rows.map((row) => row.slice(1)),
    );
    expect(JSON.parse(content)).toEqual([
      { a: 'say "x"', f: "NaN", l: "[1, 2]" },
      { a: "", f: 1e10, l: null },
    ]);
    expect(JSON.parse(printResult("json", [{ name: "b", type: "bigint" }], [["1"]]).content)).toEqual([{ b: "1" }]);
  });
});

describe("a page", () => {
  const columns = [{ name: "a", type: "int" }];
  const first: Answered = {
    ...{ query: "q", keyspace: "k", tookMs: 1 },
    result: { kind: "rows", columns, rows: [["1"]], pageState: "s", warnings: ["w"] },
  };

  it("is added to those before it, with its own state", () => {
    const added = addPage(first, { tookMs: 2, result: { kind: "rows", columns, rows: [["2"]], warnings: ["w"] } });
    expect(added).toEqual({
      ...first,
      tookMs: 2,
      result: { kind: "rows", columns, rows: [["1"], ["2"]], warnings: ["w"] },
    });
  });

  it("that is refused shows why", () => {
    const result = { kind: "error", code: "invalid", message: "no" } as const;
    expect(addPage(first, { tookMs: 2, result }).result).toEqual(result);
  });
});
