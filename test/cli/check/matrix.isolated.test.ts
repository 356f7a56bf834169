/**
 * What is no change: whatever formatters, version control, other machines and other builds of ours do to generated files,
 * `check` exits with 0 and says which kind of nothing it was, and `generate` leaves every byte and every time as it is.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test, vi } from "vitest";
import { createTemporaryFolder, readTree, writeTree } from "../../support/temporary-folder.ts";
import type { Tree } from "../../support/temporary-folder.ts";
import { createExampleProject } from "../../support/example-project.ts";
import { biome, prettier, prettierConfigs } from "../../support/formatters.ts";
import type { Layout } from "../../support/formatters.ts";
import { runLine } from "../run-line.ts";
import { repository } from "../../support/repository.ts";

// As in a build, which has a version: what stands is not made again.
vi.hoisted(() => vi.stubGlobal("COLONNADE_GENERATOR", "1.0.0"));

/** The command line of another build. */
async function loadBuild(generator: string): Promise<typeof runLine> {
  vi.stubGlobal("COLONNADE_GENERATOR", generator);
  vi.resetModules();
  return (await import("../run-line.ts")).runLine;
}

/** Paths below a project, without the packages that it has. */
function filesOf(cwd: string, pattern: RegExp): readonly string[] {
  const paths = readdirSync(cwd, { recursive: true, encoding: "utf8" });
  return paths.filter(
    (path) => pattern.test(path) && !path.includes("node_modules") && statSync(join(cwd, path)).isFile(),
  );
}

async function lay(cwd: string, layout: Layout, pattern = generated): Promise<void> {
  for (const path of filesOf(cwd, pattern)) {
    const text = readFileSync(join(cwd, path), "utf8");
    writeFileSync(join(cwd, path), await layout(text, path));
  }
}

const generated = /generated.*\.ts$/;
const everything = /\.(?:ts|json)$/;

interface Change {
  readonly apply: (cwd: string) => Promise<void> | void;
  /** The states that `check` finds; others are none of this change. */
  readonly states: readonly string[];
  /** The version that looks at the files. */
  readonly generator?: string;
}

const relaid = ["only reformatted", "up to date"];

const changes: Readonly<Record<string, Change>> = {
  ...Object.fromEntries(
    Object.entries(prettierConfigs).map(([name, options]): [string, Change] => [
      `prettier ${name}`,
      { apply: (cwd) => lay(cwd, prettier(options)), states: relaid },
    ]),
  ),
  "prettier with other line ends": {
    apply: (cwd) => lay(cwd, prettier({ endOfLine: "crlf" })),
    states: ["only line ends", "up to date"],
  },
  biome: { apply: (cwd) => lay(cwd, biome()), states: relaid },
  "biome, imports too": { apply: (cwd) => lay(cwd, biome({ organizeImports: true })), states: relaid },
  "version control that checks out other line ends": {
    apply: (cwd) => lay(cwd, (text) => text.replaceAll("\n", "\r\n"), everything),
    states: ["only line ends", "up to date"],
  },
  "other line ends after a formatter": {
    apply: (cwd) =>
      lay(cwd, async (text, path) => (await prettier({ semi: false })(text, path)).replaceAll("\n", "\r\n")),
    states: ["only reformatted", "up to date"],
  },
  "byte order marks": {
    apply: (cwd) => lay(cwd, (text) => `\uFEFF${text}`, everything),
    states: relaid,
  },
  "another comment for linters in place of ours": {
    apply: (cwd) => lay(cwd, (text) => `/* oxlint-disable */\n${text.replace("/* eslint-disable */\n", "")}`),
    states: relaid,
  },
  "imports in another order": { apply: (cwd) => lay(cwd, reverseImports), states: relaid },
  "other times of change": { apply: shuffleTimes, states: ["up to date"] },
  "another build of our version": { apply: () => undefined, states: ["up to date"], generator: "1.0.0+2" },
  "another build of our version after a formatter": {
    apply: (cwd) => lay(cwd, prettier({ semi: false })),
    states: relaid,
    generator: "1.0.0+2",
  },
  "prettier at the manifest": {
    apply: (cwd) => lay(cwd, (text) => prettier({ useTabs: true })(text, "manifest.json"), /\.colonnade\.json$/),
    states: ["up to date"],
  },
  "prettier at all that there is": {
    apply: (cwd) =>
      lay(
        cwd,
        (text, path) => prettier({ useTabs: true })(text, path.replace(".colonnade.json", "a.json")),
        everything,
      ),
    states: relaid,
  },
};

