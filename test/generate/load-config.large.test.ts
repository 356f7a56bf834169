/** A build script takes its targets from the config file. */
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { Flags } from "../../src/cli/arguments/command.ts";
import { selectTargets } from "../../src/cli/targets/select-targets.ts";
import { loadConfig as loadConfigFile } from "../../src/config/index.ts";
import { compareAll, loadConfig } from "../../src/generate.ts";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";

const examples = resolve(import.meta.dirname, "../../examples");

describe("the targets of a config file", () => {
  it.each(["shop", "videos"])("are those of the command line: %s", async (name) => {
    const folder = join(examples, name);
    const { file, targets, warnings } = await loadConfig({ folder });
    const io = { stdout: process.stdout, stderr: process.stderr, env: {}, cwd: folder };
    expect(targets).toEqual(await selectTargets(new Flags({}), io, await loadConfigFile(folder)));
    expect([file, warnings]).toEqual([join(folder, "colonnade.config.json"), []]);
  });

  it("can be compared and generated as they are", async () => {
    const { targets } = await loadConfig({ folder: examples, file: "shop/colonnade.config.json" });
    const [report] = await compareAll(targets);
    expect(report?.report.upToDate).toBe(true);
  });

  it("need a config, and a folder for each", async () => {
    const folder = createTemporaryFolder();
    await expect(loadConfig({ folder })).rejects.toMatchObject({ code: "no-config", next: "run colonnade init" });
    const output = { definitions: join(examples, "shop/definitions"), output: "db" };
    writeTree(folder, { "colonnade.config.json": JSON.stringify({ keyspaces: { shop: [output, output] } }) });
    const message = `${join(folder, "db")} would hold two outputs of shop`;
    await expect(loadConfig({ folder })).rejects.toMatchObject({ code: "same-folder", message });
    const within = { definitions: output.definitions, output: join(output.definitions, "shop/db") };
    writeTree(folder, { "colonnade.config.json": JSON.stringify({ keyspaces: { shop: within } }) });
    await expect(loadConfig({ folder })).rejects.toMatchObject({
      code: "same-folder",
      message: `${within.output} would hold the files of shop and the definitions of shop`,
    });
    const unknown = { keyspaces: { shpo: output } };
    writeTree(folder, { "colonnade.config.json": JSON.stringify(unknown) });
    await expect(loadConfig({ folder })).rejects.toMatchObject({
      code: "unknown-keyspace",
      next: "did you mean shop?",
    });
  });
});
