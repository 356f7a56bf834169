import { expect, it, test } from "vitest";
import { defaultLook, parseLook, printLook } from "../../../src/console/tables/table-look.ts";

it("is read back as it was kept", () => {
  const look = { hidden: ["a"], widths: { b: 120 }, sort: { column: "c", descending: true } };
  expect(parseLook(printLook(look) ?? null)).toEqual(look);
  expect(printLook(defaultLook)).toBeUndefined();
});

test.each([null, "", "[", "null", "3", '{"hidden":1,"widths":{"a":"x"},"sort":{}}'])("%j is the default", (text) => {
  expect(parseLook(text)).toEqual(defaultLook);
});
