/**
 * The shape of `colonnade.config.*`, as people write it.
 *
 * `load.ts` finds the file and reads it, `validate.ts` names every mistake in it, `resolve-service.ts` its secrets. Nothing
 * here reads definitions or opens a connection, and loading a config never needs a secret.
 */
import type { EnvMarker } from "./env.ts";

export interface Config {
  /** For editors of the JSON form. */
  readonly $schema?: string | undefined;
  /** By their names in the database. */
  readonly keyspaces: Readonly<Record<string, KeyspaceConfig>>;
  /** The service that `introspect` asks. */
  readonly service?: ServiceConfig | undefined;
}

/** Where a keyspace comes from and where its bindings go. Paths are relative to the config file. */
export interface KeyspaceConfig {
  /** The keyspace's folder of definitions, or a folder of such folders. */
  readonly definitions: string;
  /** A folder for the generated files alone. */
  readonly output: string;
  /** Whether to write validators for zod. @default true */
  readonly validators?: boolean | undefined;
  /** Names of members: `created_at` as `createdAt`, or as it is. @default "camel" */
  readonly naming?: "camel" | "verbatim" | undefined;
  /** How relative imports in the generated files end. @default ".js" */
  readonly importExtension?: ".js" | ".ts" | "" | undefined;
}

export interface ServiceConfig {
  readonly url?: string | EnvMarker | undefined;
  readonly username?: string | EnvMarker | undefined;
  /** Never the password itself. */
  readonly password?: EnvMarker | undefined;
}

/**
 * Returns its argument; it is there for the editor, which then knows every member.
 *
 * `export default defineConfig({ keyspaces: { shop: { definitions: "definitions/shop", output: "src/db" } } })`
 */
export function defineConfig(config: Config): Config {
  return config;
}
