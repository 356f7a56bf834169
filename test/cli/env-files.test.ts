/** `--env-file`, as Node's own: credentials from files, below the variables that are set already. */
import { describe, expect, it } from "vitest";
import { Flags } from "../../src/cli/arguments/command.ts";
import { exitCodes } from "../../src/cli/faults/exit-codes.ts";
import { loadEnvFiles } from "../../src/cli/run.ts";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";
import { runLine } from "./run-line.ts";

function load(files: readonly string[], env: Readonly<Record<string, string>> = {}): object {
  const cwd = createTemporaryFolder();
  writeTree(cwd, { ".env": 'A=1\nB="two words" # note\nexport C=3\n', "more.env": "A=4\n" });
  return loadEnvFiles(new Flags({ "env-file": files }), { env, cwd });
}

describe("--env-file", () => {
  it("reads a file as Node does", () => {
    expect(load([".env"])).toEqual({ A: "1", B: "two words", C: "3" });
  });

  it("lets a later file override an earlier one, and the environment override both", () => {
    expect(load([".env", "more.env"])).toMatchObject({ A: "4", B: "two words" });
    expect(load([".env,more.env"], { A: "5" })).toMatchObject({ A: "5" });
  });

  it("is an error that names the file, if it cannot be read", async () => {
    const { code, stderr } = await runLine("push --env-file none.env", { cwd: createTemporaryFolder() });
    expect(code).toBe(exitCodes.machine);
    expect(stderr).toContain("none.env cannot be read [unreadable]\n→ check the path of --env-file");
  });

  it("that cannot be read is in the report of a CI server", async () => {
    const line = "diff --env-file none.env --reporter junit";
    const { stdout } = await runLine(line, { cwd: createTemporaryFolder() });
    expect(stdout).toContain("none.env cannot be read");
  });

  it("gives a command the address and the credentials", async () => {
    const cwd = createTemporaryFolder();
    writeTree(cwd, {
      ".env": "COLONNADE_URL=http://127.0.0.1:1/\nCOLONNADE_USERNAME=a\nCOLONNADE_PASSWORD=correct-horse-1\n",
    });
    const without = await runLine("introspect --keyspace shop --output d", { cwd });
    expect(without.code).toBe(2);
    const { code, stderr } = await runLine("introspect --keyspace shop --output d --env-file .env", { cwd });
    expect(code).toBe(3);
    expect(stderr).toContain("127.0.0.1:1");
  });

  it("hides the secrets of a file in errors", async () => {
    const cwd = createTemporaryFolder();
    writeTree(cwd, { ".env": "MY_PASSWORD=correct-horse-1\n" });
    const { stderr } = await runLine("push --env-file .env --config correct-horse-1.json", { cwd });
    expect(stderr).not.toContain("correct-horse-1");
    expect(stderr).toContain("***");
  });
});
