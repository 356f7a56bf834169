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
    testTimeout: 20_000,
  },
});
