/** The examples of docs/testing.md run as they stand, in the runners that they are for; jest is in the matrix. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { repository } from "../support/repository.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

const page = readFileSync(join(repository, "docs/testing.md"), "utf8");
const run = promisify(execFile);
const modules = join(repository, "node_modules");

/** An app with the example of a runner, and our packages as they are built. */
function createApp(runner: string): string {
  const app = createTemporaryFolder();
  const [, example] = new RegExp(`<!-- ${runner} -->\n\`\`\`ts\n([^]*?)\`\`\``).exec(page) ?? [];
  expect(example).toBeDefined();
  writeFileSync(join(app, "products.test.ts"), example ?? "");
  writeFileSync(join(app, "package.json"), '{ "type": "module" }');
  cpSync(join(repository, "examples/shop/definitions"), join(app, "definitions"), { recursive: true });
  cpSync(join(repository, "examples/shop/generated"), join(app, "db"), { recursive: true });
  mkdirSync(join(app, "node_modules/@colonnade"), { recursive: true });
  symlinkSync(repository, join(app, "node_modules/colonnade"));
  symlinkSync(join(repository, "src/runtime"), join(app, "node_modules/@colonnade/runtime"));
  symlinkSync(join(modules, "vitest"), join(app, "node_modules/vitest"));
  return app;
}

/** Runs a program of Node in the app; what it printed, whatever its exit code is. */
async function inApp(app: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, NODE_OPTIONS: "", NODE_TEST_CONTEXT: undefined, VITEST: undefined, NO_COLOR: "1" };
  const { stdout, stderr } = await run(process.execPath, args, { cwd: app, env }).catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  );
  return stdout + stderr;
}

describe("docs/testing.md", { timeout: 60_000 }, () => {
  it("has an example for vitest that passes", async () => {
    const text = await inApp(createApp("vitest"), join(modules, "vitest/vitest.mjs"), "run");
    expect(text).toMatch(/Tests +2 passed/);
  });

  it("has an example for node:test that passes, and leaves nothing that keeps the process alive", async () => {
    const loader = join(modules, "jiti/lib/jiti-register.mjs");
    const text = await inApp(createApp("node:test"), "--import", loader, "--test", "products.test.ts");
    expect(text).toMatch(/^. pass 2$/m);
    expect(text).toMatch(/^. fail 0$/m);
  });
});
