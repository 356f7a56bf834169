/**
 * `generate` and `check` open no connection and read no secret: in their process, whatever could do either is a trap that
 * writes down who stepped into it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTemporaryFolder } from "../support/temporary-folder.ts";
import { createExampleProject } from "../support/example-project.ts";
import { repository } from "../support/repository.ts";

const trap = join(repository, "test/support/booby-trap.mjs");

interface Run {
  readonly code: number | null;
  readonly stderr: string;
  /** What was stepped into. */
  readonly sprung: readonly string[];
}

/** Every secret that a config below or one of our own variables names; all of them are set. */
const secrets = ["SHOP_URL", "SHOP_USER", "SHOP_PASSWORD", "COLONNADE_USERNAME", "COLONNADE_PASSWORD"];
const environment = Object.fromEntries(secrets.map((name) => [name, "canary"]));

function runTrapped(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Run {
  const log = join(createTemporaryFolder(), "sprung.txt");
  const { status, stderr } = spawnSync(process.execPath, ["--import", trap, ...words], {
    cwd,
    env: { ...process.env, ...environment, TRAP_LOG: log, TRAP_NAMES: secrets.join(), ...env },
    encoding: "utf8",
  });
  const sprung = existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : [];
  return { code: status, stderr, sprung };
}

function run(command: string, cwd: string, env?: NodeJS.ProcessEnv): Run {
  return runTrapped([join(repository, "dist/colonnade.cjs"), ...command.split(" ")], cwd, env);
}

const keyspaces = '{ shop: { definitions: "definitions/shop", output: "generated" } }';
const configs: Readonly<Record<string, string>> = {
  "colonnade.config.json": JSON.stringify({
    keyspaces: { shop: { definitions: "definitions/shop", output: "generated" } },
    service: { url: { $env: "SHOP_URL" }, username: { $env: "SHOP_USER" }, password: { $env: "SHOP_PASSWORD" } },
  }),
  "colonnade.config.ts": `import { defineConfig, env } from "colonnade";

export default defineConfig({
  keyspaces: ${keyspaces},
  service: { url: env("SHOP_URL"), username: env("SHOP_USER"), password: env("SHOP_PASSWORD") },
});
`,
};

/** An app with such a config, in which our package and prettier are installed. */
function createApp(config: string): string {
  const cwd = createExampleProject("shop");
  rmSync(join(cwd, "colonnade.config.json"));
  writeFileSync(join(cwd, config), configs[config] ?? "");
  mkdirSync(join(cwd, "node_modules"));
  symlinkSync(repository, join(cwd, "node_modules/colonnade"));
  symlinkSync(join(repository, "node_modules/prettier"), join(cwd, "node_modules/prettier"));
  return cwd;
}

const quiet = (code: number): object => ({ code, sprung: [] });

/** Of a table that has been generated. */
function changeDefinition(cwd: string): void {
  const place = join(cwd, "definitions/shop/products.json");
  writeFileSync(place, readFileSync(place, "utf8").replace('"decimal"', '"text"'));
}

it.each(Object.keys(configs))(
  "generate and check step into no trap with secrets in %s",
  { timeout: 60_000 },
  (config) => {
    const cwd = createApp(config);
    expect(run("generate", cwd), "the first run").toMatchObject(quiet(0));
    expect(run("check", cwd), "nothing to do").toMatchObject(quiet(0));
    changeDefinition(cwd);
    expect(run("check --verbose", cwd), "stale").toMatchObject(quiet(1));
    expect(run("generate --verbose", cwd), "something to do").toMatchObject(quiet(0));
  },
);

it(
  "nor do they where there is nothing, where a formatter is, or where a definition is broken",
  { timeout: 60_000 },
  () => {
    const cwd = createApp("colonnade.config.json");
    expect(run("check", cwd), "before the first run").toMatchObject(quiet(1));
    writeFileSync(join(cwd, ".prettierrc"), "semi: false\n");
    expect(run("generate", cwd), "another layout").toMatchObject(quiet(0));
    expect(run("generate", cwd), "nothing to do").toMatchObject(quiet(0));
    writeFileSync(join(cwd, "definitions/shop/products.json"), "{");
    const { code, sprung } = run("generate", cwd);
    expect(code, "a broken definition").toBe(2);
    // A message is searched for the values of secrets, to mask them.
    expect(sprung.filter((what) => !what.startsWith("process.env."))).toEqual([]);
  },
);

describe("the trap", () => {
  it("is sprung by a command that reads a secret", () => {
    const { code, sprung } = run("introspect", createApp("colonnade.config.json"));
    expect(code).not.toBe(0);
    expect(sprung[0]).toMatch(/^process\.env\.(?:SHOP|COLONNADE)_/);
  });

  it("is sprung by a command that opens a connection", () => {
    const url = "--from rest --keyspace shop --output definitions --url http://127.0.0.1:9";
    const { code, sprung } = run(`introspect ${url}`, createTemporaryFolder(), { TRAP_SECRETS: "off" });
    expect(code).not.toBe(0);
    expect(sprung[0]).toMatch(/^(?:globalThis\.fetch|https?\.request|net\.)/);
  });

  it("is sprung on every way out, although the error is caught", () => {
    const script = `
      import { ways } from ${JSON.stringify(trap)};
      import { connect } from "node:net";
      const tried = [];
      for (const [place, [object, members]] of Object.entries(ways)) {
        for (const member of members) try { tried.push(place + "." + member); new object[member](); } catch {}
      }
      try { connect(9, "127.0.0.1"); } catch {}
      for (const name of ["COLONNADE_TOKEN", "CASSANDRA_PASSWORD", "SHOP_USER"]) try { process.env[name]; } catch {}
      try { ({ ...process.env }); } catch {}
      process.stderr.write(JSON.stringify(tried));
    `;
    const { stderr, sprung } = runTrapped(["--input-type=module", "--eval", script], repository);
    const expected = [
      ...(JSON.parse(stderr) as string[]),
      "net.connect",
      "process.env.COLONNADE_TOKEN",
      "process.env.CASSANDRA_PASSWORD",
      "process.env.SHOP_USER",
    ];
    expect(sprung.slice(0, -1)).toEqual(expected);
    expect(sprung.at(-1)).toMatch(/^process\.env\./);
  });

  it("is sprung by a config that reads a secret by itself", () => {
    const cwd = createApp("colonnade.config.ts");
    writeFileSync(
      join(cwd, "colonnade.config.ts"),
      `export default { keyspaces: ${keyspaces}, service: { password: process.env["SHOP_PASSWORD"] } };`,
    );
    expect(run("check", cwd).sprung[0]).toBe("process.env.SHOP_PASSWORD");
  });
});