function reverseImports(text: string): string {
  const statement = /^(?:import|export) [^;]*? from "[^"]*";\n/gm;
  const last = (text.match(statement) ?? []).reverse();
  return text.replace(statement, () => last.shift() ?? "");
}

function shuffleTimes(cwd: string): void {
  filesOf(cwd, /./).forEach((path, index) => utimesSync(join(cwd, path), index, (index * 7919) % 104_729));
}

function timesOf(cwd: string): Readonly<Record<string, number>> {
  return Object.fromEntries(filesOf(cwd, /./).map((path) => [path, statSync(join(cwd, path)).mtimeMs]));
}

/** What people read of each state. */
const said: Readonly<Record<string, string>> = {
  "up to date": "up to date",
  "only reformatted": "only reformatted",
  "only line ends": "with other line ends",
};

async function statesOf(cwd: string, run: typeof runLine): Promise<readonly string[]> {
  const { code, stdout, stderr } = await run("check --json", { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("files are up to date") as string });
  const report = JSON.parse(stdout) as { keyspaces: readonly { files: readonly { state: string }[] }[] };
  const states = [...new Set(report.keyspaces.flatMap(({ files }) => files.map(({ state }) => state)))].sort();
  for (const state of states) expect(stderr).toContain(said[state]);
  return states;
}

async function expectNoChange(cwd: string, states: readonly string[], generator?: string): Promise<void> {
  const run = generator === undefined ? runLine : await loadBuild(generator);
  const [before, times] = [readTree(cwd), timesOf(cwd)];
  expect(await statesOf(cwd, run)).toEqual(states);
  const { code, stderr } = await run("generate", { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("(0 written") as string });
  expect(readTree(cwd)).toEqual(before);
  expect(timesOf(cwd)).toEqual(times);
}

describe.each(["videos", "shop"] as const)("the bindings of %s", (example) => {
  /** The project after a run of `generate`, which takes longer than writing it again. */
  let project: Tree | undefined;

  async function generateProject(): Promise<Tree> {
    const cwd = createExampleProject(example);
    expect((await runLine("generate", { cwd })).code).toBe(0);
    return readTree(cwd);
  }

  test.each(Object.entries(changes))("are fine after %s", async (_, { apply, states, generator }) => {
    const cwd = createTemporaryFolder();
    writeTree(cwd, (project ??= await generateProject()));
    await apply(cwd);
    await expectNoChange(cwd, states, generator);
  });
});

describe("the project's own prettier", () => {
  it.each(Object.entries(prettierConfigs))("lays them out, %s", async (_, options) => {
    const cwd = createExampleProject("shop");
    writeFileSync(join(cwd, ".prettierrc"), JSON.stringify(options));
    mkdirSync(join(cwd, "node_modules"));
    symlinkSync(join(repository, "node_modules/prettier"), join(cwd, "node_modules/prettier"));
    expect((await runLine("generate", { cwd })).code).toBe(0);
    const before = readTree(join(cwd, "generated"));
    await lay(cwd, prettier(options));
    expect(readTree(join(cwd, "generated"))).toEqual(before);
    await expectNoChange(cwd, ["up to date"]);
    await lay(cwd, biome());
    await expectNoChange(cwd, relaid);
  });
});

describe("on another machine", () => {
  const turkish = { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati" };
  const plain = { LC_ALL: "C", LANG: "C", TZ: "America/St_Johns" };

  function runThere(command: string, cwd: string, env: NodeJS.ProcessEnv): { status: number | null; stderr: string } {
    const { status, stderr } = spawnSync(process.execPath, [join(repository, "dist/colonnade.cjs"), command], {
      cwd,
      env: { ...process.env, ...env },
      encoding: "utf8",
    });
    return { status, stderr };
  }

  it("with another language and another time, the bindings are the same", () => {
    const [here, there] = [createExampleProject("videos"), createExampleProject("videos")];
    expect(runThere("generate", here, plain).status).toBe(0);
    expect(runThere("generate", there, turkish).status).toBe(0);
    expect(readTree(there)).toEqual(readTree(here));
    expect(runThere("check", here, turkish)).toEqual({
      status: 0,
      stderr: expect.stringMatching(/up to date\n$/) as string,
    });
    const times = timesOf(here);
    expect(runThere("generate", here, turkish).status).toBe(0);
    expect(timesOf(here)).toEqual(times);
  });
});
