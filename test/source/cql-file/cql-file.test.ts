/** Files of CQL statements as a source: what they hold is what a cluster tells that has run them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planPush } from "../../../src/cli/database/plan-push.ts";
import { printStep } from "../../../src/cli/database/step.ts";
import { isColonnadeError } from "../../../src/errors.ts";
import { indexNames, printTableDefinition, printUserTypeDefinition } from "../../../src/model/index.ts";
import type { Keyspace } from "../../../src/model/index.ts";
import { parseSystemRows } from "../../../src/source/cql/index.ts";
import type { SystemKeyspace, SystemRows } from "../../../src/source/cql/index.ts";
import { parseCqlFile } from "../../../src/source/cql-file/parse-cql-file.ts";
import { keyspacesIn, seeCqlFile } from "../../../src/source/cql-file/see-cql-file.ts";
import { keyspace as anyKeyspace } from "../../support/keyspaces.ts";
import { runs } from "../../support/long.ts";
import { asTold, systemRowsOf } from "../cql/system-rows.ts";

function fixture(name: string): string {
  return readFileSync(join(import.meta.dirname, "../../fixtures/cql", name), "utf8");
}

function parse(text: string, keyspace = "shop"): SystemKeyspace {
  return parseSystemRows(keyspace, parseCqlFile(text, "schema.cql", keyspace).get(keyspace) as SystemRows);
}

function tablesOf(text: string): unknown[] {
  return parse(text).keyspace.tables.map(printTableDefinition);
}

describe("what a cluster was made of", () => {
  it.each(["every_type", "quirky", "videos"])("%s.cql, is read as the cluster tells it", (name) => {
    const expected = JSON.parse(fixture(`${name}.json`)) as { readonly keyspace: string };
    const found = parse(fixture(`${name}.cql`), expected.keyspace);
    expect({
      keyspace: found.keyspace.name,
      userTypes: found.keyspace.userTypes.map(printUserTypeDefinition),
      tables: found.keyspace.tables.map(printTableDefinition),
      notes: found.notes.map(({ message }) => message),
    }).toEqual({ ...expected, droppedColumns: undefined });
  });

  it("and what it then prints with DESCRIBE, is read as its system tables are", () => {
    const printed = JSON.parse(fixture("describe.json")) as readonly { readonly create_statement: string }[];
    const captured = JSON.parse(fixture("captured-rows.json")) as { readonly shop: SystemRows };
    const { keyspace, notes } = parse(printed.map((row) => row.create_statement).join("\n\n"));
    const live = parseSystemRows("shop", captured.shop);
    expect(keyspace).toEqual(live.keyspace);
    expect(notes).toEqual(live.notes);
  });

  it("is read again as it was printed, whatever it is", () => {
    fc.assert(
      fc.property(anyKeyspace, (random) => {
        const named = withIndexNames(random);
        const text = planPush(named, undefined)
          .steps.map((step) => `${printStep(step, 3)};`)
          .join("\n");
        expect(parse(text).keyspace).toEqual(asTold(parseSystemRows("shop", systemRowsOf(named)).keyspace));
      }),
      runs(100, 5000),
    );
  });
});

/** The database makes up names; a file that is printed with them says the same. */
function withIndexNames(keyspace: Keyspace): Keyspace {
  const tables = keyspace.tables.map((table) => {
    const names = indexNames(table);
    return { ...table, indexes: table.indexes.map((index, at) => ({ ...index, name: `${table.name}.${names[at]}` })) };
  });
  return { ...keyspace, tables };
}

