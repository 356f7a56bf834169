/** How the command line behaves on a terminal, in a pipe and in CI: colors, widths, progress, timings, and what was meant. */
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import type { Io } from "../../../src/cli/terminal/io.ts";
import { maskSecrets } from "../../../src/cli/faults/mask-secrets.ts";
import { createProgress } from "../../../src/cli/terminal/progress.ts";
import { createTalk, renderWarning } from "../../../src/cli/terminal/talk.ts";
import type { TalkOptions } from "../../../src/cli/terminal/talk.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";

const escape = "\u001b";

interface World extends Io {
  /** What was written to each sink. */
  readonly said: { stdout: string; stderr: string };
}

function createWorld({
  env = {},
  isTTY = true,
  columns = 80,
}: { env?: Io["env"]; isTTY?: boolean; columns?: number } = {}): World {
  const said = { stdout: "", stderr: "" };
  const sink = (name: keyof typeof said): Io["stdout"] => ({
    isTTY,
    columns,
    write: (text) => void (said[name] += text),
  });
  return { stdout: sink("stdout"), stderr: sink("stderr"), env, cwd: "/app", said };
}

const plain: TalkOptions = { json: false, verbose: false, quiet: false, noColor: false };

const definition = {
  name: "products",
  columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
  primaryKey: { partitionKey: ["id"] },
};

function createProject(): string {
  const cwd = createTemporaryFolder();
  writeTree(cwd, { "definitions/shop/products.json": JSON.stringify(definition) });
  return cwd;
}

describe("colors", () => {
  test.each<[string, Record<string, string>, boolean, boolean]>([
    ["a terminal has them", {}, true, true],
    ["a pipe has none", {}, false, false],
    ["NO_COLOR stops them, whatever it says", { NO_COLOR: "0" }, true, false],
    ["an empty NO_COLOR says nothing", { NO_COLOR: "" }, true, true],
    ["TERM=dumb stops them", { TERM: "dumb" }, true, false],
    ["FORCE_COLOR colors a pipe", { FORCE_COLOR: "1" }, false, true],
    ["FORCE_COLOR comes before NO_COLOR, as in Node", { FORCE_COLOR: "1", NO_COLOR: "1" }, false, true],
    ["FORCE_COLOR=0 stops them", { FORCE_COLOR: "0" }, true, false],
    ["a log of CI is a pipe", { CI: "true" }, false, false],
  ])("%s", (_, env, isTTY, colored) => {
    const { paint } = createTalk(createWorld({ env, isTTY }), plain);
    expect(paint("red", "x").includes(escape)).toBe(colored);
  });

  it("are never in data, of whatever command", async () => {
    const cwd = createProject();
    const env = { FORCE_COLOR: "1" };
    const flags = "--definitions definitions --output db";
    for (const line of [
      `generate ${flags} --dry-run`,
      `check ${flags}`,
      `check ${flags} --json`,
      "genrate --json",
      "--help",
      "completion bash",
    ]) {
      const world = createWorld({ env });
      await runLine(line, { ...world, cwd });
      expect(world.said.stdout).not.toBe("");
      expect(world.said.stdout).not.toContain(escape);
    }
  });
});

describe("--quiet", () => {
  it("says nothing but data and errors", async () => {
    const cwd = createProject();
    const flags = "--definitions definitions --output db --quiet";
    expect(await runLine(`generate ${flags}`, { cwd })).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await runLine(`check ${flags}`, { cwd })).toEqual({ code: 0, stdout: "", stderr: "" });
    const { stderr } = await runLine("generate --config nowhere.json --quiet", { cwd });
    expect(stderr).toContain("[no-config]");
  });
});

describe("--verbose", () => {
  it("says how long each part took, with figures that one reads", () => {
    const world = createWorld({ isTTY: false });
    const { timed } = createTalk(world, { ...plain, verbose: true });
    timed("parse", 0.26);
    timed("plan", 12.34);
    timed("write", 1234.5);
    expect(world.said.stderr).toBe("parse 0.3 ms\nplan 12 ms\nwrite 1235 ms\n");
  });

  it("alone does", () => {
    const world = createWorld();
    createTalk(world, plain).timed("parse", 1);
    createTalk(world, { ...plain, verbose: true, quiet: true }).timed("parse", 1);
    expect(world.said.stderr).toBe("");
  });
});

