/**
 * README and docs: each block of code is quoted from a file that is compiled and run, or is compiled and run itself; each
 * command is parsed by the command line; each link leads somewhere that npm shows too.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { shapes } from "../../schemas/json-schemas.ts";
import { parseArguments } from "../../src/cli/arguments/parse-arguments.ts";
import { commands } from "../../src/cli/run.ts";
import { repository } from "../support/repository.ts";
import {
  anchorsOf,
  docs,
  findBlocks,
  isQuote,
  linksOf,
  mentionsOf,
  pages,
  readPage,
  shellLinesOf,
  siteLinksOf,
} from "./read-pages.ts";
import type { Block, Page } from "./read-pages.ts";

interface Manifest {
  readonly files?: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly [members: string]: unknown;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(repository, folder, "package.json"), "utf8")) as Manifest;
const manifest = readManifest(".");
const names = commands.map(({ name }) => name);
const blocks = pages.flatMap((page) => page.blocks);

describe("the blocks of the pages", () => {
  const quotes = blocks.filter(isQuote);
  it.each(quotes.map((block) => [block.place, block] as const))("%s is quoted from its file", (_, { source, text }) => {
    const file = readFileSync(join(repository, source ?? ""), "utf8");
    // A line of dots stands for what is left out.
    for (const part of text.split(/^\s*(?:\/\/ )?…\n/m)) expect(file, source).toContain(part);
  });

  it("in TypeScript have their imports, unless they are quoted", () => {
    const own = blocks.filter((block) => block.language === "ts" && !isQuote(block));
    expect(own.filter(({ text }) => !/^import /m.test(text)).map(({ place }) => place)).toEqual([]);
  });

  const others = blocks.filter((block) => block.language === "json" && !isQuote(block));
  it.each(others.map((block) => [block.place, block] as const))("%s is JSON of ours", (_, { text }) => {
    const json: unknown = JSON.parse(text);
    const shape = jsonKinds.find(([member]) => typeof json === "object" && json !== null && member in json)?.[1];
    const { error } = (shape ?? z.never()).safeParse(json);
    expect(error && z.prettifyError(error)).toBeUndefined();
  });

  it("are in a language that is checked", () => {
    // Other languages are tried with the file that the block quotes.
    const isChecked = (block: Block): boolean => ["ts", "json", "sh"].includes(block.language) || isQuote(block);
    expect(blocks.filter((block) => !isChecked(block))).toEqual([]);
  });
});

/** What a JSON document is, by a member of it. */
const jsonKinds: readonly (readonly [member: string, shape: z.ZodType])[] = [
  ["keyspaces", shapes["config.schema.json"]],
  ["columnDefinitions", shapes["table.schema.json"]],
  ["fields", shapes["user-type.schema.json"]],
  ["accepted", shapes["accept.schema.json"]],
  ["error", shapes["error-output.schema.json"]],
  // The columns of `.dropped.json`.
  ["0", z.array(z.strictObject({ table: z.string(), column: z.string(), type: z.string(), static: z.boolean() }))],
];