describe("a file that a team has kept", () => {
  it("adds up its statements, in their order", () => {
    const text = `
      -- 001
      USE shop;
      CREATE TABLE products (id uuid PRIMARY KEY, nmae text, price int);
      // 002
      ALTER TABLE products DROP nmae;
      ALTER TABLE products ADD (name text, tags set<varchar>);
      CREATE INDEX ON products (name);
      /* 003: not any more
         ALTER TABLE products DROP price; */
      ALTER TABLE products WITH default_time_to_live = 60 AND comment = 'What''s sold; and more';
      CREATE TABLE old (id int PRIMARY KEY);
      DROP TABLE IF EXISTS old;
      DROP TABLE IF EXISTS never;
    `;
    expect(tablesOf(text)).toEqual([
      {
        name: "products",
        description: "What's sold; and more",
        ifNotExists: true,
        columnDefinitions: [
          { name: "id", typeDefinition: "uuid", static: false },
          { name: "name", typeDefinition: "text", static: false },
          { name: "price", typeDefinition: "int", static: false },
          { name: "tags", typeDefinition: "set<text>", static: false },
        ],
        primaryKey: { partitionKey: ["id"] },
        tableOptions: { defaultTimeToLive: 60 },
        indexes: [{ name: "products_name_idx", column: "name", kind: "full" }],
      },
    ]);
  });

  it("may hold rows, users and functions, which are passed over", () => {
    const text = `
      CREATE TABLE shop.notes (id int PRIMARY KEY, body text);
      INSERT INTO shop.notes (id, body) VALUES (1, 'it''s; {odd');
      BEGIN BATCH UPDATE shop.notes SET body = 'x' WHERE id = 1; APPLY BATCH;
      CREATE ROLE ann WITH PASSWORD = 'secret';
      CREATE FUNCTION shop.f (a int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS $$ return a; $$;
      GRANT SELECT ON KEYSPACE shop TO ann;
    `;
    expect(tablesOf(text)).toMatchObject([{ name: "notes" }]);
  });

  it("of names without a keyspace is of the keyspace that is asked for", () => {
    const text = "CREATE TABLE notes (id int PRIMARY KEY);";
    expect(keyspacesIn({ name: "schema.cql", text })).toEqual([]);
    expect(seeCqlFile({ name: "schema.cql", text }, "shop").tables).toMatchObject([{ name: "notes" }]);
  });

  it("of several keyspaces gives each", () => {
    const file = {
      name: "schema.cql",
      text: "CREATE TABLE a.x (id int PRIMARY KEY); CREATE TABLE b.y (id int PRIMARY KEY)",
    };
    expect(keyspacesIn(file)).toEqual(["a", "b"]);
    expect(seeCqlFile(file, "b").tables).toMatchObject([{ name: "y" }]);
    expect(() => seeCqlFile(file, "c")).toThrow("schema.cql has nothing of the keyspace c");
  });

  it("keeps the name of a renamed column in the key, the order and the indexes", () => {
    const text = `
      CREATE TABLE shop.log (a int, b int, PRIMARY KEY (a, b)) WITH CLUSTERING ORDER BY (b DESC);
      CREATE INDEX by_b ON shop.log (b);
      ALTER TABLE shop.log RENAME a TO "A" AND b TO at;
    `;
    expect(tablesOf(text)).toMatchObject([
      {
        primaryKey: { partitionKey: ["A"], clusteringKey: ["at"] },
        tableOptions: { clusteringExpression: [{ column: "at", order: "DESC" }] },
        indexes: [{ name: "by_b", column: "at" }],
      },
    ]);
  });
});

describe("what cannot be read", () => {
  const table = "CREATE TABLE shop.t (id int PRIMARY KEY);\n";

  it.each([
    ["CREATE TABEL t (id int)", "1:1", "CREATE TABEL begins no statement of CQL, did you mean CREATE TABLE?"],
    ["CREATE TABLE t (id int PRIMARY KEY", "1:35", "the statement ends where ) should follow"],
    ["CREATE TABLE t (id int)", "1:23", "t has no primary key"],
    ["CREATE TABLE t (id int, PRIMARY KEY (di))", "1:41", "the primary key names di, which is not a column"],
    ["CREATE TABLE t (id list<int PRIMARY KEY)", "1:29", "expected >"],
    [`${table}ALTER TABLE shop.t DROP name`, "2:25", "t has no column name"],
    [`${table}ALTER TABLE shop.t ADD id int`, "2:27", "t has a column id already"],
    [`${table}CREATE TABLE shop.t (id int PRIMARY KEY)`, "2:19", "the table t exists already"],
    ["ALTER TABLE shop.never ADD a int", "1:18", "there is no table never"],
    ["DROP TYPE shop.never", "1:16", "there is no user type never"],
    ["CREATE INDEX ON shop.never (a)", "1:22", "there is no table never"],
    ["SELECT 'never", "1:8", "the text has no closing quote"],
    ['CREATE TABLE "never', "1:14", "the name has no closing quote"],
    ["SELECT 1; /* never", "1:11", "the comment has no closing */"],
  ])("%s, is a problem at %s", (text, place, message) => {
    expect(problemsOf(text)).toEqual([`schema.cql:${place} ${message}`]);
  });

  it("is told all at once, each with its line", () => {
    expect(problemsOf("CREATE TABEL t;\nUSE shop;\nDROP TABLE never;\n")).toEqual([
      expect.stringContaining("schema.cql:1:1"),
      "schema.cql:3:12 there is no table never",
    ]);
  });

  it("in the model is the file's fault, not a service's", () => {
    const file = { name: "schema.cql", text: "CREATE TABLE t (id never PRIMARY KEY)" };
    expect(() => seeCqlFile(file, "shop")).toThrow(expect.objectContaining({ code: "cql-unsupported", kind: "input" }));
  });

  it("never ends the process, whatever the text is", () => {
    const words = fc.constantFrom(
      ..."CREATE TABLE TYPE INDEX ON ALTER ADD DROP PRIMARY KEY ( ) < > , . ; ' \" /* */ -- $$ a int 1 { } = WITH".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(fc.array(words), (parts) => {
        try {
          parseCqlFile(parts.join(" "), "schema.cql", "shop");
        } catch (error) {
          if (!isColonnadeError(error)) throw error;
        }
      }),
      runs(300, 20_000),
    );
  });
});

function problemsOf(text: string): string[] {
  try {
    parseCqlFile(text, "schema.cql", "shop");
  } catch (error) {
    if (isColonnadeError(error))
      return error.problems.map((one) => `${one.file}:${one.line}:${one.column} ${one.message}`);
  }
  return [];
}
