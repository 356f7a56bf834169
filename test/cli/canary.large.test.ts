/**
 * Secrets stay where they are: every command is run on every path that fails, with secrets in the environment, in the config
 * and in addresses, and none of them may be in what it prints or writes, whatever the flags.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, onTestFinished, test, vi } from "vitest";
import { renderCrash } from "../../src/cli/faults/show-fault.ts";
import { createTemporaryFolder, readTree, writeTree } from "../support/temporary-folder.ts";
import type { Tree } from "../support/temporary-folder.ts";
import { certificate } from "../support/certificate.ts";
import { runLine } from "./run-line.ts";
import type { Outcome } from "./run-line.ts";

/** In every secret, and in nothing else. */
const canary = "c4nary";
const secret = (place: string): string => `${canary}-${place}-7f3a&b/c`;

const env = {
  COLONNADE_USERNAME: "dev",
  COLONNADE_PASSWORD: secret("password"),
  SHOP_PASSWORD: secret("shop"),
  DATABASE_URL: `cql://me:${encodeURIComponent(secret("database"))}@db.example.com/shop`,
};

afterEach(() => vi.unstubAllEnvs());

const table = {
  name: "products",
  columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
  primaryKey: { partitionKey: ["id"] },
};
const shop = { definitions: "definitions/shop", output: "src/db" };
const sound: Tree = { "definitions/shop/products.json": JSON.stringify(table) };

function configured(config: unknown): Tree {
  return { ...sound, "colonnade.config.json": JSON.stringify(config, null, 2) };
}

/** Runs a line with as few words as it has, and with as many, and looks for the canary in all that comes of it. */
async function expectSilence(line: string, tree: Tree, more: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  for (const [name, value] of Object.entries({ ...env, ...more })) vi.stubEnv(name, value);
  let outcome: Outcome = { code: 0, stdout: "", stderr: "" };
  for (const flags of ["", "--json --verbose"]) {
    const cwd = createTemporaryFolder();
    writeTree(cwd, tree);
    outcome = await runLine(`${line} ${flags}`, { cwd, env: { ...env, ...more } });
    for (const text of [outcome.stdout, outcome.stderr]) expect(text).not.toContain(canary);
    for (const [path, text] of Object.entries(readTree(cwd))) {
      const before = tree[path] ?? "";
      expect([path, text.split(canary).length], text).toEqual([path, before.split(canary).length]);
    }
  }
  return outcome;
}

/** Addresses with credentials, sound and unsound. */
const addresses = [
  `https://me:${secret("url")}@db.example.com`,
  `http://me:${secret("url")}@db.example.com`,
  `https://me:${canary}@db.example.com:port`,
  `https://me:${canary}@@[db]`,
  `htps://me:${canary}@db.example.com`,
  `me:${canary}@db.example.com`,
  `:${canary}@db.example.com`,
  `https:// me:${canary}@db`,
  `https://${canary}@db.example.com`,
  `http://db.example.com/?token=${canary}`,
  `https://127.0.0.1:9/?password=${canary}`,
];

