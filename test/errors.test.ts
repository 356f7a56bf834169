import { describe, expect, it, test } from "vitest";
import {
  ColonnadeError,
  codeFrame,
  didYouMean,
  isColonnadeError,
  isMissingPackage,
  loadWithCompiler,
} from "../src/errors.ts";

describe("did you mean", () => {
  test.each([
    ["colum", ["column", "table"], "column"],
    ["uiid", ["uuid", "timeuuid"], "uuid"],
    ["nmae", ["name", "value"], "name"],
    ["chekc", ["serve", "check"], "check"],
    ["PrimaryKey", ["primaryKey", "tableOptions"], "primaryKey"],
    ["tx", ["text", "int"], undefined],
    ["a", ["b"], "b"],
    ["price", ["prize", "price_2"], "prize"],
    ["whatever", ["uuid"], undefined],
    ["", ["uuid"], undefined],
    ["uuid", [], undefined],
    ["x".repeat(1_000_000), ["uuid", "text"], undefined],
  ])("%.20s, of %j, is %s", (word, candidates, meant) => {
    expect(didYouMean(word, candidates)).toBe(meant);
  });
});

describe("a code frame", () => {
  const text = "one\ntwo three\nfour\nfive";
  const frameOf = (offset: number, length: number, of = text): string[] =>
    codeFrame(of, offset, length).frame.split("\n");

  it("has the line before and after, and marks the range", () => {
    expect(codeFrame(text, 8, 5)).toMatchObject({ line: 2, column: 5 });
    expect(frameOf(8, 5)).toEqual(["  1 | one", "> 2 | two three", "    |     ^^^^^", "  3 | four"]);
  });

  it("has one neighbor at either end of the text", () => {
    expect(frameOf(0, 3)).toEqual(["> 1 | one", "    | ^^^", "  2 | two three"]);
    expect(frameOf(text.length, 0)).toEqual(["  3 | four", "> 4 | five", "    |     ^"]);
  });

  it("marks at least one character, and no more than the line has", () => {
    expect(frameOf(4, 0)[2]).toBe("    | ^");
    expect(frameOf(4, 100)[2]).toBe("    | ^^^^^^^^^");
  });

  it("is as wide as its largest number, and cuts long lines", () => {
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join("\n");
    expect(frameOf(lines.indexOf("line 9"), 1, lines)).toEqual([
      "   8 | line 8",
      ">  9 | line 9",
      "     | ^",
      "  10 | line 10",
    ]);
    expect(frameOf(0, 500, "x".repeat(500))).toEqual([`> 1 | ${"x".repeat(100)}`, `    | ${"^".repeat(100)}`]);
    expect(codeFrame("x".repeat(500), 300, 1)).toMatchObject({ line: 1, column: 301 });
    const far = frameOf(300, 1, `${"x".repeat(300)}!${"x".repeat(199)}`);
    expect(far).toEqual([`> 1 | …${"x".repeat(39)}!${"x".repeat(60)}`, `    | ${" ".repeat(40)}^`]);
  });

  it("does not show the line ends of Windows", () => {
    expect(frameOf(5, 100, "one\r\ntwo\r\nthree")).toEqual(["  1 | one", "> 2 | two", "    | ^^^", "  3 | three"]);
  });
});

describe("an error of ours", () => {
  it("is somebody's input unless it says otherwise, and has no cause of its own making", () => {
    const error = new ColonnadeError("bad-thing", "it is bad");
    expect(error).toMatchObject({ name: "ColonnadeError", code: "bad-thing", kind: "input", problems: [] });
    expect(error).not.toHaveProperty("cause");
    expect(new ColonnadeError("a", "b", { kind: "machine", cause: error })).toMatchObject({
      kind: "machine",
      cause: error,
    });
  });

  it.each([
    [0, "it is bad"],
    [1, "it is bad: a.json:4:41: mistake 1"],
    [2, "it is bad: a.json:4:41: mistake 1; mistake 2"],
    [3, "it is bad: a.json:4:41: mistake 1; mistake 2; mistake 3"],
    [9, "it is bad: a.json:4:41: mistake 1; mistake 2; mistake 3; and 6 more"],
  ])("with %i problems names the first ones in its message", (count, message) => {
    const place = { file: "a.json", line: 4, column: 41 };
    const problems = Array.from({ length: count }, (_, index) => ({
      code: "bad",
      message: `mistake ${index + 1}`,
      ...(index === 0 && place),
    }));
    expect(new ColonnadeError("bad-thing", "it is bad", { problems })).toMatchObject({
      message,
      summary: "it is bad",
      problems,
    });
  });

  it("is recognized by its shape, also when another copy of the package threw it", () => {
    const foreign = Object.assign(new Error("it is bad"), { name: "ColonnadeError", code: "bad-thing" });
    expect([new ColonnadeError("a", "b"), foreign].map(isColonnadeError)).toEqual([true, true]);
    expect([new Error("b"), { name: "ColonnadeError", code: "a" }, "a", null].some(isColonnadeError)).toBe(false);
  });
});

describe("a module that needs an optional package", () => {
  const missing = (name: string): Error =>
    Object.assign(new Error(`Cannot find package '${name}' imported from /app/x.js`), { code: "ERR_MODULE_NOT_FOUND" });
  const load = (error?: Error): Promise<string> =>
    loadWithCompiler("to read a.ts", () => (error ? Promise.reject(error) : Promise.resolve("loaded")));

  it("is loaded, or the error says how to install the package", async () => {
    expect(await load()).toBe("loaded");
    const error: unknown = await load(missing("ts-morph")).catch((thrown: unknown) => thrown);
    expect(isMissingPackage(error)).toBe(true);
    expect(error).toMatchObject({
      code: "missing-package",
      message: "to read a.ts needs the package ts-morph, which is not installed",
      next: "npm install --save-dev ts-morph@28",
    });
  });

  it("fails as it is for any other reason", async () => {
    for (const other of [missing("typescript"), new Error("Cannot find package 'ts-morph'")]) {
      await expect(load(other)).rejects.toBe(other);
    }
  });
});
