import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { describe, expect, it, test } from "vitest";
import { shapes } from "../../../schemas/json-schemas.ts";
import { verifyPassword } from "../../../src/service/passwords.ts";
import { createTemporaryFolder } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";
import type { Outcome } from "../run-line.ts";

const secret = "c4nary-7f3a";
const piped = (text: string) => ({ input: () => Readable.from([Buffer.from(text)]) as Readable });

function users(cwd: string, flags: string, given = `${secret}\n`): Promise<Outcome> {
  return runLine(`users users.json ${flags}`, { cwd, ...piped(given) });
}

interface Kept {
  readonly users: readonly { readonly id: string; readonly name: string; readonly password: string }[];
}

const kept = (cwd: string): Kept => JSON.parse(readFileSync(join(cwd, "users.json"), "utf8")) as Kept;

let written: Promise<string> | undefined;

/** The text of a file with the user `old`, written once, since a password takes long to hash. */
function writtenFile(): Promise<string> {
  const write = async (): Promise<string> => {
    const cwd = createTemporaryFolder();
    await users(cwd, "--add old");
    return readFileSync(join(cwd, "users.json"), "utf8");
  };
  return (written ??= write());
}

describe("colonnade users", () => {
  it("adds users to a file for its owner alone, lists and removes them", async () => {
    const cwd = createTemporaryFolder();
    expect(await users(cwd, "--add ann")).toEqual({ code: 0, stdout: "", stderr: "added ann\n" });
    expect(await users(cwd, "--add report --read-only")).toMatchObject({ code: 0 });
    expect(await users(cwd, "")).toEqual({ code: 0, stdout: "ann\nreport (read-only)\n", stderr: "" });
    if (process.platform !== "win32") expect(statSync(join(cwd, "users.json")).mode & 0o777).toBe(0o600);
    expect(await users(cwd, "--remove ann")).toEqual({ code: 0, stdout: "", stderr: "removed ann\n" });
    expect((await users(cwd, "")).stdout).toBe("report (read-only)\n");
    expect(existsSync(join(cwd, "users.json.new"))).toBe(false);
  });

  it("sets another password, with which earlier tokens end, and keeps the rights and the order", async () => {
    const cwd = createTemporaryFolder();
    await users(cwd, "--add report --read-only");
    await users(cwd, "--add ann");
    const [before, other] = kept(cwd).users;
    const changed = await users(cwd, "--set-password report", "another secret\n");
    expect(changed).toEqual({ code: 0, stdout: "", stderr: "changed the password of report\n" });
    expect((await users(cwd, "")).stdout).toBe("report (read-only)\nann\n");
    const [after, untouched] = kept(cwd).users;
    expect(untouched).toEqual(other);
    // A token belongs to the ID.
    expect(after?.id).not.toBe(before?.id);
    expect(await verifyPassword("another secret", after?.password ?? "")).toBe(true);
    expect(await verifyPassword(secret, after?.password ?? "")).toBe(false);
  });

  it("keeps a hash of the password, and neither keeps nor prints the password", async () => {
    const cwd = createTemporaryFolder();
    for (const end of ["", "\n", "\r\n"]) {
      const { stdout, stderr } = await users(cwd, `--add ann${end.length} --verbose`, secret + end);
      expect(stdout + stderr).not.toContain(secret);
    }
    expect(readFileSync(join(cwd, "users.json"), "utf8")).not.toContain(secret);
    for (const { password } of kept(cwd).users) expect(await verifyPassword(secret, password)).toBe(true);
    expect(new Set(kept(cwd).users.map(({ id }) => id)).size).toBe(3);
  });

  it("asks for the password twice on a terminal, and does not show it", async () => {
    const cwd = createTemporaryFolder();
    const [input, output] = [new PassThrough(), new PassThrough()];
    let shown = "";
    output.on("data", (chunk) => (shown += String(chunk)));
    const ended = runLine("users users.json --add ann", { cwd, terminal: () => ({ input, output }) });
    for (const text of ["short\r", `\u0015${secret}\r`, `${secret}x\r`, `\u0015${secret}\r`]) {
      await expect.poll(() => shown).not.toBe("");
      await new Promise((resolve) => setTimeout(resolve, 50));
      input.write(text);
    }
    expect(await ended).toMatchObject({ code: 0 });
    expect(shown).toContain("A password has at least 8 characters");
    expect(shown).toContain("This is not the same password");
    expect(shown).not.toContain(secret);
    expect(await verifyPassword(secret, kept(cwd).users[0]?.password ?? "")).toBe(true);
  });

  it("writes nothing when the person gives up", async () => {
    const cwd = createTemporaryFolder();
    const [input, output] = [new PassThrough(), new PassThrough()];
    const ended = runLine("users users.json --add ann", { cwd, terminal: () => ({ input, output }) });
    await expect.poll(() => output.read() as unknown).not.toBeNull();
    input.write("\u0003");
    expect(await ended).toEqual({ code: 130, stdout: "", stderr: "users.json is unchanged\n" });
    expect(existsSync(join(cwd, "users.json"))).toBe(false);
  });

  it("prints its document", async () => {
    const cwd = createTemporaryFolder();
    const { stdout } = await users(cwd, "--add ann --json");
    expect(shapes["users-output.schema.json"].parse(JSON.parse(stdout))).toEqual({
      file: join(cwd, "users.json"),
      users: [{ name: "ann", readOnly: false }],
    });
  });

  test.each([
    ["--add ann", "short", 2, "A password has at least 8 characters [usage]"],
    ["--add ann", "", 2, "A password has at least 8 characters [usage]"],
    ["--add ann", `${secret}\nmore`, 2, "The input has several lines [usage]"],
    ["--add old", secret, 2, "users.json has a user old [user-exists]"],
    ["--add old --remove old", secret, 2, "--add and --remove exclude each other [usage]"],
    ["--set-password old --remove old", secret, 2, "--set-password and --remove exclude each other [usage]"],
    ["--add ann --set-password old", secret, 2, "--add and --set-password exclude each other [usage]"],
    ["--set-password old --read-only", secret, 2, "--read-only needs --add [usage]"],
    ["--set-password ann", secret, 2, 'users.json has no user "ann" [unknown-user]'],
    ["--set-password old", "short", 2, "A password has at least 8 characters [usage]"],
    ["--remove ann", "", 2, 'users.json has no user "ann" [unknown-user]'],
    ["--read-only", "", 2, "--read-only needs --add [usage]"],
    [`--add ${"x".repeat(101)}`, secret, 2, "is not a valid user name [usage]"],
    ["--add \u0007", secret, 2, '"\\u0007" is not a valid user name [usage]'],
  ])("refuses %s with %j on stdin", async (flags, given, code, message) => {
    const cwd = createTemporaryFolder();
    const before = await writtenFile();
    writeFileSync(join(cwd, "users.json"), before, { mode: 0o600 });
    const outcome = await users(cwd, flags, given);
    expect(outcome).toMatchObject({ code, stdout: "" });
    expect(outcome.stderr).toContain(message);
    expect(outcome.stderr).not.toContain(secret);
    expect(readFileSync(join(cwd, "users.json"), "utf8")).toBe(before);
    expect(existsSync(join(cwd, "users.json.new"))).toBe(false);
  });

  it("needs a file, and a terminal or something piped into it", async () => {
    expect((await runLine("users")).stderr).toContain("users needs FILE [usage]");
    const { code, stderr } = await runLine("users users.json --add ann", { cwd: createTemporaryFolder() });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("[no-terminal]") as string });
  });

  it("does not change a file that is wrong, missing, or being changed", async () => {
    const cwd = createTemporaryFolder();
    const path = join(cwd, "users.json");
    expect((await users(cwd, "")).stderr).toContain("users.json does not exist [bad-users-file]");
    writeFileSync(path, "{", { mode: 0o600 });
    expect(await users(cwd, "--add ann")).toMatchObject({ code: 2 });
    expect(readFileSync(path, "utf8")).toBe("{");
    writeFileSync(`${path}.new`, "");
    const outcome = await users(cwd, "--add ann");
    expect(outcome.stderr).toContain("another command is changing users.json [bad-users-file]");
    expect(existsSync(`${path}.new`)).toBe(true);
  });
});
