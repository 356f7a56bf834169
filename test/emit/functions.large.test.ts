import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commonFunctions, tableFunctions } from "../../src/emit/functions.ts";
import { runtime } from "../../src/emit/runtime-entries.ts";
import { Scope, stemsOf } from "../../src/emit/scope.ts";
import { exportsOf, planKeyspace } from "../../src/plan/index.ts";
import type { TablePlan } from "../../src/plan/index.ts";
import { table } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";

function scopeOf(plan: TablePlan): Scope {
  return new Scope({
    name: plan.fileName,
    exports: () => exportsOf(plan).bindings,
    stems: stemsOf(plan.names),
    runtime,
    importExtension: ".js",
  });
}

describe("the functions of a table from a layout", () => {
  it("are those that are laid out for the table itself, and use the same names", () => {
    const name = fc.stringMatching(/^[a-z][a-z_]{0,40}$/);
    fc.assert(
      fc.property(table, name, (random, name) => {
        const plan = planKeyspace({ name: "shop", tables: [{ ...random, name }], userTypes: [] }).tables[0]?.whole();
        if (!plan) return;
        // One after the other: a scope is settled before another one is begun.
        const [fromLayout, own] = [scopeOf(plan), scopeOf(plan)];
        const functions = tableFunctions(plan, fromLayout).join("\n");
        const isPlain = fromLayout.settleNames() === undefined;
        for (const text of commonFunctions(plan, own)) expect(functions).toContain(text);
        for (const use of own.uses) expect(fromLayout.uses).toContain(use);
        expect(own.settleNames() === undefined).toBe(isPlain);
      }),
      runs(200, 10_000),
    );
  });
});
