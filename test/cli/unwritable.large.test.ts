/** Commands that write files, where the system refuses: each says why and what to do, and leaves nothing behind. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mount } from "../support/mount.ts";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";
import { runLine } from "./run-line.ts";

const products = {
  name: "products",
  columnDefinitions: [{ name: "id", typeDefinition: "int" }],
  primaryKey: { partitionKey: ["id"] },
};

const commands: readonly (readonly [line: string, below: string, after: string])[] = [
  ["generate --definitions definitions --output disk/db", "", ""],
  ["introspect --from schema.cql --keyspace shop --output disk/definitions", "", ""],
  ["init --yes", "disk", "; existing files are kept"],
];

function createApp(): string {
  const cwd = createTemporaryFolder();
  writeTree(cwd, {
    "definitions/products.json": JSON.stringify(products),
    "schema.cql": "CREATE TABLE shop.products (id int PRIMARY KEY);",
  });
  return cwd;
}

describe.each(commands)("%s", (line, below, after) => {
  it("says that a file system is read-only", async ({ skip }) => {
    const cwd = createApp();
    if (mount(cwd, "ro") === undefined) return skip("this process may not mount a file system");
    const { code, stderr } = await runLine(line, { cwd: join(cwd, below) });
    expect(code).toBe(4);
    expect(stderr).toContain("EROFS");
    expect(stderr).toContain(`[cannot-write]\n→ choose another place: this file system is read-only${after}\n`);
  });

  it("says that a disk is full", async ({ skip }) => {
    const cwd = createApp();
    const place = mount(cwd, "size=16k");
    if (place === undefined) return skip("this process may not mount a file system");
    expect(() => writeFileSync(join(place, "filler"), Buffer.alloc(100_000))).toThrow("ENOSPC");
    const { code, stderr } = await runLine(line, { cwd: join(cwd, below) });
    expect(code).toBe(4);
    expect(stderr).toContain("ENOSPC");
    expect(stderr).toContain(`[cannot-write]\n→ free some disk space, then run the command again${after}\n`);
    expect(readdirSync(place, { recursive: true }).filter((path) => /\.(?:tmp|new)$|next/.test(String(path)))).toEqual(
      [],
    );
  });
});
