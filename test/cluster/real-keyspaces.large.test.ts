/**
 * Keyspaces as people write them, in CQL: what a real Cassandra tells of them is what our own service tells of the same tables,
 * and bindings of it compile and work.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSession, serviceTransport } from "@colonnade/runtime";
import type { Session } from "@colonnade/runtime";
import { generateAll } from "../../src/generate.ts";
import type { Target } from "../../src/generate.ts";
import type { ColonnadeError } from "../../src/errors.ts";
import { isCounterTable } from "../../src/model/index.ts";
import type { Column, CqlType, Keyspace } from "../../src/model/index.ts";
import { orderUserTypes, userTypesIn } from "../../src/model/cql-type.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import { createService } from "../../src/service/index.ts";
import { introspectKeyspace } from "../../src/source/introspect-keyspace.ts";
import { loadKeyspace } from "../../src/source/parse-keyspace.ts";
import { writeDefinitions } from "../../src/source/write-definitions.ts";
import type { IntrospectOptions, IntrospectedKeyspace } from "../../src/source/introspect-keyspace.ts";
import { openEmbeddedStore } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import { importEmitted } from "../emit/import-emitted.ts";
import { readTree } from "../support/temporary-folder.ts";
import { compile } from "../support/compile.ts";
import { arbitraryValues } from "../support/values.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";
import { realKeyspaces } from "./real-keyspaces.ts";

const keyspaces = realKeyspaces("Real");

const user = { username: "ann", password: "correct horse" };

await describeOnCluster("real keyspaces", (cluster) => {
  const folder = mkdtempSync(join(tmpdir(), "colonnade-real-"));
  let store: Store;
  let session: Session;

  beforeAll(async () => {
    store = await openEmbeddedStore({ directory: join(folder, "store") });
    const transport = serviceTransport(createService({ store, user }));
    session = createSession({ url: "http://localhost", credentials: user, transport });
  });

  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe.each(keyspaces)("$name", (keyspace) => {
    const { called } = keyspace;
    /** What CQL told, as files. */
    const definitions = join(folder, "cql", called);
    let defined: Keyspace;

    const ask = (options: Partial<IntrospectOptions>): Promise<IntrospectedKeyspace> =>
      introspectKeyspace({ keyspace: called, session: () => session, ...options });
    const filesOf = async ({ keyspace }: IntrospectedKeyspace): Promise<unknown> => {
      const other = mkdtempSync(join(folder, "told-"));
      await writeDefinitions(other, keyspace);
      return readTree(other);
    };

    beforeAll(async () => {
      await cluster().run(keyspace.script);
      const told = await ask({ from: ["cql"], cluster: cluster() });
      await writeDefinitions(definitions, told.keyspace);
      defined = await loadKeyspace(definitions, called);
      await store.createKeyspace(called);
      for (const type of orderUserTypes(defined.userTypes)) await store.createUserType(called, type);
      for (const table of defined.tables) await store.createTable(called, table);
    }, 60_000);

    it("is told by REST and GraphQL together as by CQL, byte for byte", async () => {
      const expected = readTree(definitions);
      const ways: IntrospectOptions["from"][] = [
        undefined,
        ["rest", "graphql"],
        ["graphql", "rest"],
        ["graphql", "cql"],
      ];
      for (const from of ways) expect(await filesOf(await ask({ from, cluster: cluster() }))).toEqual(expected);
    });

    it("is told by the file of CQL that made it as by CQL, byte for byte", async () => {
      const file = { name: "schema.cql", text: keyspace.script };
      expect(await filesOf(await ask({ from: ["file"], file }))).toEqual(readTree(definitions));
    });

    it("leaves the files as they are, whoever is asked", async () => {
      const ways: IntrospectOptions["from"][] = [["cql"], ["rest"], ["graphql"], undefined, ["graphql", "rest"]];
      for (const from of ways) {
        const { keyspace, warnings } = await ask({ from, cluster: cluster(), defined });
        const written = await writeDefinitions(definitions, keyspace);
        expect(written).toMatchObject({ written: [], extra: [] });
        if (from?.[0] !== "cql") expect(warnings).toEqual([]);
      }
    });

    it("is told by REST alone but for what user types are made of", async () => {
      // Of each table the first column that has the type, since each can be left out by itself.
      const places = defined.tables.flatMap(({ name, columns }) => {
        const named = columns.flatMap((column) =>
          userTypesIn(column.type).map((type) => [type.name, column.name] as const),
        );
        const first = new Map(named.toReversed());
        return Array.from(first, ([type, column]) => `${name}.${column}: the fields of the user type ${type}`);
      });
      expect((await unknown({ from: ["rest"] })).toSorted()).toEqual(places.toSorted());
      expect((await ask({ from: ["rest"], defined: { ...defined, tables: [] } })).keyspace).toEqual(defined);
    });

    it("is told by GraphQL alone but for the order of rows, which it asks for, times to live and indexes", async () => {
      const clustered = defined.tables.filter((table) => table.clusteringKey.length > 0);
      expect(await unknown({ from: ["graphql"] })).toEqual(
        clustered.map(({ name, clusteringKey }) => {
          return `${name}: the order (ascending or descending) of ${clusteringKey.map((column) => column.name).join(", ")}`;
        }),
      );
      // Of the files it needs the keys alone.
      const tables = defined.tables.map((table) => ({ ...table, defaultTimeToLive: 0, indexes: [] }));
      const keys = tables.map((table) => ({ ...table, columns: table.columns.filter(isInKey) }));
      const told = await ask({ from: ["graphql"], defined: { ...defined, tables: keys, userTypes: [] } });
      expect(told.keyspace).toEqual({ ...defined, tables });
    });

    /** What has to be known, and is not. */
    async function unknown(options: Partial<IntrospectOptions>): Promise<readonly string[]> {
      const error: unknown = await ask(options).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "unknown-definition" });
      return (error as ColonnadeError).problems.map(({ message }) => message);
    }
  });

  it("become bindings that compile", { timeout: 60_000 }, async () => {
    const targets = keyspaces.map(({ called }): Target => {
      return { keyspace: called, definitions: join(folder, "cql", called), output: join(folder, "db", called) };
    });
    await generateAll(targets);
    const texts = targets.flatMap(({ keyspace, output }) =>
      Object.entries(readTree(output))
        .filter(([path]) => path.endsWith(".ts"))
        .map(([path, text]) => [`${keyspace}/${path}`, text] as const),
    );
    expect(texts.length).toBeGreaterThan(60);
    expect(compile(Object.fromEntries(texts))).toEqual([]);
  });

  it("become bindings that write and read values of every type in every place", { timeout: 60_000 }, async () => {
    const keyspace = await loadKeyspace(join(folder, "cql", "real_every_type"), "real_every_type");
    const plan = planKeyspace(keyspace);
    const exported = importEmitted(plan)["index.ts"] ?? {};
    const written: string[] = [];
    for (const { table, names, members, partitionKey, clusteringKey } of plan.tables) {
      if (isCounterTable(table)) continue;
      const insert = exported[names.insertFunction] as (session: Session, row: object) => Promise<unknown>;
      const get = exported[names.getFunction] as (session: Session, key: object) => Promise<unknown>;
      const row = Object.fromEntries(members.map(({ name, column }) => [name, valueOf(column.type)]));
      await insert(session, row);
      const key = [...partitionKey, ...clusteringKey].map(({ name }) => [name, row[name]]);
      expect(await get(session, Object.fromEntries(key)), table.name).toEqual(row);
      written.push(table.name);
    }
    expect(written).toContain("in_type");
  });
});

function isInKey({ kind }: Column): boolean {
  return kind === "partition" || kind === "clustering";
}

/** A value of a type as it looks in TypeScript, with one of each that it is made of. */
function valueOf(type: CqlType): unknown {
  switch (type.kind) {
    case "native":
      return fc.sample(arbitraryValues[type.name] as fc.Arbitrary<unknown>, { seed: 7, numRuns: 1 })[0];
    case "list":
    case "set":
      return [valueOf(type.item)];
    case "map":
      return new Map([[valueOf(type.key), valueOf(type.value)]]);
    case "tuple":
      return type.items.map(valueOf);
    case "vector":
      return Array.from({ length: type.dimensions }, () => valueOf(type.item));
    case "user":
      return Object.fromEntries(type.type.fields.map((field) => [camel(field.name), valueOf(field.type)]));
    case "custom":
      throw new Error(`there is no value of ${type.text}`);
  }
}

function camel(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
