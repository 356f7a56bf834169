export { mapCodecModules } from "./load.ts";
export type { ConfigPath, FindMember } from "./json-config.ts";
export { defineConfig } from "./config.ts";
export type {
  ClusterConfig,
  CodecConfig,
  ColumnConfig,
  Config,
  KeyspaceConfig,
  NameHook,
  ServiceConfig,
  TableConfig,
  TlsConfig,
  UserTypeConfig,
  ValueConfig,
} from "./config.ts";
export { env } from "./env.ts";
export { findMissingCodecs } from "./find-missing-codecs.ts";
export type { EnvMarker, Environment } from "./env.ts";
export { configNames, loadConfig } from "./load.ts";
export type { LoadedConfig } from "./load.ts";
export { resolveMarkers } from "./resolve-markers.ts";
