import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";
import { runLine } from "./run-line.ts";
import { repository } from "../support/repository.ts";

describe("help", () => {
  it("is data: stdout, exit 0, and every command in it", async () => {
    const { code, stdout, stderr } = await runLine("--help");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const command of ["generate", "check", "serve", "introspect"]) {
      expect(stdout).toMatch(new RegExp(`^  colonnade ${command} +\\w`, "m"));
    }
  });

  test.each(["generate", "check", "serve", "introspect"])("of %s has an example to copy", async (command) => {
    const { code, stdout } = await runLine(`${command} --help`);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`Examples:[^]+^    colonnade ${command}`, "m"));
  });

  test.each([80, 50])("fits into %d columns", async (columns) => {
    for (const command of ["", "generate", "check", "serve", "introspect"]) {
      let text = "";
      await runLine(`${command} --help`, { stdout: { columns, write: (part) => void (text += part) } });
      expect(text.split("\n").filter((line) => line.length > columns)).toEqual([]);
    }
  });

  it("shows defaults", async () => {
    expect((await runLine("serve --help")).stdout).toMatch(/--port .*\[default: 8080\]/);
    expect((await runLine("generate --help")).stdout).toMatch(/--definitions [^]*\[default: from the config file\]/);
  });

  it("of nothing at all is a mistake, since nothing was asked for", async () => {
    const { code, stdout, stderr } = await runLine("");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Commands:");
  });

  it("and commands need one package and no room but this one before they run: what reads the line", () => {
    const cli = join(repository, "src/cli");
    const seen = new Set<string>();
    const outside = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const [, from = ""] of readFileSync(file, "utf8").matchAll(/^import (?!type )[^;]*?from "([^"]+)"/gm)) {
        const target = resolve(dirname(file), from);
        if (from.startsWith(".") && (target.startsWith(cli) || target.endsWith("src/errors.ts"))) visit(target);
        else if (!from.startsWith("node:")) outside.add(from);
      }
    };
    visit(resolve(cli, "run.ts"));
    expect(seen.size).toBeGreaterThan(10);
    expect([...outside].sort()).toEqual(["../../package.json", "yargs-parser"]);
  });
});

