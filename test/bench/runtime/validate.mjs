/**
 * M12: the runtime's check of a row of ten columns, beside zod's of the same row, with and without its compiled validators.
 *
 * `encodeRecord` is what every write goes through: it checks the row and makes what is sent of it, which zod does not; the
 * check alone stands beside it. A refused row costs the error that names the column, as it does an app.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { writeBundle } from "./bundle.mjs";

export const rounds = { quick: 3, full: 15, warmUp: true };

const measures = { nsPerRow: { head: "ns a row", digits: 0 } };

/** In each round. */
const chunks = 50;

const program = `
import * as codecs from "../../../src/runtime/protocol/codecs.ts";
export { encodeRecord } from "../../../src/runtime/table/bound-table.ts";
export { bindTable } from "../../../src/runtime/table/bound-table.ts";
export * as validators from "../../../src/runtime/zod.ts";
export * as z from "zod";
const { bigint, boolean, date, decimal, double, int, text, timestamp, uuid } = codecs;
export const table = {
  keyspace: "shop",
  name: "products",
  apiName: "Products",
  columns: {
    id: uuid, name: text, description: text, price: decimal, created: timestamp,
    stock: int, active: boolean, views: bigint, weight: double, released: date,
  },
  partitionKey: ["id"],
};
`;

const valid = {
  id: "8f14e45f-ceea-467f-a9d7-0123456789ab",
  name: "Robot arm",
  description: "Six joints, a reach of ninety centimeters.",
  price: "4199.99",
  created: new Date("2026-11-01T00:00:00Z"),
  stock: 12,
  active: true,
  views: 9_007_199_254_740_993n,
  weight: 21.5,
  released: "2026-10-31",
};

export async function plan({ folder, quick }) {
  const rows = quick ? 100 : 500;
  const file = await writeBundle(program, join(folder, "validate.mjs"));
  const checks = createChecks(await import(pathToFileURL(file).href));
  const groupOf = (title, row, accepted) => ({
    title,
    measures,
    cases: Object.entries(checks).map(([name, check]) => ({ name, measure: () => time(check, row, accepted, rows) })),
  });
  return {
    groups: [
      groupOf("a row of ten columns", valid, true),
      groupOf("one with a wrong last column", { ...valid, released: 3 }, false),
    ],
  };
}

/** By name, what tells whether a row is accepted. */
function createChecks({ encodeRecord, bindTable, table, validators, z }) {
  const layout = bindTable(table);
  const required = layout.primaryKey;
  const about = { operation: "insert shop.products" };
  // As somebody would write it by hand.
  const plain = z.strictObject({
    id: z.uuid(),
    name: z.string().nullish(),
    description: z.string().nullish(),
    price: z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .nullish(),
    created: z.date().nullish(),
    stock: z.int32().nullish(),
    active: z.boolean().nullish(),
    views: z.bigint().nullish(),
    weight: z.number().nullish(),
    released: z.iso.date().nullish(),
  });
  const generated = validators.writeSchema({
    id: validators.uuid,
    name: validators.optionalText,
    description: validators.optionalText,
    price: validators.optionalDecimal,
    created: validators.optionalTimestamp,
    stock: validators.optionalInt,
    active: validators.optionalBoolean,
    views: validators.optionalBigint,
    weight: validators.optionalDouble,
    released: validators.optionalDate,
  });
  const jitless = { jitless: true };
  return {
    zod: (row) => plain.safeParse(row).success,
    "zod without JIT": (row) => plain.safeParse(row, jitless).success,
    "generated validator": (row) => generated.safeParse(row).success,
    "generated validator without JIT": (row) => generated.safeParse(row, jitless).success,
    "runtime, check alone": (row) =>
      layout.members.every(
        ({ name, codec }) => row[name] === undefined || row[name] === null || codec.check(row[name]),
      ),
    "runtime, check and encode": (row) => {
      try {
        return encodeRecord(layout, row, { required, allowed: layout.members }, about) !== undefined;
      } catch {
        return false;
      }
    },
  };
}

/** @throws {Error} when the row is not judged as it should be */
function time(check, row, accepted, rows) {
  const times = [];
  for (let chunk = 0; chunk < chunks; chunk++) {
    const begun = performance.now();
    let right = 0;
    for (let left = rows; left > 0; left--) if (check(row) === accepted) right += 1;
    times.push(performance.now() - begun);
    if (right !== rows) throw new Error(`${rows - right} of ${rows} rows were judged wrongly`);
  }
  // The twentieth percentile: what the machine can do when nobody else has it.
  return { nsPerRow: (1e6 * times.sort((one, other) => one - other)[chunks / 5]) / rows };
}
