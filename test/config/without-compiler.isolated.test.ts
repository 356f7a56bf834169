/** The compiler is an optional package: without it, the mistakes of a config in a module are reported without their lines. */
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { loadConfig } from "../../src/config/index.ts";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";

vi.mock("../../src/errors.ts", async (load) => {
  const errors = await load<typeof import("../../src/errors.ts")>();
  const missing = new errors.ColonnadeError("missing-package", "the package ts-morph is not installed");
  return { ...errors, loadWithCompiler: () => Promise.reject(missing) };
});

test("without the compiler, a mistake in a module is still reported", async () => {
  const folder = createTemporaryFolder();
  writeTree(folder, { "colonnade.config.mjs": 'export default { keyspaces: { shop: { definitions: "d" } } };' });
  await expect(loadConfig(folder)).rejects.toMatchObject({
    code: "bad-config",
    problems: [{ code: "missing-member", file: join(folder, "colonnade.config.mjs") }],
  });
});
