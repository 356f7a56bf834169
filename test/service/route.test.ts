import { expect, it } from "vitest";
import { matchRoute } from "../../src/service/route.ts";

const pathOf = (name: string): string => `/api/rest/v1/keyspaces/shop/tables/${name}/rows/a%3Bb`;

it("finds a path again, and others however many were looked up between", () => {
  const first = matchRoute(pathOf("t"));
  expect(matchRoute(pathOf("t"))).toBe(first);
  for (let number = 0; number < 1000; number++) {
    expect(matchRoute(pathOf(`t${number}`))?.params).toEqual(["shop", `t${number}`, "a%3Bb"]);
  }
  expect(matchRoute(pathOf("t"))?.params).toEqual(["shop", "t", "a%3Bb"]);
  expect(matchRoute(`${pathOf("t")}/c`)).toBeUndefined();
});

it("refuses a broken name each time", () => {
  for (const _ of [1, 2]) expect(() => matchRoute(pathOf("%2F"))?.params).toThrow("the path holds no name");
});
