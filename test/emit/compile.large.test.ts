import fc from "fast-check";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import { isColonnadeError } from "../../src/errors.ts";
import { nativeTypes } from "../../src/model/index.ts";
import type { Keyspace } from "../../src/model/index.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import type { PlanSettings } from "../../src/plan/index.ts";
import { compile } from "../support/compile.ts";
import { long } from "../support/long.ts";
import { keyspace as anyKeyspace, tableOf } from "../support/keyspaces.ts";

/** A table with a regular column of every native type but counter. */
const everyType = tableOf({
  name: "every_type",
  columnDefinitions: [
    { name: "id", typeDefinition: "uuid" },
    ...nativeTypes.filter((type) => type !== "counter").map((type) => ({ name: `a_${type}`, typeDefinition: type })),
  ],
  primaryKey: { partitionKey: ["id"] },
});

/** The program's own readings: two partition columns, two clustering columns, a static one. */
const readings = tableOf({
  name: "readings",
  columnDefinitions: [
    { name: "sensor", typeDefinition: "uuid" },
    { name: "day", typeDefinition: "date" },
    { name: "at", typeDefinition: "timestamp" },
    { name: "id", typeDefinition: "timeuuid" },
    { name: "owner", typeDefinition: "text", static: true },
    { name: "value", typeDefinition: "double" },
  ],
  primaryKey: { partitionKey: ["sensor", "day"], clusteringKey: ["at", "id"] },
  tableOptions: { clusteringExpression: [{ column: "at", order: "DESC" }] },
});

const hits = tableOf({
  name: "hits",
  columnDefinitions: [
    { name: "page", typeDefinition: "text" },
    { name: "views", typeDefinition: "counter" },
  ],
  primaryKey: { partitionKey: ["page"] },
});

function filesOf(folder: string, keyspace: Keyspace, settings?: PlanSettings): Record<string, string> {
  const files = emitKeyspace(planKeyspace(keyspace, settings));
  return Object.fromEntries(files.map(({ path, text }) => [`${folder}/${path}`, text]));
}

/** Keyspaces that nobody wrote the code against. */
function randomKeyspaces(count: number): Keyspace[] {
  return fc.sample(anyKeyspace, { numRuns: count, seed: 11 }).filter((keyspace) => {
    try {
      planKeyspace(keyspace, { naming: "verbatim" });
      return planKeyspace(keyspace).tables.length > 0;
    } catch (error) {
      if (isColonnadeError(error)) return false;
      throw error;
    }
  });
}

describe("generated code compiles under every strict flag", () => {
  it("for every type, every kind of key, and random keyspaces", { timeout: 120_000 }, () => {
    const files = {
      ...filesOf("shop", { name: "shop", tables: [everyType, readings, hits], userTypes: [] }),
      ...Object.assign(
        {},
        ...randomKeyspaces(long ? 200 : 6).map((keyspace, index) =>
          filesOf(`random${index}`, keyspace, { documents: true }),
        ),
      ),
      ...Object.assign(
        {},
        ...randomKeyspaces(long ? 50 : 3).map((keyspace, index) =>
          filesOf(`verbatim${index}`, keyspace, { naming: "verbatim" }),
        ),
      ),
    };
    expect(Object.keys(files).length).toBeGreaterThan(30);
    expect(compile(files)).toEqual([]);
  });

  it.each([
    ["bundler", "", { module: ts.ModuleKind.Preserve, moduleResolution: ts.ModuleResolutionKind.Bundler }],
    ["type stripping", ".ts", {}],
  ] as const)("for %s, imports ending in '%s'", { timeout: 60_000 }, (_, importExtension, flags) => {
    const files = filesOf("shop", { name: "shop", tables: [readings], userTypes: [] }, { importExtension });
    expect(compile(files, { ...flags, strict: true })).toEqual([]);
  });
});

