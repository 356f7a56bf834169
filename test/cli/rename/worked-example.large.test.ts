/** The worked example of docs/renaming.md, on the app of docs/getting-started.md. */
import { realpathSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readPage } from "../../examples/read-pages.ts";
import { repository } from "../../support/repository.ts";
import { createTemporaryFolder } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";
import { commit } from "./small-app.ts";

interface Step {
  readonly command: string;
  readonly lines: readonly (readonly [before: string, after: string])[];
}

/** Each command of the section with the lines that it changes. */
function readSteps(): readonly Step[] {
  const page = readFileSync(join(repository, "docs/renaming.md"), "utf8");
  const [, section = ""] = /^## A worked example\n([^]*?)^## /m.exec(page) ?? [];
  const [, ...parts] = section.split("npx colonnade ");
  return parts.map((part) => ({
    command: part.split("\n", 1)[0] ?? "",
    lines: Array.from(part.matchAll(/^\| `(.*)` \| `(.*)` \|$/gm), ([, before = "", after = ""]) => [before, after]),
  }));
}

it("changes the lines that the page shows, and nothing is left", { timeout: 120_000 }, async () => {
  const cwd = realpathSync(createTemporaryFolder());
  writeFileSync(join(cwd, "package.json"), '{ "type": "module" }\n');
  symlinkSync(join(repository, "node_modules"), join(cwd, "node_modules"), "junction");
  for (const line of ["init --keyspace shop --output db --yes", "generate"]) {
    const { code, stderr } = await runLine(line, { cwd });
    expect(code, stderr).toBe(0);
  }
  const program = readPage("docs/getting-started.md").blocks.find(({ language }) => language === "ts");
  writeFileSync(join(cwd, "app.ts"), program?.text ?? "");
  writeFileSync(join(cwd, ".gitignore"), "node_modules\n");
  const steps = readSteps();
  expect(steps.map(({ lines }) => lines.length)).toEqual([2, 2]);
  for (const { command, lines } of steps) {
    commit(cwd);
    const app = (): readonly string[] => readFileSync(join(cwd, "app.ts"), "utf8").split("\n");
    const before = app();
    const { code, stderr } = await runLine(command, { cwd });
    expect(code, stderr).toBe(0);
    const changed = app().flatMap((line, index) => (line === before[index] ? [] : [[before[index], line]]));
    expect(changed).toEqual(lines);
    if (command.includes("--in-database")) expect(stderr).toContain("ALTER TABLE shop.products RENAME id TO sku;");
    expect((await runLine("check", { cwd })).code).toBe(0);
  }
});
