import type { FlagDefinition, Flags } from "../arguments/command.ts";

/** Which cluster to talk to; `parse-cluster.ts` reads them. */
export const clusterFlags = {
  "contact-points": { describe: "Nodes of the cluster: 10.0.0.1,db.example.com:9142" },
  "local-dc": { describe: "The data center to talk to", without: "that of the node that answers" },
  tls: { describe: "Speak TLS with the cluster", kind: "switch", without: "as the config file says" },
  "tls-ca": {
    describe: "TLS, and a PEM file of the certificates to believe instead of Node's own",
    without: "those of Node and NODE_EXTRA_CA_CERTS",
  },
  "tls-cert": { describe: "TLS, and a PEM file of your certificate, where the cluster wants one" },
  "tls-key": { describe: "The PEM file of its key" },
} as const satisfies Readonly<Record<string, FlagDefinition>>;

/** The first flag that is given and makes sense for a cluster alone. */
export function findClusterFlag(flags: Flags): string | undefined {
  return Object.keys(clusterFlags).find((name) => flags.has(name) || flags.text(name) !== undefined);
}