it("a narrower type is that of every interface, validator and document", { timeout: 60_000 }, () => {
  const orders = tableOf({
    name: "orders",
    columnDefinitions: [
      { name: "id", typeDefinition: "uuid" },
      { name: "status", typeDefinition: "text" },
      { name: "level", typeDefinition: "tinyint" },
      { name: "sku", typeDefinition: "text" },
    ],
    primaryKey: { partitionKey: ["id"], clusteringKey: ["level"] },
  });
  const columns = {
    "orders.status": { oneOf: ["new", "paid"] },
    "orders.level": { oneOf: [1, 2] },
    "orders.sku": { value: { type: "Sku", from: "../sku.js" } },
  };
  const program = `import type { Session } from "@colonnade/runtime";
import type { z } from "zod";
import type { Sku } from "./sku.js";
import { findOrders, insertOrders, updateOrders } from "./shop/index.js";
import type { OrdersRow } from "./shop/index.js";
import type { OrdersInsertWire } from "./shop/documents.js";
import { ordersInsertSchema } from "./shop/zod.js";
export async function write(session: Session, sku: Sku, row: OrdersRow): Promise<"new" | "paid" | null> {
  await insertOrders(session, { id: "x", level: 1, status: "new", sku });
  // @ts-expect-error: not in the list
  await insertOrders(session, { id: "x", level: 1, status: "lost" });
  // @ts-expect-error: not a value of the key
  await insertOrders(session, { id: "x", level: 3 });
  // @ts-expect-error: text that is not a Sku
  await insertOrders(session, { id: "x", level: 1, sku: "A-1" });
  await updateOrders(session, { id: "x", level: 2 }, { if: { status: "paid" } });
  // @ts-expect-error: not in the list
  await updateOrders(session, { id: "x", level: 2 }, { if: { status: "lost" } });
  findOrders(session, { id: "x", level: { gt: 1 } });
  const value: z.input<typeof ordersInsertSchema>["status"] = "paid";
  const wire: OrdersInsertWire = { id: "x", level: 2, status: value, sku: row.sku };
  // @ts-expect-error: not in the list
  wire.status = "lost";
  return row.status;
}
`;
  const settings = { columns, documents: true, asserts: true };
  const files = filesOf("shop", { name: "shop", tables: [orders], userTypes: [] }, settings);
  const sku = "export type Sku = string & { readonly checked: true };\n";
  expect(compile({ ...files, "sku.ts": sku, "app.ts": program })).toEqual([]);
});

/** A table of racing cars: what built them is called as a member of every object is. */
const races = tableOf({
  name: "races",
  columnDefinitions: [
    { name: "id", typeDefinition: "uuid" },
    ...["constructor", "to_string", "value_of"].map((name) => ({ name, typeDefinition: "text" })),
  ],
  primaryKey: { partitionKey: ["id"] },
});

it.each(["camel", "verbatim"] as const)("columns called as members of every object may be left out, %s", (naming) => {
  const program = `import type { Session } from "@colonnade/runtime";
import { insertRaces } from "./shop/index.js";
export async function write(session: Session): Promise<void> {
  await insertRaces(session, { id: "x" });
  await insertRaces(session, { id: "x", constructor_: "Lotus" });
}
`;
  const files = filesOf("shop", { name: "shop", tables: [races], userTypes: [] }, { naming });
  expect(compile({ ...files, "app.ts": program })).toEqual([]);
});

