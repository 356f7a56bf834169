/** `diff --reporter`: the changes for CI servers, at the places of their definitions. */
import { describe, expect, it } from "vitest";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";
import type { Outcome } from "../run-line.ts";

function table(columns: readonly string[], key: readonly string[]): string {
  const columnDefinitions = columns.map((name) => ({ name, typeDefinition: "text" }));
  return JSON.stringify({ name: "orders", columnDefinitions, primaryKey: { partitionKey: key } }, null, 2);
}

function diffWith(flags: string, now = table(["customer_id", "note"], ["customer_id"])): Promise<Outcome> {
  const cwd = createTemporaryFolder();
  writeTree(cwd, { "old/shop/orders.json": table(["customer", "amount"], ["customer"]), "new/shop/orders.json": now });
  return runLine(`diff --definitions new --against old ${flags}`, { cwd });
}

describe("diff --reporter", () => {
  it("github has an annotation at each failing change", async () => {
    const { code, stdout } = await diffWith("--reporter github --fail-on data");
    expect(code).toBe(1);
    expect(stdout.trimEnd().split("\n")).toEqual([
      expect.stringMatching(
        /^::error file=new\/shop\/orders\.json,line=2,title=Colonnade%3A column-dropped::shop\.orders\.amount \(text\): a dropped column%0Abreaks code, reads, writes, wire, data%0Afirst deploy/,
      ),
    ]);
  });

  it("says what to do about a single change, as the text does", async () => {
    const failures = (await diffWith("--reporter gitlab")).stdout;
    expect(failures).toContain("colonnade rename shop.orders.customer customer_id --in-database makes the change in");
    expect(failures).toContain("if it was renamed to note, add that column, copy the values, then drop amount");
  });

  it("junit has a test case for each change, named after its place", async () => {
    const { stdout } = await diffWith("--reporter junit --fail-on data");
    expect(stdout).toContain('<testsuite name="colonnade diff" tests="3" failures="1" errors="0">');
    expect(stdout).toContain('name="column-added shop.orders.note" file="new/shop/orders.json"/>');
    expect(stdout).toMatch(/name="column-dropped shop\.orders\.amount".*\n\s*<failure message="column-dropped"/);
  });

  it("gitlab has an issue at the line of the renamed column", async () => {
    const issues = JSON.parse((await diffWith("--reporter gitlab")).stdout) as readonly object[];
    expect(issues).toMatchObject([
      {
        check_name: "colonnade/column-renamed",
        description: expect.stringContaining("ALTER TABLE shop.orders RENAME customer TO customer_id;") as string,
        location: { path: "new/shop/orders.json", lines: { begin: 5 } },
      },
      { check_name: "colonnade/column-dropped" },
      { check_name: "colonnade/column-added", location: { lines: { begin: 9 } } },
    ]);
  });

  it("has a test case for a keyspace without changes", async () => {
    const { code, stdout } = await diffWith("--reporter junit", table(["customer", "amount"], ["customer"]));
    expect(code).toBe(0);
    expect(stdout).toContain('<testcase classname="colonnade diff" name="shop"/>');
  });

  it("is not combined with another format", async () => {
    expect((await diffWith("--reporter junit --json")).stderr).toContain("--reporter and --json cannot be combined");
    const { stderr } = await diffWith("--reporter junit --format cql");
    expect(stderr).toContain("--format and --reporter cannot be combined");
  });
});

describe("a renamed column", () => {
  it("keeps its member by a rule that diff prints", async () => {
    const { stderr } = await diffWith("");
    const rule = 'columns: { "orders.customer_id": { "name": "customer" } }';
    expect(stderr).toContain(
      `shop.orders.customer: to keep the member customer in TypeScript, set ${rule} in the config`,
    );
    // The other one may be a new column, so the rule is only offered.
    expect(stderr).toContain('columns: { "orders.note": { "name": "amount" } }');
    const json = JSON.parse((await diffWith("--json")).stdout) as object;
    expect(json).toMatchObject({
      keyspaces: [
        { changes: [{ kind: "column-renamed", columns: { "orders.customer_id": { name: "customer" } } }, {}, {}] },
      ],
    });
  });

  it("no longer breaks code when the config has that rule", async () => {
    const cwd = createTemporaryFolder();
    const columns = { "orders.customer_id": { name: "customer" }, "orders.customer": { name: "customer" } };
    writeTree(cwd, {
      "old/shop/orders.json": table(["customer"], ["customer"]),
      "new/shop/orders.json": table(["customer_id"], ["customer_id"]),
      "colonnade.config.json": JSON.stringify({
        keyspaces: { shop: { definitions: "new/shop", output: "db", columns } },
      }),
    });
    const { stdout, stderr } = await runLine("diff --against old", { cwd });
    expect(stdout).toContain("breaks reads, writes, wire\n");
    expect(stderr).not.toContain("to keep the member");
  });
});
