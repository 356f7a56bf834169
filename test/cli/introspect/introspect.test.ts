/** `introspect` from a terminal: what it asks, what it writes, and what it says when it cannot. */
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { RequestListener, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, test } from "vitest";
import type { TableDefinition } from "../../../src/model/index.ts";
import { loadKeyspace } from "../../../src/source/parse-keyspace.ts";
import { createTemporaryFolder, readTree, writeTree } from "../../support/temporary-folder.ts";
import { recorded, restOf } from "../../support/recorded-service.ts";
import { runLine } from "../run-line.ts";
import type { Outcome } from "../run-line.ts";

const password = "correct horse battery";
const env = { COLONNADE_USERNAME: "dev", COLONNADE_PASSWORD: password };

/** Answers until the test is over. @returns its address */
async function start(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  const isText = typeof body === "string";
  response.writeHead(status, { "content-type": isText ? "text/html" : "application/json" });
  response.end(isText ? body : JSON.stringify(body));
}

/** A service with these answers by path; it hands out tokens at any `/auth`. */
async function serve(answers: Readonly<Record<string, unknown>>, asked: string[] = []): Promise<string> {
  return start(({ method, url = "" }, response) => {
    if (url.endsWith("/auth")) return reply(response, 201, { authToken: "11111111-2222-4333-8444-555555555555" });
    asked.push(`${method} ${url}`);
    const answer = answers[url];
    if (answer === undefined) return reply(response, 404, { description: "nothing is here", code: 404 });
    return reply(response, 200, answer);
  });
}

const tablesPath = "/api/rest/v1/keyspaces/shop/tables";
const products: TableDefinition = {
  name: "products",
  columnDefinitions: [
    { name: "id", typeDefinition: "uuid", static: false },
    { name: "price", typeDefinition: "decimal", static: false },
  ],
  primaryKey: { partitionKey: ["id"], clusteringKey: [] },
  tableOptions: { defaultTimeToLive: 0, clusteringExpression: [] },
};
const shop = {
  "/api/rest/v1/keyspaces": ["shop", "crm", "system_auth"],
  [tablesPath]: ["products"],
  [`${tablesPath}/products`]: products,
};

async function introspect(url: string, flags = "", cwd = createTemporaryFolder()): Promise<Outcome & { cwd: string }> {
  const outcome = await runLine(`introspect --keyspace shop --output found --url ${url} ${flags}`, { cwd, env });
  expect(outcome.stdout + outcome.stderr).not.toContain(password);
  return { ...outcome, cwd };
}

