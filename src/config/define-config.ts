/**
 * The entry `colonnade/config`, which config files import. It loads almost nothing, since every command waits for it.
 */
export { defineConfig } from "./config.ts";
export type { NameHook } from "../plan/index.ts";
export type { Config, KeyspaceConfig } from "./config.ts";
export { env } from "./env.ts";
