import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { createSession } from "@colonnade/runtime";
import { insertProducts, scanProducts } from "../../../examples/shop/generated/products.js";
import { createTemporaryFolder, readTree, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";
import { serve, user } from "./serving.ts";

const products = {
  name: "products",
  columnDefinitions: [
    { name: "id", typeDefinition: "uuid" },
    { name: "name", typeDefinition: "text" },
  ],
  primaryKey: { partitionKey: ["id"] },
};

function createProject(): string {
  const cwd = createTemporaryFolder();
  writeTree(cwd, { "definitions/shop/products.json": JSON.stringify(products) });
  return cwd;
}

async function createToken(url: string, username: string, password: string): Promise<number> {
  const response = await fetch(`${url}/api/rest/v1/auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  await response.arrayBuffer();
  return response.status;
}

describe("serve", () => {
  it("prints its address and nothing else on stdout, and ends with 0 when it is stopped", async () => {
    const cwd = createProject();
    const { stdout, stderr, stop } = await serve("--definitions definitions", cwd);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
    expect(stderr).toContain("created the table shop.products\n");
    expect(stderr).toContain("serving .colonnade/data, keyspace shop, at http://127.0.0.1:");
    expect(stderr).toContain("Ctrl-C stops it\n");
    expect(stderr).not.toContain(user.COLONNADE_PASSWORD);
    expect(await createToken(stdout.trim(), "dev", "correct horse")).toBe(201);
    const { code, stderr: last } = await stop();
    expect(code).toBe(0);
    expect(last).toMatch(/stopped[^\n]*\n$/);
    await expect(fetch(stdout.trim())).rejects.toThrow();
  });

  it("keeps the rows in memory with --memory, and writes no data", async () => {
    const cwd = createProject();
    const ids = ["5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10", "0a4cc0ac-6bd3-4c8b-9d0c-3f6a1b2c3d4e"];
    for (const id of ids) {
      const { stdout, stderr, stop } = await serve("--memory --definitions definitions", cwd);
      expect(stderr).toContain("serving memory, keyspace shop, at http://127.0.0.1:");
      const session = createSession({
        url: stdout.trim(),
        credentials: { username: "dev", password: "correct horse" },
      });
      await insertProducts(session, { id });
      expect(await scanProducts(session, { select: ["id"] }).toArray()).toEqual([{ id }]);
      await session.close();
      expect((await stop()).stderr).toContain("stopped; the rows in memory are gone\n");
    }
    expect(existsSync(join(cwd, ".colonnade"))).toBe(false);
  });

  it.each(["--data rows", "--salvage", "--reset", "--store cassandra --contact-points 127.0.0.1"])(
    "refuses --memory together with %s",
    async (flags) => {
      const { code, stderr } = await runLine(`serve --memory ${flags}`, { cwd: createTemporaryFolder(), env: user });
      expect(code).toBe(2);
      expect(stderr).toContain("--memory");
      expect(stderr).toContain("cannot be combined");
    },
  );

  it("creates a password on this machine alone, shows it once, and keeps it for the next start", async () => {
    const cwd = createTemporaryFolder();
    const { stdout, stderr, stop } = await serve("--quiet", cwd, {});
    const file = ".colonnade/credentials.json";
    const password = /^user colonnade, password (\S{20,}) \(kept in \.colonnade/.exec(stderr)?.[1] ?? "";
    expect(await createToken(stdout.trim(), "colonnade", password)).toBe(201);
    expect(await createToken(stdout.trim(), "colonnade", "guess")).toBe(401);
    expect((await stop()).stderr.split(password).length).toBe(2);
    expect(JSON.parse(readFileSync(join(cwd, file), "utf8"))).toEqual({ username: "colonnade", password });

    const again = await serve("", cwd, {});
    expect(await createToken(again.stdout.trim(), "colonnade", password)).toBe(201);
    expect(again.stderr).toContain(`user colonnade, password in ${file}\n`);
    expect((await again.stop()).stderr).not.toContain(password);
  });

  it("says that it does not serve the user of a file that it was not told to read", async () => {
    const cwd = createTemporaryFolder();
    const hint = "the user in .env is ignored; to use it, add --env-file .env\n";
    const hints = async (flags: string, env = {}): Promise<boolean> => {
      const { stderr, stop } = await serve(flags, cwd, env);
      await stop();
      expect(stderr).toContain("serving .colonnade/data");
      return stderr.includes(hint);
    };
    writeTree(cwd, { ".env": "VITE_COLONNADE_USERNAME=ann\n" });
    expect(await hints("")).toBe(false);
    writeTree(cwd, { ".env": "COLONNADE_USERNAME=ann\nCOLONNADE_PASSWORD=correct-horse\n" });
    expect([await hints(""), await hints("--env-file .env"), await hints("", user)]).toEqual([true, false, false]);
  });

  it("shows no password in a log in a pipe", async () => {
    const cwd = createTemporaryFolder();
    const { stderr } = await serve("--log", cwd, {});
    const { password } = JSON.parse(readFileSync(join(cwd, ".colonnade/credentials.json"), "utf8")) as {
      password: string;
    };
    expect(stderr).not.toContain(password);
    expect(stderr).toContain('"message":"user colonnade, password in .colonnade/credentials.json"');
  });

  test.each([
    ["beyond loopback without a user", "--host 0.0.0.0", {}, "set COLONNADE_USERNAME and COLONNADE_PASSWORD"],
    ["half a user", "", { COLONNADE_USERNAME: "dev" }, "COLONNADE_PASSWORD is not set"],
    ["definitions with a mistake", "--definitions broken", user, "[bad-definitions]"],
  ])("refuses %s before there is any data", async (_, flags, env, said) => {
    const cwd = createProject();
    writeTree(cwd, { "broken/shop/x.json": "{}" });
    const { code, stdout, stderr } = await runLine(`serve --port 0 ${flags}`, { cwd, env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(said);
    expect(existsSync(join(cwd, ".colonnade"))).toBe(false);
  });

  it("says which port is taken, and lets go of the data", async () => {
    const cwd = createTemporaryFolder();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await runLine(`serve --port ${port} --keyspace shop`, { cwd, env: user });
    expect(code).toBe(4);
    expect(stderr).toContain(String(port));
    expect(existsSync(join(cwd, ".colonnade"))).toBe(false);
    expect((await (await serve("", cwd)).stop()).code).toBe(0);
  });

  it("serves the only keyspace of its data, though nothing names it", async () => {
    const cwd = createTemporaryFolder();
    await (await serve("--keyspace shop", cwd)).stop();
    const { stdout, stderr } = await serve("--json", cwd);
    expect(JSON.parse(stdout)).toMatchObject({ keyspace: "shop" });
    expect(stderr).toContain("serving .colonnade/data, keyspace shop, at ");
  });

  it("says which keyspaces there are when /api/graphql has none of them", async () => {
    const cwd = createProject();
    writeTree(cwd, { "definitions/crm/products.json": JSON.stringify(products) });
    const said = "/api/graphql has no default keyspace; choose one of crm and shop with --keyspace\n";
    const first = await (await serve("--definitions definitions", cwd)).stop();
    expect(first.stderr).toContain(said);
    const again = await serve("--json", cwd);
    expect(JSON.parse(again.stdout)).not.toHaveProperty("keyspace");
    expect(again.stderr).toContain(said);
  });

  it("refuses a folder of other files, and leaves it as it is", async () => {
    const cwd = createTemporaryFolder();
    writeTree(cwd, { "pictures/holiday.jpg": "" });
    const { code, stderr } = await runLine("serve --port 0 --data pictures --keyspace shop", { cwd, env: user });
    expect(code).toBe(4);
    expect(stderr).toContain(`${join(cwd, "pictures")} holds files that are not data of Colonnade`);
    expect(readTree(cwd)).toEqual({ "pictures/holiday.jpg": "" });
  });

  it("checks every file before it serves, and names the place of the damage", async () => {
    const cwd = createProject();
    // Opening again turns the log into a table.
    for (let round = 0; round < 2; round += 1) await (await serve("--definitions definitions", cwd)).stop();
    const folder = join(cwd, ".colonnade/data");
    const table = readdirSync(folder).find((name) => name.endsWith(".ldb")) ?? "";
    const bytes = readFileSync(join(folder, table));
    bytes[10] = (bytes[10] ?? 0) ^ 1;
    writeFileSync(join(folder, table), bytes);
    const { code, stdout, stderr } = await runLine("serve --port 0", { cwd, env: user });
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr).toContain("[damaged]");
    expect(stderr).toContain(`${join(folder, table)} at byte 0: a block of `);
    expect(stderr).toContain("colonnade serve --data .colonnade/data --salvage");
    expect(bytes.equals(readFileSync(join(folder, table)))).toBe(true);
  });

  it("sets a damaged file aside and goes on when it is told to", async () => {
    const cwd = createProject();
    await (await serve("--definitions definitions", cwd)).stop();
    const folder = join(cwd, ".colonnade/data");
    const log = readdirSync(folder).find((name) => name.endsWith(".log")) ?? "";
    const bytes = readFileSync(join(folder, log));
    // The last record is the table.
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(join(folder, log), bytes);
    expect((await runLine("serve --port 0", { cwd, env: user })).stderr).toContain(`${log} at byte `);
    const { stderr } = await (await serve("--salvage --definitions definitions", cwd)).stop();
    expect(stderr).toMatch(
      /^the data is damaged: .*\.log at byte \d+: a record does not match its checksum; serving /m,
    );
    expect(stderr).toMatch(/readable changes in it were kept$/m);
    expect(stderr).toContain(`moved a damaged file to .colonnade/data/lost/${log}; `);
    expect(stderr).toContain("created the table shop.products\n");
    expect(stderr).not.toContain("created the keyspace");
    expect(bytes.equals(readFileSync(join(folder, "lost", log)))).toBe(true);
  });

  it("keeps what is there, adds what is missing, refuses what rows do not fit, and begins anew on request", async () => {
    const cwd = createProject();
    await (await serve("--definitions definitions", cwd)).stop();
    const again = await (await serve("--definitions definitions", cwd)).stop();
    expect(again.stderr).not.toContain("created");
    const changed = {
      ...products,
      columnDefinitions: [...products.columnDefinitions, { name: "new", typeDefinition: "int" }],
    };
    writeTree(cwd, { "definitions/shop/products.json": JSON.stringify(changed) });
    const third = await (await serve("--definitions definitions", cwd)).stop();
    expect(third.stderr).toContain("created the column shop.products.new\n");
    const other = {
      ...changed,
      columnDefinitions: changed.columnDefinitions.map((column) =>
        column.name === "new" ? { ...column, typeDefinition: "text" } : column,
      ),
    };
    writeTree(cwd, { "definitions/shop/products.json": JSON.stringify(other) });
    const refused = await runLine("serve --port 0 --definitions definitions", { cwd, env: user });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("shop.products.new: ");
    const reset = await (await serve("--definitions definitions --reset", cwd)).stop();
    expect(reset.stderr).toContain("deleted the keyspace shop with all its rows\ncreated the keyspace shop\n");
  });

  it("serves the keyspaces of the config file, and creates the one it is asked for", async () => {
    const cwd = createProject();
    writeTree(cwd, {
      "colonnade.config.json": '{ "keyspaces": { "shop": { "definitions": "definitions", "output": "src/db" } } }',
    });
    const { stdout, stderr } = await serve("--keyspace crm --json", cwd);
    expect(stderr).toContain("created the keyspace shop\n");
    expect(stderr).toContain("created the keyspace crm\n");
    expect(JSON.parse(stdout)).toEqual({
      url: expect.stringMatching(/^http:/) as string,
      username: "dev",
      keyspace: "crm",
    });
  });
});

describe("introspect", () => {
  it("writes the definitions that a service has, so that check is content with what they generate", async () => {
    const cwd = createProject();
    const { stdout: url } = await serve("--definitions definitions", cwd);
    const line = `introspect --url ${url.trim()} --keyspace shop --output found`;
    const first = await runLine(line, { cwd, env: user });
    const counted = "1 table → found/shop (1 written, 0 unchanged, 0 removed)\n";
    const next = "→ set up an app with these definitions: colonnade init --keyspace shop --definitions found\n";
    expect(first).toEqual({ code: 0, stdout: "", stderr: counted + next });
    expect((await runLine(line, { cwd, env: user })).stderr).toContain("(0 written, 1 unchanged, 0 removed)");
    await runLine("generate --definitions definitions --output src/db", { cwd });
    expect(await runLine("check --definitions found --output src/db", { cwd })).toMatchObject({ code: 0 });
  });

  it("knows from the config file whom to ask, and where the files go", async () => {
    const cwd = createProject();
    const { stdout: url } = await serve("--definitions definitions", cwd);
    const config = {
      keyspaces: { shop: { definitions: "mine", output: "src/db" } },
      service: { url: url.trim(), username: { $env: "SHOP_USER" }, password: { $env: "SHOP_PASSWORD" } },
    };
    writeTree(cwd, { "colonnade.config.json": JSON.stringify(config) });
    const refused = await runLine("introspect", { cwd });
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain("SHOP_USER and SHOP_PASSWORD are not set [missing-variable]");
    const env = { SHOP_USER: "dev", SHOP_PASSWORD: "correct horse" };
    const { code, stdout } = await runLine("introspect --json", { cwd, env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      dryRun: false,
      keyspace: "shop",
      output: "mine/shop",
      from: ["rest"],
      tables: 1,
      written: ["products.json"],
      unchanged: [],
      extra: [],
      removed: [],
      warnings: [],
    });
    expect(Object.keys(readTree(join(cwd, "mine")))).toEqual(["shop/products.json"]);
  });

  it("writes into a folder that is the keyspace's already, and keeps files of tables that are gone", async () => {
    const cwd = createProject();
    const { stdout: url } = await serve("--definitions definitions", cwd);
    writeTree(cwd, { "defs/shop/old.json": JSON.stringify({ ...products, name: "old" }) });
    const line = `introspect --url ${url.trim()} --keyspace shop --output defs/shop`;
    const { stderr } = await runLine(line, { cwd, env: user });
    expect(stderr).toContain("kept defs/shop/old.json: the database does not have it\n");
    expect(Object.keys(readTree(join(cwd, "defs")))).toEqual(["shop/old.json", "shop/products.json"]);
  });

  it("says in one sentence with the request id that the credentials are wrong, and exits with 3", async () => {
    const { stdout: url } = await serve("--keyspace shop", createTemporaryFolder());
    const { code, stdout, stderr } = await runLine(`introspect --url ${url.trim()} --keyspace shop --output found`, {
      cwd: createTemporaryFolder(),
      env: { ...user, COLONNADE_PASSWORD: "guess" },
    });
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toMatch(/^✖ .*credentials of "dev" \(request [\w-]+\) \[credentials\]\n→ check COLONNADE_USERNAME/);
    expect(stderr).not.toContain("guess");
  });

  it("exits with 3 when the service has no such keyspace, or is not there", async () => {
    const cwd = createTemporaryFolder();
    const serving = await serve("--keyspace shop", cwd);
    const line = `introspect --url ${serving.stdout.trim()} --keyspace shpo --output found`;
    expect(await runLine(line, { cwd, env: user })).toMatchObject({ code: 3 });
    await serving.stop();
    const { code, stderr } = await runLine(line, { cwd, env: user });
    expect(code).toBe(3);
    expect(stderr).toContain("start the service (colonnade serve), or correct --url");
    expect(existsSync(join(cwd, "found"))).toBe(false);
  });
});
