import { describe, expect, it, test } from "vitest";
import { Flags } from "../../../src/cli/arguments/command.ts";
import { loadConsole } from "../../../src/cli/serve/load-console.ts";
import { keyspaceOf } from "../../support/keyspaces.ts";
import { createTemporaryFolder } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";
import { serve, user } from "./serving.ts";

const isServed = (flags: Record<string, boolean>, host: string): boolean =>
  loadConsole(new Flags(flags), host) !== undefined;

describe("serve", () => {
  it("serves the console at its address, and says so", async () => {
    const { stdout, stderr } = await serve("--keyspace shop", createTemporaryFolder());
    const url = stdout.trim();
    expect(stderr).toContain(`the console is at ${url}/\n`);
    for (const [path, type] of [
      ["/", "text/html"],
      ["/console.js", "text/javascript"],
      ["/console.css", "text/css"],
    ] as const) {
      const response = await fetch(url + path);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, `${type}; charset=utf-8`]);
      expect((await response.text()).length).toBeGreaterThan(200);
    }
  });

  it("runs CQL for it on the embedded store, as the users who sign in", async () => {
    const { stdout } = await serve("--memory --keyspace shop", createTemporaryFolder());
    const url = stdout.trim();
    const send = async (path: string, body: object, token = ""): Promise<unknown> => {
      const headers = { "content-type": "application/json", "x-service-token": token };
      return (await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
    };
    const credentials = { username: user.COLONNADE_USERNAME, password: user.COLONNADE_PASSWORD };
    const { authToken } = (await send("/api/rest/v1/auth", credentials)) as { authToken: string };
    const run = (query: string) => send("/__local/cql", { query, keyspace: "shop" }, authToken);
    expect(await run("CREATE TABLE t (a int PRIMARY KEY)")).toMatchObject({ kind: "schema-change" });
    expect(await run("INSERT INTO t (a) VALUES (7)")).toEqual({ kind: "void" });
    expect(await run("SELECT a FROM t")).toMatchObject({ kind: "rows", rows: [["7"]] });
  });

  it("serves no console with --no-console", async () => {
    const { stdout, stderr } = await serve("--keyspace shop --no-console", createTemporaryFolder());
    expect(stderr).not.toContain("console");
    expect((await fetch(stdout.trim())).status).toBe(404);
  });

  test.each([
    ["localhost", {}, true],
    ["127.0.0.1", {}, true],
    ["::1", {}, true],
    ["0.0.0.0", {}, false],
    ["192.0.2.1", {}, false],
    ["192.0.2.1", { console: true }, true],
    ["localhost", { "no-console": true }, false],
  ])("on %s with %j: %s", (host, flags, expected) => {
    expect(isServed(flags, host)).toBe(expected);
  });

  it("refuses flags that contradict each other", async () => {
    const { code, stderr } = await runLine("serve --console --no-console", { cwd: createTemporaryFolder() });
    expect([code, stderr]).toEqual([2, expect.stringContaining("--console and --no-console contradict each other")]);
  });
});

describe("the module that the console shows", () => {
  it("is the one that generate writes", async () => {
    const shop = keyspaceOf("shop", [
      {
        name: "products",
        columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
        primaryKey: { partitionKey: ["id"] },
      },
    ]);
    const text = await loadConsole(new Flags({}), "localhost")?.printModule(shop, "products");
    expect(text).toContain("export interface ProductsRow {");
  });
});
