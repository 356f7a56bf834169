import { describe, expect, it } from "vitest";
import { shapeOf } from "../../../src/service/graphql/document-shape.ts";
import { documentsOf, execute } from "../../../src/service/graphql/execute.ts";
import { createReads } from "../../../src/store/index.ts";
import type { WriteResult, Store } from "../../../src/store/index.ts";
import { keyspaceOf } from "../../support/keyspaces.ts";
import { products, uuid } from "../service-fixture.ts";

const documents = documentsOf(keyspaceOf("catalog", [products]));

/** A store whose writes end when the test says so. */
function openStore(): { readonly store: Store; readonly waiting: (() => void)[] } {
  const waiting: (() => void)[] = [];
  const insert = (): Promise<WriteResult> => new Promise((resolve) => waiting.push(() => resolve({ applied: true })));
  return { store: { insert } as unknown as Store, waiting };
}

const insert = (number: number, guard = ""): string =>
  `w${number}: insertProducts(value: {id: "${uuid(number)}"}${guard}) { applied }`;
const requestOf = (query: string) => ({ query, variables: {}, operationName: undefined });
const run = async (store: Store, query: string): Promise<unknown> => {
  const context = { documents, store, requestId: "id", reads: createReads(), report: () => undefined };
  return JSON.parse(String((await execute(requestOf(query), context)).body));
};
const send = (store: Store, fields: readonly string[]) => run(store, `mutation { ${fields.join(" ")} }`);

describe("the writes of a mutation", () => {
  it("reach the store together, so that it can store them as one", async () => {
    const { store, waiting } = openStore();
    const result = send(store, [insert(1), insert(2), insert(3)]);
    await expect.poll(() => waiting).toHaveLength(3);
    for (const end of waiting) end();
    expect(await result).toEqual({ data: { w1: { applied: true }, w2: { applied: true }, w3: { applied: true } } });
  });

  it("wait for those before them, and those after them wait, when they have a condition", async () => {
    const { store, waiting } = openStore();
    const result = send(store, [insert(1), insert(2, ", ifNotExists: true"), insert(3)]);
    for (const count of [1, 2, 3]) {
      await expect.poll(() => waiting).toHaveLength(count);
      await new Promise(setImmediate);
      expect(waiting).toHaveLength(count);
      waiting[count - 1]?.();
    }
    expect(await result).toMatchObject({ data: { w3: { applied: true } } });
  });
});

describe("a document that only asks about the types", () => {
  let count = 0;
  const store = { select: () => Promise.resolve({ rows: [], count: count++ }) } as unknown as Store;
  const result = (query: string) =>
    execute(requestOf(query), { documents, store, requestId: "id", reads: createReads(), report: () => undefined });

  it("is executed once, while the types stay the same", async () => {
    const query = "{ __schema { queryType { name } } }";
    const first = await result(query);
    const second = await result(query);
    expect(String(second.body)).toBe(first.body);
    expect(await result(query)).toBe(second);
  });

  it("is executed anew with an error, or beside another field", async () => {
    for (const query of ["{ __type { name } }", "{ __typename products { count } }"]) {
      const first = await result(query);
      expect(await result(query)).not.toBe(first);
      expect(await result(query)).not.toBe(first);
    }
    expect(count).toBe(3);
  });
});

describe("a text that looks like the shape of another document", () => {
  it("is refused as what it is, and runs nothing with the values of that one", async () => {
    const { store, waiting } = openStore();
    const text = `mutation { ${insert(1)} }`;
    const result = send(store, [insert(1)]);
    await expect.poll(() => waiting).toHaveLength(1);
    waiting[0]?.();
    expect(await result).toMatchObject({ data: { w1: { applied: true } } });
    const key = shapeOf(text)?.key ?? "";
    expect(key).toContain("\u0003");
    expect(await run(store, key)).toMatchObject({
      errors: [{ message: expect.stringMatching(/^Syntax Error/) as string }],
    });
    expect(waiting).toHaveLength(1);
  });
});
