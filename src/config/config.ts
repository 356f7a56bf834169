/**
 * Defines the shape of `colonnade.config.*`.
 *
 * `load.ts` finds and reads the file, `validate.ts` reports every mistake in it, `resolve-markers.ts` fills in its
 * secrets. Nothing here reads definitions or opens a connection, and loading a config never needs a secret.
 */
import type { OutputSettings } from "../plan/index.ts";
import type { EnvMarker } from "./env.ts";

export interface Config {
  /** For editors, in JSON. */
  readonly $schema?: string | undefined;
  /** By their names in the database; a list for a keyspace with several outputs. */
  readonly keyspaces: Readonly<Record<string, KeyspaceConfig | readonly KeyspaceConfig[]>>;
  /** The service that `introspect`, `diff` and `push` connect to. */
  readonly service?: ServiceConfig | undefined;
  /** The cluster that they connect to with `--from cql` or `--to cql`, or if there is no service. */
  readonly cluster?: ClusterConfig | undefined;
}

/** The definitions of a keyspace, its output and its options. Paths are relative to the config file. */
export interface KeyspaceConfig extends OutputSettings {
  /** The keyspace's folder of definitions, or a folder of such folders. */
  readonly definitions: string;
  /** A folder that holds only generated files. */
  readonly output: string;
}

export interface ServiceConfig {
  readonly url?: string | EnvMarker | undefined;
  readonly username?: string | EnvMarker | undefined;
  /** Never the password itself. */
  readonly password?: EnvMarker | undefined;
}

export interface ClusterConfig {
  /** Nodes: `["10.0.0.1", "db.example.com:9142"]`, or a variable with a comma-separated list. */
  readonly contactPoints: readonly string[] | EnvMarker;
  /** The data center to connect to. @default that of the first node that responds */
  readonly localDataCenter?: string | EnvMarker | undefined;
  readonly username?: string | EnvMarker | undefined;
  /** Never the password itself. */
  readonly password?: EnvMarker | undefined;
  /** Whether to use TLS, and with which files. @default false */
  readonly tls?: boolean | TlsConfig | undefined;
}

/** PEM files; paths are relative to the config file. */
export interface TlsConfig {
  /** The trusted certificates. @default those that Node trusts */
  readonly ca?: string | undefined;
  /** The client certificate, for clusters that require one; needs `key`. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/**
 * Returns its argument. It gives editors the type, so that they complete every member.
 *
 * `export default defineConfig({ keyspaces: { shop: { definitions: "definitions/shop", output: "src/db" } } })`
 */
export function defineConfig(config: Config): Config {
  return config;
}
