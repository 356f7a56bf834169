export { defineConfig } from "./config.ts";
export type { Config, KeyspaceConfig, ServiceConfig } from "./config.ts";
export { env, resolveService } from "./env.ts";
export type { EnvMarker, Environment, ResolvedService } from "./env.ts";
export { configNames, loadConfig } from "./load.ts";
export type { LoadedConfig } from "./load.ts";
