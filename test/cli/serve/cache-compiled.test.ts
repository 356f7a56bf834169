import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Flags } from "../../../src/cli/arguments/command.ts";
import { cacheCompiled, privateFolder } from "../../../src/cli/serve/cache-compiled.ts";
import { createTemporaryFolder } from "../../support/temporary-folder.ts";

interface Given {
  readonly flags?: Record<string, string>;
  readonly env?: Record<string, string>;
  readonly files?: readonly string[];
}

/** The folders in which compiled code is kept. */
function keptIn({ flags = {}, env = {}, files = [] }: Given): readonly string[] {
  const cwd = createTemporaryFolder();
  for (const file of files) writeFileSync(join(cwd, file), "");
  const folders: string[] = [];
  const sink = { write: () => true };
  cacheCompiled(new Flags({ store: "embedded", ...flags }), {
    stdout: sink,
    stderr: sink,
    cwd,
    env: { XDG_CACHE_HOME: join(cwd, "cache"), LOCALAPPDATA: join(cwd, "cache"), ...env },
    cacheCompiled: (folder) => folders.push(folder),
  });
  return folders;
}

describe("compiled code", () => {
  it.each<[string, Given]>([
    ["without a config", {}],
    ["with a config that is data", { files: ["colonnade.config.json"] }],
    ["with another one that is data", { flags: { config: "other.json" }, files: ["colonnade.config.ts"] }],
  ])("is kept %s", (_, given) => expect(keptIn(given)).toHaveLength(1));

  it.each<[string, Given]>([
    ...["ts", "mts", "js", "mjs"].map((end): [string, Given] => [
      `beside a config.${end}`,
      { files: [`colonnade.config.${end}`] },
    ]),
    ["with a config that is a program", { flags: { config: "other.js" } }],
    ["with the driver of a cluster", { flags: { store: "cassandra" } }],
    ["with a module that Node loads first", { env: { NODE_OPTIONS: "--import ./secrets.mjs" } }],
  ])("is not kept %s", (_, given) => expect(keptIn(given)).toEqual([]));
});

describe.skipIf(process.platform === "win32")("the folder of compiled code", () => {
  const folderIn = (cache: string) => privateFolder({ XDG_CACHE_HOME: cache }, "linux");

  it("is created for its user alone, and found again", () => {
    const cache = createTemporaryFolder();
    const folder = folderIn(cache) ?? expect.unreachable();
    expect(folder.startsWith(cache)).toBe(true);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(folderIn(cache)).toBe(folder);
  });

  it("is not one that others can read, a link, or a file", () => {
    const [open, link, file] = [createTemporaryFolder(), createTemporaryFolder(), createTemporaryFolder()];
    chmodSync(folderIn(open) ?? expect.unreachable(), 0o750);
    mkdirSync(join(link, "colonnade"));
    symlinkSync(createTemporaryFolder(), join(link, "colonnade/compiled"));
    writeFileSync(join(file, "colonnade"), "");
    expect([open, link, file].map(folderIn)).toEqual([undefined, undefined, undefined]);
  });
});
