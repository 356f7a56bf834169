/** Completion as shells ask for it: `colonnade completion` gives them a script, which asks by a hidden flag. */
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { runLine, runWords } from "../run-line.ts";

afterEach(() => vi.unstubAllEnvs());

/** What can stand at the end of a line, in a shell that has no descriptions. */
async function complete(...words: string[]): Promise<readonly string[]> {
  vi.stubEnv("SHELL", "bash");
  const { code, stdout, stderr } = await runWords(["--get-yargs-completions", "colonnade", ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.split("\n").slice(0, -1);
}

const everywhere = ["--config", "--json", "--verbose", "--quiet", "--no-color", "--help", "--version"];

describe("what can stand at the end of a line", () => {
  it("is a command", async () => {
    const commands = await complete("");
    for (const name of ["generate", "check", "serve", "introspect", "completion"]) expect(commands).toContain(name);
    expect(commands.filter((name) => name.startsWith("-"))).toEqual([]);
    expect(await complete("gen")).toContain("generate");
    expect(await complete("--json", "gen")).toContain("generate");
  });

  it("is a flag of the command, or of every command", async () => {
    const flags = await complete("generate", "--");
    for (const flag of ["--definitions", "--output", "--dry-run", ...everywhere]) expect(flags).toContain(flag);
    expect(flags).not.toContain("--port");
    expect(await complete("serve", "--po")).toContain("--port");
    expect(await complete("--")).toEqual(everywhere);
  });

  it("is no flag that is there already", async () => {
    expect(await complete("generate", "--dry-run", "--json", "--")).not.toContain("--dry-run");
  });

  it("is a value of a flag that has a few", async () => {
    expect(await complete("introspect", "--profile", "")).toEqual(["service", "stargate", "dataApis"]);
    expect(await complete("introspect", "--profile", "st")).toEqual(["stargate"]);
  });

  it("is nothing of ours where a flag takes any text, so that shells offer files", async () => {
    expect(await complete("generate", "--output", "")).toEqual([]);
    expect(await complete("generate", "--config", "sr")).toEqual([]);
    expect((await complete("generate", "--dry-run", "")).length).toBeGreaterThan(0);
  });

  it("is the name of a shell after completion", async () => {
    expect(await complete("completion", "")).toEqual(["bash", "zsh", "fish"]);
    expect(await complete("completion", "--")).toEqual(everywhere);
  });

  test.each([
    [["frobnicate", ""]],
    [["generate", "--outptu", "x", "--"]],
    [["serve", "--port"]],
    [["introspect", "--from", "x", ""]],
  ])("is offered though there is a mistake before it: %j", async (words) => {
    await complete(...words);
  });

  it("has a description in shells that show one", async () => {
    vi.stubEnv("SHELL", "/usr/bin/zsh");
    const zsh = await runWords(["--get-yargs-completions", "colonnade", ""]);
    expect(zsh.stdout).toContain("check:Compare the bindings with the definitions\n");
    vi.stubEnv("SHELL", "fish");
    const fish = await runWords(["--get-yargs-completions", "colonnade", "check", "--"]);
    expect(fish.stdout).toContain("--json\tPrint the result as one JSON document\n");
  });
});

describe("colonnade completion", () => {
  it("is for the shell that is named, or else the one that one logs in with", async () => {
    expect((await runLine("completion zsh")).stdout).toMatch(/^#compdef colonnade\n/);
    expect(await runLine("completion", { env: { SHELL: "/bin/zsh" } })).toEqual(await runLine("completion zsh"));
    expect(await runLine("completion", { env: { SHELL: "/bin/tcsh" } })).toEqual(await runLine("completion bash"));
    expect(await runLine("completion")).toEqual(await runLine("completion bash"));
  });

  it.each(["bash", "zsh", "fish"])("asks %s's questions by the hidden flag, with the shell's name", async (shell) => {
    const { code, stdout, stderr } = await runLine(`completion ${shell}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`SHELL=${shell} `);
    expect(stdout).toMatch(/ --get-yargs-completions (?:colonnade |\(__colonnade_line\) )/);
    expect(JSON.parse((await runLine(`completion ${shell} --json`)).stdout)).toEqual({
      shell,
      script: stdout.trimEnd(),
    });
  });

  it("says how to install it to who reads it, not to the shell that runs it", async () => {
    let text = "";
    const stdout = { isTTY: true, write: (part: string): void => void (text += part) };
    expect((await runLine("completion fish", { stdout })).stderr).toContain("colonnade completion fish | source\n");
    expect(text).toMatch(/^function /);
  });

  it("knows no other shell", async () => {
    const { code, stderr } = await runLine("completion bsh");
    expect(code).toBe(2);
    expect(stderr).toContain('completions exist for bash, zsh, fish, not for "bsh" [usage]\n→ did you mean bash?');
  });
});
