/**
 * Writes of static columns alone are of a partition. Which keys Cassandra 5.0.9 takes for them was asked of it.
 */
import { expect, test } from "vitest";
import { counter, duration, int, text, update } from "@colonnade/runtime";
import { userType } from "@colonnade/runtime/composites";
import type { Table, Transport } from "@colonnade/runtime";
import { checkDelete, checkIncrement, checkInsert, checkUpdate } from "../../../src/runtime/operation/checked-write.ts";
import type { WriteOperation } from "../../../src/runtime/operation/operation.ts";
import { openWith } from "../notes-table.ts";

interface AnyTypes {
  row: object;
  key: object;
  where: object;
  if: Record<string, unknown>;
  insert: object;
  update: object;
}
const tableOf = (columns: object): Table<AnyTypes> => ({
  keyspace: "shop",
  name: "rooms",
  apiName: "Rooms",
  columns: { p: int, c: int, ...columns } as never,
  partitionKey: ["p" as never],
  clusteringKey: ["c" as never],
  staticColumns: ["s" as never],
});
const rooms = tableOf({ s: int, v: int });
const counts = tableOf({ s: counter, v: counter });

const checks = { insert: checkInsert, update: checkUpdate, delete: checkDelete, increment: checkIncrement };

/** The names of the columns that are sent, or the reason of the refusal. */
function sent(operation: Partial<WriteOperation> & Pick<WriteOperation, "kind" | "record">): string {
  try {
    const table = operation.kind === "increment" ? counts : rooms;
    const checked = checks[operation.kind]({ table, amounts: undefined, options: {}, ...operation });
    return checked.table.members
      .flatMap(({ name, index }) => (checked.cells[index] === undefined ? [] : name))
      .join("");
  } catch (error) {
    return (error as Error).message.replace(/.*: /, "");
  }
}

test("a missing key or condition of a table with static columns is refused as of any other table", () => {
  const none = null as unknown as object;
  expect(sent({ kind: "increment", record: none, amounts: { s: 1n } })).toBe("the key is missing");
  const options = { if: null } as unknown as WriteOperation["options"];
  expect(sent({ kind: "update", record: { p: 1, s: 1 }, options })).toBe("the condition has no column");
});

const p = { p: 1 };
const whole = { p: 1, c: 1 };
const missing = "it is in the primary key";

test.each<[WriteOperation["kind"], object, WriteOperation["options"] | object, string]>([
  // Static columns alone take no clustering key: it is left out.
  ["update", { ...p, s: 1 }, {}, "ps"],
  ["update", { ...whole, s: 1 }, {}, "ps"],
  ["update", { ...whole, s: 1, v: undefined }, {}, "ps"],
  ["update", { ...whole, s: 1 }, { if: { s: 1 } }, "ps"],
  ["update", { ...p, s: 1 }, { ifExists: true }, "ps"],
  ["update", { ...whole, s: 1 }, { ifExists: true }, "omit c"],
  // With a regular column in the condition it is a row's.
  ["update", { ...whole, s: 1 }, { if: { v: 1 } }, "pcs"],
  ["update", { ...p, s: 1 }, { if: { v: 1 } }, missing],
  ["update", { ...p, s: 1 }, { if: { s: 1, v: null } }, missing],
  ["update", { ...whole, s: 1, v: 1 }, {}, "pcsv"],
  ["update", { ...p, s: 1, v: 1 }, {}, missing],
  // The database takes it, but an update says the same.
  ["insert", { ...p, s: 1 }, {}, missing],
  ["insert", { ...whole, s: 1 }, {}, "pcs"],
  ["insert", whole, {}, "pc"],
  ["insert", p, {}, missing],
  ["insert", { ...p, s: 1, v: 1 }, {}, missing],
])("%s %o %o sends %s", (kind, record, options, expected) => {
  expect(sent({ kind, record, options })).toBe(expected);
});

test.each<[object, object, string]>([
  [p, { s: 1n }, "ps"],
  [whole, { s: 1n }, "ps"],
  [whole, { s: 1n, v: 1n }, "pcsv"],
  [whole, { v: 1n }, "pcv"],
  [p, { v: 1n }, missing],
  [p, { s: 1n, v: 1n }, missing],
])("an increment of %o by %o sends %s", (record, amounts, expected) => {
  expect(sent({ kind: "increment", record, amounts })).toBe(expected);
});

const spot = userType<{ lat: number | null; eq: string | null }>({
  name: "spot",
  fields: { lat: int, eq: text },
});
const places = tableOf({ s: int, home: spot, wait: duration });

test.each([
  [{ home: { lat: 1, eq: "a" } }, 'home: {eq: {lat: 1, eq: "a"}}'],
  [{ home: { eq: { lat: 1, eq: "a" } } }, 'home: {eq: {lat: 1, eq: "a"}}'],
  [{ home: { in: [{ lat: 1, eq: "a" }, null] } }, 'home: {in: [{lat: 1, eq: "a"}, null]}'],
  [{ wait: { in: ["1d"] } }, 'wait: {in: ["1d"]}'],
])("the condition %o takes a plain value of a user type and operators", async (condition, printed) => {
  let body = "";
  const transport: Transport = async (call) => {
    body = call.body ?? "";
    const answer = call.url.endsWith("/auth") ? { authToken: "T" } : { data: { result: { applied: true } } };
    return { status: 200, header: () => null, text: async () => JSON.stringify(answer) };
  };
  await update(openWith({ transport }), places, { ...whole, home: null }, { if: condition });
  expect((JSON.parse(body) as { query: string }).query).toContain(printed);
});

test("a condition has no range of durations", async () => {
  const transport: Transport = () => Promise.reject(new Error("nothing should be sent"));
  const wrong = update(openWith({ transport }), places, { ...whole, home: null }, { if: { wait: { gt: "1d" } } });
  await expect(wrong).rejects.toMatchObject({ message: expect.stringContaining("durations have no order") as string });
});
