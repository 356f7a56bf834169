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
import { parseSystemRows } from "../../../src/source/cql/parse-system-rows.ts";
import type { SystemKeyspace } from "../../../src/source/cql/parse-system-rows.ts";
import type { SystemRows } from "../../../src/source/cql/system-rows.ts";
import { keyspacesIn, parseCqlFile, observeCqlFile } from "../../../src/source/cql-file/parse-cql-file.ts";
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
      droppedColumns: found.dropped,
    }).toEqual(expected);
  });

  it("and what it then prints with DESCRIBE, is read as its system tables are", () => {
    const printed = JSON.parse(fixture("describe.json")) as readonly { readonly create_statement: string }[];
    const captured = JSON.parse(fixture("captured-rows.json")) as { readonly shop: SystemRows };
    const { keyspace, notes } = parse(printed.map((row) => row.create_statement).join("\n\n"));
    // The captured rows are without `system_schema.views`.
    const view = { view_name: "people_by_country", base_table_name: "people", comment: "", default_time_to_live: 0 };
    const live = parseSystemRows("shop", { ...captured.shop, views: [view] });
    expect(keyspace).toEqual(live.keyspace);
    expect(keyspace.tables).toContainEqual(expect.objectContaining({ name: view.view_name, viewOf: "people" }));
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
    expect(observeCqlFile({ name: "schema.cql", text }, "shop").tables).toMatchObject([{ name: "notes" }]);
  });

  it("of several keyspaces gives each", () => {
    const file = {
      name: "schema.cql",
      text: "CREATE TABLE a.x (id int PRIMARY KEY); CREATE TABLE b.y (id int PRIMARY KEY)",
    };
    expect(keyspacesIn(file)).toEqual(["a", "b"]);
    expect(observeCqlFile(file, "b").tables).toMatchObject([{ name: "y" }]);
    expect(() => observeCqlFile(file, "c")).toThrow("schema.cql has nothing of the keyspace c");
  });

  it("keeps the options of an index", () => {
    const text = `CREATE TABLE shop.t (a int PRIMARY KEY, b text);
      CREATE CUSTOM INDEX by_b ON shop.t (b) USING 'StorageAttachedIndex'
        WITH OPTIONS = {'normalize': true, 'case_sensitive': 'false'};`;
    expect(tablesOf(text)).toMatchObject([
      { indexes: [{ name: "by_b", using: "sai", options: { case_sensitive: "false", normalize: "true" } }] },
    ]);
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

describe("what Cassandra accepts", () => {
  it("may have more commas than items, in a table and a type", () => {
    const text = `
      CREATE TYPE place (x int,, y int,);
      CREATE TABLE sites (id int PRIMARY KEY,,, at frozen<place>, ,);`;
    expect(parse(text).keyspace).toMatchObject({
      userTypes: [{ name: "place", fields: [{ name: "x" }, { name: "y" }] }],
      tables: [{ columns: [{ name: "id" }, { name: "at" }] }],
    });
  });

  it("is noted where a definition cannot express it", () => {
    const text = `
      CREATE TABLE a (k int PRIMARY KEY, v int) WITH COMPACT STORAGE;
      CREATE TABLE b (k int, c int, PRIMARY KEY (k, c)) WITH COMPACT STORAGE AND cdc = 'true';
      CREATE TABLE c (k int, c int, v int, PRIMARY KEY (k, c)) WITH COMPACT STORAGE AND CLUSTERING ORDER BY (c DESC);
      CREATE TABLE d (k int PRIMARY KEY) WITH cdc = TRUE AND tombstone_gc = {'mode': 'repair'};`;
    const { keyspace, notes } = parse(text);
    expect(notes.map(({ message }) => message)).toEqual([
      "a has compact storage: column1 and value are left out, as in CQL",
      "b has compact storage: value is left out, as in CQL",
      "b has options that definitions cannot express: cdc = true",
      "c has compact storage, which definitions cannot express",
      "d has options that definitions cannot express: cdc = true",
    ]);
    expect(keyspace.tables.map(({ columns }) => columns.map(({ name, kind }) => `${name} ${kind}`))).toEqual([
      ["k partition", "v regular"],
      ["k partition", "c clustering"],
      ["k partition", "c clustering", "v regular"],
      ["k partition"],
    ]);
  });

  it("may mask columns, which changes what some users see, and not the table", () => {
    const text = `
      CREATE TABLE t (id int MASKED WITH DEFAULT PRIMARY KEY, a text STATIC MASKED WITH mask_inner(1, null), b int);
      ALTER TABLE t ADD c int MASKED WITH shop.hide();
      ALTER TABLE t ALTER a DROP MASKED;
      ALTER TABLE t ALTER IF EXISTS b MASKED WITH mask_replace((text) '(');`;
    const { columns } = parseCqlFile(text, "schema.cql", "shop").get("shop") ?? {};
    expect(columns?.map(({ column_name, kind, type }) => [column_name, kind, type])).toEqual([
      ["id", "partition_key", "int"],
      ["a", "static", "text"],
      ["b", "regular", "int"],
      ["c", "regular", "int"],
    ]);
  });

  it("may have a vector of something frozen, whose items are not", () => {
    const text =
      "CREATE TABLE t (id int PRIMARY KEY, a frozen<list<vector<list<int>, 2>>>, b frozen<map<int, set<int>>>)";
    expect(
      parseCqlFile(text, "schema.cql", "shop")
        .get("shop")
        ?.columns.map(({ type }) => type),
    ).toEqual(["int", "frozen<list<vector<list<int>, 2>>>", "frozen<map<int, frozen<set<int>>>>"]);
  });

  it("may make again IF NOT EXISTS what is there, which stays as it was", () => {
    const text = `
      CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy'};
      CREATE KEYSPACE IF NOT EXISTS shop WITH replication = {'class': 'SimpleStrategy'};
      CREATE TYPE p (x int);
      CREATE TYPE IF NOT EXISTS p (y text);
      CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c));
      CREATE TABLE IF NOT EXISTS t (k text PRIMARY KEY);
      CREATE INDEX one ON t (v);
      CREATE INDEX IF NOT EXISTS one ON t (c);
      CREATE MATERIALIZED VIEW w AS SELECT * FROM t WHERE c IS NOT NULL PRIMARY KEY (c, k);
      CREATE MATERIALIZED VIEW IF NOT EXISTS w AS SELECT * FROM t WHERE c IS NOT NULL PRIMARY KEY (c, k);`;
    expect(problemsOf(text)).toEqual([]);
    const { keyspace } = parse(text);
    expect(keyspace.userTypes).toMatchObject([{ name: "p", fields: [{ name: "x" }] }]);
    expect(keyspace.tables).toMatchObject([
      { name: "t", columns: [{ name: "k" }, { name: "c" }, { name: "v" }] },
      { name: "w", viewOf: "t", columns: [{ name: "c" }, { name: "k" }, { name: "v" }] },
    ]);
    expect(keyspace.tables[0]?.indexes).toMatchObject([{ name: "one", column: "v" }]);
    const again = text.replaceAll(" IF NOT EXISTS", "");
    expect(problemsOf(again).map((problem) => problem.replace(/^\S+ /, ""))).toEqual([
      "the keyspace shop exists already",
      "the user type p exists already",
      "the table t exists already",
      "the index one exists already",
      "the view w exists already",
    ]);
  });

  it("may drop IF EXISTS what is not there", () => {
    const kinds = ["KEYSPACE", "TABLE", "TYPE", "INDEX", "MATERIALIZED VIEW"];
    expect(problemsOf(kinds.map((kind) => `DROP ${kind} IF EXISTS x;`).join("\n"))).toEqual([]);
    expect(problemsOf(kinds.map((kind) => `DROP ${kind} x;`).join("\n"))).toEqual(
      ["keyspace", "table", "user type", "index", "view"].map(
        (what, at) => expect.stringMatching(`^schema\\.cql:${at + 1}:.* there is no ${what} x$`) as string,
      ),
    );
  });

  it("accepts a type that the config names", () => {
    const text = "CREATE TABLE t (id int PRIMARY KEY, at list<odd>)";
    expect(parseCqlFile(text, "schema.cql", "shop", new Set(["odd"])).get("shop")?.columns).toMatchObject([
      { type: "int" },
      { type: "list<odd>" },
    ]);
  });

  it("remembers the columns that are dropped, and forgets them with their table", () => {
    const text = `
      CREATE TYPE place (x int, names list<varchar>);
      CREATE TABLE t (k int, c int, a varchar, b frozen<place>, s int STATIC, d list<frozen<place>>, PRIMARY KEY (k, c));
      CREATE TABLE u (k int PRIMARY KEY, a int);
      ALTER TABLE t DROP (a, b, s);
      ALTER TABLE t DROP IF EXISTS (a, d);
      ALTER TABLE t ADD a text;
      ALTER TABLE u DROP a;
      DROP TABLE u;`;
    const tuple = "frozen<tuple<int, frozen<list<text>>>>";
    const table = "t";
    expect(parse(text).dropped).toEqual([
      { table, column: "a", type: "text", static: false },
      { table, column: "b", type: tuple, static: false },
      { table, column: "d", type: `list<${tuple}>`, static: false },
      { table, column: "s", type: "int", static: true },
    ]);
    expect(observeCqlFile({ name: "schema.cql", text }, "shop").dropped).toHaveLength(4);
  });

  it("leaves unknown which columns were dropped before it was written, if it drops none", () => {
    const text = "CREATE TABLE t (k int PRIMARY KEY, a int);";
    expect(observeCqlFile({ name: "schema.cql", text }, "shop").dropped).toBeUndefined();
  });

  it("adds and renames the columns of a table in its views", () => {
    const text = `
      CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c));
      CREATE MATERIALIZED VIEW w AS SELECT * FROM t WHERE c IS NOT NULL AND k IS NOT NULL PRIMARY KEY (c, k)
        WITH CLUSTERING ORDER BY (k DESC) AND comment = 'By c.';
      CREATE MATERIALIZED VIEW x AS SELECT k, c FROM t WHERE c IS NOT NULL AND k IS NOT NULL PRIMARY KEY (c, k);
      ALTER TABLE t ADD a text;
      ALTER TABLE t RENAME c TO b;`;
    const [, whole, part] = parse(text).keyspace.tables;
    const key = { viewOf: "t", partitionKey: ["b"] };
    expect(whole).toMatchObject({ ...key, description: "By c.", clusteringKey: [{ name: "k", order: "DESC" }] });
    expect(whole?.columns.map(({ name }) => name)).toEqual(["b", "k", "a", "v"]);
    expect(part).toMatchObject({ ...key, columns: [{ name: "b" }, { name: "k" }] });
  });

  it("notes a view of a table that the file lacks", () => {
    const text = "CREATE MATERIALIZED VIEW w AS SELECT * FROM t WHERE c IS NOT NULL PRIMARY KEY (c, k);";
    const { keyspace, notes } = parse(text);
    expect(keyspace.tables).toEqual([]);
    expect(notes).toMatchObject([{ kind: "materialized-view", table: "w" }]);
  });

  it.each([
    ["counter", "a counter", "a counter"],
    ["static", "a int STATIC", "a int"],
    ["in other words", "a int", "a bigint"],
  ])("does not bring back a dropped column: %s", (_, was, is) => {
    const text = `CREATE TABLE t (k int, c int, ${was}, PRIMARY KEY (k, c)); ALTER TABLE t DROP a; ALTER TABLE t ADD ${is}`;
    expect(problemsOf(text)).toHaveLength(1);
  });
});

describe("ALTER TYPE", () => {
  const type = "CREATE TYPE inner (i int); CREATE TYPE t (a int, b text);";

  it.each([
    ["RENAME a TO c", ["c int", "b text"]],
    ["RENAME a TO b AND b TO a", ["b int", "a text"]],
    ["RENAME a TO a", ["a int", "b text"]],
    ["RENAME IF EXISTS x TO y AND a TO c", ["c int", "b text"]],
    ["ADD c frozen<inner>", ["a int", "b text", "c frozen<inner>"]],
    ["ADD c list<varchar>", ["a int", "b text", "c list<text>"]],
    ["ADD IF NOT EXISTS c int", ["a int", "b text", "c int"]],
    ["ADD IF NOT EXISTS a text", ["a int", "b text"]],
  ])("%s", (change, fields) => {
    const rows = parseCqlFile(`${type} ALTER TYPE t ${change}`, "schema.cql", "shop").get("shop");
    const row = rows?.types?.find(({ type_name }) => type_name === "t");
    const [names, types] = [row?.["field_names"], row?.["field_types"]] as [string[], string[]];
    expect(names.map((name, at) => `${name} ${types[at]}`)).toEqual(fields);
  });

  it.each([
    ["RENAME x TO y", "t has no field x"],
    ["RENAME a TO b", "t would have two fields b"],
    ["RENAME a TO c AND b TO c", "t would have two fields c"],
    ["RENAME a TO y AND y TO z", "t has no field y"],
    ["ADD a int", "t has a field a already"],
    ["ADD (c int)", "expected the name of a field"],
    ["ADD c int, d int", "expected the end of the statement"],
    ["ADD c inner", "a user type within another must be frozen: frozen<inner>"],
    ["ADD c counter", "a user type cannot have a counter"],
    ["ALTER a TYPE bigint", "t.a keeps its type"],
    ["DROP a", "expected ADD, ALTER or RENAME"],
  ])("%s, is refused", (change, message) => {
    const [problem, ...others] = problemsOf(`${type} ALTER TYPE t ${change}`);
    expect(problem?.replace(/^\S+ /, "")).toBe(message);
    expect(others).toEqual([]);
  });

  it("IF EXISTS of an unknown type is accepted", () => {
    expect(problemsOf(`${type} ALTER TYPE IF EXISTS x RENAME a TO b; ALTER TYPE IF EXISTS x ADD c int`)).toEqual([]);
    expect(problemsOf(`${type} ALTER TYPE x ADD c int`)).toEqual(["schema.cql:1:70 there is no user type x"]);
  });

  it("changes what tables have", () => {
    const text = `${type} CREATE TABLE u (k int PRIMARY KEY, v frozen<t>); ALTER TYPE t RENAME a TO c; ALTER TYPE t ADD d int;`;
    const column = parse(text).keyspace.tables[0]?.columns.find(({ name }) => name === "v");
    expect(column?.type).toMatchObject({ type: { fields: [{ name: "c" }, { name: "b" }, { name: "d" }] } });
  });
});

describe("ALTER TABLE", () => {
  const table = `CREATE TYPE p (x int);
    CREATE TABLE t (k int, c int, a int, f frozen<p>, o p, v int, PRIMARY KEY (k, c)); CREATE INDEX ON t (v);`;

  it.each([
    ["RENAME a TO b", "t.a is not in the primary key: it keeps its name"],
    ["RENAME k TO a", "t has a column a already"],
    ["RENAME x TO y", "t has no column x"],
    ["DROP k", "t.k cannot be dropped: it is in the primary key"],
    ["DROP (a, c)", "t.c cannot be dropped: it is in the primary key"],
    ["DROP v", "t.v cannot be dropped: it has an index: drop it first"],
    ["DROP o", "t.o cannot be dropped: it has a user type that is not frozen"],
    ["DROP a, f", "expected parentheses around several columns"],
    ["RENAME k TO a AND x TO y", "t has a column a already"],
    ["ALTER x MASKED WITH DEFAULT", "t has no column x"],
    ["ALTER a TYPE bigint", "t.a keeps its type"],
    ["ALTER a DROP", "the statement ends where MASKED should follow"],
    ["ADD m int MASKED WITH mask_inner(1", "the statement ends where ) should follow"],
    ["ADD m int MASKED WITH mask_inner", "the statement ends where ( should follow"],
  ])("%s, is refused", (change, message) => {
    const [problem, ...others] = problemsOf(`${table} ALTER TABLE t ${change}`);
    expect(problem?.replace(/^\S+ /, "")).toBe(message);
    expect(others).toEqual([]);
  });

  it.each([
    ...["RENAME k TO id", "RENAME k TO k", "RENAME IF EXISTS x TO y AND k TO id"],
    ...["DROP a", "DROP (a, f)", "DROP IF EXISTS x", "DROP a USING TIMESTAMP 5", "ALTER IF EXISTS x DROP MASKED"],
  ])("%s, is accepted", (change) => expect(problemsOf(`${table} ALTER TABLE t ${change}`)).toEqual([]));

  it("drops no column of a table with a view", () => {
    const view = "CREATE MATERIALIZED VIEW w AS SELECT k, c FROM shop.t WHERE k IS NOT NULL PRIMARY KEY (c, k);";
    expect(problemsOf(`${table} ${view} ALTER TABLE t DROP a`)).toEqual([
      expect.stringContaining("t.a cannot be dropped: it is in a table with a materialized view: drop it first"),
    ]);
    expect(problemsOf(`${table} ${view} DROP MATERIALIZED VIEW w; ALTER TABLE t DROP a`)).toEqual([]);
    expect(problemsOf(`${table} ${view} CREATE TABLE u (k int PRIMARY KEY, a int); ALTER TABLE u DROP a`)).toEqual([]);
  });
});

describe("what cannot be read", () => {
  const table = "CREATE TABLE shop.t (id int PRIMARY KEY);\n";

  it.each([
    ["CREATE TABEL t (id int)", "1:1", "CREATE TABEL begins no statement of CQL, did you mean CREATE TABLE?"],
    ["CREATE TABLE t (id int PRIMARY KEY", "1:35", "the statement ends where ) should follow"],
    ["CREATE TABLE t (id int)", "1:23", "t has no primary key"],
    ["CREATE TABLE t (id int, PRIMARY KEY (di))", "1:38", "the primary key names di, which is not a column"],
    ["CREATE TABLE t (id list<int PRIMARY KEY)", "1:29", "expected >"],
    ["CREATE TABLE t (, id int PRIMARY KEY)", "1:17", "expected the name of a column, or PRIMARY KEY"],
    ["CREATE TABLE t ()", "1:17", "expected the name of a column, or PRIMARY KEY"],
    ["CREATE TABLE t (,)", "1:17", "expected the name of a column, or PRIMARY KEY"],
    ["CREATE TYPE t (,)", "1:16", "expected the name of a field"],
    ["CREATE TABLE t (a int, b int, PRIMARY KEY (a, b,))", "1:49", "expected a clustering column"],
    ["CREATE TABLE t (a int, b int, PRIMARY KEY ((a,), b))", "1:47", "expected a column of the partition key"],
    ["CREATE TABLE t (a int, b map<int, int,>, PRIMARY KEY (a))", "1:38", "expected >"],
    ["CREATE TABLE t (a int PRIMARY KEY, PRIMARY KEY (a))", "1:44", "t has two primary keys"],
    ["CREATE TABLE t (a int PRIMARY KEY, b int PRIMARY KEY)", "1:50", "t has two primary keys"],
    ["CREATE TABLE t (a int PRIMARY KEY, a text)", "1:36", "t has a column a already"],
    ["CREATE TYPE t (a int, a text)", "1:23", "t has a field a already"],
    ["CREATE TABLE t (a txet PRIMARY KEY)", "1:19", '"txet" is not a CQL type, did you mean text?'],
    ["CREATE TABLE t (a int PRIMARY KEY, b list<string>)", "1:43", '"string" is not a CQL type, did you mean text?'],
    ["CREATE TABLE t (a int PRIMARY KEY, b lst<int>)", "1:38", '"lst" is not a CQL type, did you mean list?'],
    [
      "CREATE TYPE address (a int); CREATE TABLE t (a int PRIMARY KEY, b frozen<adress>)",
      "1:74",
      '"adress" is not a CQL type, did you mean address?',
    ],
    ['CREATE TABLE t (a "int" PRIMARY KEY)', "1:19", '"int" is not a CQL type, did you mean int?'],
    ["CREATE TABLE t (a int PRIMARY KEY) WITH cdc = true AND cdc = true", "1:56", "the option cdc is given twice"],
    [
      "CREATE TABLE t (a int PRIMARY KEY) WITH coment = 'x'",
      "1:41",
      "coment is not an option of a table, did you mean comment?",
    ],
    [`${table}CREATE INDEX ON shop.t (name)`, "2:25", "t has no column name"],
    [`${table}CREATE INDEX ON shop.t (values(name))`, "2:32", "t has no column name"],
    [`${table}ALTER TABLE shop.t ADD a int, b int`, "2:29", "expected parentheses around several columns"],
    [`${table}ALTER TABLE shop.t ADD (a int, b int,)`, "2:38", "expected the name of a column, or PRIMARY KEY"],
    [
      `${table}ALTER TABLE shop.t ADD a int; ALTER TABLE shop.t DROP a; ALTER TABLE shop.t ADD a text`,
      "2:81",
      "t had a column a of the type int: its values would be read as text",
    ],
    [`${table}ALTER TABLE shop.t DROP name`, "2:25", "t has no column name"],
    [`${table}ALTER TABLE shop.t ADD id int`, "2:24", "t has a column id already"],
    [`${table}CREATE TABLE shop.t (id int PRIMARY KEY)`, "2:19", "the table t exists already"],
    ["ALTER TABLE shop.never ADD a int", "1:18", "there is no table never"],
    ["DROP TYPE shop.never", "1:16", "there is no user type never"],
    ["CREATE INDEX ON shop.never (a)", "1:22", "there is no table never"],
    ["CREATE TABLE t (a int MASKED WITH mask_inner(1", "1:47", "the statement ends where ) should follow"],
    ["CREATE TABLE t (a int\n;;\n\n", "2:1", "the statement ends where ) should follow"],
    ["DROP TABLE IF EXISTS t;; ;\nDROP TABLE t", "2:12", "there is no table t"],
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
    const file = { name: "schema.cql", text: "CREATE TABLE t (id 'org.example.Never' PRIMARY KEY)" };
    expect(() => observeCqlFile(file, "shop")).toThrow(
      expect.objectContaining({ code: "cql-unsupported", kind: "input" }),
    );
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