describe("introspect", () => {
  it("writes what is new and what has changed, and keeps what somebody wrote", async () => {
    const url = await serve(shop);
    const { code, stderr, cwd } = await introspect(url);
    expect(code).toBe(0);
    expect(stderr).toBe(
      "! REST does not report the indexes of products\n" +
        "→ add indexes to the files: introspect keeps it\n" +
        "1 table → found/shop (1 written, 0 unchanged, 0 removed)\n" +
        "→ set up an app with these definitions: colonnade init --keyspace shop --definitions found\n",
    );
    const file = readTree(cwd)["found/shop/products.json"] ?? "";
    const mine = file
      .replace("{", "// Mine.\n{")
      .replace('"decimal"', '"float"')
      .replace(/\n}\n$/, ',\n  "indexes": [{ "column": "price" }]\n}\n');
    writeTree(cwd, { "found/shop/products.json": mine });
    expect((await introspect(url, "", cwd)).stderr).toBe("1 table → found/shop (1 written, 0 unchanged, 0 removed)\n");
    expect(readTree(cwd)["found/shop/products.json"]).toBe(mine.replace('"float"', '"decimal"'));
    expect((await introspect(url, "", cwd)).stderr).toBe("1 table → found/shop (0 written, 1 unchanged, 0 removed)\n");
  });

  it("writes only what it was told, and says at each run what it was not told", async () => {
    const { tableOptions: _, ...untimed } = products;
    const url = await serve({ ...shop, [`${tablesPath}/products`]: untimed });
    const said =
      "! REST does not report the indexes of products\n→ add indexes to the files: introspect keeps it\n" +
      "! REST does not report the time to live of products\n" +
      "→ add defaultTimeToLive to the files: introspect keeps it\n";
    const { stderr, cwd } = await introspect(url);
    expect(stderr).toContain(said);
    const file = readTree(cwd)["found/shop/products.json"] ?? "";
    expect(file).not.toContain("defaultTimeToLive");
    expect((await introspect(url, "", cwd)).stderr).toBe(
      `${said}1 table → found/shop (0 written, 1 unchanged, 0 removed)\n`,
    );
    const mine = file.replace(/\n}\n$/, ',\n  "tableOptions": { "defaultTimeToLive": 0 },\n  "indexes": []\n}\n');
    writeTree(cwd, { "found/shop/products.json": mine });
    expect((await introspect(url, "", cwd)).stderr).toBe("1 table → found/shop (0 written, 1 unchanged, 0 removed)\n");
    expect(readTree(cwd)["found/shop/products.json"]).toBe(mine);
  });

  it("does without excluded tables that REST cannot describe, and names the others", async () => {
    const odd = { ...products, name: "shapes", columnDefinitions: [{ name: "id", typeDefinition: "uuid<" }] };
    const url = await serve({
      ...shop,
      [tablesPath]: ["gone", "products", "shapes"],
      [`${tablesPath}/shapes`]: odd,
    });
    const stopped = await introspect(url);
    expect(stopped).toMatchObject({ code: 3 });
    expect(stopped.stderr).toContain("  gone: introspect shop failed: ");
    expect(stopped.stderr).toContain('  shapes: "uuid<" ');
    expect(stopped.stderr).toContain("→ leave them out: introspect --exclude gone,shapes; or change them");
    const { code, stderr, cwd } = await introspect(url, "--exclude gone,shapes");
    expect(code).toBe(0);
    expect(stderr).toContain("! gone is left out: introspect shop failed: ");
    expect(stderr).toContain('! shapes is left out: "uuid<" ');
    expect(Object.keys(readTree(cwd))).toEqual(["found/shop/products.json"]);
  });

  it.each(["diff", "push --dry-run"])(
    "a table that REST cannot describe stops %s only where it is defined",
    async (command) => {
      const url = await serve({ ...shop, [tablesPath]: ["products", "shapes"] });
      const cwd = createTemporaryFolder();
      const line = `${command} --definitions definitions/shop --url ${url}`;
      writeTree(cwd, { "definitions/shop/products.json": JSON.stringify(products) });
      expect((await runLine(line, { cwd, env })).code).toBe(0);
      writeTree(cwd, { "definitions/shop/shapes.json": JSON.stringify({ ...products, name: "shapes" }) });
      const { code, stderr } = await runLine(line, { cwd, env });
      expect(code).toBe(3);
      expect(stderr).toContain("  shapes: introspect shop failed: ");
    },
  );

  it("with --dry-run lists what it would do, and with --prune removes these files", async () => {
    const url = await serve(shop);
    const cwd = createTemporaryFolder();
    const old = JSON.stringify({ ...products, name: "old" });
    const tree = { "found/shop/old.json": old, "found/shop/broken.json": "{" };
    writeTree(cwd, tree);
    const planned = await introspect(url, "--dry-run --prune", cwd);
    expect(planned.stdout).toBe("write  found/shop/products.json\nremove found/shop/old.json\n");
    expect(readTree(cwd)).toEqual(tree);
    const kept = await introspect(url, "", cwd);
    expect(kept.stderr).toContain("kept found/shop/old.json: the database does not have it\n");
    expect(kept.stderr).toContain("\n→ --prune removes these files\n");
    const pruned = await introspect(url, "--prune", cwd);
    expect(pruned.stderr).toContain("removed found/shop/old.json\nkept found/shop/broken.json: ");
    expect(pruned.stderr).not.toContain("--prune");
    expect(Object.keys(readTree(cwd))).toEqual(["found/shop/broken.json", "found/shop/products.json"]);
  });

  it("of a keyspace that the config does not name tells which it has", async () => {
    const cwd = createTemporaryFolder();
    const keyspaces = {
      shop: { definitions: "defs/shop", output: "db" },
      crm: { definitions: "defs/crm", output: "crm" },
    };
    writeTree(cwd, { "colonnade.config.json": JSON.stringify({ keyspaces }) });
    const asked = async (name: string): Promise<string> =>
      (await runLine(`introspect --url http://127.0.0.1:9 --keyspace ${name}`, { cwd, env })).stderr;
    expect(await asked("shpo")).toContain(
      "--output is missing, and the config file has no keyspace shpo [usage]\n" +
        "→ did you mean --keyspace shop? or pass --output definitions\n",
    );
    expect(await asked("library")).toContain("has no keyspace library [usage]\n→ --output definitions\n");
  });

  it("from a stargate uses its paths, and asks GraphQL for what REST does not report", async () => {
    const kinds = (recorded("rest/stargate.json") as Record<string, { tables: Record<string, unknown> }>)["kinds"];
    const rest = restOf({ list: ["collections"], tables: kinds?.tables ?? {} });
    const definitions = recorded("graphql/definitions.json") as Record<
      string,
      { data: { keyspace: { tables: { name: string }[] } } }
    >;
    const { keyspace } = definitions["stargateKinds"]?.data ?? { keyspace: { tables: [] } };
    const tables = keyspace.tables.filter(({ name }) => name === "collections");
    const asked: string[] = [];
    const url = await serve(
      {
        ...Object.fromEntries(
          Object.entries(rest).map(([path, answer]) => [`/v1/keyspaces/shop/tables${path}`, answer]),
        ),
        "/graphql-schema": { data: { keyspaces: [{ name: "shop" }], keyspace: { ...keyspace, tables } } },
      },
      asked,
    );
    const { code, cwd } = await introspect(url, "--profile stargate");
    expect(code).toBe(0);
    expect(asked).toEqual([
      "GET /v2/schemas/keyspaces/shop/tables",
      "GET /v1/keyspaces/shop/tables",
      "GET /v1/keyspaces/shop/tables/collections",
      "POST /graphql-schema",
    ]);
    const found = await loadKeyspace(join(cwd, "found", "shop"));
    expect(found.userTypes.map(({ name }) => name)).toEqual(["address", "street"]);
  });

  test.each<[flags: string, message: string, next: string]>([
    [
      "--from rest,grahql",
      '--from must be one of "rest", "graphql", "cql" or a .cql file, not "grahql"',
      "did you mean graphql?",
    ],
    ["--from rest,,graphql", "--from takes a comma-separated list", ""],
    ["--auth-url https://a.example.com", "--auth-url and --rest-url require --profile stargate", "--profile stargate"],
    [
      "--profile stargate --auth-url http://a.example.com",
      "the password would be sent unencrypted",
      "--auth-url https://a.example.com",
    ],
  ])("refuses %s", async (flags, message, next) => {
    const { code, stderr } = await introspect("http://127.0.0.1:1", flags);
    expect(code).toBe(2);
    expect(stderr).toContain(`✖ ${message}`);
    expect(stderr).toContain(next);
  });
});

