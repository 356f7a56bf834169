/** What a config file imports, as `colonnade/config`: next to nothing, since every command waits for it. */
export { defineConfig } from "./config.ts";
export type { Config, KeyspaceConfig } from "./config.ts";
export { env } from "./env.ts";
