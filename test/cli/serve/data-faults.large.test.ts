/** A folder of data that cannot be served: each failure names the place, has a code of its own, and says what to do. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { describe, expect, it, test } from "vitest";
import { createDataFaults } from "../../../src/cli/serve/embedded-engine.ts";
import { ColonnadeError } from "../../../src/errors.ts";
import { seal } from "../../../src/store/embedded/rows/seal.ts";
import { StoreError } from "../../../src/store/index.ts";
import { mount } from "../../support/mount.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { runLine, runWords } from "../run-line.ts";
import { serve, user } from "./serving.ts";

/** Changes what LevelDB has in a folder, as a newer version or another program could. */
async function put(directory: string, key: string, value: (key: Buffer) => Buffer): Promise<void> {
  const level = new ClassicLevel<Buffer, Buffer>(directory, { keyEncoding: "buffer", valueEncoding: "buffer" });
  await level.put(Buffer.from(key), value(Buffer.from(key)));
  await level.close();
}

/** Flips a bit in the last log. */
function damage(directory: string): string {
  const log = join(directory, readdirSync(directory).findLast((name) => name.endsWith(".log")) ?? "");
  const bytes = readFileSync(log);
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  writeFileSync(log, bytes);
  return log;
}

describe("serve with a folder of data that it cannot use", () => {
  it.each(["", " --salvage"])("names the process that has it (serve%s)", async (flag) => {
    const cwd = createTemporaryFolder();
    await serve("--data rows", cwd);
    const { code, stdout, stderr } = await runLine(`serve --port 0 --data rows${flag}`, { cwd, env: user });
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr).toContain(`the data in ${join(cwd, "rows")} is in use by `);
    expect(stderr).toContain("[data-in-use]\n→ stop that process, or choose another folder with --data\n");
  });

  it("names the damaged file, and the command that serves what is readable", async () => {
    const cwd = createTemporaryFolder();
    await (await serve("--keyspace shop", cwd)).stop();
    const log = damage(join(cwd, ".colonnade/data"));
    const { code, stderr } = await runLine("serve --port 0", { cwd, env: user });
    expect(code).toBe(4);
    expect(stderr).toContain(`the data is damaged: ${log} at byte 0: a record does not match its checksum`);
    expect(stderr).toContain(
      "[damaged]\n→ restore .colonnade/data from a backup, or serve what is readable: " +
        "colonnade serve --data .colonnade/data --salvage\n",
    );
  });

  it("quotes a folder with a space in that command", async () => {
    const cwd = createTemporaryFolder();
    const words = ["serve", "--port", "0", "--data", "my rows"];
    const stopping = new AbortController();
    const stdout = { write: () => stopping.abort() };
    await runWords(words, { cwd, env: user, signal: stopping.signal, stdout });
    damage(join(cwd, "my rows"));
    const { stderr } = await runWords(words, { cwd, env: user });
    expect(stderr).toContain(': colonnade serve --data "my rows" --salvage\n');
  });

  test.each<[string, (directory: string) => Promise<void>, string]>([
    [
      "a newer version wrote",
      (directory) => put(directory, "\0format", (key) => seal(key, Buffer.from('{"format":99}'))),
      "in format 99; this one reads up to 5 [newer-data]\n→ update Colonnade, or choose another folder than rows with",
    ],
    [
      "another program wrote",
      (directory) => put(directory, "k", () => Buffer.from("v")),
      "[foreign-data]\n→ choose an empty folder with --data; if rows had data of Colonnade, restore it from a backup",
    ],
  ])("says so of data that %s", async (_, write, said) => {
    const cwd = createTemporaryFolder();
    await write(join(cwd, "rows"));
    const { code, stderr } = await runLine("serve --port 0 --data rows", { cwd, env: user });
    expect(code).toBe(4);
    expect(stderr).toContain(said);
  });

  test.each(["notes.txt", "notes.txt/rows"])("refuses %s, which is not a folder", async (data) => {
    const cwd = createTemporaryFolder();
    writeTree(cwd, { "notes.txt": "hello" });
    const { code, stderr } = await runLine(`serve --port 0 --data ${data}`, { cwd, env: user });
    expect(code).toBe(4);
    expect(stderr).toMatch(/not a (?:folder|directory)/);
    expect(stderr).toContain(`[unavailable]\n→ check that ${data} is a folder that this user may read and write`);
  });
});

describe("serve on a disk", () => {
  it("that is full serves the data that it can read, and warns", async ({ skip }) => {
    const cwd = createTemporaryFolder();
    await (await serve("--data rows --keyspace shop", cwd)).stop();
    const place = mount(cwd, "size=2m");
    if (place === undefined) return skip("this process may not mount a file system");
    cpSync(join(cwd, "rows"), join(place, "rows"), { recursive: true });
    expect(() => writeFileSync(join(place, "filler"), Buffer.alloc(4_000_000))).toThrow("ENOSPC");
    const { stderr, stdout } = await serve("--data disk/rows", cwd);
    expect(stderr).toContain("the disk of disk/rows is full: rows can be read, but not written until there is room\n");
    expect(stdout).toMatch(/^http:/);
    const { code, stderr: refused } = await runLine("serve --port 0 --data disk/new", { cwd, env: user });
    expect(code).toBe(4);
    expect(refused).toContain("[full]\n→ free a few megabytes on the disk of disk/new, then start again\n");
  });

  it("that is read-only says so", async ({ skip }) => {
    const cwd = createTemporaryFolder();
    if (mount(cwd, "ro") === undefined) return skip("this process may not mount a file system");
    const { code, stderr } = await runLine("serve --port 0 --data disk/rows", { cwd, env: user });
    expect(code).toBe(4);
    expect(stderr).toContain("EROFS: read-only file system");
    expect(stderr).toContain("[unavailable]\n→ check that disk/rows is a folder");
  });
});

describe("a failure of the store", () => {
  const { onFailure, nextOf } = createDataFaults("rows", {});
  const thrownFor = (error: unknown): unknown => {
    try {
      return onFailure(error);
    } catch (thrown) {
      return thrown;
    }
  };

  it("says what to free when the disk is full", () => {
    const fault = thrownFor(new StoreError("full", "the disk is full"));
    expect(fault).toBeInstanceOf(ColonnadeError);
    expect(fault).toMatchObject({ code: "full", kind: "machine", next: expect.stringContaining("disk of rows") });
  });

  it("is left as it is if the request is at fault, or the code", () => {
    for (const error of [new StoreError("invalid", "no such type"), new TypeError("x")]) {
      expect(thrownFor(error)).toBe(error);
    }
  });

  it("says while serving how to find a damaged file", () => {
    expect(nextOf(new StoreError("damaged", "the data of the table shop.items is damaged"))).toBe(
      "to find the file, restart the service: it checks every file before it serves",
    );
    expect(nextOf(new StoreError("timeout", "too late"))).toBeUndefined();
  });
});
