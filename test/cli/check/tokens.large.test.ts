/**
 * Every token of a generated file counts: whichever is changed or taken away, `check` finds the file stale, unless what is
 * left is the same program. What that is, the compiler says, not the code under test.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { OutputFolder, compareArtifacts, writeArtifacts } from "../../../src/output/index.ts";
import type { FileState, RenderedArtifact } from "../../../src/output/index.ts";
import { createTemporaryFolder, readTree } from "../../support/temporary-folder.ts";
import type { Tree } from "../../support/temporary-folder.ts";
import { long, runs } from "../../support/long.ts";
import { programOf } from "../../support/program-of.ts";
import { replaceToken, scanTokens, swapTokens } from "../../support/tokens.ts";
import type { Token } from "../../support/tokens.ts";
import { createExampleProject } from "../../support/example-project.ts";
import { runLine } from "../run-line.ts";

/** A table, its validators, the user types, the ids and a barrel; how far apart the tokens are that the short form takes. */
const files = { "users.ts": 19, "users.zod.ts": 7, "user-types.ts": 5, "ids.ts": 2, "index.ts": 1 };

/** What may change without the program: which token, what takes its place, and why. */
const layout: readonly (readonly [token: string, by: string, reason: string])[] = [
  [";", "", "the end of the line ends a statement and a member too"],
  [";", ",", "a comma parts the members of an interface too"],
  [",", "", "the last of a list needs none"],
  ["/* eslint-disable */", "", "it speaks to linters alone"],
];

interface Edit {
  readonly token: Token;
  readonly by: string;
}

/** A file as it was generated, in a folder of its own. */
interface Fixture {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** How the file is judged with another text. */
  readonly judge: (text: string) => Promise<FileState | undefined>;
}

async function generateVideos(): Promise<string> {
  const cwd = createExampleProject("videos");
  expect((await runLine("generate", { cwd })).code).toBe(0);
  return cwd;
}

let generated: Promise<Tree> | undefined;

/** The bindings, generated once: all tests but the last only read them. */
function readGenerated(): Promise<Tree> {
  return (generated ??= generateVideos().then((cwd) => readTree(join(cwd, "generated"))));
}

async function createFixture(path: string): Promise<Fixture> {
  const { [path]: text = "" } = await readGenerated();
  const artifact: RenderedArtifact = { path, text, fingerprint: "1" };
  const directory = join(createTemporaryFolder(), "db");
  await writeArtifacts(new OutputFolder(directory), [artifact]);
  const judge = async (edited: string): Promise<FileState | undefined> => {
    writeFileSync(join(directory, path), edited);
    const report = await compareArtifacts(new OutputFolder(directory), [artifact], { explained: 0 });
    const file = report.files.find((file) => file.path === path);
    expect(report.upToDate).toBe(file?.stale === false);
    return file?.state;
  };
  return { text, tokens: scanTokens(text), judge };
}

/** The token taken away, and another of its kind in its place: in the long form, every other keyword or sign of the file. */
function editsOf(token: Token, index: number, tokens: readonly Token[]): readonly Edit[] {
  return ["", ...othersOf(token, index, tokens)].map((by) => ({ token, by }));
}

function othersOf({ kind, text }: Token, index: number, tokens: readonly Token[]): readonly string[] {
  if (kind === "name") return [`${text}x`];
  if (kind === "string") return [`${text.slice(0, -1)}x"`];
  if (kind === "number") return [`${text}1`];
  if (kind === "comment") return [text.replace(/\w+/, "$&x")];
  const others = [...new Set(tokens.filter((token) => token.kind === kind).map((token) => token.text))];
  others.splice(others.indexOf(text), 1);
  return long ? others : others.slice(index % others.length).slice(0, 1);
}

function sample<Item>(items: readonly Item[], step: number): readonly Item[] {
  return long ? items : items.filter((_, index) => index % step === 0);
}

