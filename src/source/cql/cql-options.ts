import type { ConnectionOptions } from "node:tls";
import { ColonnadeError } from "../../errors.ts";
import type { Omission } from "../left-out.ts";

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
export interface CqlOptions extends ConnectOptions, Omission {
  readonly keyspace: string;
  /** Type strings that are accepted unchanged. @default none */
  readonly customTypes?: ReadonlySet<string> | undefined;
}

export const defaults = { connectTimeoutMs: 5_000, queryTimeoutMs: 20_000 };

/** How those who connect to a cluster name what they can set: for messages and next steps. */
export interface ClusterWords {
  /** The settings that turn TLS on. */
  readonly tls: string;
  /** Trusted certificates: the name, and an example. */
  readonly ca: readonly [name: string, example: string];
  /** An example of a client certificate with its key. */
  readonly pair: string;
  readonly contactPoint: (host: string) => string;
  readonly credentials: string;
}

/** For the command line. @param prefix of its flags for TLS */
export function flagWords(prefix: "" | "cluster-" = ""): ClusterWords {
  return {
    tls: `--${prefix}tls`,
    ca: [`--${prefix}tls-ca`, `--${prefix}tls-ca ca.pem`],
    pair: `--${prefix}tls-cert client.pem --${prefix}tls-key client.key`,
    contactPoint: (host) => `--contact-points ${host}`,
    credentials: "CASSANDRA_USERNAME and CASSANDRA_PASSWORD",
  };
}

/** For code. */
export const optionWords: ClusterWords = {
  tls: "the option tls",
  ca: ["the option tls.ca", 'tls: { ca: readFileSync("ca.pem") }'],
  pair: 'tls: { cert: readFileSync("client.pem"), key: readFileSync("client.key") }',
  contactPoint: (host) => `contactPoints: [${JSON.stringify(host)}]`,
  credentials: "the option credentials",
};

export interface ContactPoint {
  /** The given text, for messages. */
  readonly text: string;
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
}

const usualPort = 9042;

const form = /^(?:\[([0-9a-f:.]+(?:%\w+)?)\]|([^\s:[\]/@]+))(?::(\d{1,5}))?$/i;

/**
 * Parses `db.example.com`, `10.0.0.1:9142` or `[::1]:9042`.
 * @throws {ColonnadeError} `bad-contact-point`
 */
export function parseContactPoint(text: string): ContactPoint {
  const [, address, name, digits] = form.exec(text) ?? [];
  const [host, port] = [address ?? name, Number(digits ?? usualPort)];
  if (host !== undefined && port > 0 && port < 65_536) return { text, host, port };
  throw new ColonnadeError("bad-contact-point", `${JSON.stringify(text)} is not a valid contact point`, {
    next: `use a host with an optional port (default ${usualPort}): "10.0.0.1", "db.example.com:9142" or "[::1]:9042"`,
  });
}
