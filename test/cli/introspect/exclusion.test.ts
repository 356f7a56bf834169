/** What `introspect` does without: tables that a flag names, and those without bindings that cannot be read anyway. */
import { describe, expect, it } from "vitest";
import { Flags } from "../../../src/cli/arguments/command.ts";
import { keepExcluded, parseExclusion } from "../../../src/cli/introspect/plan-introspection.ts";
import type { Exclusion } from "../../../src/cli/introspect/plan-introspection.ts";
import type { KeyspaceConfig } from "../../../src/config/index.ts";
import type { Keyspace } from "../../../src/model/index.ts";
import { keyspaceOf } from "../../support/keyspaces.ts";

function keyspaceWith(columns: Readonly<Record<string, string>>, types: readonly string[] = []): Keyspace {
  const id = { name: "id", typeDefinition: "int" };
  return keyspaceOf(
    "shop",
    Object.entries(columns).map(([name, column]) => ({
      name,
      columnDefinitions: [id, { name: column, typeDefinition: "text" }],
      primaryKey: { partitionKey: ["id"] },
    })),
    types.map((name) => ({ name, fields: [id] })),
  );
}

function parse(
  exclude: string | undefined,
  outputs: readonly Partial<KeyspaceConfig>[] = [],
  files?: Keyspace,
): Exclusion {
  const whole = outputs.map((output) => ({ definitions: "definitions", output: "db", ...output }));
  return parseExclusion(new Flags({ exclude }), whole, files);
}

describe("--exclude", () => {
  it("names tables, by patterns too", () => {
    const { isExcluded, mayLack } = parse("shapes, logs_*");
    expect(["shapes", "logs_2026", "logs", "shape"].map(isExcluded)).toEqual([true, true, false, false]);
    expect(["shapes", "logs_2026", "logs", "shape"].map(mayLack)).toEqual([true, true, false, false]);
    expect(["shapes", ""].map(parse(undefined).isExcluded)).toEqual([false, false]);
    expect(() => parse("shapes,")).toThrow("--exclude takes a comma-separated list");
  });

  it("leaves tables and user types as the files have them, there or not", () => {
    const told = keyspaceWith({ fine: "new", kept: "new", unwanted: "new" }, ["address", "kept_type"]);
    const files = keyspaceWith({ fine: "old", kept: "old", gone: "old" }, ["address", "kept_type"]);
    const { tables, userTypes } = keepExcluded(told, files, parse("kept*,unwanted"));
    expect(tables.map(({ name, columns }) => `${name} ${columns[1]?.name}`)).toEqual(["fine new", "kept old"]);
    expect(userTypes.map(({ name }) => name)).toEqual(["address", "kept_type"]);
    expect(keepExcluded(told, undefined, parse("kept")).tables.map(({ name }) => name)).toEqual(["fine", "unwanted"]);
  });
});

describe("the config", () => {
  it("lets a table be missing that no output has", () => {
    const { isExcluded, mayLack } = parse(undefined, [{ exclude: ["logs*"] }, { include: ["products"] }]);
    expect(["logs", "products", "orders"].map(mayLack)).toEqual([true, false, false]);
    expect(isExcluded("logs")).toBe(false);
    expect(parse(undefined, []).mayLack("logs")).toBe(false);
  });

  it("does not let one be missing that has a file", () => {
    const files = keyspaceWith({ logs: "line" }, ["address"]);
    const { mayLack } = parse(undefined, [{ exclude: ["logs*", "address"] }], files);
    expect(["logs", "logs_old", "address"].map(mayLack)).toEqual([false, true, false]);
    expect(parse("logs", [], files).mayLack("logs")).toBe(true);
  });
});
