/** What of a document reaches the store: the columns that it selects, and its consistency. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openFixture, uuid } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await openFixture();
});

afterAll(() => fixture.close());

describe("the store is asked for the columns that a query selects", () => {
  it.each([
    ["{ products { values { name id } pageState } }", ["name", "id"]],
    ["{ products { values { a: name b: name __typename } } }", ["name"]],
    ["{ products { pageState } }", []],
    [
      "{ products { all: values { ...F } ... on ProductsResult { values { created } } } } fragment F on Products { id }",
      ["id", "created"],
    ],
    ["query ($no: Boolean = false) { products { values { name price @include(if: $no) } } }", ["name", "price"]],
  ])("%s", async (query, columns) => {
    const select = vi.spyOn(fixture.store, "select");
    expect((await fixture.graphql(query)).errors).toBeUndefined();
    expect(select.mock.lastCall?.[0].columns).toEqual(columns);
    select.mockRestore();
  });
});

describe("consistency reaches the store", () => {
  it("of a query", async () => {
    const select = vi.spyOn(fixture.store, "select");
    await fixture.graphql("{ products(options: { consistency: ALL }) { pageState } }");
    await fixture.graphql("{ products { pageState } }");
    expect(select.mock.calls.map(([{ consistency }]) => consistency)).toEqual(["ALL", undefined]);
    select.mockRestore();
  });

  it.each([
    ["insert", `value: { id: "${uuid(1)}" }`],
    ["update", `value: { id: "${uuid(1)}", name: "Arm" }`],
    ["delete", `value: { id: "${uuid(1)}" }`],
  ] as const)("of %s", async (verb, value) => {
    const write = vi.spyOn(fixture.store, verb);
    const options = "options: { consistency: LOCAL_ONE, serialConsistency: LOCAL_SERIAL }";
    await fixture.graphql(`mutation { ${verb}Products(${value}, ${options}) { applied } }`);
    expect(write.mock.lastCall?.[0]).toMatchObject({ consistency: "LOCAL_ONE", serialConsistency: "LOCAL_SERIAL" });
    write.mockRestore();
  });
});