describe("progress", () => {
  /** Work whose steps come at these times, in milliseconds since it began. */
  function work(times: readonly number[], world: World, flags: Partial<TalkOptions> = {}): string {
    let now = 1000;
    const progress = createProgress(world, createTalk(world, { ...plain, ...flags }), () => now);
    times.forEach((time, index) => {
      now = 1000 + time;
      progress.show("shop", index + 1, times.length);
    });
    progress.clear();
    return world.said.stderr;
  }
  const quiet = { env: { NO_COLOR: "1" } };
  const clear = `\r${escape}[2K`;

  it("is one line that is written anew, and gone at the end", () => {
    expect(work([50, 120, 250], createWorld(quiet))).toBe(`${clear}shop 2/3${clear}shop 3/3${clear}`);
  });

  it("is for work of more than a moment", () => {
    expect(work([10, 60, 99], createWorld(quiet))).toBe("");
  });

  it("is not written more often than one can read", () => {
    expect(work([100, 110, 120, 160], createWorld(quiet))).toBe(`${clear}shop 1/4${clear}shop 4/4${clear}`);
  });

  it("fits on a line, which could not be taken back otherwise", () => {
    expect(work([200], createWorld({ ...quiet, columns: 6 }))).toBe(`${clear}shop ${clear}`);
  });

  describe("of work outside the process", () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    /** What is written while a database takes this long to respond. */
    async function waitFor(ms: number, about = quiet, flags: Partial<TalkOptions> = {}): Promise<string> {
      const world = createWorld(about);
      const progress = createProgress(world, createTalk(world, { ...plain, ...flags }));
      const response = new Promise<string>((resolve) => setTimeout(() => resolve("rows"), ms));
      const waiting = progress.wait("reading shop", response);
      await vi.advanceTimersByTimeAsync(ms);
      expect(await waiting).toBe("rows");
      await vi.advanceTimersByTimeAsync(5000);
      return world.said.stderr;
    }

    it("names what it waits for, and counts seconds", async () => {
      expect(await waitFor(2500)).toBe(`${clear}reading shop 1 s${clear}reading shop 2 s${clear}`);
    });

    it("is not shown for less than a second, or where nobody sees it", async () => {
      expect(await waitFor(900)).toBe("");
      expect(await waitFor(2500, quiet, { quiet: true })).toBe("");
    });

    it("is gone when the work fails", async () => {
      const world = createWorld(quiet);
      const failing = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("no")), 1500));
      const waiting = createProgress(world, createTalk(world, plain)).wait("reading shop", failing);
      const failed = expect(waiting).rejects.toThrow("no");
      await vi.advanceTimersByTimeAsync(5000);
      await failed;
      expect(world.said.stderr).toBe(`${clear}reading shop 1 s${clear}`);
    });
  });

  test.each<[string, Parameters<typeof createWorld>[0], Partial<TalkOptions>]>([
    ["into a pipe", { isTTY: false }, {}],
    ["in CI", { env: { CI: "true" } }, {}],
    ["to a dumb terminal", { env: { TERM: "dumb" } }, {}],
    ["with --quiet", {}, { quiet: true }],
    ["with --json", {}, { json: true }],
    ["among the lines of --verbose", {}, { verbose: true }],
  ])("does not go %s", (_, about, flags) => {
    expect(work([200, 400], createWorld(about), flags)).toBe("");
  });

  test.each(["false", "0"])("goes to a terminal where CI is turned off: CI=%s", (ci) => {
    expect(work([200], createWorld({ env: { CI: ci, NO_COLOR: "1" } }))).not.toBe("");
  });
});

describe("help", () => {
  test.each([120, 80, 60, 40])("fits into %d columns", async (columns) => {
    for (const command of ["", "generate", "check", "serve", "introspect", "completion"]) {
      const world = createWorld({ columns });
      await runLine(`${command} --help`, world);
      expect(world.said.stdout.split("\n").filter((line) => line.length > Math.min(80, columns))).toEqual([]);
    }
  });
});

describe("a warning", () => {
  it("has its place where it has one", () => {
    const paint = createTalk(createWorld({ isTTY: false }), plain).paint;
    const problem = { code: "literal-secret", message: "it holds a password", next: "use env" };
    const place = { file: "/app/colonnade.config.json", line: 3, column: 4 };
    expect(renderWarning(problem, paint)).toBe("! it holds a password\n→ use env");
    expect(renderWarning({ ...problem, ...place }, paint, "/app")).toBe(
      "! colonnade.config.json:3:4 it holds a password\n→ use env",
    );
  });
});

