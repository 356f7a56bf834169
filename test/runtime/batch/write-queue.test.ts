/** Writes to one row keep their order, however many other writes begin and end in between. */
import { int, text } from "@colonnade/runtime";
import type { Table } from "@colonnade/runtime";
import { expect, test } from "vitest";
import { PendingWrite, WriteQueue } from "../../../src/runtime/batch/write-queue.ts";
import { checkInsert } from "../../../src/runtime/operation/checked-write.ts";

interface Note {
  id: number;
  title: string | null;
}
interface NoteTypes {
  row: Note;
  key: Pick<Note, "id">;
  where: object;
  if: object;
  insert: Partial<Note>;
  update: Partial<Note>;
}
const table: Table<NoteTypes> = {
  keyspace: "shop",
  name: "notes",
  apiName: "Notes",
  columns: { id: int, title: text },
  partitionKey: ["id"],
};

const nothing = (): void => undefined;
const queue = new WriteQueue(new Map(), { seen: Infinity }, nothing, (_, error) => error);

function add(id: number): PendingWrite {
  const checked = checkInsert({ kind: "insert", table, record: { id }, amounts: undefined, options: {} });
  const write = new PendingWrite(checked, "", "/graphql", true, 0, queue, nothing, nothing);
  queue.add(write);
  return write;
}

test("a write waits for the one before it to its row after a thousand others have ended", () => {
  const first = add(1);
  for (let id = 2; id < 1200; id++) add(id).resolve({ applied: true });
  const second = add(1);
  expect(second.ahead).toBe(first);
  first.resolve({ applied: true });
  expect(second.ahead).toBeUndefined();
  second.resolve({ applied: true });
  expect(add(1).ahead).toBeUndefined();
});
