import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { hashPassword } from "../../src/service/passwords.ts";
import { openUserFile, printUsers } from "../../src/service/users.ts";
import type { KeptUser } from "../../src/service/users.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

const passwordHash = await hashPassword("correct horse", { n: 2, p: 1 });
const ann: KeptUser = { id: "1", name: "ann", passwordHash, readOnly: false };
const bob: KeptUser = { id: "2", name: "bob", passwordHash, readOnly: true };

function createFile(text: string): string {
  const path = join(createTemporaryFolder(), "users.json");
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

describe("a file of users", () => {
  it("finds them by name", () => {
    const users = openUserFile(createFile(printUsers([ann, bob])), "users.json");
    expect(users.find("ann")).toEqual(ann);
    expect(users.find("bob")).toEqual(bob);
    expect(users.find("1")).toBeUndefined();
  });

  it("is read again a second later, if it changed", () => {
    let now = 0;
    const path = createFile(printUsers([ann, bob]));
    const users = openUserFile(path, "users.json", () => now);
    writeFileSync(path, printUsers([bob]));
    now = 999;
    expect(users.find("ann")).toEqual(ann);
    now = 1000;
    expect(users.find("ann")).toBeUndefined();
    expect(users.find("bob")).toEqual(bob);
  });

  it("has no users while it is missing or wrong, and has them again afterwards", () => {
    let now = 0;
    const path = createFile(printUsers([ann]));
    const users = openUserFile(path, "users.json", () => now);
    rmSync(path);
    expect(() => openUserFile(path, "our users.json")).toThrow(
      expect.objectContaining({ next: 'create it: colonnade users "our users.json" --add NAME' }) as Error,
    );
    now += 1000;
    for (let count = 0; count < 2; count++) expect(() => users.find("ann")).toThrow("users.json does not exist");
    writeFileSync(path, "{", { mode: 0o600 });
    for (let count = 0; count < 2; count++) expect(() => users.find("ann")).toThrow("users.json does not hold users");
    writeFileSync(path, printUsers([ann]));
    expect(users.find("ann")).toEqual(ann);
  });

  const entry = (change: object): string =>
    JSON.stringify({ users: [{ id: "1", name: "ann", readOnly: false, password: passwordHash, ...change }] });
  test.each([
    "",
    "{}",
    "[]",
    "null",
    '{"users":{}}',
    '{"users":[null]}',
    entry({ id: "" }),
    entry({ name: "" }),
    entry({ name: 1 }),
    entry({ readOnly: "no" }),
    entry({ password: "correct horse" }),
  ])("is refused if it holds %j, without repeating it", (text) => {
    const open = (): unknown => openUserFile(createFile(text), "users.json");
    expect(open).toThrow(
      expect.objectContaining({ code: "bad-users-file", message: "users.json does not hold users" }) as Error,
    );
  });

  it("is refused with two users of one name", () => {
    expect(() => openUserFile(createFile(printUsers([ann, { ...bob, name: "ann" }])), "users.json")).toThrow(
      "users.json has two users of one name",
    );
  });

  test.skipIf(process.platform === "win32")("is refused if others can read it", () => {
    const path = createFile(printUsers([ann]));
    chmodSync(path, 0o640);
    expect(() => openUserFile(path, "our users.json")).toThrow(
      expect.objectContaining({
        message: "our users.json can be read by other users of this machine",
        next: 'chmod 600 "our users.json"',
      }) as Error,
    );
  });
});