describe("a token in the environment", () => {
  const given = "22222222-2222-4333-8444-555555555555";
  const line = (url: string): string => `introspect --keyspace shop --output found --url ${url}`;

  it("is used as it is: none is created", async () => {
    const tokens: unknown[] = [];
    const url = await start(({ url: path = "", headers }, response) => {
      tokens.push(headers["x-service-token"]);
      const answer = (shop as Readonly<Record<string, unknown>>)[path];
      return reply(response, answer === undefined ? 404 : 200, answer ?? { description: "nothing is here" });
    });
    const cwd = createTemporaryFolder();
    expect((await runLine(line(url), { cwd, env: { COLONNADE_TOKEN: given } })).code).toBe(0);
    expect(new Set(tokens)).toEqual(new Set([given]));
    // It overrides credentials in the config file; their variables need not be set.
    const service = { username: "dev", password: { $env: "NOT_SET" } };
    writeTree(cwd, { "colonnade.config.json": JSON.stringify({ keyspaces: {}, service: { url, ...service } }) });
    const configured = await runLine(line(url), { cwd, env: { COLONNADE_TOKEN: given } });
    expect(configured.stderr).not.toContain("NOT_SET");
    for (const command of ["diff --definitions found/shop", "push --dry-run --definitions found/shop"]) {
      const before = tokens.length;
      const { code, stderr } = await runLine(`${command} --url ${url}`, { cwd, env: { COLONNADE_TOKEN: given } });
      expect({ command, code, stderr }).toMatchObject({ code: 0 });
      expect(tokens.length).toBeGreaterThan(before);
    }
    expect(new Set(tokens)).toEqual(new Set([given]));
  });

  it("beside credentials is refused, and so is neither", async () => {
    const url = await serve(shop);
    const cwd = createTemporaryFolder();
    const both = await runLine(line(url), { cwd, env: { ...env, COLONNADE_TOKEN: given } });
    expect(both.code).toBe(2);
    expect(both.stderr).toContain(
      "✖ the environment has both a token and credentials [usage]\n" +
        "→ set either COLONNADE_TOKEN, or COLONNADE_USERNAME and COLONNADE_PASSWORD\n",
    );
    const neither = await runLine(line(url), { cwd, env: { COLONNADE_TOKEN: "" } });
    expect(neither.code).toBe(2);
    expect(neither.stderr).toContain("✖ COLONNADE_USERNAME and COLONNADE_PASSWORD are missing [usage]\n");
    expect(neither.stderr).toContain("or set COLONNADE_TOKEN\n");
  });

  it("that the service refuses is named", async () => {
    const url = await start((_, response) => reply(response, 401, { description: "no" }));
    const cwd = createTemporaryFolder();
    const { code, stderr } = await runLine(line(url), { cwd, env: { COLONNADE_TOKEN: given } });
    expect(code).toBe(3);
    expect(stderr).toContain("→ check COLONNADE_TOKEN");
    expect(stderr).not.toContain(given);
  });
});

