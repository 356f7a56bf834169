import { expect, test } from "vitest";
import { parseCqlType } from "../../../src/model/index.ts";
import type { Composite } from "../../../src/store/values/parts.ts";
import { splitParts } from "../../../src/store/values/parts.ts";

test.each([
  ["list<int>", "00000005"],
  ["list<int>", "74657374"],
  ["set<text>", "ffffffff"],
  ["map<int, int>", "00000001ffffffff"],
])("bytes of a %s cannot announce more items than they hold: %s", (type, hex) => {
  const bytes = Buffer.from(hex, "hex");
  const parsed = parseCqlType(type) as { readonly type: Composite };
  expect(() => splitParts(parsed.type, bytes)).toThrow("more items than");
});
