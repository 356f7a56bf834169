import { defineConfig } from "vitest/config";

// Tests run from source: our own packages answer to this export condition with their .ts files.
const conditions = ["@colonnade/source"];

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/matrix/**", "**/node_modules/**"],
    // A node of Cassandra, started when the first test asks for it, if there is what it needs.
    globalSetup: ["test/cluster/global-setup.ts"],
    testTimeout: 20_000,
    // What is waited for comes soon, but not on a machine that has much else to do.
    expect: { poll: { timeout: 10_000 } },
    // By default a core is left free, which of two is half.
    maxWorkers: "100%",
  },
});
