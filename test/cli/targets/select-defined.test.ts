/** What `diff` and `push` work on: the keyspaces of definitions, each once, whatever is generated of them. */
import { describe, expect, it, onTestFinished, test } from "vitest";
import type { TableDefinition } from "../../../src/model/index.ts";
import { createService, listen } from "../../../src/service/index.ts";
import { respondWith } from "../../support/respond-with.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { openStore } from "../../store/embedded/temporary-store.ts";
import { keyspaceOf } from "../../support/keyspaces.ts";
import { runLine } from "../run-line.ts";
import type { Outcome } from "../run-line.ts";

const user = { username: "dev", password: "correct horse" };
const env = { COLONNADE_USERNAME: user.username, COLONNADE_PASSWORD: user.password };

function table(name: string, columns: Readonly<Record<string, string>> = {}): TableDefinition {
  const columnDefinitions = Object.entries({ id: "uuid", ...columns }).map(([column, typeDefinition]) => ({
    name: column,
    typeDefinition,
  }));
  return { name, columnDefinitions, primaryKey: { partitionKey: ["id"] } };
}

/** A type that is written in Java, which definitions hold only where a config allows it. */
const shape = "'org.example.ShapeType'";

/** A folder with definitions of `shop`, and a config file with these outputs of it. */
function createProject(tables: readonly TableDefinition[], outputs: readonly object[]): string {
  const cwd = createTemporaryFolder();
  for (const one of tables) writeTree(cwd, { [`definitions/shop/${one.name}.json`]: JSON.stringify(one) });
  const shop = outputs.map((output, at) => ({ definitions: "definitions/shop", output: `src/db${at}`, ...output }));
  const keyspaces = outputs.length === 0 ? {} : { shop };
  writeTree(cwd, { "colonnade.config.json": JSON.stringify({ keyspaces }) });
  return cwd;
}

/** The address of a service that has these tables, and lists others by REST, which is then all that it speaks. */
async function startService(
  tables: readonly TableDefinition[] = [],
  others: readonly TableDefinition[] = [],
): Promise<string> {
  const { store } = await openStore(keyspaceOf("shop", tables).tables);
  const service = createService({ store, user, keyspace: "shop" });
  const listener = await listen(
    respondWith(async (request) => {
      const { pathname } = new URL(request.url);
      const other = others.find(({ name }) => pathname.endsWith(`/keyspaces/shop/tables/${name}`));
      if (other) return Response.json(other);
      if (others.length > 0 && pathname.includes("graphql")) return new Response(null, { status: 404 });
      const answer = await service(request);
      if (request.method !== "GET" || !pathname.endsWith("/keyspaces/shop/tables")) return answer;
      return Response.json([...((await answer.json()) as string[]), ...others.map(({ name }) => name)]);
    }),
    { port: 0, graceMs: 0 },
  );
  onTestFinished(() => listener.close());
  return listener.url;
}

test.each(["diff --against old", "push --url http://localhost:1"])(
  "%s refuses to work on nothing, instead of finding nothing to do",
  async (line) => {
    expect(await runLine(line, { cwd: createProject([], []), env })).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^✖ there are no definitions \[nothing-selected\]\n→ pass their folder: --definitions definitions\n/,
      ),
    });
  },
);

describe("a keyspace with two outputs", () => {
  const products = table("products", { price: "decimal" });
  const without = { exclude: ["products"] };

  test.each([
    ["the first", [{}, without]],
    ["the last", [without, {}]],
  ])("is compared once, and a change breaks code if it breaks %s of them", async (_, outputs) => {
    const cwd = createProject([products, table("orders")], outputs);
    writeTree(cwd, { "old/shop/orders.json": JSON.stringify(table("orders")) });
    writeTree(cwd, { "old/shop/products.json": JSON.stringify(table("products", { price: "decimal", name: "text" })) });
    const { code, stdout } = await runLine("diff --against old", { cwd });
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: "column-dropped  shop.products.name  text  breaks code, reads, writes, wire, data\n",
    });
  });

  const allowing = { types: { [shape]: "unknown" } };

  test.each([
    ["the first", [allowing, {}]],
    ["the last", [{}, allowing]],
  ])("is pushed once, with the types that %s of them allows", async (_, outputs) => {
    const cwd = createProject([table("shapes", { shape })], outputs);
    const { code, stdout } = await runLine(`push --url ${await startService()} --dry-run --json`, { cwd, env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      keyspaces: [{ keyspace: "shop", steps: [{ what: "the table shop.shapes" }] }],
    });
  });
});

describe("a table of the database that no definition can hold", () => {
  const shapes = table("shapes", { shape });
  const ask = async (command: string, tables: readonly TableDefinition[]): Promise<Outcome> => {
    const cwd = createProject(tables, [{}]);
    return runLine(`${command} --url ${await startService([table("products")], [shapes])}`, { cwd, env });
  };

  it("is left out of a comparison that does not define it, and named", async () => {
    const { code, stdout, stderr } = await ask("diff --against live", [table("products")]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toContain(`! shapes is left out: "${shape}" is not a CQL type`);
    expect(stderr).toContain("no changes from the live database to definitions/shop\n");
  });

  it("does not stop a push that does not define it", async () => {
    const { code, stderr } = await ask("push", [table("products"), table("orders")]);
    expect(code).toBe(0);
    expect(stderr).toContain("created the table shop.orders\n");
  });

  test.each(["diff --against live", "push"])("stops a %s that defines it", async (command) => {
    const { code, stderr } = await ask(command, [table("products"), table("shapes", { shape: "text" })]);
    expect(code).toBe(3);
    expect(stderr).toContain(`shapes: "${shape}" is not a CQL type`);
  });
});
