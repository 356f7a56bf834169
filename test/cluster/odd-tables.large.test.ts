/** A table that no definition can hold, beside others: it stops nobody who does not need it. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runLine } from "../cli/run-line.ts";
import type { Outcome } from "../cli/run-line.ts";
import { writeTree } from "../support/temporary-folder.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

const custom = "'org.apache.cassandra.db.marshal.DynamicCompositeType(s=>org.apache.cassandra.db.marshal.UTF8Type)'";

const script = `
  CREATE KEYSPACE odd WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
  CREATE TABLE odd.fine (id uuid PRIMARY KEY, body text);
  CREATE TABLE odd.shapes (id uuid PRIMARY KEY, outline ${custom});
`;

const fine = {
  name: "fine",
  columnDefinitions: [
    { name: "id", typeDefinition: "uuid" },
    { name: "body", typeDefinition: "text" },
    { name: "stars", typeDefinition: "int" },
  ],
  primaryKey: { partitionKey: ["id"] },
};
const shapes = { ...fine, name: "shapes" };

await describeOnCluster("a table that no definition can hold", (cluster) => {
  const cwd = mkdtempSync(join(tmpdir(), "colonnade-odd-"));
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  const colonnade = (line: string): Promise<Outcome> => {
    const { username, password } = cluster().credentials;
    const asked = `--contact-points ${cluster().contactPoints.join(",")} --keyspace odd`;
    return runLine(`${line} ${asked}`, { cwd, env: { CASSANDRA_USERNAME: username, CASSANDRA_PASSWORD: password } });
  };
  const filesIn = (folder: string): string[] => readdirSync(join(cwd, folder, "odd")).sort();

  beforeAll(() => cluster().run(script), 60_000);

  it("is named by introspect, with what to do", { timeout: 30_000 }, async () => {
    const { code, stderr } = await colonnade("introspect --output definitions");
    expect(code).toBe(3);
    expect(stderr).toContain("odd has tables or types that a definition cannot express [cql-unsupported]");
    expect(stderr).toMatch(/shapes: .* is not a CQL type/);
    expect(stderr).toContain("leave them out: introspect --exclude shapes; or change them in the database");
  });

  it("is left out when a flag says so, and a file of it stays", { timeout: 30_000 }, async () => {
    const { code, stderr } = await colonnade("introspect --output definitions --exclude shapes");
    expect(stderr).toMatch(/^! shapes is left out: .* is not a CQL type/);
    expect(stderr).toContain("1 table → definitions/odd (1 written, 0 unchanged, 0 removed)");
    expect(code).toBe(0);
    writeTree(cwd, { "definitions/odd/shapes.json": JSON.stringify(shapes) });
    const pruned = await colonnade("introspect --output definitions --exclude sha* --prune");
    expect(pruned.stderr).toContain("2 tables → definitions/odd (0 written, 2 unchanged, 0 removed)");
    expect(filesIn("definitions")).toEqual(["fine.json", "shapes.json"]);
  });

  it("is left out when the config gives it no bindings, or is read when its type is let through", async () => {
    const settings = { definitions: "configured/odd", output: "db" };
    const configure = (more: object): void =>
      writeTree(cwd, { "colonnade.config.json": JSON.stringify({ keyspaces: { odd: { ...settings, ...more } } }) });
    configure({ exclude: ["shapes"] });
    expect((await colonnade("introspect")).stderr).toContain("1 table → configured/odd (1 written,");
    configure({ types: { [custom]: "unknown" } });
    expect((await colonnade("introspect")).stderr).toContain("2 tables → configured/odd (1 written, 1 unchanged,");
    const kept = await colonnade("introspect --exclude shapes --prune");
    expect(kept.stderr).toBe("2 tables → configured/odd (0 written, 2 unchanged, 0 removed)\n");
    expect(filesIn("configured")).toEqual(["fine.json", "shapes.json"]);
    rmSync(join(cwd, "colonnade.config.json"));
  });

  it("does not stop what has nothing to do with it", { timeout: 30_000 }, async () => {
    writeTree(cwd, { "pushed/odd/fine.json": JSON.stringify(fine) });
    const compared = await colonnade("diff --definitions pushed");
    expect(compared.stderr).toMatch(/^! shapes is left out: .* is not a CQL type/);
    expect(compared).toMatchObject({ code: 1, stdout: expect.stringContaining("odd.fine.stars") });
    expect(compared.stdout).not.toContain("shapes");
    const pushed = await colonnade("push --definitions pushed");
    expect(pushed).toMatchObject({ code: 0, stderr: "created the column odd.fine.stars\n1 column created\n" });
  });

  it("stops what needs it", { timeout: 30_000 }, async () => {
    writeTree(cwd, { "needed/odd/shapes.json": JSON.stringify(shapes) });
    for (const command of ["diff", "push"]) {
      const { code, stderr } = await colonnade(`${command} --definitions needed`);
      expect(stderr).toContain("[cql-unsupported]");
      expect(code).toBe(3);
    }
  });
});
