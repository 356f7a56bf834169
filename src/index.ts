/** The main entry of the library: the generator's pipeline, the config's type, the service and its embedded store. */
export { scalars } from "./api/index.ts";
export { defineConfig, env } from "./config/index.ts";
export type { Config, KeyspaceConfig, NameHook } from "./config/define-config.ts";
export { ColonnadeError } from "./errors.ts";
export type { ErrorKind, Problem } from "./errors.ts";
export { compare, compareAll, findKeyspaces, generate, generateAll, loadConfig } from "./generate.ts";
export type {
  CheckOptions,
  CheckReport,
  ComparedFile,
  ConfigPlace,
  FileState,
  GenerateOptions,
  GenerateReport,
  Keyspace,
  ProjectConfig,
  Target,
  WriteReport,
} from "./generate.ts";
export { createService, listen } from "./service/index.ts";
export type { Exchange } from "./service/index.ts";
export { loadKeyspace } from "./source/parse-keyspace.ts";
export { storeSession } from "./store-session/index.ts";
export { openEmbeddedStore, openMemoryStore } from "./store/index.ts";
export type { Store } from "./store/index.ts";