describe("a secret that the config says as text", () => {
  const shop = { definitions: "definitions/shop", output: "src/db" };
  const write = (cwd: string, url: unknown): void =>
    writeTree(cwd, { "colonnade.config.json": JSON.stringify({ keyspaces: { shop }, service: { url } }, null, 2) });

  test.each([
    ["https://me:pa55word@db.example.com", "username or a password"],
    ["https://pa55word@db.example.com/eu", "username or a password"],
    ["https://db.example.com/?token=pa55word", "secret"],
  ])("%s is a warning with its place, and is not shown", async (url, what) => {
    const cwd = createProject();
    write(cwd, url);
    const { code, stderr } = await runLine("generate", { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain(`! colonnade.config.json:9:12 service.url contains a ${what}, which everyone who reads`);
    expect(stderr).toContain('→ use environment variables instead: url: env("COLONNADE_URL")');
    expect(stderr).not.toContain("pa55word");
    expect((await runLine("generate --quiet", { cwd })).stderr).toBe("");
    expect((await runLine("introspect", { cwd })).stderr).toContain("! colonnade.config.json:9:12 ");
  });

  test.each(["https://db.example.com/x@y?page=1", "http://localhost:8080", { $env: "COLONNADE_URL" }])(
    "%s is fine",
    async (url) => {
      const cwd = createProject();
      write(cwd, url);
      expect((await runLine("generate", { cwd })).stderr).not.toContain("!");
    },
  );
});

describe("what was probably meant", () => {
  test.each([
    ["chekc", "did you mean colonnade check?"],
    ["Generate", "did you mean colonnade generate?"],
    ["intorspect", "did you mean colonnade introspect?"],
    ["completions", "did you mean colonnade completion?"],
    ["check --definition x", "did you mean --definitions?"],
    ["check --ouptut x", "did you mean --output?"],
    ["serve --prot 1", "did you mean --port?"],
    ["generate --dryrun", "did you mean --dry-run?"],
    ["generate --dry_run", "did you mean --dry-run?"],
    ["generate --no-collor", "did you mean --no-color?"],
    ["check -q", "did you mean --quiet?"],
    ["completion fihs", "did you mean fish?"],
  ])("is said of a command or a flag: %s", async (line, said) => {
    const { code, stderr } = await runLine(line, { cwd: createTemporaryFolder() });
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });

  test.each([
    ["", { keyspace: {} }, "keyspaces"],
    ["", { keyspaces: {}, services: {} }, "service"],
    ["shop", { outupt: "x" }, "output"],
    ["shop", { namming: "camel" }, "naming"],
    ["shop", { importExtensions: "" }, "importExtension"],
    ["shop", { colums: {} }, "columns"],
    ["shop", { inclued: [] }, "include"],
    ["shop", { columns: { "a.b": { nmae: "c" } } }, "name"],
    ["shop", { types: { decimal: { codex: "a", type: "b", from: "c" } } }, "codec"],
  ])("is said of a member of the config: %s %j", async (keyspace, members, meant) => {
    const cwd = createTemporaryFolder();
    const config =
      keyspace === "" ? members : { keyspaces: { [keyspace]: { definitions: "d", output: "o", ...members } } };
    writeTree(cwd, { "colonnade.config.json": JSON.stringify(config) });
    expect((await runLine("check", { cwd })).stderr).toContain(`did you mean "${meant}"?`);
  });
});

describe("a secret in what others say", () => {
  const env = {
    SHOP_PASSWORD: "tr0ub4dor&3",
    API_TOKEN: "a1b2c3d4",
    DATABASE_URL: "cql://me:l0ng-enough@host/x",
    SHORT_PASSWORD: "a1",
    CASSANDRA_PASSWORD: "cassandra",
    BROKEN_TOKEN: "\ud800broken-1",
    API_TOKEN_FILE: "/home/dev-1/app/token",
    HOME: "/home/dev-1",
    PWD: "/home/dev-1/app",
  };

  test.each([
    ["login tr0ub4dor&3 failed", "login *** failed"],
    [`in JSON: ${JSON.stringify({ p: "tr0ub4dor&3" })}`, 'in JSON: {"p":"***"}'],
    ["GET /?p=tr0ub4dor%263", "GET /?p=***"],
    ["token a1b2c3d4 is old", "token *** is old"],
    ["no l0ng-enough here", "no *** here"],
    ["https://me:pa55@host/x", "https://***@host/x"],
    ["https://me:p@/ss@host", "https://***@host"],
    ["https://token@host/x", "https://***@host/x"],
    ["https://host/x?token=abc&y=1", "https://host/x?token=***&y=1"],
    ["https://host/@scope/package", "https://host/@scope/package"],
    ["/home/dev-1/app/a1/cassandra", "/home/dev-1/app/a1/cassandra"],
    ["/home/dev-1/app/token is not there", "/home/dev-1/app/token is not there"],
  ])("%s", (text, masked) => {
    expect(maskSecrets(text, env)).toBe(masked);
  });
});