/** What a caller may and may not write; `// no` marks a line that must not compile. */
const use = `
import { createSession } from "@colonnade/runtime";
import type { Applied, NotApplied, Rows } from "@colonnade/runtime";
import { deleteReadings, findReadings, getReadings, getReadingsStatic, incrementHits, insertReadings, updateReadings } from "./shop/index.js";
import type { ReadingsRow } from "./shop/index.js";
import { readingsInsertSchema, readingsRowSchema, readingsUpdateSchema } from "./shop/zod.js";

const session = createSession({ url: "http://localhost", credentials: { username: "a", password: "b" } });
const sensor = "s", day = "d", at = new Date(0), id = "i";
const key = { sensor, day, at, id };
const same = <T>(_value: T): void => undefined;

same<Promise<ReadingsRow | undefined>>(getReadings(session, key));
same<Promise<{ value: number | null } | undefined>>(getReadings(session, key, { select: ["value"] }));
same<Promise<{ owner: string | null } | undefined>>(getReadingsStatic(session, { sensor, day }));
same<Rows<ReadingsRow>>(findReadings(session, { sensor, day }));
findReadings(session, { sensor, day: { in: ["a", "b"] }, at: { gte: at, lt: at } }, { pageSize: 5 });
findReadings(session, { sensor, day, at: { in: [at] } }, { order: "asc", pageSize: 5 });
findReadings(session, { sensor, day, at, id: { gt: "x" } });
same<Promise<Applied>>(insertReadings(session, { ...key, value: 1, owner: null }));
same<Promise<Applied | NotApplied<ReadingsRow>>>(insertReadings(session, key, { ifNotExists: true, ttl: 5 }));
same<Promise<Applied>>(updateReadings(session, { sensor, day, owner: "me" }));
same<Promise<Applied | NotApplied<{ value?: number | null }>>>(updateReadings(session, { ...key, value: 2 }, { if: { value: { gt: 1 } } }));
same<Promise<Applied | NotApplied<null>>>(deleteReadings(session, key, { ifExists: true }));
incrementHits(session, { page: "/" }, { views: 1n });
same<ReadingsRow>(readingsRowSchema.parse({}));
readingsRowSchema.pick({ value: true }).partial();
insertReadings(session, readingsInsertSchema.parse({}));
updateReadings(session, readingsUpdateSchema.parse({}));

findReadings(session, { sensor }); // no
findReadings(session, { sensor, day: { gt: "a" } }); // no
findReadings(session, { sensor, day, id: "x" }); // no
findReadings(session, { sensor, day, at: { gt: at }, id: "x" }); // no
findReadings(session, { sensor, day, value: 1 }); // no
findReadings(session, { sensor, day, at: { gt: at, gte: at } }); // no
findReadings(session, { sensor, day }, { select: ["nothing"] }); // no
insertReadings(session, { sensor, day, at }); // no
insertReadings(session, { ...key, value: "1" }); // no
insertReadings(session, { ...key, valeu: 1 }); // no
insertReadings(session, { ...key, at: null }); // no
insertReadings(session, key, { ifNotExist: true }); // no
updateReadings(session, { sensor, day, value: 1 }); // no
updateReadings(session, { ...key, value: 1 }, { if: { owner: { eq: 1 } } }); // no
updateReadings(session, { ...key, value: 1 }, { if: { sensor: { eq: "s" } } }); // no
deleteReadings(session, key, { ttl: 5 }); // no
incrementHits(session, { page: "/" }, {}); // no
incrementHits(session, { page: "/" }, { views: 1 }); // no
for (const row of findReadings(session, { sensor, day })) same(row); // no
`;

describe("the types of a table", () => {
  let errors: string[];
  beforeAll(() => {
    const files = filesOf("shop", { name: "shop", tables: [readings, hits], userTypes: [] });
    errors = compile({ ...files, "use.ts": use }, { strict: true, exactOptionalPropertyTypes: true });
  }, 60_000);

  it("take what the database would, and refuse each line of what it would not", () => {
    const lines = use.split("\n");
    const refused = new Set(errors.map((error) => Number(/^use\.ts:(\d+)/.exec(error)?.[1])));
    const expected = lines.flatMap((line, index) => (line.endsWith("// no") ? [index + 1] : []));
    const show = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b).map((number) => lines[number - 1]);
    expect(show(refused)).toEqual(show(expected));
  });
});
