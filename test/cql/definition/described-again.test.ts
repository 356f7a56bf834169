/** What DESCRIBE says of a keyspace creates the same one again. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSystem } from "../../../src/cql/system/index.ts";
import type { System } from "../../../src/cql/system/index.ts";
import type { Keyspace } from "../../../src/model/index.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import type { EmbeddedStore, KeyspaceDetails } from "../../../src/store/index.ts";
import { keyspace } from "../../support/keyspaces.ts";
import { fillStore, saidInCql } from "../fill-store.ts";
import { openDefinitions, textRows } from "./run-definition.ts";

interface Side {
  readonly store: EmbeddedStore;
  readonly system: System;
  readonly define: ReturnType<typeof openDefinitions>;
}

async function openSide(): Promise<Side> {
  const store = await openMemoryStore();
  const system = await openSystem(store, { address: "127.0.0.1", port: 9042 });
  return { store, system, define: openDefinitions(system.database) };
}

let [from, to]: Side[] = [];

beforeAll(async () => {
  [from, to] = [await openSide(), await openSide()];
});

afterAll(async () => {
  for (const side of [from, to]) {
    await side?.system.close();
    await side?.store.close();
  }
});

async function describeAll({ store, define }: Side, before: Keyspace): Promise<readonly string[]> {
  await fillStore(store, before);
  await store.alterKeyspace(before.name, { durableWrites: false });
  for (const { name } of before.tables) {
    const options = new Map([
      ["gc_grace_seconds", "5"],
      ["comment", comment],
    ]);
    await store.alterTable(before.name, name, { kind: "options", options });
  }
  const { answer } = await define(`DESCRIBE KEYSPACE ${before.name}`);
  return textRows(answer)?.map((row) => row[3] ?? "") ?? [];
}

const comment = "it's\nhere";

function withoutIds(details: KeyspaceDetails | undefined): unknown {
  return details && { ...details, tables: Array.from(details.tables, ([name, { options }]) => [name, options]) };
}

it("creates any keyspace again", async () => {
  if (!from || !to) throw new TypeError("not open");
  const [one, other] = [from, to];
  await fc.assert(
    fc.asyncProperty(keyspace, async (before) => {
      for (const statement of await describeAll(one, before)) {
        expect((await other.define(statement)).error, statement).toBeUndefined();
      }
      const after = await other.store.keyspace(before.name);
      const described = { ...before, tables: before.tables.map((table) => ({ ...table, description: comment })) };
      expect(after && saidInCql(after)).toEqual(saidInCql(described));
      expect(withoutIds(other.store.details(before.name))).toEqual(withoutIds(one.store.details(before.name)));
      for (const { store } of [one, other]) await store.dropKeyspace(before.name);
    }),
    { seed: 32, numRuns: process.env["COLONNADE_LONG"] ? 1000 : 25 },
  );
});

it("creates a table again with the columns that it had, WITH INTERNALS", async () => {
  if (!from) throw new TypeError("not open");
  const { define, store } = from;
  await store.createKeyspace("had");
  const wrongs: unknown[] = [];
  const run = async (cql: string): Promise<void> => {
    const { error } = await define(cql);
    if (error) wrongs.push(error);
  };
  await run("CREATE TABLE had.t (k int PRIMARY KEY, a text, b list<int>)");
  await run("ALTER TABLE had.t DROP a");
  await run("ALTER TABLE had.t DROP b");
  await run("ALTER TABLE had.t ADD b list<int>");
  const describe = async (): Promise<string> => {
    const { answer } = await define("DESCRIBE TABLE had.t WITH INTERNALS");
    return textRows(answer)?.[0]?.[3] ?? "";
  };
  const text = await describe();
  expect(text.split(" WITH ID = ")[0]).toBe(
    "CREATE TABLE had.t (\n    k int PRIMARY KEY,\n    a text,\n    b list<int>\n)",
  );
  expect(text.split(";\n").slice(1)).toEqual([
    "ALTER TABLE had.t DROP a",
    "ALTER TABLE had.t DROP b",
    "ALTER TABLE had.t ADD b list<int>;",
  ]);
  const dropped = (): unknown => store.details("had")?.tables.get("t")?.dropped;
  const before = dropped();
  await run("DROP TABLE had.t");
  for (const statement of text.split(";\n")) await run(statement.replace(/;$/, ""));
  expect(wrongs).toEqual([]);
  expect(dropped()).toEqual(before);
  await store.dropKeyspace("had");
});