describe("a config with a secret in the wrong place", () => {
  const lines = ["generate", "check", "serve --port 0", "introspect --keyspace shop --output found"];
  const members: readonly (readonly [string, unknown])[] = [
    ["password", { keyspaces: { shop }, service: { password: secret("config") } }],
    ["username of a wrong kind", { keyspaces: { shop }, service: { username: [secret("config")] } }],
    ["an unknown member", { keyspaces: { shop }, service: { token: secret("config") } }],
    ["a member of a keyspace", { keyspaces: { shop: { ...shop, secret: secret("config") } } }],
    ["a name of no variable", { keyspaces: { shop }, service: { password: { $env: secret("config") } } }],
    ["an address beside a mistake", { keyspaces: { shop }, service: { url: addresses[0] }, servce: 1 }],
    ["a text in place of the service", { keyspaces: { shop }, service: secret("config") }],
    ["username of a cluster", { keyspaces: { shop }, cluster: { username: [secret("config")] } }],
    ["a key beside a mistake", { keyspaces: { shop }, cluster: { tls: { key: secret("config"), kye: 1 } } }],
    [
      "an unknown member of a cluster",
      { keyspaces: { shop }, cluster: { contactPoints: ["x"], key: secret("config") } },
    ],
    ["a list in place of the service", { keyspaces: { shop }, service: [{ url: "x", key: secret("config") }] }],
  ];
  test.each(lines.flatMap((line) => members.map(([what, config]) => [line, what, config] as const)))(
    "%s: %s",
    async (line, _, config) => {
      expect((await expectSilence(line, configured(config))).code).toBe(2);
    },
  );

  test.each(["ca", "key"])("what is in a file in place of its path: %s", async (member) => {
    const tls = { cert: "client.pem", key: "client.key", [member]: `-----BEGIN PRIVATE KEY-----${secret("config")}` };
    const tree = configured({ keyspaces: { shop }, cluster: { contactPoints: ["127.0.0.1:1"], tls } });
    const { code, stderr } = await expectSilence("introspect", { ...tree, "client.pem": certificate });
    expect([code, stderr]).toEqual([2, expect.stringContaining("the value is the PEM text itself")]);
  });

  test.each(["generate", "check"])("%s: an address with a user is a warning, and stops nothing", async (line) => {
    const { code } = await expectSilence(line, configured({ keyspaces: { shop }, service: { url: addresses[0] } }));
    expect(code).toBe(line === "check" ? 1 : 0);
  });

  it("a comma is missing beside it", async () => {
    const text = `{ "keyspaces": {} "service": { "password": "${secret("config")}", "url": "${addresses[0]}" } }`;
    expect((await expectSilence("check", { "colonnade.config.json": text })).code).toBe(2);
  });
});

describe("a config that throws what it has read", () => {
  test.each([
    ["mjs", "throw new Error(`no login for ${process.env.SHOP_PASSWORD}`);"],
    ["mjs", "throw new Error('x', { cause: new Error(process.env.SHOP_PASSWORD) });"],
    ["mjs", "throw process.env.SHOP_PASSWORD;"],
    ["mjs", "throw new Error(`cannot reach ${process.env.DATABASE_URL}`);"],
    ["mjs", "throw new Error(decodeURIComponent(process.env.DATABASE_URL));"],
    ["mjs", "throw new Error(JSON.stringify(process.env));"],
    ["mjs", `throw new Error("cannot reach ${addresses[0]}");`],
    ["mjs", "await import(process.env.SHOP_PASSWORD);"],
    ["ts", "throw new Error(`no login for ${process.env['SHOP_PASSWORD'] as string}`);"],
    ["ts", `const password = "${secret("config")}" export default {};`],
    ["ts", "import { x } from './missing.ts'; console.log(x, process.env['SHOP_PASSWORD']);"],
  ])("%s: %s", async (extension, text) => {
    // Loading TypeScript takes its time on older versions of Node.
    const lines = extension === "ts" ? ["check"] : ["generate", "check", "serve --port 0", "introspect"];
    for (const line of lines) {
      const { code, stderr } = await expectSilence(line, { ...sound, [`colonnade.config.${extension}`]: text });
      expect(code).toBe(2);
      expect(stderr).toContain("[unreadable-config]");
    }
  });
});

describe("an address with credentials", () => {
  const line = "introspect --keyspace shop --output found";

  test.each(addresses)("%s in the environment", async (url) => {
    expect((await expectSilence(line, sound, { COLONNADE_URL: url })).code).toBeGreaterThan(1);
  });

  test.each(addresses)("%s in the config", async (url) => {
    expect((await expectSilence(line, configured({ keyspaces: { shop }, service: { url } }))).code).toBeGreaterThan(1);
  });

  test.each(addresses.filter((url) => !url.includes(" ")))("%s as a flag", async (url) => {
    expect((await expectSilence(`${line} --url ${url}`, sound)).code).toBeGreaterThan(1);
  });
});

