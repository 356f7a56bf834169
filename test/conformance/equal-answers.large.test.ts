/** Any program answers alike over HTTP and directly on a store, on both engines: random ones, and the shop's. */
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createTable } from "@colonnade/runtime/definitions";
import type { Session } from "@colonnade/runtime";
import { countersTable, getCounters, incrementCounters } from "../../examples/every-type/generated/index.js";
import { sellRobot } from "../../examples/shop/app.js";
import {
  deleteOrdersByCustomer,
  findOrdersByCustomer,
  getOrdersByCustomer,
  getOrdersByCustomerStatic,
  insertOrdersByCustomer,
  ordersByCustomerTable,
  productsTable,
  scanOrdersByCustomer,
  scanProducts,
  updateOrdersByCustomer,
} from "../../examples/shop/generated/index.js";
import { addProduct, loadProducts, showProducts } from "../../examples/shop/loading.js";
import { withShop } from "../../examples/shop/testing.js";
import { createTemporaryFolder } from "../support/temporary-folder.ts";
import { allOf, clock, describeEqualAnswers, optional, pagesOf, shown } from "./equal-programs.ts";
import type { Act } from "./equal-programs.ts";

// Few of each, so that programs meet their own rows, in more than one form.
const customerId = fc.constantFrom(
  "0b9d9f6c-53f5-4a0e-8e1b-8c6a3c1f2d34",
  "0B9D9F6C-53F5-4A0E-8E1B-8C6A3C1F2D34",
  "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10",
);
const orderedAt = fc.integer({ min: 0, max: 2 }).map((day) => new Date(Date.UTC(2026, 10, day + 1)));
const orderId = fc.integer({ min: 0, max: 2 }).map((place) => `0000000${place}-c6b1-11f0-8de9-0242ac120002`);
const total = fc.option(fc.constantFrom("1", "1.0", "1.00", "-2.50", "1e2"));
const key = fc.record({ customerId, orderedAt, orderId });
const changes = fc.record({
  customerName: optional(fc.option(fc.constantFrom("Ada", "", "Zoë 🦊"))),
  total: optional(total),
  paid: optional(fc.option(fc.boolean())),
});
const test = fc.oneof(
  fc.record({ total: fc.record({ eq: total }) }),
  fc.record({ total: fc.record({ lt: total }) }),
  fc.record({ paid: fc.record({ in: fc.array(fc.option(fc.boolean()), { maxLength: 2 }) }) }),
  fc.record({
    customerName: fc.record({ notEq: fc.option(fc.constant("Ada")) }),
    paid: fc.record({ eq: fc.boolean() }),
  }),
);
/** Some end while a program waits. */
const anyTtl = optional(fc.constantFrom(0, 1, 10, 1000, -1));
/** None ends, since a real clock cannot be set; nor is any wrong, which two engines see at different moments. */
const lastingTtl = optional(fc.constantFrom(0, 1000));
const where = fc.oneof(
  fc.record({ customerId }),
  fc.record({ customerId: fc.record({ in: fc.array(customerId, { maxLength: 3 }) }) }),
  fc.record({
    customerId,
    orderedAt: fc.oneof(orderedAt, fc.record({ gte: orderedAt }), fc.record({ lt: orderedAt })),
  }),
  fc.record({ customerId, orderedAt: fc.record({ in: fc.array(orderedAt, { maxLength: 2 }) }) }),
  fc.record({ customerId, orderedAt, orderId: fc.oneof(orderId, fc.record({ gt: orderId })) }),
);
const reading = fc.record(
  {
    order: fc.constantFrom("asc" as const, "desc" as const),
    select: fc.subarray(["orderedAt", "total", "customerName"] as const),
    pageSize: fc.integer({ min: 1, max: 5 }),
    limit: fc.integer({ min: 1, max: 7 }),
  },
  { requiredKeys: [] },
);

