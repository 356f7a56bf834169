/** How those who connect to a cluster name what they can set: for messages and next steps. */
export interface ClusterWords {
  /** What turns TLS on. */
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