describe("a service that says back what it was sent", () => {
  /** Answers token requests by the first, all others by the second; `SENT` is what it was sent. */
  async function start(auth: readonly [number, string], rest: readonly [number, string]): Promise<string> {
    const server = createServer((request, response) => {
      let sent = JSON.stringify(request.headers);
      request.on("data", (part: Buffer) => (sent += part.toString()));
      request.on("end", () => {
        const [status, text] = request.url?.endsWith("/auth") ? auth : rest;
        response.writeHead(status, { "content-type": text.startsWith("{") ? "application/json" : "text/html" });
        response.end(text.replace("SENT", JSON.stringify(sent).slice(1, -1)));
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close().closeAllConnections());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const refusal = '{ "description": "SENT", "code": 1 }';
  const token = JSON.stringify({ authToken: secret("issued") });

  test.each<[string, readonly [number, string], readonly [number, string]]>([
    ["refusing the password", [401, refusal], [200, "[]"]],
    ["failing at the token", [500, refusal], [200, "[]"]],
    ["with a page in place of a token", [200, "<p>SENT</p>"], [200, "[]"]],
    ["with no token in its response", [201, '{ "token": "SENT" }'], [200, "[]"]],
    ["refusing the token", [201, token], [401, '{ "description": "no such token", "code": 401 }']],
    ["failing", [201, token], [500, '{ "description": "out of cheese", "code": 500 }']],
    ["with a page in place of a response", [201, token], [200, "<p>hello</p>"]],
    ["with another answer", [201, token], [200, '{ "keyspaces": [] }']],
  ])("%s", async (_, auth, rest) => {
    const url = await start(auth, rest);
    const line = `introspect --keyspace shop --output found --url ${url}`;
    expect((await expectSilence(line, sound)).code).toBe(3);
    const token = { COLONNADE_TOKEN: secret("token"), COLONNADE_USERNAME: "", COLONNADE_PASSWORD: "" };
    // With a token none is created.
    expect((await expectSilence(line, sound, token)).code).toBe(rest[1] === "[]" ? 0 : 3);
  });

  it("or by nobody", async () => {
    const line = "introspect --keyspace shop --output found --url http://127.0.0.1:9";
    expect((await expectSilence(line, sound)).code).toBe(3);
  });
});

describe("other ways to fail, and to succeed", () => {
  const flags = "--definitions definitions --output src/db";
  const broken: Tree = { "definitions/shop/products.json": '{ "name": "products", "columnDefinitions": 1 }' };
  const foreign: Tree = { ...sound, "src/db/products.ts": `export const password = "${secret("file")}";\n` };
  const marker = { url: { $env: "NO_URL" }, username: { $env: "NO_USER" }, password: { $env: "SHOP_PASSWORD" } };

  test.each<[string, Tree, number]>([
    [`generate ${flags}`, sound, 0],
    [`check ${flags}`, sound, 1],
    [`generate ${flags}`, broken, 2],
    [`check ${flags}`, broken, 2],
    [`serve --port 0 --definitions definitions`, broken, 2],
    [`generate ${flags}`, foreign, 2],
    ["generate", configured({ keyspaces: { shop }, service: marker }), 0],
    ["introspect", configured({ keyspaces: { shop }, service: marker }), 2],
    ["introspect --keyspace shop", sound, 2],
    ["serve --port 0 --host 192.0.2.1", sound, 4],
    ["serve --port 99999", sound, 2],
    [`serve --port 0 --cors https://me:${secret("origin")}@app.example`, sound, 2],
    [`serve --port 0 --tls-cert=-----BEGIN-${secret("key")} --tls-key server.key`, sound, 2],
    ["serve --port 0 --data definitions", sound, 4],
    ["completion zsh", sound, 0],
    ["completion tcsh", sound, 2],
    ["genrate", sound, 2],
    [`check ${flags} --outptu`, sound, 2],
  ])("%s", async (line, tree, code) => {
    expect((await expectSilence(line, tree)).code).toBe(code);
  });

  /** A project of somebody who keeps secrets where they belong, and where they do not. */
  const project: Tree = {
    "package.json": JSON.stringify({ name: "shop", type: "module", scripts: { deploy: `TOKEN=${canary} deploy` } }),
    ".env": `COLONNADE_PASSWORD=${env.COLONNADE_PASSWORD}\n`,
    ".npmrc": `//registry.example.com/:_authToken=${canary}\n`,
    ".gitignore": `# ${canary}\n`,
    "tsconfig.json": `{ "compilerOptions": { "strict": true } /* ${canary} */ }`,
  };
  const inTypeScript = (service: string): Tree => ({
    ...sound,
    "colonnade.config.ts": `export default { keyspaces: { shop: ${JSON.stringify(shop)} }, service: ${service} };\n`,
  });

  test.each<[string, string, Tree]>([
    ["a new project", "init --yes", project],
    ["a new project, rehearsed", "init --yes --dry-run", project],
    ["nobody to ask", "init", project],
    ["an unsound tsconfig", "init --yes", { ...project, "tsconfig.json": `{ ${canary}` }],
    ["an unsound package", "init --yes", { ...project, "package.json": `{ ${canary}` }],
    [
      "a keyspace more",
      "init --yes --keyspace crm",
      configured({ keyspaces: { shop }, service: { url: addresses[0] } }),
    ],
    ["a keyspace more", "init --yes --keyspace crm", inTypeScript(`{ url: "${addresses[0]}" }`)],
    ["an unsound config", "init --yes --keyspace crm", inTypeScript(`{ password: "${canary}" }`)],
    ["a config that throws", "init --yes", inTypeScript("(() => { throw new Error(process.env.SHOP_PASSWORD); })()")],
    ["a column", "explain products.id", configured({ keyspaces: { shop }, service: { url: addresses[0] } })],
    ["a column", "explain products.id", inTypeScript(`{ url: "${addresses[0]}" }`)],
    ["an unknown column", "explain products.idd", configured({ keyspaces: { shop }, service: marker })],
    ["an unsound config", "explain products", inTypeScript(`{ password: "${canary}" }`)],
    ["a broken definition", "explain products --definitions definitions --output src/db", broken],
  ])("%s: %s", async (_, line, tree) => {
    expect([0, 2]).toContain((await expectSilence(line, tree)).code);
  });

  it("serve with half a user", async () => {
    expect((await expectSilence("serve --port 0", sound, { COLONNADE_USERNAME: "" })).code).toBe(2);
  });

  it("a bug of ours", async () => {
    const bug = {
      get COLONNADE_URL(): string {
        throw new RangeError(`out of ${env.SHOP_PASSWORD}`);
      },
    };
    const line = "introspect --keyspace shop --output found --verbose";
    const world = {
      cwd: createTemporaryFolder(),
      env: Object.defineProperties({ ...env }, Object.getOwnPropertyDescriptors(bug)),
    };
    const { code, stderr } = await runLine(line, world);
    expect(code).toBe(70);
    expect(stderr).toContain("out of ***");
    expect(stderr).not.toContain(canary);
  });

  it("an error that nobody waits for", () => {
    const error = new Error(`lost ${env.SHOP_PASSWORD}`, { cause: env.SHOP_PASSWORD });
    const said = renderCrash(error, { env, cwd: "/app" });
    expect(said).toMatch(/^✖ this is a bug in Colonnade: lost \*\*\* \[bug\]\n/);
    expect(said).toContain("canary.large.test.ts");
    expect(said).not.toContain(canary);
  });
});