const actsWith = (ttl: typeof anyTtl, read: typeof pagesOf): fc.Arbitrary<Act> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(key, changes, ttl, optional(fc.boolean()))
        .map(([key, changes, ttl, ifNotExists]) =>
          shown("insert", [key, changes, ttl, ifNotExists], (session) =>
            insertOrdersByCustomer(session, { ...key, ...changes }, { ttl, ifNotExists }),
          ),
        ),
    },
    fc
      .tuple(key, changes, ttl, optional(test), optional(fc.boolean()))
      .map(([key, changes, ttl, test, ifExists]) =>
        shown("update", [key, changes, ttl, test, ifExists], (session) =>
          updateOrdersByCustomer(session, { ...key, ...changes } as never, { ttl, if: test as never, ifExists }),
        ),
      ),
    fc
      .tuple(customerId, changes)
      .map(([customerId, { customerName }]) =>
        shown("update static", [customerId, customerName], (session) =>
          updateOrdersByCustomer(session, { customerId, customerName } as never),
        ),
      ),
    fc
      .tuple(key, optional(test), optional(fc.boolean()))
      .map(([key, test, ifExists]) =>
        shown("delete", [key, test, ifExists], (session) =>
          deleteOrdersByCustomer(session, key, { if: test as never, ifExists }),
        ),
      ),
    key.map((key) => shown("get", key, (session) => getOrdersByCustomer(session, key))),
    customerId.map((customerId) =>
      shown("get static", customerId, (session) => getOrdersByCustomerStatic(session, { customerId })),
    ),
    fc
      .tuple(where, reading)
      .map(([where, reading]) =>
        shown("find", [where, reading], (session) => read(findOrdersByCustomer(session, where as never, reading))),
      ),
    reading.map(({ order: _, ...reading }) =>
      shown("scan", reading, (session) => read(scanOrdersByCustomer(session, reading))),
    ),
    fc.bigInt({ min: -3n, max: 3n }).map((views) =>
      shown("increment", views, async (session) => {
        const key = { page: "/", day: "2026-11-21" };
        return [await incrementCounters(session, key, { views }), await getCounters(session, key)];
      }),
    ),
  );

/** Once for both stores, which share the clock. */
const wait = fc.constant(shown("wait", 5, async () => void (clock.ms += 2500)));

await describeEqualAnswers({
  keyspaces: ["shop", "every_type"],
  prepare: async (session) => {
    for (const table of [productsTable, ordersByCustomerTable, countersTable]) {
      await createTable(session, table as typeof productsTable);
    }
  },
  acts: fc.oneof({ weight: 11, arbitrary: actsWith(anyTtl, allOf) }, wait),
  clusterActs: actsWith(lastingTtl, pagesOf),
  programs: 60,
  more: testShop,
});

it("a session on a store tests an app without a service", async () => {
  const sold = await withShop(join(createTemporaryFolder(), "testing"), async (session) => [
    await sellRobot(session),
    (await scanProducts(session).first())?.name,
  ]);
  expect(sold).toEqual(["Robot arm for 3999.00 euros", "Robot arm"]);
});

function testShop(sessions: () => readonly Session[]): void {
  it("give the shop's program the same output", async () => {
    const outputs = await Promise.all(
      sessions().map(async (session) => {
        const output: unknown[] = [await sellRobot(session)];
        const spare = Array.from({ length: 120 }, (_, index) => ({
          id: `9a1f0c7e-2f3b-4c55-9d0e-5b1f6f0a8${100 + index}`,
          name: `Spare part ${index}`,
        }));
        output.push(await loadProducts(session, spare), await addProduct(session, spare[0]!));
        await showProducts(session, (products) => output.push(products.map(({ name }) => name)));
        output.push((await scanProducts(session, { select: ["price"] }).toArray()).length);
        return output;
      }),
    );
    expect(outputs[1]).toEqual(outputs[0]);
    expect(outputs[1]?.slice(0, 3)).toEqual(["Robot arm for 3999.00 euros", "120 written, 0 failed, 0 unknown", false]);
  });
}
