import { expect, test } from "vitest";
import { UnderWay } from "../../../src/store/embedded/under-way.ts";

test("items end in any order, each once", () => {
  const underWay = new UnderWay<string>();
  const [endA, endB, endC, endD] = ["a", "b", "c", "d"].map((item) => underWay.add(item));
  endB?.();
  expect([...underWay.items].sort()).toEqual(["a", "c", "d"]);
  endD?.();
  endB?.();
  endD?.();
  expect([...underWay.items].sort()).toEqual(["a", "c"]);
  const endE = underWay.add("e");
  endA?.();
  endE();
  expect(underWay.items).toEqual(["c"]);
  endC?.();
  expect(underWay.items).toEqual([]);
});
