import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { findMemoryFolder } from "./test/support/find-memory-folder.ts";

const root = import.meta.dirname;
const { compilerOptions } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8")) as {
  compilerOptions: { paths: Record<string, [string]> };
};
// Tests run from source: the names of our own packages lead to their .ts files, here as for the compiler.
const alias = Object.entries(compilerOptions.paths).map(([name, [file]]) => ({
  find: new RegExp(`^${name}$`),
  replacement: join(root, file),
}));

// For all that the tests start too. A store or a node of Cassandra waits for a disk longer than it works.
process.env["TMPDIR"] ??= findMemoryFolder() ?? tmpdir();

const large = "test/**/*.large.test.ts";
/** Tests that replace a module or load modules again, each file in a process of its own. */
const isolated = "test/**/*.isolated.test.ts";
const others = ["test/matrix/**", "**/node_modules/**"];

const shared = {
  // A third of their time would go into loading the sources once for each file.
  isolate: false,
  testTimeout: 20_000,
  // Two cores serve a database and a browser too, so a deadline may pass unmet. A broken test fails twice; one that fails
  // once is listed at the end of the run, to be mended.
  retry: 1,
  // What is waited for comes soon, but not on a machine that has much else to do.
  expect: { poll: { timeout: 10_000 } },
  setupFiles: [join(root, "test/support/row-equality.ts")],
  // Packages are imported as Node imports them, not through a proxy that slows down each use of the compiler.
  deps: { interopDefault: false },
};

export default defineConfig({
  root,
  test: {
    reporters: [
      "default",
      ...["list-skipped", "list-flaky", "keep-durations"].map((name) => join(root, `test/support/${name}.ts`)),
    ],
    projects: [
      {
        resolve: { alias },
        test: { ...shared, name: "unit", include: ["test/**/*.test.ts"], exclude: [...others, large, isolated] },
      },
      {
        resolve: { alias },
        // A node of Cassandra, started when the first test asks for it, if there is what it needs.
        test: {
          ...shared,
          name: "large",
          include: [large],
          exclude: others,
          globalSetup: ["test/cluster/global-setup.ts"],
        },
      },
      {
        resolve: { alias },
        test: { ...shared, name: "isolated", include: [isolated], exclude: others, isolate: true },
      },
    ],
    // Modules transformed by an earlier run, or for another of the projects, are not transformed again.
    experimental: { fsModuleCache: true },
    // By default a core is left free, which of two is half.
    maxWorkers: "100%",
  },
});
