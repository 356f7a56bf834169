/** What `docs/compatibility.md` lists as out of scope is refused by the validation, never accepted and ignored. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openFixture, uuid } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

const page = readFileSync(resolve("docs/compatibility.md"), "utf8");

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

describe("out of scope", () => {
  test.each<[name: string, query: string, message: string]>([
    ["groupBy", "{ products(groupBy: {id: true}) { pageState } }", 'Unknown argument "groupBy"'],
    [
      "_int_function",
      '{ products { values { _int_function(name: "count", args: ["id"]) } } }',
      'Cannot query field "_int_function"',
    ],
    [
      "bulkInsertProducts",
      `mutation { bulkInsertProducts(values: [{id: "${uuid(1)}"}]) { applied } }`,
      'Cannot query field "bulkInsertProducts"',
    ],
    [
      "@async",
      `mutation @async { insertProducts(value: {id: "${uuid(1)}"}) { applied } }`,
      'Unknown directive "@async"',
    ],
    [
      "accepted",
      `mutation { insertProducts(value: {id: "${uuid(1)}"}) { accepted } }`,
      'Cannot query field "accepted"',
    ],
    ["conversionWarnings", "{ conversionWarnings }", 'Cannot query field "conversionWarnings"'],
    ["productsFilter", "{ productsFilter { pageState } }", 'Cannot query field "productsFilter"'],
  ])("%s is on the page, and refused", async (name, query, message) => {
    expect(page).toContain(`\`${name}`);
    const { data, errors } = await fixture.graphql(query);
    expect(data).toBeUndefined();
    expect(errors?.[0]?.message).toContain(message);
  });

  it("leaves no row behind", async () => {
    expect((await fixture.graphql("{ products { values { id } } }")).data).toEqual({ products: { values: [] } });
  });
});
