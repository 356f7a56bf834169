import { expect, test } from "vitest";
import { remove, update } from "@colonnade/runtime";
import { notes, openWith } from "./notes-table.ts";

const rules = "must be an object such as { eq: … } or { in: […] }";

test.each<readonly [unknown, string]>([
  [{ title: "a" }, `the condition on title ${rules}`],
  [{ title: null }, `the condition on title ${rules}`],
  [{ title: { contains: "a" } }, `the condition on title ${rules}`],
  [{ title: { in: "a" } }, `the condition on title ${rules}`],
  [{ title: {} }, "the condition on title is empty"],
  [{ nothing: { eq: "a" } }, "nothing cannot have a condition"],
  [{}, "the condition names no column"],
])("the condition %j is refused before anything is sent", async (condition, reason) => {
  const calls: unknown[] = [];
  const transport = (call: unknown): Promise<never> => {
    calls.push(call);
    return Promise.reject(new Error("nothing should be sent"));
  };
  const session = openWith({ transport });
  const options = { if: condition } as object;
  const refused = { code: "validation", message: expect.stringContaining(reason) as string };
  await expect(update(session, notes, { id: 1, title: "b" }, options)).rejects.toMatchObject(refused);
  await expect(remove(session, notes, { id: 1 }, options)).rejects.toMatchObject(refused);
  expect(calls).toEqual([]);
});
