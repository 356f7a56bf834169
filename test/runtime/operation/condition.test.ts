import { expect, test } from "vitest";
import { insert, remove, update } from "@colonnade/runtime";
import { removeWhere } from "@colonnade/runtime/tables";
import type { Transport } from "@colonnade/runtime";
import { notes, openWith } from "../notes-table.ts";

const rules = "must be a value, or an object such as { eq: … } or { in: […] }";

test.each<readonly [unknown, string]>([
  [{ title: 1 }, "title is not "],
  [{ title: ["a"] }, "title is not "],
  [{ title: undefined, size: null }, "the condition on title is undefined: omit the column to test nothing"],
  [{ title: { contains: "a" } }, `the condition on title ${rules}`],
  [{ title: { in: "a" } }, `the condition on title ${rules}`],
  [{ title: {} }, "the condition on title is empty"],
  [{ nothing: { eq: "a" } }, "nothing cannot have a condition"],
  [{}, "the condition has no column"],
  [null, "the condition has no column"],
  [false, "the condition has no column"],
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

test.each([
  [{ title: "a" }, 'ifCondition: {title: {eq: "a"}}'],
  [{ title: null }, "ifCondition: {title: {eq: null}}"],
  [{ title: { in: ["a", null] } }, 'ifCondition: {title: {in: ["a", null]}}'],
  [{ title: "a", size: { gt: 1n, lte: 5n } }, 'ifCondition: {title: {eq: "a"}, size: {gt: "1", lte: "5"}}'],
])("the condition %o travels as operators and encoded values", async (condition, printed) => {
  let sent = "";
  const transport: Transport = async ({ url, body }) => {
    sent = body ?? "";
    const answer = url.endsWith("/auth") ? { authToken: "T" } : { data: { result: { applied: true } } };
    return { status: 200, header: () => null, text: async () => JSON.stringify(answer) };
  };
  await update(openWith({ transport }), notes, { id: 1, title: "b" }, { if: condition as object });
  expect((JSON.parse(sent) as { query: string }).query).toContain(printed);
});

test.each<readonly [string, object]>([
  ["insert", { if: { title: "a" } }],
  ["insert", { ifExists: true }],
  ["insert", { ifNotExists: true, ifExists: true }],
  ["update", { ifNotExists: true }],
  ["update", { if: { title: "a" }, ifExists: true }],
  ["update", { if: { title: "a" }, ifNotExists: true }],
  ["remove", { ifNotExists: true }],
  ["removeWhere", { if: { title: "a" } }],
  ["removeWhere", { ifNotExists: true }],
])("%s is refused with %j: without that condition it would overwrite what it should not", async (kind, options) => {
  const calls: unknown[] = [];
  const transport: Transport = async (call) => {
    calls.push(call);
    throw new Error("nothing should be sent");
  };
  const session = openWith({ transport });
  const writes: Record<string, () => Promise<unknown>> = {
    insert: () => insert(session, notes, { id: 1, title: "b" }, options),
    update: () => update(session, notes, { id: 1, title: "b" }, options),
    remove: () => remove(session, notes, { id: 1 }, options),
    removeWhere: () => removeWhere(session, notes, { id: 1 }, options),
  };
  await expect(writes[kind]!()).rejects.toMatchObject({ code: "validation", outcome: "not-sent" });
  expect(calls).toEqual([]);
});
