/** Answers that are not what they should be: none is taken for a success, and none gives a row that cannot be. */
import { describe, expect, it, test } from "vitest";
import {
  find,
  get,
  increment,
  insert,
  int,
  readStatic,
  remove,
  scan,
  serviceProfile,
  text,
  update,
} from "@colonnade/runtime";
import { list, userType } from "@colonnade/runtime/composites";
import { verify } from "@colonnade/runtime/verify";
import { batchWrites } from "@colonnade/runtime/batch";
import { stargateProfile } from "@colonnade/runtime/profiles";
import type { OpenSession, OutcomeUnknownError, Table, Transport } from "@colonnade/runtime";
import { notes, openWith, views } from "../notes-table.ts";
import type { TestOptions } from "../notes-table.ts";

function openAnswering(result: unknown, options: TestOptions = {}): OpenSession {
  const transport: Transport = async ({ url }) => {
    const json = url.endsWith("/auth") ? { authToken: "a-token" } : { data: { result } };
    return { status: 200, header: () => null, text: async () => JSON.stringify(json) };
  };
  return openWith({ transport }, options);
}

/** Answers every document with these problems. */
function openComplaining(errors: unknown, options: TestOptions = {}): OpenSession {
  const transport: Transport = async ({ url }) => {
    const json = url.includes("/auth") ? { authToken: "a-token" } : { data: null, errors };
    return { status: 200, header: () => null, text: async () => JSON.stringify(json) };
  };
  return openWith({ transport }, options);
}

describe("problems", () => {
  const texts: readonly unknown[] = [{ toString: 1 }, { toString: null, valueOf: 2 }, [{ toString: 1 }], 5, true, null];

  test.each(texts)("whose message is %j, not text, give no reason", async (message) => {
    for (const profile of [serviceProfile, stargateProfile()]) {
      const session = openComplaining([{ message }, null, "authorization failed"], { profile });
      await expect(get(session, notes, { id: 1 })).rejects.toMatchObject({
        ...{ code: "document-rejected", problems: ["", "", ""] },
        message: expect.stringContaining("the service gave no reason") as string,
      });
    }
  });

  it("that are not a list break nothing in the profile of Stargate", async () => {
    const session = openComplaining({ message: "authorization failed" }, { profile: stargateProfile() });
    await expect(get(session, notes, { id: 1 })).rejects.toMatchObject({ code: "protocol" });
  });

  it("are read up to a thousand, and a path in a later one still counts", async () => {
    const many = (last: object): object[] => [...Array.from({ length: 5000 }, () => ({ message: "no" })), last];
    const rejected = await get(openComplaining(many({ message: "no" })), notes, { id: 1 }).catch(
      (error: unknown) => error,
    );
    expect(rejected).toMatchObject({ code: "document-rejected", problems: { length: 1000 } });
    const executed = openComplaining(many({ message: "no", path: ["result"] }));
    await expect(get(executed, notes, { id: 1 })).rejects.toMatchObject({ code: "field", problems: { length: 1000 } });
  });
});

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

