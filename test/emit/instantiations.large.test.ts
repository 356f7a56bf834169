/**
 * What the type-checker pays for a table. Its time would depend on the machine; the number of types that it has to make
 * from generic ones does not, and grows with the tables by the same amount each.
 */
import { describe, expect, it } from "vitest";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import { benchKeyspace } from "../support/bench-keyspace.ts";
import { measureCompilation } from "../support/compile.ts";

async function instantiationsFor(tables: number): Promise<number> {
  const files = emitKeyspace(planKeyspace(await benchKeyspace(tables)));
  const texts = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  const { errors, instantiations } = measureCompilation(texts);
  expect(errors).toEqual([]);
  return instantiations;
}

describe("type instantiations", { timeout: 60_000 }, () => {
  it("are at most 850 for a table of 12 columns, with its validators and functions", async () => {
    const [few, many] = [await instantiationsFor(10), await instantiationsFor(20)];
    expect((many - few) / 10).toBeLessThanOrEqual(850);
  });
});
