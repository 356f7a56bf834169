import { describe, expect, it, test } from "vitest";
import { rowPrinter } from "../../../src/console/tables/print-rows.ts";
import type { Column, CqlType } from "../../../src/model/index.ts";

const column = (name: string, type: CqlType): Column => ({ name, type, kind: "regular" });
const native = (name: string): CqlType => ({ kind: "native", name }) as CqlType;
const text = column("t", native("text"));
const big = column("b", native("bigint"));
const list = column("l", { kind: "list", item: native("bigint"), frozen: false } as CqlType);

const print = (format: "csv" | "json", columns: readonly Column[], chunks: readonly (readonly object[])[]): string => {
  const { begin, print: rows, end } = rowPrinter(format, columns);
  return begin + chunks.map((chunk, index) => rows(chunk as never, index === 0)).join("") + end;
};

describe("CSV", () => {
  test.each([
    ["plain", "plain"],
    ['say "hi"', '"say ""hi"""'],
    ["a,b", '"a,b"'],
    ["a\r\nb", '"a\r\nb"'],
    [" a", '" a"'],
    ["", '""'],
    [null, ""],
  ])("has %j as %j", (value, cell) => {
    expect(print("csv", [text], [[{ t: value }]])).toBe(`t\r\n${cell}\r\n`);
  });

  it("has collections as JSON, and all digits of numbers", () => {
    const row = { b: 9007199254740993n, l: [1n, 9007199254740993n] };
    expect(print("csv", [big, list], [[row]])).toBe('b,l\r\n9007199254740993,"[""1"",""9007199254740993""]"\r\n');
  });
});

describe("JSON", () => {
  it("has numbers that programs would round as text, and null", () => {
    const rows = [
      { b: 9007199254740993n, l: [1n], t: null },
      { b: -1n, l: null, t: 'a "b"\n' },
    ];
    expect(JSON.parse(print("json", [big, list, text], [rows]))).toEqual([
      { b: "9007199254740993", l: ["1"], t: null },
      { b: "-1", l: null, t: 'a "b"\n' },
    ]);
  });

  test.each([[[]], [[[]]], [[[{ t: "a" }], [{ t: "b" }, { t: "c" }]]]])("of chunks is one array: %j", (chunks) => {
    expect(JSON.parse(print("json", [text], chunks))).toEqual(chunks.flat());
  });
});
