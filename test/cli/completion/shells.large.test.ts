/** The scripts in the shells themselves: the tab key at the end of a line, with a program that answers fixed lines. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeUnless } from "../../support/describe-unless.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";

const missing = (shell: string): string | undefined =>
  spawnSync(shell, ["-c", "true"]).status === 0 ? undefined : `${shell} is not installed`;
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A folder with a program that notes how it was called; `bin` is on the path, the other in a project. */
function createPrograms(answers: readonly string[]): string {
  const folder = createTemporaryFolder();
  const program = (place: string): string =>
    `#!/bin/sh\nprintf '%s|' ${place} "$SHELL" "$@" > ${quote(join(folder, "asked"))}\n${answers.map((line) => `echo ${quote(line)}`).join("\n")}\n`;
  writeTree(folder, {
    "bin/colonnade": program("path"),
    "app/node_modules/.bin/colonnade": program("project"),
    "app/src/x": "",
  });
  for (const path of ["bin/colonnade", "app/node_modules/.bin/colonnade"]) chmodSync(join(folder, path), 0o755);
  return folder;
}

interface Pressed {
  /** How the program was called; undefined if it was not. */
  readonly asked: string | undefined;
  readonly offered: readonly string[];
}

interface Press {
  readonly line: string;
  readonly answers?: readonly string[];
  /** Run before the script. */
  readonly before?: string;
}

type Script = (script: string, line: string, before: string) => string;

/** Without zsh's own line editor, `_describe` and `_files` print what they would show. */
const scripts: Readonly<Record<string, Script>> = {
  bash: (script, line, before) =>
    `${before}\n${script}\nCOMP_LINE=${quote(line)} COMP_POINT=${line.length}\n` +
    `fn=$(complete -p ${line.split(" ")[0]} | sed -n 's/.*-F \\([^ ]*\\).*/\\1/p')\n$fn ${line.split(" ")[0]}\nprintf '%s\\n' "\${COMPREPLY[@]}"\n`,
  zsh: (script, line, before) =>
    `typeset -A _comps\ncompdef() { local f=$1; shift; for c in $@; do _comps[$c]=$f; done }\n` +
    `_describe() { print -l -- \${(P)2} }\n_files() { print files }\n_default() { print default }\n${before}\n${script}\n` +
    `words=(${line.split(" ").map(quote).join(" ")}); CURRENT=$#words\n$_comps[$words[1]]\n`,
  fish: (script, line, before) => `${before}\n${script}\ncomplete --do-complete ${quote(line)}\n`,
};

async function press(shell: string, { line, answers = [], before = "" }: Press): Promise<Pressed> {
  const folder = createPrograms(answers);
  const { stdout: script } = await runLine(`completion ${shell}`);
  writeTree(folder, { press: (scripts[shell] as Script)(script, line, before) });
  const env = { PATH: `${join(folder, "bin")}:${process.env["PATH"]}`, HOME: folder };
  const output = execFileSync(shell, [...(shell === "zsh" ? ["-f"] : []), join(folder, "press")], {
    encoding: "utf8",
    cwd: join(folder, "app/src"),
    env,
  });
  const asked = join(folder, "asked");
  const offered = output.split("\n").filter((text) => text !== "");
  return { asked: existsSync(asked) ? readFileSync(asked, "utf8") : undefined, offered };
}

describe.each(["bash", "zsh", "fish"])("the script for %s", (shell) => {
  describeUnless(missing(shell))("in the shell", () => {
    it("asks for the line up to the cursor, and offers what fits", async () => {
      const pressed = await press(shell, { line: "colonnade check --re", answers: ["--reporter"] });
      expect(pressed).toEqual({
        asked: `path|${shell}|--get-yargs-completions|colonnade|check|--re|`,
        offered: ["--reporter"],
      });
    });

    it("asks for the word after a blank", async () => {
      const { asked } = await press(shell, { line: "colonnade check ", answers: ["--json"] });
      expect(asked).toBe(`path|${shell}|--get-yargs-completions|colonnade|check||`);
    });

    it.each([
      "npx colonnade che",
      "pnpm exec colonnade che",
      "yarn colonnade che",
      "bunx colonnade che",
      "npx --yes colonnade che",
    ])("of the line %s asks the project's own program", async (line) => {
      const pressed = await press(shell, { line, answers: ["check"] });
      expect(pressed).toEqual({ asked: `project|${shell}|--get-yargs-completions|colonnade|che|`, offered: ["check"] });
    });

    it.each(["npx cowsay colonnade x", "npx colonn"])("leaves the line %s to others", async (line) => {
      expect((await press(shell, { line, answers: ["check"] })).asked).toBeUndefined();
    });
  });
});

describeUnless(missing("bash"))("the script for bash", () => {
  it("offers nothing where there is nothing, for bash to look for files", async () => {
    expect((await press("bash", { line: "colonnade generate --output " })).offered).toEqual([]);
  });

  it("offers the part after a colon, where bash begins a word", async () => {
    const line = "colonnade diff --against git:ma";
    const { asked, offered } = await press("bash", { line, answers: ["git:main", "git:other"] });
    expect(asked).toContain("|--against|git:ma|");
    expect(offered).toEqual(["main"]);
  });

  it("runs nothing of what it offers", async () => {
    const { offered } = await press("bash", { line: "colonnade diff --against x", answers: ["x$(touch ran)`id`"] });
    expect(offered).toEqual(["x$(touch ran)`id`"]);
  });

  it("keeps the completions that npx had", async () => {
    const before = "_npx() { COMPREPLY=(cowsay); }\ncomplete -F _npx npx";
    expect((await press("bash", { line: "npx cow", before })).offered).toEqual(["cowsay"]);
    expect((await press("bash", { line: "npx colonnade c", before, answers: ["check"] })).offered).toEqual(["check"]);
  });
});

describeUnless(missing("zsh"))("the script for zsh", () => {
  it("keeps the completions that pnpm had", async () => {
    const before = "_pnpm() { print mine }\n_comps[pnpm]=_pnpm";
    expect((await press("zsh", { line: "pnpm ins", before })).offered).toEqual(["mine"]);
    expect((await press("zsh", { line: "pnpm exec colonnade c", before, answers: ["check"] })).offered).toEqual([
      "check",
    ]);
  });
});
