import fc from "fast-check";
import { expect, it } from "vitest";
import { printJson } from "../../src/service/json.ts";

it("JSON keeps the sign of minus zero, however deep it stands, and is that of JSON.stringify otherwise", () => {
  expect(printJson({ list: [1, -0], of: { it: [[-0]] }, left: undefined, 'q"': "-0" })).toBe(
    '{"list":[1,-0.0],"of":{"it":[[-0.0]]},"q\\"":"-0"}',
  );
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      expect(JSON.parse(printJson(json))).toEqual(json);
      if (!printJson(json).includes("-0.0")) expect(printJson(json)).toBe(JSON.stringify(json));
    }),
  );
});
