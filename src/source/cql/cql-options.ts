import type { ConnectionOptions } from "node:tls";

/** Which cluster is asked, and how long that may take. */
export interface ConnectOptions {
  /** Hosts with or without a port, which is 9042 otherwise: `["10.0.0.1", "db.example.com:9142", "[::1]:9042"]`. */
  readonly contactPoints: readonly string[];
  /** The data center whose nodes are asked. @default that of the contact point that answers */
  readonly localDataCenter?: string;
  readonly credentials?: { readonly username: string; readonly password: string };
  /**
   * Speaks TLS, and believes only certificates that Node believes or `ca` vouches for, unless `rejectUnauthorized` is false.
   * @default false
   */
  readonly ssl?: boolean | ConnectionOptions;
  /** For each contact point, in ms. @default 5000 */
  readonly connectTimeoutMs?: number;
  /** For each query, in ms. @default 20000 */
  readonly queryTimeoutMs?: number;
}

/** What a cluster is asked for. */
export interface CqlOptions extends ConnectOptions {
  readonly keyspace: string;
  /** Whether a table or user type may be left out when no definition can hold it. @default none may */
  readonly mayLack?: ((name: string) => boolean) | undefined;
  /** Texts of types that are taken as they are. @default none */
  readonly customTypes?: ReadonlySet<string> | undefined;
}

export const defaults = { connectTimeoutMs: 5_000, queryTimeoutMs: 20_000 };
