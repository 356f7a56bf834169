import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { fileNameOf } from "../../src/plan/table.ts";
import { runs } from "../support/long.ts";

describe("the file name of a table", () => {
  test.each([
    ["products", "products"],
    ["order_items_2", "order_items_2"],
    ["_", "_"],
    ["2020", "2020"],
    // Some file systems do not tell capitals from small letters.
    ["Products", "x50_roducts"],
    ["orderItems", "orderx49_tems"],
    // Our own modules, and names that some file system keeps for itself.
    ["index", "x69_ndex"],
    ["zod", "x7a_od"],
    ["con", "x63_on"],
    ["aux", "x61_ux"],
    ["nul", "x6e_ul"],
    ["com1", "x63_om1"],
    ["lpt9", "x6c_pt9"],
    ["index_2", "index_2"],
    ["console", "console"],
    ["com10", "com10"],
    // What looks like an escape is escaped itself; an x that does not is left alone.
    ["x49_ndex", "x78_49_ndex"],
    ["x50", "x50"],
    ["max_price", "max_price"],
    ["xx41_", "xx78_41_"],
    // A table that could have the escaped name of another.
    ["CON", "x43_x4f_x4e_"],
    ["INDEX", "x49_x4e_x44_x45_x58_"],
  ])("%s is %s", (table, name) => {
    expect(fileNameOf(table)).toBe(name);
  });

  it("of a long one is cut, and ends in its hash", () => {
    const long = "x".repeat(222);
    expect(fileNameOf("y".repeat(200))).toBe("y".repeat(200));
    expect(fileNameOf(long)).toMatch(/^x{190}x[0-9a-f]{8}_$/);
    expect(fileNameOf(long)).not.toBe(fileNameOf(`${long.slice(1)}y`));
  });

  const piece = fc.constantFrom(
    "x",
    "X",
    "4",
    "1",
    "x41_",
    "A",
    "a",
    "_",
    "index",
    "Index",
    "con",
    "zod",
    "78",
    "x78_",
  );
  const name = fc.oneof(
    fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join("")),
    fc.stringMatching(/^[A-Za-z0-9_]{1,20}$/),
    fc
      .tuple(fc.constantFrom("A", "x", "x41_"), fc.integer({ min: 30, max: 70 }), piece)
      .map(([part, times, end]) => `${part.repeat(times)}${end}`.slice(0, 222)),
    fc.stringMatching(/^[a-f]{189}x?[0-9a-f]{8}_?$/),
  );

  it("is one that every file system holds, and is nobody else's, also where capitals do not count", () => {
    fc.assert(
      fc.property(name, (table) => {
        const file = fileNameOf(table);
        expect(file).toMatch(/^[a-z0-9_]{1,200}$/);
        expect(file).not.toMatch(/^(?:index|zod|user-types|con|prn|aux|nul|com\d|lpt\d)$/);
      }),
      runs(500, 50_000),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 40 }), (tables) => {
        const files = tables.map((table) => fileNameOf(table));
        expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(tables.length);
      }),
      runs(300, 20_000),
    );
  });

  it("tells every two names of a small alphabet apart", () => {
    const alphabet = ["x", "4", "1", "_", "A", "X"];
    let names = [""];
    const files = new Map<string, string>();
    for (let length = 1; length <= 6; length++) {
      names = names.flatMap((name) => alphabet.map((letter) => name + letter));
      for (const name of names) {
        const file = fileNameOf(name);
        if (files.has(file)) expect.unreachable(`${name} and ${files.get(file)} are both ${file}`);
        files.set(file, name);
      }
    }
  });
});
