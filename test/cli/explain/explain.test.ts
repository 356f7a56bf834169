import { appendFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { describe, expect, it, test } from "vitest";
import { createTemporaryFolder, readTree, writeTree } from "../../support/temporary-folder.ts";
import { runLine, runWords } from "../run-line.ts";

const products = `{
  "name": "products",
  "columnDefinitions": [
    { "name": "id", "typeDefinition": "uuid" },
    { "name": "at", "typeDefinition": "timestamp" },
    { "name": "created_at", "typeDefinition": "timestamp", "description": "Never changes." },
    // A name with a capital and a dot.
    { "name": "Net.price", "typeDefinition": "decimal" },
    { "name": "tags", "typeDefinition": "map<text, int>" },
    { "name": "owner", "typeDefinition": "text", "static": true }
  ],
  "primaryKey": { "partitionKey": ["id"], "clusteringKey": ["at"] },
  "tableOptions": { "clusteringExpression": [{ "column": "at", "order": "DESC" }] },
  "indexes": [{ "column": "tags", "kind": "keys" }]
}
`;
const visits = `{
  "name": "visits",
  "description": "How often somebody looked.",
  "columnDefinitions": [{ "name": "id", "typeDefinition": "uuid" }, { "name": "count", "typeDefinition": "counter" }],
  "primaryKey": { "partitionKey": ["id"] }
}
`;
const address = `{
  "name": "address",
  "fields": [
    { "name": "zip_code", "typeDefinition": "text" }
  ]
}
`;
const config = `{
  "keyspaces": {
    "shop": {
      "definitions": "definitions/shop",
      "output": "src/db",
      "types": {
        "decimal": { "codec": "money", "type": "Money", "from": "./src/money.ts" }
      },
      "columns": {
        "*.created_at": { "name": "createdOn", "value": "unknown" },
        "products.created_at": { "name": "created" }
      },
      "tables": { "visits": { "name": "Visit" } }
    }
  }
}
`;

function createProject(files: Readonly<Record<string, string>> = {}): string {
  const cwd = createTemporaryFolder();
  writeTree(cwd, {
    "definitions/shop/products.json": products,
    "definitions/shop/visits.json": visits,
    "definitions/shop/types/address.json": address,
    "src/money.ts": "export const money = undefined;",
    "colonnade.config.json": config,
    ...files,
  });
  return cwd;
}

async function createGenerated(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const cwd = createProject(files);
  expect(await runLine("generate", { cwd })).toMatchObject({ code: 0 });
  return cwd;
}

/** What it says in a pipe. */
async function explained(cwd: string, word: string): Promise<string> {
  const { code, stdout, stderr } = await runWords(["explain", word], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

/** The text that stands under a title. */
function section(text: string, title: string): string {
  return new RegExp(`^${title}.*\\n((?:  .*\\n)+)`, "m").exec(text)?.[1] ?? "";
}

/** The code of an error and its first two lines. */
async function refused(cwd: string, ...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runWords(["explain", ...words], { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  return stderr.split("\n").slice(0, 2).join("\n");
}

describe("explain of a column", () => {
  it("tells what it is everywhere, which rule decided it, and where each of that stands", async () => {
    const cwd = await createGenerated();
    expect(await explained(cwd, "products.Net.price")).toBe(`shop.products.Net.price

Database
  CQL           decimal
  kind          regular column
  defined in    definitions/shop/products.json:8

TypeScript
  ProductsRow           netPrice: Money | null
  ProductsInsert        netPrice?: Money | null | undefined
  ProductsRowUpdate     netPrice?: Money | null | undefined
  ProductsStaticUpdate  netPrice?: undefined
  ProductsIf            netPrice?: Condition<Money>
  generated in          src/db/products.ts:72

zod
  productsRowSchema           nullableMoney = nullable(validatorOf(money))
  productsInsertSchema        optionalMoney = optional(validatorOf(money))
  productsRowUpdateSchema     optionalMoney = optional(validatorOf(money))
  productsStaticUpdateSchema  absent

Rules, the strongest last
  default           netPrice: string (decides the name)
  types: "decimal"  Money by the codec money of src/money.ts (decides the value)
                    colonnade.config.json:7

GraphQL and JSON
  field         netPrice: Decimal
  JSON          "9.99"
`);
    expect(readFileSync(join(cwd, "src/db/products.ts"), "utf8").split("\n")[71]).toBe("  netPrice: Money | null;");
  });

  it("says of several rules which of them decided what", async () => {
    const text = await explained(createProject(), "products.created_at");
    expect(text).toMatch(/^shop\.products\.created_at\n\nNever changes\.\n/);
    expect(section(text, "Rules")).toBe(
      [
        "  default                         createdAt: Date\n",
        '  columns: "*.created_at"         name createdOn, value unknown (decides the value)\n',
        "                                  colonnade.config.json:10\n",
        '  columns: "products.created_at"  name created (decides the name)\n',
        "                                  colonnade.config.json:11\n",
      ].join(""),
    );
  });

  it("has the wheres of a key column, and of one with an index", async () => {
    const cwd = createProject();
    expect(section(await explained(cwd, "products.at"), "TypeScript")).toContain(
      "ProductsWhere         at?: Bound<Date>",
    );
    expect(section(await explained(cwd, "products.at"), "Database")).toContain("clustering key, descending");
    const tags = await explained(cwd, "products.tags");
    expect(section(tags, "TypeScript")).toContain("ProductsWithTagsKey   tags: { containsKey: string }");
  });

  it("has the forms that differ between GraphQL and REST, between fields and arguments", async () => {
    expect(section(await explained(createProject(), "products.tags"), "GraphQL")).toBe(
      [
        "  field         tags: [StringIntMapEntry]\n",
        "  argument      tags: [StringIntMapEntryInput]\n",
        '  JSON          [{ "key": "abc", "value": 42 }]\n',
        '  in REST       { "abc": 42 }\n',
      ].join(""),
    );
  });

  it("names the settings that decide a name or an id", async () => {
    const keyspaces = {
      shop: { definitions: "definitions/shop", output: "src/db", naming: "verbatim", brandedIds: true },
    };
    const cwd = createProject({ "colonnade.config.json": JSON.stringify({ keyspaces }, null, 1) });
    expect(section(await explained(cwd, "visits.id"), "Rules")).toBe(
      [
        "  default             id: string\n",
        '  naming: "verbatim"  the name in the database (decides the name)\n',
        "                      colonnade.config.json:6\n",
        "  brandedIds: true    a single key column has an ID type of its own (decides the id)\n",
        "                      colonnade.config.json:7\n",
      ].join(""),
    );
  });
});

describe("explain of a table", () => {
  it("tells its key, its columns, its functions and its name", async () => {
    const cwd = await createGenerated();
    expect(await explained(cwd, "visits")).toBe(`shop.visits

How often somebody looked.

Database
  kind           table
  partition key  id
  defined in     definitions/shop/visits.json:2

TypeScript
  interface     VisitRow
  generated in  src/db/visits.ts:31

Columns
  id     uuid     id: string            partition key
  count  counter  count: bigint | null

Functions, with what each needs [and may add]
  getVisit        id
  findVisit       id
  scanVisit       nothing; reads every row
  countAllVisit   nothing; reads every row
  incrementVisit  id; and at least one counter
  deleteVisit     id

Functions that it lacks
  getVisitStatic     there are no static columns
  partitionsOfVisit  a partition has a single row: there is no clustering key
  countVisit         a partition has a single row: there is no clustering key
  insertVisit        counters can only be incremented
  updateVisit        counters can only be incremented
  deleteVisitWhere   a partition has a single row: there is no clustering key
  findVisitWith…     no column has an index
  nearestVisitBy…    no column of vectors has an index with "using": "sai"

Rules, the strongest last
  default           Visits
  tables: "visits"  name Visit (decides the name)
                    colonnade.config.json:13

GraphQL
  type          Visits
  query         visits
  mutations     insertVisits
                updateVisits
                deleteVisits
`);
  });

  it("tells the order of the clustering key, the indexes, and what a finder may be given besides", async () => {
    const text = await explained(createProject(), "products");
    expect(section(text, "Database")).toContain("  clustering key  at descending\n  indexes         tags, its keys\n");
    expect(section(text, "Functions")).toContain(
      "  findProducts             id [at]\n  findProductsWithTagsKey  tags [id [at]]\n",
    );
    expect(section(text, "Functions")).toContain(
      "or only the partition key, with static columns; changes parts of tags\n",
    );
    expect(section(text, "Functions")).toContain("  deleteProductsWhere      id [at]\n");
  });
});

describe("explain of a user type", () => {
  it("tells its fields, and of a field what a column has", async () => {
    const cwd = await createGenerated();
    const type = await explained(cwd, "address");
    expect(section(type, "Fields")).toBe("  zip_code  text  zipCode: string | null\n");
    expect(section(type, "GraphQL")).toBe("  type          AddressUdt\n");
    const field = await explained(cwd, "address.zip_code");
    expect(section(field, "Database")).toContain("definitions/shop/types/address.json:4");
    expect(section(field, "TypeScript")).toMatch(
      /Address +zipCode: string \| null\n +generated in +src\/db\/user-types\.ts:\d+\n/,
    );
    expect(section(field, "zod")).toContain("addressSchema  nullableText");
  });

  it("comes after a table of its name, which says that there is one", async () => {
    const cwd = createProject({ "definitions/shop/address.json": visits.replace('"visits"', '"address"') });
    const { stdout, stderr } = await runLine("explain address", { cwd });
    expect(stdout).toContain("kind           table");
    expect(stderr).toBe("shop.types/address exists too: colonnade explain shop.types/address\n");
    for (const word of ["types/address", "shop.types/address"]) {
      expect(await explained(cwd, word)).toContain("kind          user type");
    }
    // A field that no column is called like is no question.
    expect(await explained(cwd, "address.zip_code")).toContain("field of a user type");
  });
});

describe("explain of a user type that a rule names", () => {
  it("tells the rule, its line and the name", async () => {
    const named = config.replace('"tables":', '"userTypes": { "address": { "name": "Home" } },\n      "tables":');
    const text = await explained(await createGenerated({ "colonnade.config.json": named }), "address");
    expect(text).toContain("Home");
    expect(section(text, "Rules").replace(/ +/g, " ")).toBe(
      ' default Address\n userTypes: "address" name Home (decides the name)\n colonnade.config.json:13\n',
    );
  });
});

describe("the place in the generated files", () => {
  const place = async (cwd: string, word = "visits.count"): Promise<string> =>
    /generated in +(.*)/.exec(section(await explained(cwd, word), "TypeScript"))?.[1] ?? "";

  it("is not there before there are any", async () => {
    expect(await place(createProject())).toBe("src/db/visits.ts is not generated yet: run colonnade generate");
  });

  it("is not up to date when the member is declared otherwise now, whatever the rest of the file is", async () => {
    const cwd = await createGenerated();
    expect(await place(cwd, "visits")).toBe("src/db/visits.ts:31");
    const changed = visits.replace('"name": "id", "typeDefinition": "uuid"', '"name": "id", "typeDefinition": "int"');
    writeFileSync(join(cwd, "definitions/shop/visits.json"), changed);
    expect(await place(cwd, "visits.count")).toBe("src/db/visits.ts:35");
    expect(await place(cwd, "visits.id")).toBe("src/db/visits.ts:33 is not up to date: run colonnade generate");
    expect(await place(cwd, "visits")).toBe("src/db/visits.ts:31 is not up to date: run colonnade generate");
    const added = visits.replace('"name": "count"', '"name": "looks"');
    writeFileSync(join(cwd, "definitions/shop/visits.json"), added);
    expect(await place(cwd, "visits.looks")).toBe("src/db/visits.ts is not up to date: run colonnade generate");
  });

  test.each([
    ["tabs", { useTabs: true }],
    ["four spaces, single quotes", { tabWidth: 4, singleQuote: true, quoteProps: "consistent" as const }],
    ["no semicolons", { semi: false }],
    ["short lines", { printWidth: 12 }],
    ["the line ends of another system", { endOfLine: "crlf" as const }],
  ])("is found where somebody's formatter moved it: %s", async (_, options) => {
    const columns = [
      { name: "id", typeDefinition: "frozen<tuple<text, map<text, bigint>, list<double>, inet>>" },
      {
        name: "it's 1",
        typeDefinition: "tuple<text, uuid, map<text, frozen<tuple<int, text>>>>",
        description: "Odd: yes\nodd: no",
      },
      { name: "b", typeDefinition: "decimal" },
    ];
    const odd = JSON.stringify({ name: "odd", columnDefinitions: columns, primaryKey: { partitionKey: ["id"] } });
    const cwd = await createGenerated({
      "definitions/shop/odd.json": odd,
      "colonnade.config.json": config.replace('"output"', '"naming": "verbatim", "output"'),
    });
    const file = join(cwd, "src/db/odd.ts");
    writeFileSync(file, await format(readFileSync(file, "utf8"), { parser: "typescript", ...options }));
    const lines = readFileSync(file, "utf8").split("\n");
    for (const [column, begins] of [
      ["id", /^\s+['"]?id['"]?:/],
      ["it's 1", /^\s+["']it\\?'s 1["']:/],
      ["b", /^\s+['"]?b['"]?:/],
    ] as const) {
      const line = Number(/^src\/db\/odd\.ts:(\d+)$/.exec(await place(cwd, `odd.${column}`))?.[1]);
      expect(lines[line - 1]).toMatch(begins);
    }
    expect(await place(cwd, "odd")).toMatch(/^src\/db\/odd\.ts:\d+$/);
  });

  it("is stale after an edit by hand", async () => {
    const cwd = await createGenerated();
    const file = join(cwd, "src/db/visits.ts");
    writeFileSync(file, readFileSync(file, "utf8").replace("count: bigint | null", "count: bigint"));
    expect(await place(cwd)).toBe("src/db/visits.ts:35 is not up to date: run colonnade generate");
  });
});

describe("names", () => {
  it("may begin with the keyspace, and have to where several have the table", async () => {
    const keyspaces = {
      shop: { definitions: "definitions", output: "src/shop" },
      crm: { definitions: "definitions", output: "src/crm" },
    };
    const cwd = createProject({
      "definitions/crm/visits.json": visits,
      "colonnade.config.json": JSON.stringify({ keyspaces }),
    });
    expect(await explained(cwd, "products.id")).toMatch(/^shop\.products\.id\n/);
    expect(await explained(cwd, "crm.visits.id")).toMatch(/^crm\.visits\.id\n/);
    expect(await refused(cwd, "visits.id")).toBe(
      "✖ visits.id can be shop.visits.id or crm.visits.id [ambiguous-name]\n" +
        "→ use a full name: colonnade explain shop.visits.id or crm.visits.id",
    );
    expect((await runLine("explain visits.id --keyspace crm", { cwd })).stdout).toMatch(/^crm\.visits\.id\n/);
  });

  it("are the table's in full before they are anything else", async () => {
    const shop = visits.replace('"visits"', '"shop"').replace('"count"', '"visits"');
    const cwd = createProject({ "definitions/shop/shop.json": shop });
    const { stdout, stderr } = await runLine("explain shop.visits", { cwd });
    expect(stdout).toMatch(/^shop\.visits\n/);
    expect(stderr).toBe("shop.shop.visits exists too: colonnade explain shop.shop.visits\n");
    expect(await explained(cwd, "shop.shop.visits")).toContain("counter");
  });

  test.each([
    ["prodcts", 'unknown table or user type "prodcts" [unknown-table]', "did you mean products?"],
    ["prodcts.id", 'unknown table or user type "prodcts.id" [unknown-table]', "did you mean products.id?"],
    ["Products", 'unknown table or user type "Products" [unknown-table]', "did you mean products?"],
    ["VisitRow", 'unknown table or user type "VisitRow" [unknown-table]', "did you mean visits?"],
    ["tags", 'unknown table or user type "tags" [unknown-table]', "did you mean products.tags?"],
    ["qqqqqqqq", 'unknown table or user type "qqqqqqqq" [unknown-table]', "defined: products, visits, address"],
    ["products.Tags", 'products has no column "Tags" [unknown-column]', "did you mean products.tags?"],
    ["shop.products.tag", 'shop.products has no column "tag" [unknown-column]', "did you mean shop.products.tags?"],
    ["products.created", 'products has no column "created" [unknown-column]', "did you mean products.created_at?"],
    ["visits.qqqqqq", 'visits has no column "qqqqqq" [unknown-column]', "its members: id, count"],
    ["address.zip", 'address has no field "zip" [unknown-column]', "its members: zip_code"],
    ["address.zipCode", 'address has no field "zipCode" [unknown-column]', "did you mean address.zip_code?"],
  ])("that are no names are refused with what was meant: %s", async (word, message, next) => {
    expect(await refused(createProject(), word)).toBe(`✖ ${message}\n→ ${next}`);
  });

  test.each([
    [[], "explain needs TABLE[.COLUMN] [usage]"],
    [[""], "explain needs TABLE[.COLUMN] [usage]"],
    [["products", "visits"], 'explain does not take "visits" beside "products" [unknown-word]'],
  ])("are one word: %j", async (words, message) => {
    expect(await refused(createProject(), ...words)).toBe(`✖ ${message}\n→ colonnade explain --help lists all flags`);
  });
});

describe("several outputs of a keyspace", () => {
  const server = { definitions: "definitions/shop", output: "src/db" };
  const browser = {
    ...server,
    output: "web/db",
    include: ["visits"],
    validators: false,
    columns: { count: { name: "looks" } },
  };
  const keyspaces = { shop: [server, browser] };

  it("are told one after the other, the database once", async () => {
    const cwd = createProject({ "colonnade.config.json": JSON.stringify({ keyspaces }, null, 1) });
    const text = await explained(cwd, "visits.count");
    expect(section(text, "TypeScript in src/db")).toContain("VisitsRow        count: bigint | null");
    expect(section(text, "TypeScript in web/db")).toContain("VisitsRow        looks: bigint | null");
    expect(section(text, "Rules in web/db")).toContain(
      '  columns: "count"  name looks (decides the name)\n                    colonnade.config.json:16\n',
    );
    expect(text.match(/^zod/gm)).toHaveLength(1);
    expect(text.match(/^Database/gm)).toHaveLength(1);
  });

  it("are left out where they leave the table out", async () => {
    const cwd = createProject({ "colonnade.config.json": JSON.stringify({ keyspaces }) });
    expect(await explained(cwd, "products.id")).not.toContain("web/db");
    const alone = JSON.stringify({ keyspaces: { shop: browser } });
    const none = createProject({ "colonnade.config.json": alone });
    expect(section(await explained(none, "products.id"), "TypeScript")).toContain("nothing is generated");
  });
});

describe("the config file", () => {
  it("may be TypeScript, of which rules have their lines too", async () => {
    const rules = `const types = {
  decimal: { codec: "money", type: "Money", from: "./src/money.ts" },
};
export default { keyspaces: { shop: {
  definitions: "definitions/shop", output: "src/db", types,
} } };
`;
    const cwd = createProject({ "colonnade.config.mjs": rules });
    rmSync(join(cwd, "colonnade.config.json"));
    expect(await explained(cwd, "products.Net.price")).toContain("colonnade.config.mjs:2\n");
  });

  it("is told without a line where its text does not show the rule, and by all rules of the kind before that", async () => {
    const cwd = createProject({
      "rules.mjs": 'export const types = { decimal: { codec: "money", type: "Money", from: "./src/money.ts" } };',
      "colonnade.config.mjs": `import { types } from "./rules.mjs";
const all = () => ({ keyspaces: { shop: { definitions: "definitions/shop", output: "src/db", types } } });
export default all();
`,
    });
    rmSync(join(cwd, "colonnade.config.json"));
    expect(await explained(cwd, "products.Net.price")).toContain("                    colonnade.config.mjs\n");
    writeFileSync(
      join(cwd, "other.config.mjs"),
      `import { types } from "./rules.mjs";
export default { keyspaces: { shop: { definitions: "definitions/shop", output: "src/db",
  types } } };
`,
    );
    const { stdout } = await runWords(["explain", "products.Net.price", "--config", "other.config.mjs"], { cwd });
    expect(stdout).toContain("other.config.mjs:3\n");
  });

  it("is not needed", async () => {
    const cwd = createProject();
    rmSync(join(cwd, "colonnade.config.json"));
    const flags = "--definitions definitions --output src/db";
    const { code, stdout } = await runLine(`explain visits.count ${flags}`, { cwd });
    expect(code).toBe(0);
    expect(section(stdout, "TypeScript")).toContain(`is not generated yet: run colonnade generate ${flags}\n`);
    expect(section(stdout, "Rules")).toBe("  default       count: bigint (decides the name and the value)\n");
  });
});

describe("explain", () => {
  it("prints one JSON document with --json", async () => {
    const { code, stdout, stderr } = await runLine("explain visits.id --json", { cwd: await createGenerated() });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({
      kind: "column",
      name: "shop.visits.id",
      definition: { file: "definitions/shop/visits.json", line: 4 },
      cql: "uuid",
      role: "partition key",
      graphql: {
        field: "id",
        type: "Uuid",
        input: "Uuid",
        wire: '"0c7e6a42-5a0d-4d9e-9f5e-3b1f2f6f8a11"',
        restWire: '"0c7e6a42-5a0d-4d9e-9f5e-3b1f2f6f8a11"',
      },
      outputs: [
        {
          output: "src/db",
          member: "id",
          declarations: ["VisitRow", "VisitKey", "VisitWhere"].map((holder) => ({
            in: holder,
            optional: false,
            type: holder === "VisitWhere" ? "Match<string>" : "string",
          })),
          validators: [{ in: "visitRowSchema", name: "uuid" }],
          rules: [{ rule: "default", says: "id: string", decides: ["name", "value"] }],
          generated: { file: "src/db/visits.ts", line: 33, state: "up to date" },
        },
      ],
    });
  });

  it("writes nothing", async () => {
    const cwd = createProject();
    const before = readTree(cwd);
    for (const word of ["products", "products.tags", "address", "nothing"]) await runWords(["explain", word], { cwd });
    expect(readTree(cwd)).toEqual(before);
    expect(readdirSync(cwd).sort()).toEqual(["colonnade.config.json", "definitions", "src"]);
  });

  test.each([40, 60, 80])("keeps to a terminal of %i columns, but for what is to be copied", async (columns) => {
    const cwd = await createGenerated();
    for (const word of ["products", "products.created_at", "products.tags", "address", "visits"]) {
      let text = "";
      const stdout = { write: (more: string) => void (text += more), columns };
      const { code } = await runWords(["explain", word], { cwd, stdout });
      expect(code).toBe(0);
      const wide = text.split("\n").filter((line) => line.length > columns);
      // One word that has the line to itself.
      expect(wide.filter((line) => line.trim().includes(" "))).toEqual([]);
      expect(text.split("\n").filter((line) => line.endsWith(" "))).toEqual([]);
    }
  });

  it("tells every mistake in the definitions, as the other commands do", async () => {
    const cwd = createProject();
    appendFileSync(join(cwd, "definitions/shop/visits.json"), "}");
    expect(await refused(cwd, "products")).toMatch(/^✖ 1 mistake in 1 definition file of shop \[bad-definitions\]/);
  });
});
