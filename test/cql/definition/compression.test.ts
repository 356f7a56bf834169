import { expect, test } from "vitest";
import { readCompression } from "../../../src/cql/definition/storage-options.ts";

test.each([
  ["2", "2.0"],
  ["1.5", "1.5"],
  ["0", undefined],
])("a ratio of %s is shown as the database does", (ratio, shown) => {
  const options = readCompression(
    new Map([
      ["class", "LZ4Compressor"],
      ["min_compress_ratio", ratio],
    ]),
  );
  expect(options.get("min_compress_ratio")).toBe(shown);
});