/** @returns what is wrong with a line of a shell, or of a file of environment variables */
async function checkLine(line: string): Promise<string | undefined> {
  const words = line.split(/\s+/).map((word) => word.replace(/^["']|["']$/g, ""));
  while (/^[A-Z_]+=/.test(words[0] ?? "")) words.shift();
  if (words.length === 0) return undefined;
  const [program = "", first = "", ...rest] = words;
  if (program === "export" && /^[A-Z_]+=/.test(first)) return undefined;
  const isOurs = program.startsWith("--") || names.includes(program) || program === "colonnade";
  if (isOurs) return checkOurs(program === "colonnade" ? words.slice(1) : words);
  const check = programs[program];
  return check ? check(first, rest) : `${program} is not a known program`;
}

type Check = (first: string, rest: readonly string[]) => Promise<string | undefined> | string | undefined;

const programs: Readonly<Record<string, Check>> = {
  npx: checkTool,
  bunx: checkTool,
  npm: checkNpm,
  bun: checkRuntime,
  deno: checkRuntime,
  // Run as they are: `test/examples/operations.large.test.ts`.
  cp: () => undefined,
  mv: () => undefined,
};

/** Tools that users have. */
const tools = ["tsx", "jiti", "vitest", "tsc", "vite", "next", "wrangler", "graphql-codegen"];

function checkTool(tool: string, words: readonly string[]): ReturnType<Check> {
  if (tool === "colonnade") return checkOurs(words);
  return tools.includes(tool) ? undefined : `${tool} is not a known tool`;
}

/** What Bun and Deno do for an app: install packages, and run a tool or a program. */
function checkRuntime(action: string, words: readonly string[]): ReturnType<Check> {
  if (action === "x") return checkTool(words[0] ?? "", words.slice(1));
  if (action === "run") return words.at(-1) === "app.ts" ? undefined : `no program ${words.at(-1)}`;
  return action === "add" ? checkPackages(words.map((word) => word.replace(/^npm:/, ""))) : `${action} is not known`;
}

async function checkOurs(words: readonly string[]): Promise<string | undefined> {
  const [first = ""] = words;
  if (first.startsWith("--")) {
    const flag = /^--([a-z-]+)/.exec(first)?.[1] ?? "";
    return knownFlags.has(flag) ? undefined : `no command has --${flag}`;
  }
  // A notation for any command.
  if (first === "COMMAND") return undefined;
  const about = { version: "", width: 80, findValues: () => Promise.resolve([]) };
  return parseArguments(words, commands, about).then(
    () => undefined,
    (error: unknown) => String(error),
  );
}

const globalFlags = ["config", "json", "verbose", "quiet", "no-color", "help", "version"];
const knownFlags = new Set([...globalFlags, ...commands.flatMap(({ flags }) => Object.keys(flags))]);

function checkNpm(action: string, words: readonly string[]): string | undefined {
  if (["ci", "test", "start"].includes(action)) return undefined;
  if (action === "pkg") return words[0] === "set" ? undefined : `npm pkg ${words[0]} is not known`;
  const given = words.filter((word) => !word.startsWith("-"));
  if (action === "run")
    return given[0] !== undefined && given[0] in manifest.scripts ? undefined : `no script ${given[0]}`;
  return action === "install" ? checkPackages(words) : `npm ${action} is not known`;
}

function checkPackages(words: readonly string[]): string | undefined {
  const given = words.filter((word) => !word.startsWith("-"));
  const kinds = ["dependencies", "devDependencies", "peerDependencies"];
  const lists = [manifest, readManifest("test/matrix/clients")].flatMap((one) => kinds.map((kind) => one[kind]));
  const known = ["colonnade", "@colonnade/cassandra", ...tools, ...lists.flatMap((list) => Object.keys(list ?? {}))];
  const unknown = given.filter((word) => !known.includes(word.replace(/(?<=.)@.*$/, "")));
  return unknown.length === 0 ? undefined : `unknown packages ${unknown.join(", ")}`;
}

describe("the commands of the pages", () => {
  it.each(pages.map((page) => [page.path, page] as const))("in %s are those of the command line", async (_, page) => {
    for (const line of shellLinesOf(page)) expect(await checkLine(line), line).toBeUndefined();
    for (const code of mentionsOf(page, names)) {
      const problem = await checkLine(code);
      // Prose names a command without its argument, and a flag without its value.
      if (!/: \S+ needs (?:a value|[A-Z.[\]]+)$/.test(problem ?? "")) expect(problem, code).toBeUndefined();
    }
  });

  it.each([
    ["npx colonnade generate --outptu src/db", "--outptu"],
    ["colonnade chekc", "chekc"],
    ["colonnade check --reporter gitub", "gitub"],
    ["serve --usres users.json", "--usres"],
    ["--no-consol", "--no-consol"],
    ["npm install colonade", "colonade"],
    ["npm run tset", "tset"],
    ["bunx colonnade chekc", "chekc"],
    ["deno add npm:colonade", "colonade"],
    ["make", "make"],
  ])("%s would be found", async (line, word) => {
    expect(await checkLine(line)).toContain(word);
  });
});

/** Whether a package contains a file: npm adds a few to those that its `package.json` names. */
function isShipped(folder: string, path: string): boolean {
  const inside = folder === "." ? path : path.slice(folder.length + 1);
  const always = ["README.md", "LICENSE", "package.json"];
  const listed = readManifest(folder).files ?? [];
  if (listed.includes(`!${inside}`)) return false;
  return always.includes(inside) || listed.some((glob) => inside.startsWith(`${glob}/`) || matchesGlob(inside, glob));
}

describe("the links of the pages", () => {
  const findBroken = (page: Page): readonly string[] => {
    const folder = /^src\/\w+/.exec(page.path)?.[0] ?? ".";
    // A page that is not shipped is read in the repository.
    const isInside = (path: string): boolean => !isShipped(folder, page.path) || isShipped(folder, path);
    const isBroken = (link: string): boolean => {
      const [path = "", anchor] = link.split("#");
      if (!existsSync(join(repository, path))) return true;
      return anchor !== undefined && !anchorsOf(readPage(path)).includes(anchor);
    };
    const links = linksOf(page).filter((link) => isBroken(link) || !isInside(link.replace(/#.*/, "")));
    return [...links, ...siteLinksOf(page).filter(isBroken)];
  };

  it.each(pages.map((page) => [page.path, page] as const))(
    "in %s lead to files and headings of the package",
    (_, page) => {
      expect(findBroken(page)).toEqual([]);
    },
  );

  it("would be found if they led nowhere, or out of the package", () => {
    const prose = "[a](docs/nothing.md) [b](docs/errors.md#nothing) [c](examples/shop) [d](docs/errors.md#stale)";
    const text = `${prose} [e](https://github.com/colonnade-db/colonnade/tree/main/examples/nothing)`;
    const page = { path: "README.md", text, prose: text, blocks: [] };
    expect(findBroken(page)).toEqual([
      "docs/nothing.md",
      "docs/errors.md#nothing",
      "examples/shop",
      "examples/nothing",
    ]);
  });
});

describe("the README", () => {
  const readme = readPage("README.md");

  it("has at most 180 lines", () => {
    expect(readme.text.trimEnd().split("\n").length).toBeLessThanOrEqual(180);
  });

  it("names on its first screen the command that shows the product and the one that tests it", () => {
    const screen = readme.text.split("\n", 45).join("\n");
    for (const command of ["npm start", "npm test"]) expect(screen).toMatch(new RegExp(`^${command}  +# `, "m"));
  });

  it("has the test command that decides whether a change lands", () => {
    const [, command] = /^exec (.+)$/m.exec(readFileSync(join(repository, ".ci/run"), "utf8")) ?? [];
    const lines = blocks.filter(({ place }) => place.startsWith("README.md:")).flatMap(({ text }) => text.split("\n"));
    expect(lines.map((line) => line.replace(/ +#.*/, ""))).toContain(command);
    expect(command).toBe("npm test");
  });

  it("has a line on each command", () => {
    const [, section = ""] = readme.text.split("## Commands\n");
    const [own = ""] = section.split("\n## ");
    expect([...own.matchAll(/^\| `colonnade (\w+)/gm)].map(([, name]) => name).sort()).toEqual([...names].sort());
  });
});

describe("the pages of docs", () => {
  it("are all in the index, once", () => {
    const index = "docs/README.md";
    const listed = [...linksOf(readPage(index)), ...siteLinksOf(readPage(index))];
    const others = [...docs.filter((path) => path !== index), "README.md"];
    expect(listed.sort()).toEqual(others.sort());
  });

  test.each(docs)("%s opens with what it is for, in one or two sentences", (path) => {
    const [, opening = ""] = /^# .+\n\n([^|#`<][^]*?)\n\n/.exec(readPage(path).text) ?? [];
    expect(opening).toMatch(/^This page /);
    expect(opening.split(/[.?!](?=\s+[A-Z[`])/).length).toBeLessThanOrEqual(2);
  });
});

it("a command in prose is found by its flag, across lines, and other code is not", () => {
  const prose = "`serve\n--log`, `--port`, `npm run build`, `colonnade check`, `git log --oneline` and `serve`";
  const page = { path: "a.md", text: prose, prose, blocks: [] };
  expect(mentionsOf(page, ["serve", "check"])).toEqual(["serve --log", "--port", "npm run build", "colonnade check"]);
});

it("a block is found with its source, its language and its place", () => {
  const text = "# A\n\n<!-- a.ts#part -->\n\n```ts\ncode\n```\n\n```sh\nls\n```\n";
  expect(findBlocks("a.md", text)).toEqual([
    { place: "a.md:5", language: "ts", source: "a.ts", text: "code\n" },
    { place: "a.md:9", language: "sh", source: undefined, text: "ls\n" },
  ]);
});
