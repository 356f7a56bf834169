import { describe, expect, it } from "vitest";
import { writeLog } from "../../../../../src/store/embedded/storage/leveldb/log-file.ts";
import { readManifest } from "../../../../../src/store/embedded/storage/leveldb/manifest.ts";
import type { Manifest } from "../../../../../src/store/embedded/storage/leveldb/manifest.ts";

const read = (...changes: readonly (readonly number[])[]): Manifest =>
  readManifest({ path: "MANIFEST-000001", bytes: writeLog(changes.map((change) => Buffer.from(change))) }, "whole");

const comparator = [1, 3, 97, 98, 99];
const log = (number: number): number[] => [2, number];
const deleted = (number: number): number[] => [6, 0, number];
const added = (number: number, size: number): number[] => [7, 0, number, size, 1, 97, 2, 98, 99];

describe("a MANIFEST", () => {
  it("names the tables that were added and not deleted since, and the last first log", () => {
    const others = [3, 200, 1, 4, 7, 5, 0, 1, 97, 9, 0];
    const { logNumber, tables } = read(
      [...comparator, ...log(3), ...others, ...added(5, 100)],
      [...log(6), ...added(7, 50), ...deleted(5)],
      [...added(9, 60)],
    );
    expect(logNumber).toBe(6);
    expect([...tables]).toEqual([
      [7, 50],
      [9, 60],
    ]);
  });

  it("may name log 0, which a new store has", () => {
    expect(read(log(0)).logNumber).toBe(0);
  });

  it("is refused when it names no log", () => {
    expect(() => read(comparator)).toThrow("MANIFEST-000001: it names no log");
  });

  it.each([
    ["ends within a number", [2, 128], ""],
    ["ends within a key", [...log(3), 1, 3, 97, 98], "the bytes end too early"],
    ["has a number of more than 53 bits", [2, 255, 255, 255, 255, 255, 255, 255, 31], "not a number of LevelDB's"],
    ["has a tag that LevelDB does not write", [...log(3), 8], "unknown tag 8"],
  ])("is refused when a change %s", (_, change, cause) => {
    expect(() => read(change)).toThrow(`MANIFEST-000001: a change cannot be read (${cause}`);
  });
});