describe("what a source does not tell", () => {
  it("is reported by diff: differences there are not shown", async () => {
    const { tableOptions: _, ...untimed } = products;
    const url = await serve({ ...shop, [`${tablesPath}/products`]: untimed });
    const cwd = createTemporaryFolder();
    writeTree(cwd, {
      "definitions/shop/products.json": JSON.stringify({ ...products, indexes: [{ column: "price" }] }),
    });
    const { code, stderr } = await runLine(`diff --definitions definitions/shop --url ${url}`, { cwd, env });
    expect(code).toBe(0);
    expect(stderr).toBe(
      "! REST does not report the indexes of products\n→ to see differences there, read the cluster: --from cql --contact-points 10.0.0.1\n" +
        "! REST does not report the time to live of products\n→ to see differences there, read the cluster: --from cql --contact-points 10.0.0.1\n" +
        "no changes from the live database to definitions/shop\n",
    );
    const { stdout } = await runLine(`diff --definitions definitions/shop --json --url ${url}`, { cwd, env });
    expect(JSON.parse(stdout)).toMatchObject({
      keyspaces: [{ unknown: ["userTypes", "indexes", "defaultTimeToLive", "description", "memberDescriptions"] }],
    });
  });
});

describe("many tables", () => {
  it("show how far the work is, on a terminal, on a line that is gone at the end", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `t${index}`);
    const url = await start(({ url: path = "" }, response) => {
      if (path.endsWith("/auth")) return reply(response, 201, { authToken: "11111111-2222-4333-8444-555555555555" });
      if (path === tablesPath) return reply(response, 200, names);
      return void setTimeout(() => reply(response, 200, { ...products, name: path.split("/").at(-1) }), 60);
    });
    let stderr = "";
    const sink = { write: (text: string) => void (stderr += text), isTTY: true };
    const line = `introspect --keyspace shop --output found --no-color --url ${url}`;
    const { code } = await runLine(line, { cwd: createTemporaryFolder(), env, stderr: sink });
    expect(code).toBe(0);
    expect(stderr).toMatch(/\r\u001b\[2Kshop (8|16|24|32)\/40/);
    expect(stderr.split("\r\u001b[2K").at(-1)).toMatch(/^! REST does not report the indexes of t0, |^40 tables → /);
  });
});

