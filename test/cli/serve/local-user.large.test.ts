import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { loadLocalUser } from "../../../src/cli/serve/serve-user.ts";
import { createTemporaryFolder } from "../../support/temporary-folder.ts";

const createFolder = (): string => join(createTemporaryFolder(), ".colonnade");
const load = (folder: string) => loadLocalUser(folder, () => ".colonnade/credentials.json");

describe("the local user", () => {
  it("is created once, with a password that nobody can guess", async () => {
    const folder = createFolder();
    const first = await load(folder);
    expect(first).toEqual({
      username: "colonnade",
      password: expect.stringMatching(/^[\w-]{24}$/) as string,
      isNew: true,
      path: join(folder, "credentials.json"),
    });
    expect(await load(folder)).toEqual({ ...first, isNew: false });
    expect((await load(createFolder())).password).not.toBe(first.password);
  });

  it("is in a file for its owner alone, which git ignores", async () => {
    const folder = createFolder();
    const { path = "" } = await load(folder);
    expect(readdirSync(folder).sort()).toEqual([".gitignore", "credentials.json"]);
    expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe("*\n");
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("is the same for services that start at once", async () => {
    const folder = createFolder();
    const users = await Promise.all(Array.from({ length: 20 }, () => load(folder)));
    expect(new Set(users.map(({ password }) => password)).size).toBe(1);
    expect(users.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(readdirSync(folder).sort()).toEqual([".gitignore", "credentials.json"]);
  });

  it("leaves an existing .gitignore unchanged", async () => {
    const folder = createFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, ".gitignore"), "data\n");
    await load(folder);
    expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe("data\n");
  });

  test.skipIf(process.platform === "win32")("is refused once others could have read it", async () => {
    const folder = createFolder();
    const { path = "", password } = await load(folder);
    chmodSync(path, 0o640);
    const error: unknown = await load(folder).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: "bad-credentials-file",
      message: ".colonnade/credentials.json can be read by other users of this machine",
      next: expect.stringContaining("chmod 600 .colonnade/credentials.json") as string,
    });
    expect(JSON.stringify(error)).not.toContain(password);
  });

  test.each(["", "{", "{}", '{"username":"a"}', '{"username":"a","password":""}', "null", "[]"])(
    "is refused if its file holds %j",
    async (text) => {
      const folder = createFolder();
      mkdirSync(folder);
      writeFileSync(join(folder, "credentials.json"), text, { mode: 0o600 });
      await expect(load(folder)).rejects.toMatchObject({
        code: "bad-credentials-file",
        message: ".colonnade/credentials.json has no username and password",
        next: "delete .colonnade/credentials.json; serve creates a new password",
      });
    },
  );

  test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "lasts for a run where no file can be written",
    async () => {
      const parent = createTemporaryFolder();
      chmodSync(parent, 0o500);
      const { path, isNew } = await load(join(parent, ".colonnade"));
      expect({ path, isNew }).toEqual({ path: undefined, isNew: true });
      chmodSync(parent, 0o700);
    },
  );
});
