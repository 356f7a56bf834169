/** `export --markdown`: a page for each keyspace, with the queries that its tables answer. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printReference } from "../../../src/cli/export/print-reference.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { keyspace as anyKeyspace, keyspaceOf } from "../../support/keyspaces.ts";
import { runs } from "../../support/long.ts";
import { runLine } from "../run-line.ts";

const readings = {
  name: "readings",
  description: "What sensors measure.",
  columnDefinitions: [
    { name: "sensor", typeDefinition: "uuid" },
    { name: "day", typeDefinition: "date" },
    { name: "at", typeDefinition: "timestamp", description: "UTC." },
    { name: "value", typeDefinition: "double" },
    { name: "tags", typeDefinition: "set<text>" },
    { name: "site", typeDefinition: "frozen<place>", static: true },
  ],
  primaryKey: { partitionKey: ["sensor", "day"], clusteringKey: ["at"] },
  tableOptions: { clusteringExpression: [{ column: "at", order: "DESC" as const }], defaultTimeToLive: 60 },
  indexes: [
    { column: "value", using: "sai" as const, options: { note: "a|b" } },
    { column: "tags", kind: "values" as const },
  ],
};
const place = { name: "place", fields: [{ name: "city", typeDefinition: "text" }] };

describe("the page of a keyspace", () => {
  it("has columns, keys, possible queries and user types", () => {
    expect(printReference(keyspaceOf("lab", [readings], [place])).join("\n")).toMatchInlineSnapshot(`
      "# Keyspace \`lab\`

      ## Table \`readings\`

      What sensors measure.

      | column | type | role | description |
      | --- | --- | --- | --- |
      | \`sensor\` | \`uuid\` | partition key 1 | |
      | \`day\` | \`date\` | partition key 2 | |
      | \`at\` | \`timestamp\` | clustering key, descending | UTC. |
      | \`value\` | \`double\` | | |
      | \`tags\` | \`set<text>\` | | |
      | \`site\` | \`frozen<place>\` | static: one value for each partition | |

      Queries:

      - one row: \`sensor\`, \`day\`, \`at\`
      - all rows of a partition: \`sensor\`, \`day\`
      - rows in a range: \`sensor\`, \`day\`, and a range of \`at\`
      - by an index: \`value\`, or a range of it (\`note: a|b\`)
      - by an index: a value of \`tags\`

      Rows expire after 60 seconds, unless a write says otherwise.

      ## User types

      ### \`place\`

      | field | type | description |
      | --- | --- | --- |
      | \`city\` | \`text\` | |"
    `);
  });

  it("cannot be changed by a description", () => {
    const description = "<img src=x> [a](b) `c` | d\n# e";
    const page = printReference(keyspaceOf("lab", [{ ...readings, description }], [place]));
    expect(page).toContain("\\<img src=x\\> \\[a\\](b) \\`c\\` \\| d \\# e");
  });

  it("has one line for each column of any keyspace", () => {
    fc.assert(
      fc.property(anyKeyspace, (keyspace) => {
        const page = printReference(keyspace);
        const rows = page.filter((line) => line.startsWith("| `"));
        const members = [
          ...keyspace.tables.map(({ columns }) => columns),
          ...keyspace.userTypes.map(({ fields }) => fields),
        ];
        expect(rows.length).toBe(members.flat().length);
        expect(page.join("")).not.toContain("\n");
      }),
      runs(50, 1000),
    );
  });
});

describe("export --markdown", () => {
  it("prints the pages of all keyspaces", async () => {
    const cwd = createTemporaryFolder();
    const note = {
      name: "notes",
      columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
      primaryKey: { partitionKey: ["id"] },
    };
    writeTree(cwd, { "d/crm/notes.json": JSON.stringify(note), "d/shop/notes.json": JSON.stringify(note) });
    const { code, stdout } = await runLine("export --markdown --definitions d", { cwd });
    expect(code).toBe(0);
    expect(stdout.match(/^# .*$/gm)).toEqual(["# Keyspace `crm`", "# Keyspace `shop`"]);
    expect(stdout).toContain("- one row: `id`\n\n# Keyspace `shop`");
  });

  it("is not combined with --cql or --json", async () => {
    expect((await runLine("export --markdown --cql")).code).toBe(2);
    expect((await runLine("export --markdown --json")).stdout).toContain("--markdown and --json cannot be combined");
  });
});