describe.each(batches)("a response (batch: %s)", (batch) => {
  const show = (result: unknown): readonly [string, unknown] => [JSON.stringify(result), result];
  const unconditional = [...silent, null, { applied: null }, { applied: false }, { applied: false, value: { id: 1 } }];

  test.each(unconditional.map(show))("of %s to a write without a condition is a protocol error", async (_, result) => {
    for (const write of Object.values(absolute)) {
      await expect(write(openAnswering(result, { batch: batch ? batchWrites() : undefined }))).rejects.toMatchObject({
        ...{ name: "ProtocolError", code: "protocol", outcome: "unknown" },
      });
    }
    await expect(count(openAnswering(result, { batch: batch ? batchWrites() : undefined }))).rejects.toMatchObject({
      ...{ code: "outcome-unknown", cause: { code: "protocol" } },
    });
  });

  test.each([...silent, null, { applied: null }].map(show))(
    "of %s to a write with a condition leaves its outcome unknown",
    async (_, result) => {
      for (const write of [ifNotExists, ...Object.values(ifExists), ...Object.values(ifTitle)]) {
        await expect(write(openAnswering(result, { batch: batch ? batchWrites() : undefined }))).rejects.toMatchObject({
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
      await expect(
        ifNotExists(openAnswering(result, { batch: batch ? batchWrites() : undefined })),
      ).rejects.toMatchObject({ code: "protocol", outcome: "refused" });
    },
  );

  test.each([undefined, {}, [], ["b"], "b", 1, true, { size: "2" }].map((value) => show({ applied: false, value })))(
    "of %s to a write under a condition on a column does not tell the column",
    async (_, result) => {
      for (const write of Object.values(ifTitle)) {
        await expect(write(openAnswering(result, { batch: batch ? batchWrites() : undefined }))).rejects.toMatchObject({
          ...{ code: "protocol", outcome: "refused" },
        });
      }
    },
  );

  it("that is as it should be gives what stood in the way, by the type of the write", async () => {
    const refused = (value: unknown) =>
      openAnswering({ applied: false, value }, { batch: batch ? batchWrites() : undefined });
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
      expect(
        await write(openAnswering({ applied: true, value: "an echo" }, { batch: batch ? batchWrites() : undefined })),
      ).toEqual({ applied: true });
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
    apiName: "People",
    columns: { id: text, tags: list(text), home: userType({ name: "address", fields: { street: text } }) },
    partitionKey: ["id"],
  } as unknown as Table<{ row: Row; key: { id: string }; where: { id: string }; if: object; insert: Row; update: Row }>;

  it("never has null for a collection, nor what a column does not hold", async () => {
    const person = { id: "a", tags: [], home: null };
    const insertAgain = (value: unknown) =>
      insert(openAnswering({ applied: false, value }), table, person, { ifNotExists: true });
    expect(await insertAgain({ id: "a", tags: null, home: null })).toEqual({ applied: false, current: person });
    for (const odd of [{ id: 1 }, { id: [] }, { tags: "a" }, { tags: [null] }, { home: "Main" }, { home: [] }]) {
      await expect(insertAgain({ ...person, ...odd })).rejects.toMatchObject({
        ...{ code: "validation", direction: "out", outcome: "refused" },
      });
    }
  });
});

test("null in place of whether a write was applied is what old versions of Stargate say of any write", async () => {
  const open = () => openAnswering({ applied: null, value: null }, { profile: stargateProfile() });
  for (const write of [...Object.values(absolute), count]) expect(await write(open())).toEqual({ applied: true });
  await expect(ifNotExists(open())).rejects.toMatchObject({ code: "outcome-unknown" });
});

describe("a response to a read", () => {
  const reads: Readonly<Record<string, Write>> = {
    get: (session) => get(session, notes, { id: 1 }),
    find: (session) => find(session, notes, { id: 1 }).toArray(),
    scan: (session) => scan(session, notes).toArray(),
  };
  const row = { id: 1, title: "a", size: null };
  const refuse = async (read: Promise<unknown>, message: string): Promise<void> => {
    await expect(read).rejects.toMatchObject({
      ...{ name: "ProtocolError", code: "protocol", message: expect.stringContaining(message) },
    });
  };

  test.each([undefined, null, {}, "row", [null], ["row"], [1]])("of %j for its rows holds none", async (values) => {
    for (const read of Object.values(reads))
      await refuse(read(openAnswering({ values })), "the response holds no rows");
  });

  test.each<[object, string]>([
    [{}, "id"],
    [[1, "a", null], "id"],
    [{ title: "a", size: null }, "id"],
    [{ ...row, id: null }, "id"],
  ])("with the row %j names the key column that it lacks", async (odd, column) => {
    for (const read of Object.values(reads)) {
      await refuse(read(openAnswering({ values: [row, odd] })), `the response's row has no ${column}`);
    }
  });

  it("with a member of the name that failures have is not a failure", async () => {
    const open = () => openAnswering({ values: [row], applied: true, toError: 1 });
    expect(await get(open(), notes, { id: 1 })).toEqual(row);
    for (const write of Object.values(absolute)) expect(await write(open())).toEqual({ applied: true });
  });

  it("needs only the columns that were asked for", async () => {
    const select = ["title"] as const;
    expect(await get(openAnswering({ values: [{ title: "a" }] }), notes, { id: 1 }, { select })).toEqual({
      title: "a",
    });
    expect(await get(openAnswering({ values: [row] }), notes, { id: 1 })).toEqual(row);
  });

  describe("about a table with static columns", () => {
    interface Row {
      readonly day: number;
      readonly at: number;
      readonly seq: number;
      readonly owner: string | null;
    }
    type Key = Pick<Row, "day" | "at" | "seq">;
    const readings = {
      keyspace: "shop",
      name: "readings",
      apiName: "Readings",
      columns: { day: int, at: int, seq: int, owner: text },
      partitionKey: ["day"],
      clusteringKey: ["at", "seq"],
      staticColumns: ["owner"],
    } as unknown as Table<{
      row: Row;
      key: Key;
      where: { day: number };
      if: object;
      insert: Key;
      update: Partial<Row>;
    }>;
    const reading = { day: 1, at: 2, seq: 3, owner: "me" };
    const ofPartition = { day: 1, at: null, seq: null, owner: "me" };
    const findWith = (value: unknown) =>
      find(openAnswering({ values: [reading, value] }), readings, { day: 1 }).toArray();

    it("may lack the clustering key of a partition that has no rows", async () => {
      expect(await findWith(ofPartition)).toEqual([reading]);
      const session = openAnswering({ values: [{ day: 1, owner: "me" }] });
      expect(await readStatic(session, readings, { day: 1 }, ["day", "owner"])).toEqual({ day: 1, owner: "me" });
    });

    it("names any other part of the key that is missing", async () => {
      await refuse(findWith({ day: 1, seq: 3, owner: "me" }), "the response's row has no at");
      await refuse(findWith({ ...reading, seq: null }), "the response's row has no seq");
      await refuse(findWith({ ...reading, day: null }), "the response's row has no day");
      const session = openAnswering({ values: [{ day: null, owner: "me" }] });
      await refuse(readStatic(session, readings, { day: 1 }, ["day", "owner"]), "the response's row has no day");
    });

    it("without a clustering key tells what became of a write to the partition alone", async () => {
      const options = { if: { owner: { eq: null } } } as object;
      const transport = (values: unknown): Transport => {
        const results = [{ applied: {} }, { values }];
        return async ({ url }) => {
          const json = url.endsWith("/auth") ? { authToken: "a-token" } : { data: { result: results.shift() } };
          return { status: 200, header: () => null, text: async () => JSON.stringify(json) };
        };
      };
      const verifyBy = async (values: unknown) => {
        const session = openWith({ transport: transport(values) }, { batch: undefined });
        const write = update(session, readings, { day: 1, owner: "me" }, options);
        return verify((await write.catch((error: unknown) => error)) as OutcomeUnknownError);
      };
      expect(await verifyBy([ofPartition])).toEqual({ applied: "maybe-self", current: ofPartition });
      for (const values of [undefined, null, {}]) await refuse(verifyBy(values), "the response holds no rows");
      await refuse(verifyBy([{ ...ofPartition, day: null }]), "the response's row has no day");
    });
  });
});