describe("text of a server", () => {
  // Clears the screen, writes over the line, sets the window's title, and turns the text around.
  const text = "evil\u001b[2J\rgone\u009b1m\u001b]0;title\u0007\u202etxt\u2066\u007f\tend\n::error::line";
  const shown = "evil\\u001b[2J\\u000dgone\\u009b1m\\u001b]0;title\\u0007\\u202etxt\\u2066\\u007f\tend ::error::line";

  const refusing = (): Promise<string> =>
    start(({ url }, response) => {
      if (url?.endsWith("/auth")) return reply(response, 201, { authToken: "11111111-2222-4333-8444-555555555555" });
      return reply(response, 403, { description: text, code: 403 });
    });

  it("goes to a terminal with its control characters escaped, and ours as they are", async () => {
    const url = await refusing();
    let stderr = "";
    const sink = { write: (part: string) => void (stderr += part), isTTY: true };
    const line = `introspect --keyspace shop --output found --url ${url}`;
    const code = await runLine(line, { cwd: createTemporaryFolder(), env, stderr: sink });
    expect(code.code).toBe(3);
    expect(stderr).toContain(shown);
    expect(stderr).toContain("\u001b[31m✖\u001b[39m ");
    // Nothing else of a server gets through, not even a color.
    expect(stderr.replaceAll(/\u001b\[\d+m/g, "")).not.toMatch(/[\0-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  it("is escaped in JSON, so that it is the same when it is read", async () => {
    const url = await refusing();
    const { stdout } = await introspect(url, "--json");
    expect(stdout).not.toMatch(/[\0-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    const { error } = JSON.parse(stdout) as { error: { message: string } };
    expect(error.message).toContain(text);
  });
});

describe("a redirect", () => {
  const redirecting = (status: number, to: (path: string) => string, from = ""): Promise<string> =>
    start(({ url = "" }, response) => {
      if (from !== "" && !url.includes(from)) return reply(response, 201, { authToken: "t-11111111-2222-4333" });
      response.writeHead(status, { location: to(url) });
      response.end();
    });

  test.each([301, 302, 307, 308])("with the status %i is told with its target, and not followed", async (status) => {
    const asked: string[] = [];
    const target = await serve(shop, asked);
    for (const from of ["", "/tables"]) {
      const url = await redirecting(status, (path) => `${target}/db${path}?token=abc`, from);
      const { code, stderr, cwd } = await introspect(url);
      expect(code).toBe(3);
      expect(stderr).toContain(`${url}/api/rest/v1/`);
      expect(stderr).toContain(` is redirected to ${target}/db/api/rest/v1/`);
      expect(stderr).toContain(`[redirected]\n→ if you trust that address: --url ${target}/db\n`);
      expect(stderr).not.toContain("token=abc");
      expect(readTree(cwd)).toEqual({});
    }
    expect(asked).toEqual([]);
  });

  it("to another page is no other address of the service", async () => {
    const { stderr } = await introspect(await redirecting(302, () => "/login"));
    expect(stderr).toMatch(/is redirected to http:\/\/127\.0\.0\.1:\d+\/login, /);
    expect(stderr).toContain("→ check --url: it is the address before /api; ");
  });
});

describe("a response beyond all limits", () => {
  it("is not read to its end", { timeout: 60_000 }, async () => {
    let sent = 0;
    let requests = 0;
    const url = await start(({ url: path = "" }, response) => {
      if (path.endsWith("/auth")) return reply(response, 201, { authToken: "11111111-2222-4333-8444-555555555555" });
      requests += 1;
      const part = Buffer.alloc(2 ** 20, 32);
      const more = (): void => {
        while (!response.destroyed && sent < 300 * 2 ** 20) {
          sent += part.length;
          if (!response.write(part)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    });
    const { code, stderr, cwd } = await introspect(url);
    expect(code).toBe(3);
    expect(stderr).toContain(`✖ the response to GET ${url}${tablesPath} is larger than 64 MiB and `);
    expect(stderr).toContain("[answer-too-large]");
    expect(requests).toBe(1);
    expect(readTree(cwd)).toEqual({});
  });
});

describe("what stands in the way", () => {
  const page = "<!doctype html><title>Sign in</title>";
  const tokenOr =
    (status: number, body: unknown): RequestListener =>
    ({ url }, response) =>
      url?.endsWith("/auth") ? reply(response, 201, { authToken: "t" }) : reply(response, status, body);

  test.each<[what: string, answer: RequestListener, said: readonly string[]]>([
    ["a proxy's page, for the token", (_, to) => reply(to, 200, page), ["login failed", "[protocol]", "a proxy"]],
    ["a proxy's page, for the tables", tokenOr(200, page), ["introspect shop failed", "[protocol]", "a proxy"]],
    ["a gateway without a service", (_, to) => reply(to, 502, page), ["login failed", "HTTP 502", "a proxy"]],
    [
      "wrong credentials",
      (_, to) => reply(to, 401, { description: "no" }),
      ["login failed", "[credentials]", "COLONNADE_PASSWORD"],
    ],
    [
      "a right that is missing",
      tokenOr(403, { description: "no" }),
      ["introspect shop failed", "[forbidden]", "right"],
    ],
    [
      "a response of another kind, of each source",
      tokenOr(200, { tables: [] }),
      ["REST: the service's list of tables is not a list", "GraphQL: the response is not", "[bad-answer]", "--url"],
    ],
  ])("%s is named, with what to do, and nothing is written", async (_, answer, said) => {
    const { code, stderr, cwd } = await introspect(await start(answer));
    expect(code).toBe(3);
    for (const words of said) expect(stderr).toContain(words);
    expect(readTree(cwd)).toEqual({});
  });

  it("another keyspace is named that was probably meant", async () => {
    const url = await serve(shop);
    const { code, stderr } = await runLine(`introspect --keyspace shpo --output x --url ${url}`, {
      cwd: createTemporaryFolder(),
      env,
    });
    expect(code).toBe(3);
    expect(stderr).toContain('✖ the service has no keyspace "shpo" [unknown-keyspace]\n→ did you mean "shop"?\n');
  });

  it("a port that speaks no TLS, and a host that is none", async () => {
    const plain = (await serve(shop)).replace("http:", "https:");
    const tls = await introspect(plain);
    expect(tls).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("[tls]\n→ the port does not speak TLS") as string,
    });
    const nowhere = await introspect("https://nowhere.invalid");
    expect(nowhere).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("[connect]\n→ start the service") as string,
    });
  });

  test.runIf(existsSync("/proc/self"))(
    "a virtual file system, which takes no folder",
    { timeout: 20_000 },
    async () => {
      const url = await serve(shop);
      const line = `introspect --keyspace shop --output /proc/self/colonnade/found --url ${url}`;
      const { code, stderr } = await runLine(line, { cwd: createTemporaryFolder(), env });
      expect(code).toBe(4);
      expect(stderr).toMatch(/✖ \/proc\/self\/colonnade cannot be written \(\w+\) \[cannot-write\]/);
    },
  );

  it("two sources that disagree are told with both sides", async () => {
    const column = (name: string, basic: string, kind: string) => ({ name, kind, type: { basic, info: null } });
    const columns = [column("id", "UUID", "PARTITION"), column("price", "DOUBLE", "REGULAR")];
    const url = await serve({
      ...shop,
      "/api/graphql-schema": {
        data: { keyspaces: [{ name: "shop" }], keyspace: { name: "shop", tables: [{ name: "products", columns }] } },
      },
    });
    const { code, stderr, cwd } = await introspect(url, "--from rest,graphql");
    expect(code).toBe(3);
    expect(stderr).toContain("products.price: its type is decimal in REST, double in the definition endpoint");
    expect(readTree(cwd)).toEqual({});
  });
});
