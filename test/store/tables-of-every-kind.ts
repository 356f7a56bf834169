import type { Table } from "../../src/model/index.ts";
import { table } from "./embedded/temporary-store.ts";

const attached = (column: string, options?: Readonly<Record<string, string>>) => ({
  column,
  using: "sai" as const,
  ...(options && { options }),
});

const columns = {
  v: "int",
  w: "text",
  x: "int",
  tags: "set<int>",
  list: "list<int>",
  m: "map<int, int>",
  frozen: "frozen<list<int>>",
};

/**
 * Tables with every kind of key and index.
 *
 * @param isWithVectors false for a database that has neither vectors nor storage-attached indexes
 */
export function tablesOfEveryKind(isWithVectors: boolean): readonly Table[] {
  const plain = [
    table("bare", { k: "int", ...columns }, ["k"]),
    table("bare_rows", { k: "int", a: "int", b: "text", s: "int static", ...columns }, ["k"], { a: "DESC", b: "ASC" }),
    table(
      "listed",
      { k: "int", l: "int", a: "int", b: "int", s: "int static", ...columns },
      ["k", "l"],
      { a: "ASC", b: "DESC" },
      {
        indexes: [
          { column: "v" },
          { column: "w" },
          { column: "b" },
          { column: "l" },
          { column: "s" },
          { column: "tags" },
          { column: "m", kind: "entries" },
          { column: "frozen" },
        ],
      },
    ),
  ];
  if (!isWithVectors) return plain;
  return [
    ...plain,
    table(
      "flat",
      { k: "int", ...columns, e: "vector<float, 2>", f: "vector<float, 2>" },
      ["k"],
      {},
      {
        indexes: [
          attached("v"),
          attached("w", { case_sensitive: "false" }),
          attached("tags"),
          attached("e", { similarity_function: "euclidean" }),
          { column: "x" },
        ],
      },
    ),
    table(
      "deep",
      { k: "int", l: "int", a: "int", b: "int", c: "int", s: "int static", ...columns, e: "vector<float, 2>" },
      ["k", "l"],
      { a: "ASC", b: "DESC", c: "ASC" },
      {
        indexes: [
          attached("v"),
          attached("w"),
          attached("b"),
          attached("l"),
          attached("list"),
          { ...attached("m"), kind: "keys" },
          attached("e"),
          attached("frozen"),
        ],
      },
    ),
    table(
      "mixed",
      { k: "int", a: "int", b: "int", s: "int static", ...columns },
      ["k"],
      { a: "ASC", b: "ASC" },
      {
        indexes: [
          attached("v"),
          attached("s"),
          { ...attached("m"), kind: "entries" },
          { column: "w" },
          { column: "tags" },
        ],
      },
    ),
  ];
}
