import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const root = import.meta.dirname;
const { compilerOptions } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8")) as {
  compilerOptions: { paths: Record<string, [string]> };
};
// Tests run from source: the names of our own packages lead to their .ts files, here as for the compiler.
const alias = Object.entries(compilerOptions.paths).map(([name, [file]]) => ({
  find: new RegExp(`^${name}$`),
  replacement: join(root, file),
}));

/**
 * Folders and files that `npm run test:unit` leaves to `npm test`: what asks a cluster, installs packages, starts processes or
 * compilers (`test/architecture.test.ts` finds those), and what takes seconds: thousands of random cases, hashes of passwords.
 */
export const large: readonly string[] = [
  ...["cassandra", "cluster", "conformance", "console", "emit", "examples", "package", "unplugin"],
  ...["cli/bin", "cli/canary", "cli/main", "cli/offline", "cli/check/matrix", "cli/check/tokens", "cli/completion"],
  ...[
    "cli/diff",
    "cli/explain/declarations",
    "cli/generate",
    "cli/init",
    "cli/push/push-rest",
    "cli/serve",
    "cli/users",
  ],
  ...["generate", "output/interrupted", "source/broken-keyspaces", "source/cql/live", "source/cql/nodes", "source/git"],
  ...["runtime/declarations", "runtime/node/file-token-store", "runtime/node/node-transport", "runtime/size"],
  ...["runtime/token/token-model", "runtime/token/token-oracle", "runtime/errors/secrets", "testing/runners"],
  ...["service/document-samples", "service/graphql/any-type", "service/graphql/hostile", "service/rest/captures"],
  ...[
    "store/embedded/definition-changes",
    "store/embedded/definition-kills",
    "store/embedded/durability",
    "store/embedded/entries",
    "store/embedded/full-disk",
    "store/embedded/leveldb/damaged-files",
    "store/embedded/model",
    "store/embedded/ranges",
  ],
];
const largeFiles = large.flatMap((name) => [`test/${name}/**/*.test.ts`, `test/${name}.test.ts`]);

const shared = {
  testTimeout: 20_000,
  // What is waited for comes soon, but not on a machine that has much else to do.
  expect: { poll: { timeout: 10_000 } },
};

export default defineConfig({
  root,
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          ...shared,
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/matrix/**", "**/node_modules/**", ...largeFiles],
        },
      },
      {
        resolve: { alias },
        // A node of Cassandra, started when the first test asks for it, if there is what it needs.
        test: {
          ...shared,
          name: "large",
          include: largeFiles,
          exclude: ["**/node_modules/**"],
          globalSetup: ["test/cluster/global-setup.ts"],
        },
      },
    ],
    // By default a core is left free, which of two is half.
    maxWorkers: "100%",
  },
});
