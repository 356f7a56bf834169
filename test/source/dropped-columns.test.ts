import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { droppedName, loadDropped, mergeDropped, writeDropped } from "../../src/source/dropped-columns.ts";
import { loadKeyspace } from "../../src/source/parse-keyspace.ts";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";

const price = { table: "products", column: "price", type: "int", static: false };
const name = { table: "orders", column: "name", type: "text", static: true };

describe("dropped columns beside the definitions", () => {
  it("are none where nothing remembers any, and what was written else", () => {
    const folder = createTemporaryFolder();
    expect(loadDropped(folder)).toEqual([]);
    writeDropped(folder, [name, price]);
    expect(loadDropped(folder)).toEqual([name, price]);
    expect(readFileSync(join(folder, droppedName), "utf8").split("\n")).toEqual([
      "[",
      '  {"table":"orders","column":"name","type":"text","static":true},',
      '  {"table":"products","column":"price","type":"int","static":false}',
      "]",
      "",
    ]);
  });

  it("stay in the file as somebody wrote it, as long as they are the same", () => {
    const folder = createTemporaryFolder();
    const mine = `\ufeff${JSON.stringify([{ ...name, why: "Nobody read it." }, price], null, 4)}\r\n`;
    writeTree(folder, { [droppedName]: mine });
    expect(loadDropped(folder)).toMatchObject([name, price]);
    writeDropped(folder, [name, price]);
    expect(readFileSync(join(folder, droppedName), "utf8")).toBe(mine);
    writeDropped(folder, [price]);
    expect(loadDropped(folder)).toEqual([price]);
  });

  it("cannot be read where a merge has left both sides", () => {
    const folder = createTemporaryFolder();
    writeDropped(folder, [price]);
    const text = readFileSync(join(folder, droppedName), "utf8");
    writeTree(folder, { [droppedName]: `<<<<<<< ours\n${text}=======\n${text}>>>>>>> theirs\n` });
    expect(() => loadDropped(folder)).toThrow(
      expect.objectContaining({ code: "bad-dropped-columns", message: expect.stringContaining(droppedName) }) as Error,
    );
  });

  it("define nothing", async () => {
    const folder = createTemporaryFolder();
    const id = { name: "id", typeDefinition: "uuid" };
    const table = { name: "products", columnDefinitions: [id], primaryKey: { partitionKey: ["id"] } };
    writeTree(folder, { "products.json": JSON.stringify(table) });
    writeDropped(folder, [price]);
    expect((await loadKeyspace(folder, "shop")).tables).toHaveLength(1);
  });

  it("are each there once, as they were last", () => {
    const later = { ...price, type: "bigint" };
    expect(mergeDropped([price], [later, name])).toEqual([name, later]);
  });

  test.each([
    "",
    "{}",
    "[1]",
    "[null]",
    '[{ "table": "a" }]',
    '[{ "table": "a", "column": "b", "type": "int", "static": 1 }]',
  ])("%s is no list of them", (text) => {
    const folder = createTemporaryFolder();
    writeTree(folder, { [droppedName]: text });
    expect(() => loadDropped(folder)).toThrow(expect.objectContaining({ code: "bad-dropped-columns" }) as Error);
  });
});
