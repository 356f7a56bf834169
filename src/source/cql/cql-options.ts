import type { ConnectionOptions } from "node:tls";
import type { ClusterWords } from "./cluster-words.ts";

/** The cluster to read, and its timeouts. */
export interface ConnectOptions {
  /** Hosts with an optional port, 9042 by default: `["10.0.0.1", "db.example.com:9142", "[::1]:9042"]`. */
  readonly contactPoints: readonly string[];
  /** The data center whose nodes are used. @default that of the first contact point that responds */
  readonly localDataCenter?: string;
  readonly credentials?: { readonly username: string; readonly password: string };
  /**
   * Uses TLS, and trusts the certificates that Node trusts or those of `ca`, unless `rejectUnauthorized` is false.
   * @default false
   */
  readonly ssl?: boolean | ConnectionOptions;
  /** How messages name these options. @default the flags of the command line */
  readonly words?: ClusterWords | undefined;
  /** For each contact point, in ms. @default 5000 */
  readonly connectTimeoutMs?: number;
  /** For each query, in ms. @default 20000 */
  readonly queryTimeoutMs?: number;
}

/** What to read from a cluster. */
export interface CqlOptions extends ConnectOptions {
  readonly keyspace: string;
  /** Whether a table or user type may be left out if a definition cannot express it. @default none */
  readonly mayLack?: ((name: string) => boolean) | undefined;
  /** Type strings that are accepted unchanged. @default none */
  readonly customTypes?: ReadonlySet<string> | undefined;
}

export const defaults = { connectTimeoutMs: 5_000, queryTimeoutMs: 20_000 };
