import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { serve, user } from "./serving.ts";

const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
const products = {
  name: "products",
  columnDefinitions: [
    { name: "id", typeDefinition: "uuid" },
    { name: "name", typeDefinition: "text" },
  ],
  primaryKey: { partitionKey: ["id"] },
};

function createProject(lines: string): string {
  const cwd = createTemporaryFolder();
  writeTree(cwd, { "definitions/shop/products.json": JSON.stringify(products), "rows/products.jsonl": lines });
  return cwd;
}

async function readRows(url: string): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ username: user.COLONNADE_USERNAME, password: user.COLONNADE_PASSWORD });
  const created = await fetch(`${url}/api/rest/v1/auth`, { method: "POST", headers, body });
  const { authToken } = (await created.json()) as { authToken: string };
  const query = JSON.stringify({ query: "{ products { values { id name } } }" });
  const sent = { ...headers, "x-service-token": authToken };
  return (
    (await (await fetch(`${url}/api/graphql`, { method: "POST", headers: sent, body: query })).json()) as {
      data: unknown;
    }
  ).data;
}

describe("serve --seed", () => {
  it("writes the rows of a folder, again at each start", async () => {
    const cwd = createProject(`{"id":"${id}","name":"Robot arm"}\n`);
    for (let start = 0; start < 2; start++) {
      const { stdout, stderr, stop } = await serve("--definitions definitions --seed rows", cwd);
      expect(stderr).toContain("wrote 1 row of 1 table\n");
      expect(await readRows(stdout.trim())).toEqual({ products: { values: [{ id, name: "Robot arm" }] } });
      await stop();
    }
  });

  it("is refused with file and line of each mistake, and writes nothing", async () => {
    const cwd = createProject(`{"id":"${id}"}\n{"id":"1","nmae":"x"}\n`);
    const { code, stderr } = await (await serve("--definitions definitions --seed rows", cwd)).stop();
    expect(code).toBe(2);
    expect(stderr).toContain("✖ 1 of the seed rows is invalid [bad-rows]");
    expect(stderr).toContain(`${join("rows", "products.jsonl")}:2 products has no column "nmae"; did you mean name?`);
    expect(stderr).toContain(`${join("rows", "products.jsonl")}:2 id is not uuid: "1"`);
    const { stdout } = await serve("--definitions definitions", cwd);
    expect(await readRows(stdout.trim())).toEqual({ products: { values: [] } });
  });

  it("is refused without such a folder", async () => {
    const { code, stderr } = await (await serve("--definitions definitions --seed nothing", createProject(""))).stop();
    expect(code).toBe(2);
    expect(stderr).toContain("nothing is not a folder that can be read [bad-rows]");
  });
});