describe.each(Object.entries(files))("%s", (path, step) => {
  it("is stale with any token changed or taken away, and fine when that is undone", { timeout: 600_000 }, async () => {
    const { text, tokens, judge } = await createFixture(path);
    const program = await programOf(text);
    const passed = new Set<string>();
    for (const { token, by } of sample(tokens, step).flatMap((token) =>
      editsOf(token, tokens.indexOf(token), tokens),
    )) {
      const edited = replaceToken(text, token, by);
      const state = await judge(edited);
      if (state === "edited by hand") continue;
      expect.soft({ state, token, by }).toMatchObject({ state: "only reformatted" });
      expect.soft(layout).toContainEqual([token.text, by, expect.any(String)]);
      if (long || !passed.has(`${token.text} ${by}`)) expect.soft(await programOf(edited)).toBe(program);
      passed.add(`${token.text} ${by}`);
    }
    expect(passed).toContain("; ");
    expect(await judge(text)).toBe("up to date");
  });

  it("is stale with two tokens in each other's place, or with one more, unless that is the same program", async () => {
    const { text, tokens, judge } = await createFixture(path);
    const program = await programOf(text);
    const token = fc.constantFrom(...tokens);
    const swap = fc.tuple(token, token).map(([one, other]) => swapTokens(text, one, other));
    const more = fc.tuple(
      token,
      fc.oneof(
        fc.constantFrom(...intruders),
        token.map(({ text }) => text),
      ),
    );
    const insertion = more.map(([{ to }, by]) => `${text.slice(0, to)} ${by} ${text.slice(to)}`);
    const property = fc.asyncProperty(fc.oneof(swap, insertion), async (edited) => {
      const state = await judge(edited);
      if (edited === text) expect(state).toBe("up to date");
      else if (state !== "edited by hand") {
        expect(state).toBe("only reformatted");
        expect(await programOf(edited)).toBe(program);
      }
    });
    await fc.assert(property, runs(60, 3000));
  }, 600_000);
});

/** Tokens that the parser takes in more places than the compiler does, and comments that are more than they seem. */
const intruders = [
  "| ?",
  "| *",
  "!",
  "?",
  "as const",
  "readonly",
  "abstract",
  "// @ts-ignore\n",
  "<<<<<<< HEAD\n",
  "()",
];

test.each([
  ["a type of doc comments", "interface A { a: string }", "interface A { a: string | ? }"],
  ["a comma that ends no list", "const a = 1;", "const a = 1,"],
  ["a comma after type arguments", "type A = B<C>;", "type A = B<C,>;"],
  ["a name that is no keyword", 'import type { a } from "a";', 'import type, { a } from "a";'],
  ["an operator in place of a comma", "const a = (b, c);", "const a = (b | c);"],
  ["a comment among imported names", 'import { a } from "a";', 'import { a /* @ts-ignore */ } from "a";'],
  ["a comment to linters and the compiler", "a();", "/* eslint-disable\n@ts-ignore */\na();"],
  ["a number in place of a name", 'const a = { "1.0": b };', "const a = { 1.0: b };"],
])("%s is an edit", async (_, text, edited) => {
  const directory = join(createTemporaryFolder(), "db");
  await writeArtifacts(new OutputFolder(directory), [{ path: "a.ts", text }]);
  writeFileSync(join(directory, "a.ts"), edited);
  const { files } = await compareArtifacts(new OutputFolder(directory), [{ path: "a.ts", text }]);
  expect(files).toContainEqual(expect.objectContaining({ path: "a.ts", state: "edited by hand", stale: true }));
});

it("exits with 1 and names the file, whichever token was changed, and with 0 when that is undone", async () => {
  const cwd = await generateVideos();
  for (const path of Object.keys(files)) {
    const place = join(cwd, "generated", path);
    const text = readFileSync(place, "utf8");
    const tokens = scanTokens(text).filter(({ kind }) => kind !== "sign" && kind !== "comment");
    for (const share of [0, 0.3, 0.6, 0.9]) {
      const token = tokens[Math.floor(share * tokens.length)] as Token;
      writeFileSync(place, replaceToken(text, token, othersOf(token, 0, tokens)[0] ?? ""));
      const { code, stdout } = await runLine("check", { cwd });
      expect({ code, stdout }).toEqual({
        code: 1,
        stdout: expect.stringMatching(new RegExp(`^edited by hand +generated/${path}( |\n)`)) as string,
      });
    }
    writeFileSync(place, text);
    expect((await runLine("check", { cwd })).code).toBe(0);
  }
}, 60_000);
