import { ColonnadeError } from "../../errors.ts";
import type { FlagDefinition, Flags } from "../arguments/command.ts";

/** The flags for a cluster, parsed by `parse-cluster.ts`. */
export const clusterFlags = {
  "contact-points": { describe: "Nodes of the cluster: 10.0.0.1,db.example.com:9142" },
  "local-dc": { describe: "The data center to connect to", without: "that of the first node that responds" },
  tls: { describe: "Connect to the cluster with TLS", kind: "switch", without: "from the config file" },
  "tls-ca": {
    describe: "Use TLS with the trusted certificates of this PEM file instead of Node's own",
    without: "those of Node and NODE_EXTRA_CA_CERTS",
  },
  "tls-cert": { describe: "Use TLS with the client certificate of this PEM file" },
  "tls-key": { describe: "The PEM file of the client certificate's key" },
} as const satisfies Readonly<Record<string, FlagDefinition>>;

/** The same for `serve`, whose own `--tls-cert` is for its clients. */
export const servedClusterFlags = {
  "contact-points": clusterFlags["contact-points"],
  "local-dc": clusterFlags["local-dc"],
  "cluster-tls": clusterFlags.tls,
  "cluster-tls-ca": clusterFlags["tls-ca"],
  "cluster-tls-cert": clusterFlags["tls-cert"],
  "cluster-tls-key": clusterFlags["tls-key"],
} as const satisfies Readonly<Record<string, FlagDefinition>>;

/** The sources of definitions, parsed by `choose-sources.ts`. */
export const sourceFlag = {
  from: {
    describe: "The sources to read, in this order: rest, graphql, cql, a .cql file; comma-separated",
    without: "rest, with graphql for what rest lacks; cql with --contact-points",
  },
} as const satisfies Readonly<Record<string, FlagDefinition>>;

/** The service and its kind, parsed by `choose-database.ts`. */
export const serviceFlags = {
  url: { describe: "The service's address", without: "COLONNADE_URL, then the config file" },
  profile: {
    describe: "The kind of service: that of colonnade serve, Stargate, or the Data APIs",
    without: "service",
    choices: ["service", "stargate", "dataApis"],
  },
  "auth-url": { describe: "Where Stargate creates tokens, if that is a different address" },
  "rest-url": { describe: "Where Stargate serves REST, if that is a different address" },
} as const satisfies Readonly<Record<string, FlagDefinition>>;

/**
 * Refuses the first of the flags that is given where it has no effect.
 *
 * @param reason a phrase that follows the flag
 * @throws {ColonnadeError} `usage`
 */
export function refuseFlags(flags: Flags, refused: object, reason: string, next: string): void {
  const name = flags.findGiven(Object.keys(refused));
  if (name !== undefined) throw new ColonnadeError("usage", `--${name} ${reason}`, { next });
}
