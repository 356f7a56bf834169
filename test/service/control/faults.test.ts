import { describe, expect, it, test } from "vitest";
import { Faults } from "../../../src/service/control/faults.ts";
import type { FaultRule, FaultSubject } from "../../../src/service/control/faults.ts";

function subject(
  facts: { method?: string; route?: string; tables?: string[]; operations?: string[] } = {},
): FaultSubject {
  const { method = "POST", route = "/api/graphql", tables = ["products"], operations = ["insertProducts"] } = facts;
  return { method, route, tables: async () => tables, operations: async () => operations };
}

/** Which of so many requests are hit. */
async function hits(rules: readonly FaultRule[], requests: number, seed?: number): Promise<number[]> {
  const faults = new Faults();
  faults.set(rules, seed);
  const found: number[] = [];
  for (let number = 0; number < requests; number++) if (await faults.find(subject())) found.push(number);
  return found;
}

describe("faults", () => {
  test.each<[FaultRule, boolean]>([
    [{ status: 503 }, true],
    [{ status: 503, method: "POST" }, true],
    [{ status: 503, method: "GET" }, false],
    [{ status: 503, route: "/api/graphql" }, true],
    [{ status: 503, route: "/api/graphql/{keyspace}" }, false],
    [{ status: 503, table: "products" }, true],
    [{ status: 503, table: "orders" }, false],
    [{ status: 503, operation: "insertProducts" }, true],
    [{ status: 503, operation: "products" }, false],
    [{ status: 503, method: "POST", table: "orders" }, false],
  ])("of the rule %j hit an insert over GraphQL: %s", async (rule, isHit) => {
    expect(await hits([rule], 1)).toHaveLength(isHit ? 1 : 0);
  });

  it("let some requests pass first, and then hit so many", async () => {
    expect(await hits([{ status: 503, skip: 2, count: 3 }], 10)).toEqual([2, 3, 4]);
  });

  it("come by chance, the same for the same seed", async () => {
    const rules = [{ status: 503, probability: 0.1 }];
    const first = await hits(rules, 1000, 7);
    expect(first.length).toBeGreaterThan(70);
    expect(first.length).toBeLessThan(130);
    expect(await hits(rules, 1000, 7)).toEqual(first);
    expect(await hits(rules, 1000, 8)).not.toEqual(first);
    expect(await hits([{ status: 503, probability: 0 }], 1000)).toEqual([]);
  });

  it("are those of the first rule that hits", async () => {
    const faults = new Faults();
    faults.set([{ status: 429, count: 1 }, { status: 503 }]);
    expect(await faults.find(subject())).toMatchObject({ status: 429 });
    expect(await faults.find(subject())).toMatchObject({ status: 503 });
    expect(faults.rules).toEqual([
      { status: 429, count: 1, hits: 1 },
      { status: 503, hits: 1 },
    ]);
    faults.clear();
    expect(await faults.find(subject())).toBeUndefined();
  });

  it("ask for tables and operations only where a rule names one", async () => {
    const faults = new Faults();
    const never = (): Promise<never> => Promise.reject(new Error("asked"));
    faults.set([{ status: 503, method: "GET", table: "products" }, { status: 503 }]);
    expect(await faults.find({ method: "POST", route: "/", tables: never, operations: never })).toBeDefined();
  });
});