describe("--version", () => {
  it("alone on stdout", async () => {
    const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { version: string };
    expect(await runLine("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });
});

describe("mistakes on the command line", () => {
  test.each([
    ["genrate", 'unknown command "genrate" [unknown-command]', "did you mean colonnade generate?"],
    [
      "frobnicate",
      'unknown command "frobnicate"',
      "the commands are init, generate, check, explain, serve, users, introspect, push, export, diff, rename, completion",
    ],
    ["generate --outptu x", "generate has no flag --outptu [unknown-flag]", "did you mean --output?"],
    ["check --dry-run", "check has no flag --dry-run", "colonnade check --help"],
    ["generate -x", "generate has no flag -x", "colonnade generate --help"],
    ["generate shop", 'generate does not take "shop"', "colonnade generate --help"],
    ["generate --output", "--output needs a value", ""],
    ["generate --output --quiet", "--output needs a value", ""],
    ["generate --output=", "--output is empty", ""],
    ["generate --output a --output b", "--output is given 2 times", ""],
    [
      "introspect --from graphqk",
      '--from must be one of "rest", "graphql", "cql" or a .cql file, not "graphqk"',
      "did you mean graphql?",
    ],
    ["serve --port 65536", '--port takes a number from 0 to 65535, not "65536"', ""],
    ["serve --port 0x10", '--port takes a number from 0 to 65535, not "0x10"', ""],
    [
      "generate",
      "no config file found, and --definitions is missing [nothing-selected]",
      "pass --definitions and --output",
    ],
    ["introspect --keyspace shop", "--output is missing", "--output definitions"],
    [
      "introspect --keyspace shop --output x",
      "--url, COLONNADE_USERNAME and COLONNADE_PASSWORD are missing",
      "→ --url http://localhost:8080, or set COLONNADE_URL; set COLONNADE_USERNAME and COLONNADE_PASSWORD in the environment",
    ],
    [
      "diff --fail-on any,data",
      "--fail-on any and --fail-on none cannot be combined",
      "→ --fail-on any, or a list of code,reads",
    ],
    ["-v", "unknown flag -v [unknown-flag]", "did you mean --version or --verbose?"],
    ["--vrbose", "unknown flag --vrbose", "did you mean --verbose?"],
    ["--frobnicate", "unknown flag --frobnicate", "colonnade --help lists all commands and flags"],
    ["generate -v", "generate has no flag -v", "did you mean --version or --verbose?"],
    [
      "introspect --keyspace shop --output x --url http://db.example.com",
      "the password",
      "--url https://db.example.com",
    ],
    ["generate --config nowhere.ts", "the config file ", ""],
  ])("colonnade %s", async (line, message, next) => {
    const { code, stdout, stderr } = await runLine(line, { cwd: createTemporaryFolder() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`✖ ${message}`);
    expect(stderr).toContain(next);
  });

  it.each([
    ["diff --format cql --json", "--format", "--json"],
    ["diff --format cql --reporter junit", "--format", "--reporter"],
    ["check --reporter junit --json", "--reporter", "--json"],
  ])("that ask for two forms of the result say what to omit: %s", async (line, one, other) => {
    const { code, stdout, stderr } = await runLine(line, { cwd: createTemporaryFolder() });
    expect(code).toBe(2);
    expect(stdout + stderr).toContain(`${one} and ${other} cannot be combined`);
    expect(stdout + stderr).toContain(`omit ${one} or ${other}`);
  });

  it("without --url, when there are credentials, are about --url", async () => {
    const env = { COLONNADE_USERNAME: "dev", COLONNADE_PASSWORD: "secret" };
    const { code, stderr } = await runLine("introspect --keyspace shop --output x", {
      cwd: createTemporaryFolder(),
      env,
    });
    expect(code).toBe(2);
    const said = "✖ --url is missing [usage]\n→ --url http://localhost:8080, or set COLONNADE_URL\n";
    expect(stderr).toBe(`${said}  more: ${join(repository, "docs/errors.md")}#usage\n`);
  });

  it("an empty config file are about that file", async () => {
    const cwd = createTemporaryFolder();
    writeTree(cwd, { "colonnade.config.json": '{ "keyspaces": {} }' });
    const { code, stderr } = await runLine("generate", { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("colonnade.config.json has no keyspaces [nothing-selected]\n→ add one: ");
    expect(stderr).toContain('"keyspaces": { "shop": { "definitions": "definitions/shop", "output": "src/db" } }');
  });

  it("are told all at once", async () => {
    const { stderr } = await runLine("generate extra --outptu x --vrbose");
    for (const word of ["--outptu", "--output", "--vrbose", "--verbose", "extra"]) expect(stderr).toContain(word);
  });

  it("are a document with --json, and text all the same", async () => {
    const { code, stdout, stderr } = await runLine("genrate --json");
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: "unknown-command", next: "did you mean colonnade generate?" },
    });
    expect(stderr).toContain("✖");
  });
});

describe("colors", () => {
  const escape = "\u001b[";
  test.each<[string, Record<string, string>, boolean, string, boolean]>([
    ["are for terminals", {}, true, "", true],
    ["are not for pipes", {}, false, "", false],
    ["stop at NO_COLOR", { NO_COLOR: "1" }, true, "", false],
    ["stop at a dumb terminal", { TERM: "dumb" }, true, "", false],
    ["stop at --no-color", { FORCE_COLOR: "1" }, true, " --no-color", false],
    ["go into a pipe with FORCE_COLOR", { FORCE_COLOR: "1" }, false, "", true],
    ["stop at FORCE_COLOR=0", { FORCE_COLOR: "0" }, true, "", false],
  ])("%s", async (_, env, isTTY, flags, colored) => {
    let text = "";
    await runLine(`genrate${flags}`, { env, stderr: { isTTY, write: (part) => void (text += part) } });
    expect(text.includes(escape)).toBe(colored);
  });
});

describe("an interruption", () => {
  it("ends a command that waits, with 130", async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const interrupt = new AbortController();
    silent.once("connection", (socket) => {
      onTestFinished(() => void socket.destroy());
      interrupt.abort();
    });
    const { code } = await runLine(`introspect --url http://127.0.0.1:${port} --keyspace shop --output definitions`, {
      cwd: createTemporaryFolder(),
      env: { COLONNADE_USERNAME: "dev", COLONNADE_PASSWORD: "secret" },
      signal: interrupt.signal,
    });
    expect(code).toBe(130);
  });
});

describe("a bug of ours", () => {
  const env = {
    get COLONNADE_URL(): string {
      throw new RangeError("out of cheese");
    },
  };
  const line = "introspect --keyspace shop --output definitions";

  it("is called one, and exits with 70", async () => {
    const { code, stderr } = await runLine(line, { cwd: createTemporaryFolder(), env });
    expect(code).toBe(70);
    const said = "✖ this is a bug in Colonnade: out of cheese [bug]\n→ please report it with the output of --verbose\n";
    expect(stderr).toBe(`${said}  more: ${join(repository, "docs/errors.md")}#bug\n`);
  });

  it("shows where it happened with --verbose", async () => {
    const { stderr } = await runLine(`${line} --verbose`, { cwd: createTemporaryFolder(), env });
    expect(stderr).toContain("run.test.ts");
  });
});
