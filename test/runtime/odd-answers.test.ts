/** Answers to writes that are not what they should be: none is taken for a success, and none gives a row that cannot be. */
import { describe, expect, it, test } from "vitest";
import { increment, insert, list, remove, stargateProfile, text, update, userType } from "@colonnade/runtime";
import type { OpenSession, SessionOptions, Table, Transport } from "@colonnade/runtime";
import { notes, openWith, views } from "./notes-table.ts";

function openAnswering(result: unknown, options: Partial<SessionOptions> = {}): OpenSession {
  const transport: Transport = async ({ url }) => {
    const json = url.endsWith("/auth") ? { authToken: "a-token" } : { data: { result } };
    return { status: 200, header: () => null, text: async () => JSON.stringify(json) };
  };
  return openWith({ transport }, options);
}

type Write = (session: OpenSession) => Promise<unknown>;
const absolute: Readonly<Record<string, Write>> = {
  insert: (session) => insert(session, notes, { id: 1, title: "a" }),
  update: (session) => update(session, notes, { id: 1, title: "a" }),
  delete: (session) => remove(session, notes, { id: 1 }),
};
const count: Write = (session) => increment(session, views, { id: 1 }, { views: 1n });
const ifNotExists: Write = (session) => insert(session, notes, { id: 1, title: "a" }, { ifNotExists: true });
const ifExists: Readonly<Record<string, Write>> = {
  update: (session) => update(session, notes, { id: 1, title: "a" }, { ifExists: true }),
  delete: (session) => remove(session, notes, { id: 1 }, { ifExists: true }),
};
const ifTitle: Readonly<Record<string, Write>> = {
  update: (session) => update(session, notes, { id: 1, title: "a" }, { if: { title: { eq: "b" } } }),
  delete: (session) => remove(session, notes, { id: 1 }, { if: { title: { eq: "b" } } }),
};

/** Say nothing of what became of any write. */
const silent = [
  {},
  [],
  [{ applied: true }],
  "false",
  "true",
  true,
  false,
  0,
  1,
  ...["true", "false", 1, 0, [], {}, [true]].map((applied) => ({ applied })),
  { value: { id: 1 } },
];

const batches = [true, false];

describe.each(batches)("an answer (batch: %s)", (batch) => {
  const show = (result: unknown): readonly [string, unknown] => [JSON.stringify(result), result];
  const unconditional = [...silent, null, { applied: null }, { applied: false }, { applied: false, value: { id: 1 } }];

  test.each(unconditional.map(show))("of %s to a write without a condition is a protocol error", async (_, result) => {
    for (const write of Object.values(absolute)) {
      await expect(write(openAnswering(result, { batch }))).rejects.toMatchObject({
        ...{ name: "ProtocolError", code: "protocol", outcome: "unknown" },
      });
    }
    await expect(count(openAnswering(result, { batch }))).rejects.toMatchObject({
      ...{ code: "outcome-unknown", cause: { code: "protocol" } },
    });
  });

  test.each([...silent, null, { applied: null }].map(show))(
    "of %s to a write with a condition leaves its outcome unknown",
    async (_, result) => {
      for (const write of [ifNotExists, ...Object.values(ifExists), ...Object.values(ifTitle)]) {
        await expect(write(openAnswering(result, { batch }))).rejects.toMatchObject({
          ...{ code: "outcome-unknown", cause: { code: "protocol" } },
        });
      }
    },
  );

  const row = { id: 1, title: "b", size: "2" };
  const rows = [undefined, null, {}, [], [row], "row", 1, true, { ...row, id: null }, { title: "b", size: null }];
  test.each([...rows, { id: 1, title: "b" }].map((value) => show({ applied: false, value })))(
    "of %s to an insert under a condition is no row that stood in its way",
    async (_, result) => {
      await expect(ifNotExists(openAnswering(result, { batch }))).rejects.toMatchObject({
        ...{ code: "outcome-unknown", cause: { code: "protocol" } },
      });
    },
  );

  test.each([undefined, {}, [], ["b"], "b", 1, true, { size: "2" }].map((value) => show({ applied: false, value })))(
    "of %s to a write under a condition on a column does not tell the column",
    async (_, result) => {
      for (const write of Object.values(ifTitle)) {
        await expect(write(openAnswering(result, { batch }))).rejects.toMatchObject({
          ...{ code: "outcome-unknown", cause: { code: "protocol" } },
        });
      }
    },
  );

  it("that is as it should be gives what stood in the way, by the type of the write", async () => {
    const refused = (value: unknown) => openAnswering({ applied: false, value }, { batch });
    expect(await ifNotExists(refused(row))).toEqual({ applied: false, current: { id: 1, title: "b", size: 2n } });
    for (const write of Object.values(ifExists)) {
      for (const value of [undefined, null, {}, [], { id: null }]) {
        expect(await write(refused(value))).toEqual({ applied: false, current: null });
      }
    }
    for (const write of Object.values(ifTitle)) {
      expect(await write(refused({ title: "c" }))).toEqual({ applied: false, current: { title: "c" } });
      // There is no such row.
      for (const value of [{ title: null }, null]) {
        expect(await write(refused(value))).toEqual({ applied: false, current: { title: null } });
      }
    }
    for (const write of [...Object.values(absolute), count, ifNotExists, ...Object.values(ifTitle)]) {
      expect(await write(openAnswering({ applied: true, value: "an echo" }, { batch }))).toEqual({ applied: true });
    }
  });
});

describe("a row that stood in the way", () => {
  interface Row {
    readonly id: string;
    readonly tags: string[];
    readonly home: object | null;
  }
  const table = {
    keyspace: "shop",
    name: "people",
    columns: { id: text, tags: list(text), home: userType({ name: "address", fields: { street: text } }) },
    partitionKey: ["id"],
  } as unknown as Table<{ row: Row; key: { id: string }; where: { id: string }; insert: Row; update: Row }>;

  it("never has null for a collection, nor what a column does not hold", async () => {
    const person = { id: "a", tags: [], home: null };
    const insertAgain = (value: unknown) =>
      insert(openAnswering({ applied: false, value }), table, person, { ifNotExists: true });
    expect(await insertAgain({ id: "a", tags: null, home: null })).toEqual({ applied: false, current: person });
    for (const odd of [{ id: 1 }, { id: [] }, { tags: "a" }, { tags: [null] }, { home: "Main" }, { home: [] }]) {
      await expect(insertAgain({ ...person, ...odd })).rejects.toMatchObject({ code: "validation", direction: "out" });
    }
  });
});

test("null in place of whether a write was applied is what old versions of Stargate say of any write", async () => {
  const open = () => openAnswering({ applied: null, value: null }, { profile: stargateProfile() });
  for (const write of [...Object.values(absolute), count]) expect(await write(open())).toEqual({ applied: true });
  await expect(ifNotExists(open())).rejects.toMatchObject({ code: "outcome-unknown" });
});
