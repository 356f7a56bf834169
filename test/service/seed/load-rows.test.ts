import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkRows, loadRows, writeRows } from "../../../src/service/seed/seed.ts";
import type { Keyspace } from "../../../src/model/index.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import type { Tree } from "../../support/temporary-folder.ts";
import { openFixture, products, uuid } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

const counters = {
  name: "visits",
  columnDefinitions: [
    { name: "page", typeDefinition: "text" },
    { name: "count", typeDefinition: "counter" },
  ],
  primaryKey: { partitionKey: ["page"] },
};

let fixture: Fixture;
let shop: Keyspace;
beforeAll(async () => {
  fixture = await openFixture([products, counters]);
  const found = await fixture.store.keyspace("shop");
  if (!found) throw new Error("no keyspace");
  shop = found;
});
afterAll(() => fixture.close());

async function seed(tree: Tree, keyspaces: readonly Keyspace[] = [shop]): Promise<void> {
  const folder = createTemporaryFolder();
  writeTree(folder, tree);
  const relative = (file = ""): string => file.replace(folder, "").replaceAll("\\", "/");
  try {
    await writeRows(fixture.store, checkRows(loadRows(folder, keyspaces), keyspaces));
  } catch (error) {
    const { code, problems } = error as { code: string; problems: { message: string; file?: string; line?: number }[] };
    const lines = problems.map(({ message, file, line }) => `${relative(file)}:${line ?? ""} ${message}`);
    throw new Error([code, ...lines].join("\n"), { cause: error });
  }
}

const count = async (table: string): Promise<number> =>
  (await fixture.store.select({ keyspace: "shop", table, filters: [], pageSize: 5000 })).rows.length;
const row = (number: number): string => JSON.stringify({ id: uuid(number), name: `Product ${number}` });

describe("a folder of rows", () => {
  it("has a file of JSON lines for each table, with empty lines and line ends of any system", async () => {
    const lines = Array.from({ length: 1200 }, (_, number) => row(number)).join("\n");
    await seed({ "products.jsonl": `${lines}\r\n\n`, ".DS_Store": "x" });
    expect(await count("products")).toBe(1200);
  });

  it("may have a folder for each keyspace", async () => {
    await seed({ "shop/products.jsonl": row(5000) });
    expect(await count("products")).toBe(1201);
    await seed({ "shop/products.jsonl": row(5001) }, [shop, { ...shop, name: "crm" }]);
    expect(await count("products")).toBe(1202);
  });

  it("adds to counters", async () => {
    await seed({ "visits.jsonl": '{"page":"/","count":3}\n{"page":"/","count":"4"}' });
    const { rows } = await fixture.store.select({ keyspace: "shop", table: "visits", filters: [], pageSize: 9 });
    expect(rows.map((found) => found.get("count"))).toEqual([7n]);
  });

  it("is refused with every mistake, by file and line, and nothing of it is written", async () => {
    const before = await count("products");
    const tree = {
      "products.jsonl": `${row(9000)}\n{"id":"1"}\n${row(9001)}\n{"nmae":1}`,
      "shop/nothing.jsonl": "{}",
      "crm/products.jsonl": row(1),
    };
    await expect(seed(tree)).rejects.toThrow(
      [
        "bad-rows",
        "/crm/products.jsonl:1 there is no keyspace crm",
        '/products.jsonl:2 id is not uuid: "1"',
        '/products.jsonl:4 products has no column "nmae"; did you mean name?',
        "/products.jsonl:4 id is missing: it is part of the key",
        "/shop/nothing.jsonl:1 shop has no table nothing",
      ].join("\n"),
    );
    expect(await count("products")).toBe(before);
  });

  it("is refused with lines that are not JSON, and with other files", async () => {
    const tree = { "products.jsonl": `${row(9000)}\n{"id":`, "products.json": "[]" };
    await expect(seed(tree)).rejects.toThrow(
      "bad-rows\n/products.json: rows are in files that end in .jsonl\n/products.jsonl:2 the line is not JSON",
    );
    await expect(seed({ "products.jsonl": row(1) }, [shop, { ...shop, name: "crm" }])).rejects.toThrow(
      "/products.jsonl: with several keyspaces, rows are in a folder for each: shop/products.jsonl",
    );
  });
});
