import { expect, it } from "vitest";
import { Draft } from "../../../../src/store/embedded/storage/draft.ts";
import { updateEntries } from "../../../../src/store/embedded/entries/update-entries.ts";
import { endOf, marks, numberedKey, partitionKey, rowKey } from "../../../../src/store/embedded/rows/key.ts";
import { createLayout } from "../../../../src/store/embedded/rows/layout.ts";
import { keyValuesIn } from "../../../../src/store/embedded/storage/open-data.ts";
import { emptyRow, encodeRow } from "../../../../src/store/embedded/rows/row-parts.ts";
import { table, temporaryDirectory } from "../temporary-store.ts";

const layout = createLayout(
  "shop",
  table("t", { k: "int", v: "int" }, ["k"], {}, { indexes: [{ column: "v" }] }),
  1,
  { id: "", options: new Map() },
  undefined,
  [2],
);
const partition = partitionKey(layout, [Buffer.of(0, 0, 0, 1)]);
const key = rowKey(layout, partition, []);
const rowOf = (value: number): Buffer => {
  const cell = { writtenAt: 1, expiresAt: Infinity, bytes: Buffer.of(0, 0, 0, value) };
  return encodeRow(key, { ...emptyRow([]), cells: new Map([[1, cell]]) });
};

it("a row that replaces one within a range that the same write deletes has its own entry", async () => {
  const level = keyValuesIn(await temporaryDirectory());
  await level.open();
  await level.write([{ type: "put", key, value: rowOf(9) }]);
  for (const value of [8, 9]) {
    const draft = new Draft(level).fork();
    draft.deleteRange({ from: partition, to: endOf(partition) });
    draft.put(key, rowOf(value));
    updateEntries(draft, () => layout);
    const entries = draft
      .operations()
      .filter((operation) => operation.key.subarray(0, 5).equals(numberedKey(marks.index, 2)));
    expect(entries.map((entry) => [entry.type, (entry.key[8] ?? 0) & 0x7f])).toContainEqual(["put", value]);
  }
  await level.close();
});
